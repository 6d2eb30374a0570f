"""What a sweep makes of one memory: promoted, ended, put away, or left alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import AGENT, DAY, INFERENCE, USER, claiming

from vademecum.lifecycle.sweeping import SweepKind, promotable, swept
from vademecum.model.record import (
    Evidence,
    Importance,
    Memory,
    MemoryId,
    MemoryType,
    NeedsReview,
    Review,
    Scope,
    Sensitivity,
    Source,
    SourceKind,
    Status,
)
from vademecum.model.value import replace

KEYWORD = SourceKind.KEYWORD
OFTEN = Evidence(count=3, sessions=2, days=2)
DRAFT = claiming("user", "likes", "tea", AGENT, review=Review.DRAFT, confidence=0.8, evidence=OFTEN)
GUESS = claiming("user", "likes", "tea", INFERENCE, confidence=0.55)
ERRAND = claiming("user", "buys", "milk", KEYWORD, type=MemoryType.COMMITMENT)


def kind(memory: Memory, days: float = 0.0, *, contradicted: bool = False) -> SweepKind | None:
    sweep = swept(memory, DAY + timedelta(days=days), contradicted=contradicted)
    return sweep.kind if sweep else None


def test_what_was_said_often_enough_is_promoted() -> None:
    sweep = swept(DRAFT, DAY, contradicted=False)

    assert sweep is not None
    assert (sweep.kind, sweep.becomes.review) == (SweepKind.PROMOTE, Review.APPROVED)
    assert sweep.why == "was said 3 times in 2 sessions on 2 days"
    assert [(event.by, event.note) for event in sweep.becomes.review_history] == [("tidy", sweep.why)]


@pytest.mark.parametrize(
    "changes",
    [
        {"evidence": Evidence(count=2, sessions=2, days=2)},
        {"evidence": Evidence(count=3, sessions=1, days=2)},
        {"evidence": Evidence(count=3, sessions=2, days=1)},
        {"confidence": 0.79},
        {"confidence": None},
        {"needs_review": NeedsReview(reason="another says otherwise")},
        {"sensitivity": Sensitivity.SENSITIVE},
        {"review": None},
        {"review": Review.PROPOSED},
        {"review": Review.REJECTED},
        {"scope": Scope("project:harbour__0123456789ab")},
        {"sources": ()},
        {"sources": (Source(kind=USER),)},
        {"status": Status.ARCHIVED},
        {"supersedes": (MemoryId("2"),)},
    ],
)
def test_what_lacks_anything_is_not_promoted(changes: dict[str, Any]) -> None:
    assert kind(replace(DRAFT, **changes)) is None


def test_what_is_contradicted_is_not_promoted() -> None:
    assert kind(DRAFT, contradicted=True) is None


def test_what_is_sensitive_is_promoted_when_said_outright() -> None:
    outright = replace(DRAFT, sensitivity=Sensitivity.SENSITIVE, sources=(Source(kind=KEYWORD),))

    assert promotable(outright, contradicted=False)


def test_a_commitment_ends_after_its_week() -> None:
    assert [kind(ERRAND, days) for days in (6.9, 7.0)] == [None, SweepKind.LAPSE]


def test_an_end_is_told_and_undone() -> None:
    sweep = swept(ERRAND, DAY + timedelta(days=9), contradicted=False)

    assert sweep is not None
    assert sweep.becomes.expires == DAY + timedelta(days=7)
    assert sweep.why == "is a commitment that was overheard, and not said again since 2024-06-01"
    assert sweep.undo == "vade edit {key} --set expires="


def test_a_commitment_ends_after_the_date_it_speaks_of() -> None:
    dated = replace(ERRAND, valid_until=DAY + timedelta(days=30))

    assert [kind(dated, days) for days in (36.9, 37.0)] == [None, SweepKind.LAPSE]


def test_a_guess_fades_unless_it_is_confirmed() -> None:
    assert [kind(GUESS, days) for days in (18.0, 19.0)] == [None, SweepKind.FADE]
    assert kind(replace(GUESS, updated=DAY + timedelta(days=10)), 19.0) is None


def test_a_faded_guess_is_archived_and_says_why() -> None:
    sweep = swept(GUESS, DAY + timedelta(days=40), contradicted=False)

    assert sweep is not None
    assert sweep.becomes.status is Status.ARCHIVED
    assert sweep.becomes.review_history[-1].by == "tidy"
    assert sweep.why == "is a guess that nothing has confirmed since 2024-06-01"


@pytest.mark.parametrize("memory", [ERRAND, GUESS])
@pytest.mark.parametrize(
    "changes",
    [
        {"sources": ()},
        {"sources": (Source(kind=USER),)},
        {"sources": (Source(kind=AGENT),)},
        {"sources": (Source(kind=SourceKind.IMPORT),)},
        {"sources": (Source(kind=INFERENCE), Source(kind=USER))},
        {"pinned": True},
        {"importance": Importance.HIGH},
        {"evidence": OFTEN},
        {"status": Status.DEPRECATED},
    ],
)
def test_what_somebody_wrote_is_left_alone(memory: Memory, changes: dict[str, Any]) -> None:
    assert kind(replace(memory, **changes), 10_000.0) is None


@pytest.mark.parametrize(("memory", "days"), [(DRAFT, 0.0), (ERRAND, 9.0), (GUESS, 40.0)])
def test_a_second_sweep_changes_nothing(memory: Memory, days: float) -> None:
    sweep = swept(memory, DAY + timedelta(days=days), contradicted=False)

    assert sweep is not None
    assert kind(sweep.becomes, days) is None


@given(st.sampled_from([DRAFT, ERRAND, GUESS]), st.floats(0, 1e4))
def test_no_sweep_changes_what_is_said(memory: Memory, days: float) -> None:
    sweep = swept(memory, DAY + timedelta(days=days), contradicted=False)
    after = sweep.becomes if sweep else memory

    assert (after.body, after.subject, after.value, after.sources) == (
        memory.body,
        memory.subject,
        memory.value,
        memory.sources,
    )
