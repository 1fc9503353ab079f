"""Makes scripts from plans: what comes out of the piles, and when.

Where pieces are drafted, `own_boards.rounds` fills the rows; otherwise each player draws what they place. Pieces of
other kinds are drawn in the order in which the plans take them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tilelaw_reach.deck import Deck, Placement
from tilelaw_reach.knowledge import Knowledge
from tilelaw_reach.own_boards.fillers import unplaceable
from tilelaw_reach.own_boards.rounds import Mode, RoundPlanner, draft_order
from tilelaw_reach.own_boards.sequences import CanFollow
from tilelaw_reach.play.data import Piece
from tilelaw_reach.script import Plans, Script, Step
from tilelaw_reach.target import Target


class Scheduler:
    """Makes scripts for one target."""

    def __init__(self, knowledge: Knowledge, deck: Deck, target: Target) -> None:
        self._game = knowledge.game
        self._deck = deck
        self._target = target
        self.games_played: Counter[int] = Counter()
        """How many games have been played with each last round."""
        self._unplaceable: dict[tuple[int, frozenset[Placement]], list[Piece]] = {}
        self._parts = target.parts
        self._draft = knowledge.draft
        self._impacts = knowledge.impacts if self._draft is not None else {}

    @property
    def can_follow(self) -> CanFollow | None:
        """Whether a piece can be placed after others; nothing if the draft allows any order."""
        return draft_order(self._draft, self._deck) if self._draft is not None and self._draft.each > 1 else None

    def script(self, plans: Plans, chance: Random, mode: Mode) -> Script:
        """Return a script in which players carry out their plans. Raises `NoSchedule`."""
        script = Script(dict(plans), {})
        script.players = list(range(self._parts.players)) * 2
        chance.shuffle(script.players)
        if self._draft is not None:
            planner = RoundPlanner(
                self._draft, self._deck, self._target, self._impacts, self._pieces_that_cannot, chance, mode
            )
            planner.fill(script, self.games_played)
        else:
            self._fill_hands(script, plans)
        self._fill_other_zones(script)
        return script

    def _pieces_that_cannot(self, player: int, placements: Sequence[Placement]) -> list[Piece]:
        """Return the pieces that a player cannot place on a board with these placements."""
        key = player, frozenset(placements)
        if key not in self._unplaceable:
            self._unplaceable[key] = list(unplaceable(self._game, self._deck, player, placements))
        return self._unplaceable[key]

    def _fill_hands(self, script: Script, plans: Plans) -> None:
        """Decide what players draw: the pieces that they place, then those that are named in their hands."""
        zone = self._deck.place.zone
        hands: dict[int, list[Piece]] = {owner: [] for owner in range(self._parts.players)}
        for who, steps in plans.items():
            placing = [step for step in steps if isinstance(step, Step)]
            script.pieces[who] = [self._deck.pieces[step.placement.face][0] for step in placing]
            for step, piece in zip(placing, script.pieces[who], strict=True):
                hands[step.player].append(piece)
        for owner, hand in hands.items():
            named = self._target.named(zone, owner) or []
            script.hands[zone, owner] = [*hand, *(entry.name for entry in named)]

    def _fill_other_zones(self, script: Script) -> None:
        """Decide what comes into zones of other kinds: what the plans take from there, then what is named there."""
        plans = script.steps
        for number in range(max(map(len, plans.values()), default=0)):
            for steps in plans.values():
                for follow_up in steps[number].follow_ups if number < len(steps) else ():
                    for zone, piece in follow_up.taken:
                        if not self._parts.zones[zone].is_pile:
                            script.hands.setdefault((zone, -1), []).append(piece)
        for here, owner, entries in self._target.zones():
            names = [entry.name for entry in entries]
            if here.is_pile and here.kind:
                script.pile_tops[here.name] = names
            elif here.is_pile:
                players = [name for name in names if isinstance(name, int)]
                script.players = players if len(players) >= self._parts.players else script.players
            elif not here.is_row and here.kind != self._deck.place.kind:
                script.hands.setdefault((here.name, owner), []).extend(names)
