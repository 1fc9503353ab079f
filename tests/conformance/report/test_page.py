"""The HTML report: whole in itself, failures first, everything linked, and nothing on it is obeyed."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.setting import background
from tilelaw_conformance.cases.expectation import Basis, Case
from tilelaw_conformance.protocol.messages import Claim, Hello
from tilelaw_conformance.report.html import Html
from tilelaw_conformance.report.page.markup import text, with_own_ids
from tilelaw_conformance.report.reporter import Background
from tilelaw_conformance.run.match import Difference
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Refused, Verdict

WRONG, RIGHT, OTHER = setting.picture()
SCORE = setting.case("origins/score/pictured-territory-scores-32")
ELSEWHERE = next(case for case in setting.corpus().cases if case.ruleset == "ingenious/solo")
RULING = replace(WRONG, id="origins/place/ruling", basis=Basis.RULING, rules=("place.fits",))
HEIR = replace(WRONG, id=f"{WRONG.id}@origins/tribe:3", inherited_from=WRONG.id, ruleset="origins/tribe", players=3)
CASES = (WRONG, RIGHT, OTHER, SCORE, RULING, ELSEWHERE)
HELLO = Hello(
    name="mine",
    version="1.2",
    rulesets=(Claim("origins/discovery", frozenset({4})),),
    methods=frozenset({"judge"}),
    levels=frozenset({"legality"}),
    positions=frozenset({"state"}),
)
LEGAL = (Difference("it is illegal", "legal"),)
WAY = Refused(3, 9, {"discard": {}}, "no", ("place.must",))
VOID = {"meta", "input", "br"}


def failed(case: Case, **more: Any) -> Judged:
    return Judged(case, Verdict.FAILED, LEGAL, **more)


def passed(case: Case) -> Judged:
    return Judged(case, Verdict.PASSED, parts=tuple(case.parts))


def unclaimed(case: Case) -> Judged:
    return Judged(case, Verdict.SKIPPED, reason="it does not play it", link="docs/protocol.md#rulesets")


def outcome(*judged: Judged, **more: Any) -> Outcome:
    return Outcome(name="mine", hello=HELLO, judged=judged, **more)


MINE = outcome(
    failed(WRONG), passed(RIGHT), passed(OTHER), passed(SCORE), failed(RULING), unclaimed(ELSEWHERE), failed(HEIR)
)


def page(
    tmp_path: Path,
    outcomes: Mapping[str, Outcome] | None = None,
    look_up: Background | None = None,
    left_out: tuple[Case, ...] = (),
) -> str:
    found = {"mine": MINE} if outcomes is None else outcomes
    path = tmp_path / "report.html"
    reporter = Html(path, made="2026-01-02 03:04 UTC")
    reporter.begin(setting.info(CASES[:5], *found, left_out=left_out))
    for name, each in found.items():
        reporter.finished(name, each, look_up or background())
    reporter.end(max(each.status for each in found.values()))
    return path.read_text(encoding="utf-8")


class Elements(HTMLParser):
    """Collects elements with their attributes, and checks that they are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.within: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        assert self.within == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.within.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.within):
            self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [value for _, attributes in self.found if (value := attributes.get(name)) is not None]

    @property
    def told(self) -> str:
        return " ".join(" ".join(self.words).split())


# ---- whole in itself


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    whole = page(tmp_path)
    elements = Elements(whole)
    assert all(address.startswith("#") for address in elements.values("href"))
    assert elements.values("src") == []
    assert Counter(tag for tag, _ in elements.found)["script"] == 1
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in elements.found}
    assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/)", whole)
    assert whole.rstrip().endswith('<footer id="end">End of the report: 7 verdicts.</footer>\n</body>\n</html>')


def test_only_its_own_script_may_run(tmp_path: Path) -> None:
    whole = page(tmp_path)
    (script,) = re.findall(r"<script>(.*?)</script>", whole, re.DOTALL)
    (policy,) = [value for value in Elements(whole).values("content") if "src" in value]
    assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_every_link_leads_somewhere_and_every_id_is_there_once(tmp_path: Path) -> None:
    others = outcome(failed(RIGHT), *(Judged(each, Verdict.NOT_REACHED, refused=WAY) for each in (WRONG, SCORE, OTHER)))
    draws = replace(background(), picture=lambda _: '<svg><defs><path id="p"/></defs><use href="#p"/></svg>')
    for outcomes in ({"mine": MINE}, {"others": others}, {"mine": MINE, "others": others}, {"o": others, "m": MINE}):
        elements = Elements(page(tmp_path, outcomes, draws))
        ids = Counter(elements.values("id"))
        assert ids.most_common(1)[0][1] == 1
        assert {address.removeprefix("#") for address in elements.values("href")} <= set(ids)
        wrong = {judged.case.origin for each in outcomes.values() for judged in each.judged if judged.is_wrong}
        assert wrong <= set(ids), "every failing case can be linked to"


def test_the_same_run_gives_the_same_page(tmp_path: Path) -> None:
    assert page(tmp_path) == page(tmp_path, {"mine": replace(MINE, seconds=9.0)})


def test_without_the_script_nothing_is_hidden_but_the_form(tmp_path: Path) -> None:
    hidden = [attributes.get("id") for _, attributes in Elements(page(tmp_path)).found if "hidden" in attributes]
    assert hidden == ["filter", "no-match"]


# ---- what it tells


def test_the_summary_names_verdicts_versions_and_digests(tmp_path: Path) -> None:
    whole = page(tmp_path)
    assert 'role="img" aria-label="3 passed, 3 failed, 1 skipped"' in whole
    head = Elements(whole[: whole.index("<nav")].replace('<html lang="en">', "").replace("<body>", "")).told
    for part in ("2026-01-02 03:04 UTC", "tilelaw 0.0", "protocol 1", "corpus c0c0c0c0c0c0", "mine 1.2", "(digest "):
        assert part in head
    assert "1 case by inheritance" in head
    assert "origins/discovery 4: legality 2 of 4" in head
    assert "c0" * 32 in whole


def test_failures_come_first_and_by_cause(tmp_path: Path) -> None:
    whole = page(tmp_path)
    assert whole.index('id="failures"') < whole.index('id="cause-1-1"') < whole.index('id="matrix"')
    told = Elements(whole).told
    assert "2 failing cases, 2 likely causes" in told
    assert re.search(r"\d of 2 involve place\.\w+ : begin here", told)
    assert (
        f"1 of your 2 failures (without what is inherited) rest on rulings, "
        f'our readings where the books leave a gap: <a href="#{RULING.id}"' in whole
    )
    assert whole.count('<p class="ruling">') == 1


def test_one_card_stands_for_all_that_wait_behind_a_refusal(tmp_path: Path) -> None:
    lost = outcome(*(Judged(each, Verdict.NOT_REACHED, refused=WAY) for each in (RIGHT, OTHER, SCORE)))
    whole = page(tmp_path, {"mine": lost})
    assert whole.count('<details class="card"') == 1
    assert f'<li id="{SCORE.id}" data-f=' in whole
    assert "3 of 3: a legal <code>discard</code> on the way is refused by place.must: " in whole


def test_heirs_stand_on_the_card_of_their_origin(tmp_path: Path) -> None:
    other = replace(HEIR, id=f"{WRONG.id}@origins/totem:3", ruleset="origins/totem")
    odd = Judged(other, Verdict.FAILED, (Difference("it is illegal", "a goat"),))
    whole = page(tmp_path, {"mine": outcome(failed(WRONG), failed(HEIR), odd)})
    assert whole.count('<details class="card"') == 1
    assert 'The same in 1 heir</summary>\n<ul class="suffixes"><li><code>@origins/tribe:3</code></li>' in whole
    assert "Otherwise in 1 heir</summary>" in whole
    assert "a goat" in whole


def test_a_case_that_fails_only_where_it_is_inherited_is_wrong_in_the_table(tmp_path: Path) -> None:
    whole = page(tmp_path, {"mine": outcome(passed(WRONG), failed(HEIR))})
    assert re.search(rf'place\.connects</code>.*?<td role="cell" class="bad"[^>]*><a href="#{WRONG.id}"', whole)
    assert f"by inheritance from <code>{WRONG.id}</code>" in whole


def test_cells_lead_to_cards_and_unclaimed_games_are_folded_away(tmp_path: Path) -> None:
    whole = page(tmp_path)
    assert re.search(rf'<b>origins/place</b></th><td[^>]* class="bad"[^>]*><a href="#{WRONG.id}"[^>]*>2/4</a>', whole)
    assert "<summary>ingenious: not claimed, 1 case</summary>" in whole
    assert "<summary>origins" not in whole
    assert "<code>place.connects</code> <span>A half touches the hut or the same terrain</span>" in whole


def test_what_was_left_out_or_is_known_to_fail_is_told(tmp_path: Path) -> None:
    known = replace(MINE, known=frozenset({WRONG.id, RIGHT.id}))
    told = Elements(page(tmp_path, {"mine": known}, left_out=(SCORE,))).told
    assert f"pictured: {SCORE.id} : {SCORE.title}" in told
    assert "Known to fail: 1 case" in told
    assert f"known to fail, but passes now: {RIGHT.id}" in told


def test_what_could_not_be_run_is_told(tmp_path: Path) -> None:
    lost = Outcome(name="x", problem="no proper answer to hello", stderr="the <board> is missing")
    told = Elements(page(tmp_path, {"lost": lost})).told
    assert "The run itself went wrong." in told
    assert "no proper answer to hello" in told
    assert "the <board> is missing" in told


def test_a_failing_board_is_drawn_or_pictured(tmp_path: Path) -> None:
    drawn = page(tmp_path)
    assert "player 1 is asked: Where do you lay your domino?</pre>" in drawn
    pictured = page(tmp_path, None, replace(background(), picture=lambda case: f"<svg><title>{case.id}</title></svg>"))
    assert pictured.count("<svg>") == 2
    assert "Where do you lay your domino" not in pictured


# ---- the filter


def test_the_filter_goes_by_what_occurs(tmp_path: Path) -> None:
    whole = page(tmp_path)
    options = re.findall(r'<option value="(\d*)">([^<]*)</option>', whole)
    assert [told for _, told in options] == [
        *("all", "passed", "failed", "skipped"),
        *("all", "ingenious/solo", "origins/discovery", "origins/tribe"),
    ]
    numbers = {told: number for number, told in options}
    marks = {f"0.{numbers['failed']}.{numbers[each]}" for each in ("origins/discovery", "origins/tribe")}
    (card,) = re.findall(
        rf'data-f="([^"]*)"[^>]*>\n<summary><h5>{re.escape(WRONG.title)}</h5> <code class="id">{WRONG.id}<', whole
    )
    assert set(card.split()) == marks


# ---- whatever is said


ODD = "<script>alert(1)</script>&lt;</pre></details>\" onload='x' \u202eback\u2066 \x00\x1b[31m \ud800 {{ x }} ${x}"


@pytest.mark.parametrize("where", ["name", "hello", "reason", "stderr", "got", "note", "problem", "rule"])
def test_whatever_is_said_is_text(tmp_path: Path, where: str) -> None:
    def odd(place: str, usual: str = "usual") -> str:
        return ODD if where == place else usual

    way = Refused(3, 9, {"discard": {}}, odd("reason"), (odd("rule"),))
    told = Outcome(
        name="x",
        hello=replace(HELLO, name=odd("hello"), version=odd("hello")),
        judged=(
            Judged(WRONG, Verdict.CRASHED, reason=odd("reason"), stderr=odd("stderr")),
            Judged(RIGHT, Verdict.FAILED, (Difference("legal", odd("got")),)),
            Judged(OTHER, Verdict.NOT_REACHED, refused=way),
        ),
        notes=(odd("note"),),
        problem=odd("problem", ""),
        left_behind=(odd("note"),),
    )
    found = Elements(page(tmp_path, {odd("name"): told}))
    assert Counter(tag for tag, _ in found.found)["script"] == 1
    assert not any(name.startswith("on") for _, attributes in found.found for name in attributes)
    assert "<script>alert(1)</script>&lt;</pre></details>" in found.told
    assert "\\u202eback\\u2066 \\x00\\x1b[31m \\ud800 {{ x }} ${x}" in found.told
    assert not {"\u202e", "\u2066", "\x00", "\x1b"} & set(found.told)


def test_what_is_huge_is_cut_off(tmp_path: Path) -> None:
    huge = "x" * 3_000_000
    whole = page(tmp_path, {huge: outcome(Judged(WRONG, Verdict.CRASHED, reason=huge, stderr=huge))})
    assert len(whole) < 400_000
    assert "… (2996000 more characters)" in whole


def test_lines_stay_lines() -> None:
    assert text("a\n\tb\N{NO-BREAK SPACE}<c>") == "a\n\tb\N{NO-BREAK SPACE}&lt;c&gt;"


def test_pictures_share_no_ids() -> None:
    svg = (
        '<svg aria-labelledby="t1 t2"><title id="t1">t10</title><desc id="t2"/><use href="#t1"/>'
        '<g fill="url(#t2)"/></svg>'
    )
    assert with_own_ids(svg, "x-") == (
        '<svg aria-labelledby="x-t1 x-t2"><title id="x-t1">t10</title><desc id="x-t2"/><use href="#x-t1"/>'
        '<g fill="url(#x-t2)"/></svg>'
    )
    assert with_own_ids("<svg/>", "x-") == "<svg/>"
