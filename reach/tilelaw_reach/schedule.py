"""Makes scripts of games in which boards come about as they are named: what comes out of the piles, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tilelaw_reach.own_boards.cover import Deck, Laid
from tilelaw_reach.own_boards.draft import rows_of
from tilelaw_reach.own_boards.fillers import misfits, weights
from tilelaw_reach.own_boards.rounds import Mode, Rounds, ascending
from tilelaw_reach.own_boards.sequences import Follows, Step
from tilelaw_reach.play.game import Game
from tilelaw_reach.play.parts import Piece
from tilelaw_reach.script import Plans, Script
from tilelaw_reach.target import Target


class Scheduler:
    """Makes scripts for one target."""

    def __init__(self, game: Game, deck: Deck, target: Target) -> None:
        self._game = game
        self._deck = deck
        self._target = target
        self.vain: Counter[int] = Counter()
        """How often games that ended in some round have been played in vain."""
        self._misfitting: dict[tuple[int, frozenset[Laid]], list[Piece]] = {}
        self._parts = target.parts
        self._rows = rows_of(game, deck)
        if self._rows is not None and not deck.customs.weights:
            deck.customs.weights.update(weights(game, deck))

    @property
    def follows(self) -> Follows | None:
        """Whether a piece can be laid after others; nothing if any can."""
        return ascending(self._rows, self._deck) if self._rows is not None and self._rows.each > 1 else None

    def script(self, plans: Plans, chance: Random, mode: Mode) -> Script:
        """Return a script in which players lay what they are to lay. Raises `NoSchedule`."""
        script = Script(dict(plans), {})
        script.players = list(range(self._parts.players)) * 2
        chance.shuffle(script.players)
        if self._rows is not None:
            Rounds(self._rows, self._deck, self._target, self._misfits, chance, mode).fill(script, self.vain)
        else:
            self._hand_out(script, plans)
        self._deal(script, script.steps)
        return script

    def _misfits(self, player: int, laid: Sequence[Laid]) -> list[Piece]:
        """Return the pieces that a player cannot lay who has laid some."""
        key = player, frozenset(laid)
        if key not in self._misfitting:
            self._misfitting[key] = list(misfits(self._game, self._deck, player, laid))
        return self._misfitting[key]

    def _deal(self, script: Script, plans: Plans) -> None:
        """Plan what comes into zones of other kinds: what is taken from there, then what is named there."""
        for number in range(max(map(len, plans.values()), default=0)):
            for steps in plans.values():
                step = steps[number] if number < len(steps) else None
                for zone, piece in (taken for answered in step.follow for taken in answered.took) if step else ():
                    if not self._parts.zones[zone].is_pile:
                        script.hands.setdefault((zone, -1), []).append(piece)
        for here, owner, pieces in self._target.zones():
            names = [piece[here.kind] for piece in pieces]
            if here.is_pile and here.kind:
                script.kept[here.name] = names
            elif here.is_pile:
                script.players = names if len(names) >= self._parts.players else script.players
            elif not here.is_row and here.kind != self._deck.laying.kind:
                script.hands.setdefault((here.name, owner), []).extend(names)

    def _hand_out(self, script: Script, plans: Plans) -> None:
        """Plan what comes into the hands of players: what they lay, then what is named there."""
        zone, kind = self._deck.laying.zone, self._deck.laying.kind
        hands: dict[int, list[Piece]] = {owner: [] for owner in range(self._parts.players)}
        for who, steps in plans.items():
            laid = [step for step in steps if isinstance(step, Step)]
            script.pieces[who] = [self._deck.pieces[step.laid.face][0] for step in laid]
            for step, piece in zip(laid, script.pieces[who], strict=True):
                hands[step.player].append(piece)
        for owner, hand in hands.items():
            named = self._target.named(zone, owner) or []
            script.hands[zone, owner] = [*hand, *(piece[kind] for piece in named)]
