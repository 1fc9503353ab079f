"""Which game is played: the names of the rulesets, their additions, and what differs by the number of players."""

from __future__ import annotations

from dataclasses import dataclass

from reading import JsonObject, MalformedError

BONUSES = ("centre", "complete")
RULINGS = ("edition-hu", "ruling-lava-on-hut", "ruling-gaps-stop-lava")
CLASSIC = ("middle-kingdom", "ruling-even-sides", "harmony")

# For each ruleset the numbers of players, and the additions that may be written behind its name with a plus.
RULESETS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    "origins/discovery": ((2, 3, 4), (*BONUSES, *RULINGS)),
    "origins/totem": ((2, 3, 4), (*BONUSES, *RULINGS, "ruling-tie-loses-totem")),
    "origins/tribe": ((2, 3, 4), (*BONUSES, *RULINGS, "ruling-recruit-last-round")),
    "kingdomino/classic": ((2, 3, 4), CLASSIC),
    "kingdomino/mighty-duel": ((2,), CLASSIC),
}


@dataclass(frozen=True)
class Ruleset:
    """One game, complete only with its number of players."""

    written: str  # the name with its additions, as it was sent
    name: str
    layers: frozenset[str]
    players: int

    @property
    def origins(self) -> bool:
        """Kingdomino Origins, with volcanoes, as opposed to the classic game."""
        return self.name.startswith("origins/")

    @property
    def totem(self) -> bool:
        """The mode in which majorities of resources win totems."""
        return self.name == "origins/totem"

    @property
    def tribe(self) -> bool:
        """The mode in which resources recruit cavemen."""
        return self.name == "origins/tribe"

    @property
    def resources(self) -> bool:
        """Wooden resources are laid on the dominoes."""
        return self.totem or self.tribe

    @property
    def ties_end_majorities(self) -> bool:
        """A holder of a totem who loses a majority to a tie loses the totem with it."""
        return "ruling-tie-loses-totem" in self.layers

    @property
    def size(self) -> int:
        """Length of the side of the square that a territory must fit into."""
        large = self.name == "kingdomino/mighty-duel" or (self.origins and self.players == 2)
        return 7 if large else 5

    @property
    def row_length(self) -> int:
        """Number of dominoes in a row; only classic with three players lays no domino too many."""
        return 3 if self.name == "kingdomino/classic" and self.players == 3 else 4

    @property
    def set_aside(self) -> int:
        """Number of dominoes that leave the game before it starts, from the top of the shuffled box."""
        return {2: 24, 3: 12}.get(self.players, 0) if self.name == "kingdomino/classic" else 0

    @property
    def chiefs(self) -> list[int]:
        """The chiefs drawn in the setup. Two players of Origins draw only who chooses the pair (two.first-pick)."""
        if self.players == 2 and not self.origins:
            return [0, 0, 1, 1]
        return list(range(self.players))

    @property
    def centre_bonus(self) -> bool:
        """Points for the hut or castle in the middle."""
        return not self.layers.isdisjoint({"centre", "middle-kingdom", "ruling-even-sides"})

    @property
    def even_sides(self) -> bool:
        """The middle is that of the rectangle around what was built, not of the largest square allowed."""
        return "ruling-even-sides" in self.layers

    @property
    def complete_bonus(self) -> bool:
        """Points for a territory without a gap."""
        return "complete" in self.layers or "harmony" in self.layers


def find_ruleset(written: object, players: object) -> Ruleset:
    """Return the ruleset of a name such as origins/totem+centre, for a number of players."""
    if not isinstance(written, str):
        raise MalformedError("the ruleset is no name")
    name, *layers = written.split("+")
    if name not in RULESETS:
        raise MalformedError(f"unknown ruleset: {name}")
    counts, additions = RULESETS[name]
    if type(players) is not int or players not in counts:
        raise MalformedError(f"{name} is not for so many players: {players}")
    for layer in layers:
        if layer not in additions:
            raise MalformedError(f"{name} has no addition {layer}")
    if len(set(layers)) < len(layers):
        raise MalformedError(f"an addition is named twice: {written}")
    return Ruleset(written, name, frozenset(layers), players)


def claims() -> list[JsonObject]:
    """List the rulesets as hello claims them."""
    return [
        {"name": name, "players": list(counts), "layers": list(layers)} for name, (counts, layers) in RULESETS.items()
    ]
