"""What there is to draw in a position: zones with their pieces, boards, variables, and what is due.

Every key of a position is a board, a zone or a variable: the look and the manifest say which. The look gives titles
and says what belongs together, the manifest what is on the pieces and the words of the questions. A key that neither
of them names is shown like a variable, its value as it is written. The renderers ask a `Scene` and know no key of a
position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilelaw_draw.looks.complete import complete
from tilelaw_draw.looks.look import Look, read_look
from tilelaw_draw.looks.style import BoardLook, Mark, Member, Part, PieceLook, Show, VariableLook, ZoneLook
from tilelaw_draw.manifest import UNKNOWN, Facts, Type, read_manifest
from tilelaw_draw.values import Cell, Json, Spot, cells_by_spot, entries, fields, short
from tilelaw_draw.words import PLAIN_WORDS, Words, labelled


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its name, its parts as cells, whose it is, and any other marks on it."""

    kind: str
    name: Json
    look: PieceLook
    cells: tuple[Cell, ...]
    owner: Json
    rest: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return the name, where it says more than the parts do."""
        return str(self.name) if self.name is not None and (self.look.is_named or not self.cells) else ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, or one player's part of it; without pieces where only their number is shown or known."""

    key: str
    label: str
    owner: int | None
    count: int
    pieces: tuple[Piece, ...] | None


@dataclass(frozen=True, slots=True)
class Board:
    """A board, or one player's: what lies on it."""

    key: str
    owner: int | None
    look: BoardLook
    lying: Mapping[Spot, Cell]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a variable: what it is for, and its entries, under an empty key where there is only one."""

    heading: str
    players: tuple[int, ...]
    entries: tuple[tuple[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable as rows of entries; `board` has the field that the keys are values of."""

    key: str
    look: VariableLook
    board: BoardLook
    rows: tuple[Row, ...]


def read_scene(
    position: Mapping[str, Json],
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    names: Sequence[str] | None,
    words: Words | None = None,
) -> Scene:
    """Return a position with everything that its manifest and its look say; players without names are numbered."""
    facts = read_manifest(manifest)
    words = words or PLAIN_WORDS
    known = names or [words.player(i) for i in range(facts.players)]
    return Scene(position, facts, labelled(complete(read_look(look), facts, known), facts, words), names, words)


class Scene:
    """A position with everything that is known about it."""

    def __init__(
        self,
        position: Mapping[str, Json],
        facts: Facts,
        look: Look,
        names: Sequence[str] | None,
        words: Words = PLAIN_WORDS,
    ) -> None:
        self.position = position
        self.look = look
        self.words = words
        self.title = words.title or (str(position.get("ruleset", "")) if facts.title is None else facts.title)
        players = position.get("players")
        self.players = players if isinstance(players, int) else 0
        self.facts = facts
        self._names = names or [words.player(i) for i in range(self.players)]
        self._zone_keys = [key for key in look.zones if key in position]
        self._board_keys = list(look.boards)
        self._variable_keys = [
            key
            for key, variable in look.variables.items()
            if key in position or (variable.is_always and key in facts.variables)
        ]
        self._sort_other_keys()

    def _sort_other_keys(self) -> None:
        for key in self.position:
            if key in ("ruleset", "players", "asks", *self._zone_keys, *self._board_keys, *self._variable_keys):
                continue
            if key in self.facts.boards:
                self._board_keys.append(key)
            elif key in self.facts.zones:
                self._zone_keys.append(key)
            else:
                self._variable_keys.append(key)

    def name(self, player: Json) -> str:
        """Return the name of a player."""
        if type(player) is int and 0 <= player < len(self._names):
            return self._names[player]
        return self.words.player(player) if type(player) is int else self.words.say("player", n=player)

    def worded(self, value: Json, type_: Type) -> str:
        """Return a value in words: players by their names, everything else as it is written."""
        if type_.sort == "player" and type(value) is int:
            return self.name(value)
        if type_.sort == "side" and type(value) is int:
            return self.words.say("side", n=value + 1)
        if type_.sort == "kind":
            return self.words.label("member", f"{type_.of}.{short(value)}", short(value))
        return short(value)

    def value(self, value: Json, variable: VariableLook) -> str:
        """Return a value of a variable in words."""
        if not variable.is_player:
            return short(value)
        return self.words.say("nobody") if value is None else self.name(value)

    # ---- zones

    def zones(self) -> Iterator[Zone]:
        """Yield the zones in the order of the look, each player's and each member's by itself."""
        for key in self._zone_keys:
            look = self.look.zones.get(key, ZoneLook(title=key))
            value = self.position[key]
            type_ = self.facts.zones.get(key, UNKNOWN)
            if key in self.facts.owned:
                for i, part in enumerate(entries(value)):
                    yield self._zone(key, look, i, part, type_)
            elif isinstance(value, Mapping):  # one for each member of a kind
                for name, part in value.items():
                    yield self._zone(key, replace(look, title=f"{look.title} {name}"), None, part, type_)
            else:
                yield self._zone(key, look, None, value, type_)

    def _zone(self, key: str, look: ZoneLook, owner: int | None, value: Json, type_: Type) -> Zone:
        if isinstance(value, int):
            return Zone(key, look.title, owner, value, None)
        if look.show is Show.NUMBER:
            return Zone(key, look.title, owner, len(entries(value)), None)
        pieces = tuple(
            Piece("", self.name(entry), PieceLook(), (), None, ())
            if type_.sort == "player"
            else self.piece(look.piece, entry)
            for entry in entries(value)
        )
        return Zone(key, look.title, owner, len(pieces), pieces)

    def title_of(self, zone: Zone) -> str:
        """Return the title of a zone, with the name of its owner."""
        if zone.owner is None:
            return zone.label
        return self.words.say("zone_of", zone=zone.label, who=self.name(zone.owner))

    def piece(self, kind: str, entry: Json) -> Piece:
        """Return a piece of a kind as a position has it: its name, or an object with its marks."""
        look = self.look.pieces.get(kind, PieceLook())
        marks = dict(entry) if isinstance(entry, Mapping) else {kind: entry}
        name = marks.pop(kind, None)
        if name is None and len(marks) == 1:
            name = marks.popitem()[1]
        data = self.facts.pieces.get((kind, str(name)), {})
        if look.mark:
            return Piece(kind, name, look, ({look.mark: name},), marks.pop(look.owner, None), self._rest(marks))
        cells = tuple(self._part(look, part, data, marks) for part in look.parts) if data else ()
        for part in look.parts if data else ():
            for source in (part.bare, *part.fields.values()):
                marks.pop(source, None)
        owner = marks.pop(look.owner, None)
        is_plain = type(name) is int and not look.parts
        shown = {field: value for field, value in data.items() if is_plain and value != name}  # a number says little
        return Piece(kind, name, look, cells, owner, (*self._rest(shown), *self._rest(marks)))

    def _rest(self, marks: Mapping[str, Json]) -> tuple[str, ...]:
        """Return fields and marks of a piece in words, those that are blank left out."""
        return tuple(
            self._called(name) if value is True else f"{self._called(name)}={self._mark(name, value)}"
            for name, value in marks.items()
            if value is not None and value is not False
        )

    def _called(self, name: str) -> str:
        return self.words.label("mark", self.facts.name(name), self.words.label("field", name, name))

    def _mark(self, name: str, value: Json) -> str:
        """Return the value of a field or a mark of a piece in words; a record is all its fields."""
        if not isinstance(value, Mapping):
            return self.worded(value, self.facts.marks.get(name, UNKNOWN))
        return "/".join(
            part if isinstance(part, str) else f"{key}:{short(part)}" for key, part in value.items() if part
        )

    def _part(self, look: PieceLook, part: Part, data: Mapping[str, Json], marks: Mapping[str, Json]) -> Cell:
        cell = dict(fields(data.get(part.record, {}))) if part.record else {}
        for to, source in part.fields.items():
            found = marks.get(source, data.get(source))
            if found is not None:
                cell[to] = found
        load = look.load
        if load and load.kind in self.facts.kinds and not cell.get(load.unless) and not marks.get(part.bare):
            carried = load.members.get(str(cell.get(load.by)))
            if carried is not None:
                cell[load.kind] = carried
        return cell

    # ---- boards

    def boards(self) -> Iterator[Board]:
        """Yield the boards, each player's by itself."""
        for key in self._board_keys:
            look = self.look.board(key)
            value = entries(self.position.get(key, []))
            if look.is_each_players or key in self.facts.owned:
                for i in range(max(self.players, len(value))):
                    yield Board(key, i, look, cells_by_spot(value[i] if i < len(value) else []))
            else:
                yield Board(key, None, look, cells_by_spot(value))

    def heading(self, board: Board) -> str:
        """Return the heading of a board; the only one needs none."""
        if board.owner is not None:
            return self.name(board.owner)
        return "" if len(self._board_keys) == 1 else self.board_title(board.key)

    def board_title(self, key: str) -> str:
        """Return what a board is called."""
        return self.words.heading("board", self.facts.name(key), key) if self.words.labels else key

    def radius(self, look: BoardLook) -> int:
        """Return how far a hexagon reaches with this number of players."""
        return max((ring.radius for ring in look.rings if ring.players <= self.players), default=0)

    def shown_cells(self, board: str) -> list[Cell]:
        """Return the cells of a board, all players', and those of pieces that are drawn as its cells."""
        cells = [cell for each in self.boards() if each.key == board for cell in each.lying.values()]
        for zone in self.zones():
            for piece in zone.pieces or ():
                if piece.look.board == board:
                    cells += piece.cells
        return cells

    @property
    def board_keys(self) -> tuple[str, ...]:
        """Return the keys of the boards."""
        return tuple(self._board_keys)

    # ---- variables

    def variables(self) -> Iterator[Variable]:
        """Yield the variables as rows of entries."""
        for key in self._variable_keys:
            look = self.look.variables.get(key, VariableLook(title=key))
            board = next(
                (b for b in self.look.boards.values() if look.keys and (b.main == look.keys or b.mark(look.keys))),
                BoardLook(),
            )
            indices = self.facts.variables[key].indices if key in self.facts.variables else ()
            value = self.position.get(key, {})
            if look.is_by_side:
                by_side = value if isinstance(value, Mapping) else {}
                sides = self.facts.sides.get(key, tuple(by_side))
                rows = [
                    self._row(*self._side(int(side), len(sides)), by_side.get(side, {}), look, board, indices[1:])
                    for side in sides
                ]
            else:
                rows = list(self._rows("", value, look, board, indices))
            yield Variable(key, look, board, tuple(rows))

    def _side(self, side: int, sides: int) -> tuple[str, tuple[int, ...]]:
        """Return the name and the players of a side; the sides take turns round the table."""
        players = tuple(range(side, max(self.players, side + 1), sides))
        return self.words.joined(self.name(player) for player in players), players

    def _rows(
        self, heading: str, value: Json, look: VariableLook, board: BoardLook, indices: Sequence[Type]
    ) -> Iterator[Row]:
        if isinstance(value, Mapping) and any(isinstance(part, Mapping) for part in value.values()):
            for name, part in value.items():
                inner = f"{heading} {self._index(name, indices)}".strip()
                yield from self._rows(inner, part, look, board, indices[1:])
        else:
            yield self._row(heading, (), value, look, board, indices)

    def _row(
        self,
        heading: str,
        players: tuple[int, ...],
        value: Json,
        look: VariableLook,
        board: BoardLook,
        indices: Sequence[Type],
    ) -> Row:
        """Return one row, with all keys that there are where they are known."""
        if not isinstance(value, Mapping):
            return Row(heading, players, (("", value),))
        is_flags = any(isinstance(part, bool) for part in value.values())
        known: Mapping[str, Json] = {}
        if not is_flags:
            known = dict.fromkeys(members_of(board, look.keys), None if look.is_player else 0)
        found = {**known, **value}
        return Row(heading, players, tuple((self._index(key, indices), part) for key, part in found.items()))

    def _index(self, key: str, indices: Sequence[Type]) -> str:
        """Return a key of a variable in words."""
        type_ = indices[0] if indices else UNKNOWN
        return self.worded(int(key), type_) if type_.sort in ("player", "side") and key.isdigit() else key

    # ---- what is due

    @property
    def _first_ask(self) -> Mapping[str, Json]:
        asks = entries(self.position.get("asks") or [])
        return fields(asks[0]) if asks else {}

    @property
    def due_player(self) -> int | None:
        """Return the player who is asked."""
        player = self._first_ask.get("player")
        return player if type(player) is int else None

    @property
    def due_ask(self) -> Mapping[str, Json]:
        """Return the ask that is due, nothing when the game is over."""
        return self._first_ask

    @property
    def due(self) -> str:
        """Return what is due, in words."""
        due = dict(self._first_ask)
        if not due:
            return self.words.say("over")
        if "shuffle" in due:
            zone = str(due["shuffle"])
            return self.words.say("order", zone=self.words.label("zone", self.facts.name(zone), zone))
        name = str(due.pop("ask", "?"))
        who = self.name(due.pop("player", "?"))
        bound = ", ".join(
            f"{self._called(key)} {self.worded(value, self.facts.bound.get(key, UNKNOWN))}"
            for key, value in due.items()
        )
        if name in self.words.asks:  # a sentence that tells what to do
            return self.words.say("told", who=who, question=self.words.asks[name])
        said = self.words.say("asked", who=who, question=self.facts.questions.get(name) or name)
        return said + (f" ({bound})" if bound else "")


def members_of(board: BoardLook, field: str) -> Mapping[str, Member]:
    """Return the members of the main field of a board, or of a mark on it."""
    if not field or board.main == field:
        return board.members if field else {}
    mark: Mark | None = board.mark(field)
    return mark.members if mark else {}
