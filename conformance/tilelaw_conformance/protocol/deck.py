"""The components of rulesets, for implementations that are given theirs."""

from __future__ import annotations

from collections.abc import Sequence

from tilelaw_conformance.cases.expectation import Case, encode
from tilelaw_conformance.data.jsondata import Json, Manifests
from tilelaw_conformance.protocol.messages import Call, Hello


def deck_message(hello: Hello, cases: Sequence[Case], manifest: Manifests) -> Call:
    """Return the request that hands over the components of every claimed ruleset that cases are about."""
    games = dict.fromkeys((case.ruleset, case.players) for case in cases)
    decks: list[Json] = []
    for ruleset, players in games:
        found = manifest(ruleset, players) if hello.at(ruleset, players) else None
        if found:
            decks.append({"ruleset": ruleset, "players": players, "components": found["components"]})
    return Call("deck", encode({"decks": decks}))
