"""Results for people: highlights, marks, advice, arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from vademecum.cli.rendering import hits
from vademecum.cli.view import View
from vademecum.model.answer import (
    Contribution,
    Explanation,
    Hit,
    Listed,
    MatchedVia,
    Outcome,
    Recall,
    Search,
    SearchStats,
    Why,
)
from vademecum.model.record import PERSONAL, Key, Kind, MemoryId
from vademecum.model.value import replace

PIPE = View()
QUIET = View(quiet=True)
TERMINAL = View(terminal=True, color=True, width=80)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ID = MemoryId("01JD5Z0000000000000000000A")
HIT = Hit(
    id=ID,
    key=Key("oat-milk"),
    kind=Kind.MEMORY,
    scope=PERSONAL,
    type="preference",
    title="Oat milk",
    summary="Oat milk: Matthew prefers it.",
    snippet="Matthew prefers «oat» milk.",
    offsets=((16, 19),),
    tags=(),
    aliases=(),
    entities=(),
    status="active",
    mark=None,
    review=None,
    predicate=None,
    source="user",
    created=None,
    updated="2026-11-28T12:00:00+00:00",
    path="personal/oat-milk.md",
    lines=(5, 5),
    covered=1,
    terms=2,
    score=2.5,
    matched_via=MatchedVia.BODY,
)
MADE_OF = Explanation(
    contributions=(Contribution("oat", "body ×1", 1.5), Contribution("milk", "title ×1", 1.0)),
    score=2.5,
    covered=("oat",),
    missing=("tea",),
    round=1,
    rewritten="oat drink",
    tier=0,
    floor="kept: 1 of 2",
    rank=1,
)


def found(*shown: Hit) -> Search:
    return Search(query="oat tea", terms=("oat", "tea"), hits=shown, stats=SearchStats(query="oat tea"))


def recalled(outcome: Outcome, weak: int = 0, *shown: Hit) -> Recall:
    return Recall(outcome=outcome, terms=(), hits=shown, weak=weak, label="personal", stats=SearchStats())


def test_search_in_a_pipe_is_stable_text() -> None:
    assert hits.search(PIPE, found(HIT), NOW).splitlines() == [
        "1. Oat milk  1/2 terms · preference · 2026-11-28",
        "   Matthew prefers «oat» milk.",
        "   personal/oat-milk.md",
    ]


def test_search_on_a_terminal_colours_and_tells_ages() -> None:
    shown = hits.search(TERMINAL, found(HIT), NOW)

    assert "\x1b[1;33moat\x1b[0m milk" in shown
    assert "2 days ago" in shown


def test_marks_warn_of_what_no_longer_holds() -> None:
    doubtful = replace(HIT, status="deprecated", mark="deprecated", because=ID, stale=True)

    assert "preference · deprecated · replaces what matched · file changed since" in hits.search(
        PIPE, found(doubtful), NOW
    )


def test_stored_text_cannot_forge_a_line() -> None:
    forged = replace(HIT, title="a\n2. b\x1b[31m", snippet="x\r\ny", path="p\u202e.md")

    shown = hits.search(PIPE, found(forged), NOW)

    assert len(shown.splitlines()) == 3
    assert "\x1b" not in shown


def test_unclosed_mark_is_shown_as_it_is() -> None:
    assert "«oat milk" in hits.search(TERMINAL, found(replace(HIT, snippet="«oat milk")), NOW)


def test_search_says_what_was_hidden() -> None:
    nothing = replace(found(), stats=SearchStats(query="oat", hidden_excluded=2))

    assert hits.search(PIPE, nothing, NOW).startswith("Nothing to show; 2 hidden by status")
    assert hits.search(PIPE, found(), NOW) == "Nothing matches."


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        (recalled(Outcome.NO_MATCH), "Nothing is remembered about this."),
        (
            recalled(Outcome.NO_MATCH, 1),
            "Nothing relevant is remembered. 1 weak match: `vade search` shows them.",
        ),
        (recalled(Outcome.NO_INDEX), "Cannot search: no field is declared."),
        (recalled(Outcome.NOTHING_TO_SEARCH), "Nothing to search for: these words name no topic."),
        (recalled(Outcome.HITS, 0, HIT), "1 related memory, but not one line fits into 90 bytes."),
    ],
)
def test_recall_advises_by_outcome(answer: Recall, advice: str) -> None:
    assert hits.recall(PIPE, answer, "", 90).startswith(advice)
    assert hits.recall(QUIET, answer, "", 90) == ""


def test_recall_explains_below_the_digest() -> None:
    shown = hits.recall(PIPE, recalled(Outcome.HITS, 0, replace(HIT, explanation=MADE_OF)), "DIGEST\n", 900)

    assert shown.startswith("DIGEST\n\noat-milk\n  FROM")


def test_explanation_is_a_table_that_sums() -> None:
    assert hits.explanation(PIPE, MADE_OF).splitlines() == [
        "FROM   HOW         ADDS",
        "oat    body ×1   1.5000",
        "milk   title ×1  1.0000",
        "score  sum       2.5000",
        "covered: oat; missing: tea",
        "floor: kept: 1 of 2; tier 0",
        "found in round 1 by asking for: oat drink",
    ]


def test_why_tells_the_verdict_first() -> None:
    answer = Why(
        query="oat",
        terms=("oat",),
        id=ID,
        key=Key("oat-milk"),
        title="",
        summary="s",
        returned=True,
        explanation=MADE_OF,
    )
    hidden = replace(answer, returned=False, explanation=replace(MADE_OF, hidden="it is archived", rank=None))

    assert hits.why(QUIET, answer) == "oat-milk: found as number 1"
    assert hits.why(QUIET, hidden) == "oat-milk: not found: it is archived"


def test_list_counts_what_it_shows() -> None:
    assert hits.listed(PIPE, Listed(items=(HIT,), total=312), 0, NOW).splitlines()[-1] == (
        "showing 1 of 312; `--offset 1` goes on"
    )
    assert (
        hits.listed(PIPE, Listed(items=(HIT,), total=312), 311, NOW).splitlines()[-1]
        == "showing 312 to 312 of 312"
    )


def test_list_says_that_chains_dangle() -> None:
    assert "1 superseded by something that is gone" in hits.listed(
        PIPE, Listed(items=(HIT,), total=1, dangling=1), 0, NOW
    )


def test_empty_list_says_why() -> None:
    assert hits.listed(PIPE, Listed(items=(), total=0), 0, NOW) == "Nothing is here yet."
    assert hits.listed(PIPE, Listed(items=(), total=3), 9, NOW) == "Nothing at this offset; there are 3."
