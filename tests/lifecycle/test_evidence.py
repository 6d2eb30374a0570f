"""Reinforcement: provenance grows with every repeat, confidence up to what its sources allow."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import AGENT, DAY, INFERENCE, USER, claiming

from vademecum.lifecycle.evidence import MAX_SOURCES, capped, confidence_cap, evidence_of, reinforced
from vademecum.model.record import Evidence, Memory, Source, SourceKind
from vademecum.model.value import replace

LATER = DAY + timedelta(days=1)
TEA = claiming("Anna", "likes", "tea", INFERENCE)


def said(kind: SourceKind, ref: str | None = None) -> Source:
    return Source(kind=kind, ref=ref)


def test_repeat_adds_its_source() -> None:
    grown = reinforced(TEA, said(AGENT, "conversation:c1#4"), LATER)

    assert grown.sources == (*TEA.sources, Source(kind=AGENT, ref="conversation:c1#4", at=LATER))
    assert (grown.evidence, grown.updated) == (Evidence(count=2, sessions=2, days=2), LATER)


def test_very_same_source_changes_nothing() -> None:
    once = reinforced(TEA, said(AGENT, "file:a.md#L1"), DAY)

    assert reinforced(once, said(AGENT, "file:a.md#L1"), LATER) is once


def test_same_place_by_another_speaker_counts() -> None:
    once = reinforced(TEA, said(AGENT, "file:a.md#L1"), DAY)

    assert reinforced(once, said(USER, "file:a.md#L1"), DAY).evidence == Evidence(count=3, sessions=2, days=1)


def test_one_conversation_is_one_session() -> None:
    once = reinforced(TEA, said(AGENT, "conversation:c1#4"), DAY)

    assert reinforced(once, said(AGENT, "conversation:c1#9"), DAY).evidence == Evidence(
        count=3, sessions=2, days=1
    )


def test_source_without_reference_counts_each_time() -> None:
    assert reinforced(TEA, said(INFERENCE), DAY).evidence == Evidence(count=2, sessions=1, days=1)


def test_stated_evidence_goes_on() -> None:
    stated = replace(TEA, evidence=Evidence(count=9, sessions=4, days=3))

    assert reinforced(stated, said(USER), LATER).evidence == Evidence(count=10, sessions=5, days=4)


def test_evidence_is_read_from_sources() -> None:
    assert evidence_of(TEA) == Evidence(count=1, sessions=1, days=1)
    assert evidence_of(replace(TEA, sources=())) == Evidence(count=0, sessions=0, days=0)


def test_confidence_joins_independent_statements() -> None:
    stated = replace(TEA, confidence=0.5)

    assert reinforced(stated, said(AGENT, "file:a"), DAY).confidence == 0.7  # 1 − 0.5·0.4, capped
    assert reinforced(replace(TEA, confidence=0.1), said(AGENT, "file:a"), DAY).confidence == 0.64


@pytest.mark.parametrize(
    ("kind", "few", "many"),
    [
        (USER, 1.0, 1.0),
        (SourceKind.KEYWORD, 0.95, 0.95),
        (AGENT, 0.70, 0.85),
        (SourceKind.IMPORT, 0.70, 0.85),
        (INFERENCE, 0.55, 0.75),
    ],
)
def test_cap_follows_how_explicit_the_source_is(kind: SourceKind, few: float, many: float) -> None:
    assert confidence_cap([said(kind)], Evidence(count=2, sessions=2, days=2)) == few
    assert confidence_cap([said(kind)], Evidence(count=3, sessions=2, days=2)) == many


def test_most_explicit_source_sets_the_cap() -> None:
    assert confidence_cap([said(INFERENCE), said(USER)], Evidence()) == 1.0


def test_new_memory_is_capped() -> None:
    assert capped(replace(TEA, confidence=0.9)).confidence == 0.55
    assert capped(replace(TEA, confidence=0.2)).confidence == 0.2
    assert capped(TEA).confidence is None


def test_newest_source_gives_way_in_a_full_list() -> None:
    full = replace(TEA, sources=tuple(said(AGENT, f"file:{n}") for n in range(MAX_SOURCES)))

    grown = reinforced(full, said(USER, "file:new"), DAY)

    assert len(grown.sources) == MAX_SOURCES
    assert (grown.sources[-2].ref, grown.sources[-1].ref) == ("file:98", "file:new")
    assert grown.evidence == Evidence(count=101, sessions=101, days=1)


def test_clock_that_runs_backwards_keeps_the_time() -> None:
    assert reinforced(replace(TEA, updated=LATER), said(USER), DAY).updated == LATER


SOURCES = st.builds(
    Source,
    kind=st.sampled_from(list(SourceKind)),
    ref=st.none() | st.sampled_from(["conversation:a#1", "conversation:a#2", "file:x#L1", "file:y"]),
    at=st.none() | st.integers(0, 5).map(lambda days: DAY + timedelta(days=days)),
)
MEMORIES = st.builds(
    lambda sources, confidence: replace(TEA, sources=tuple(sources), confidence=confidence),
    st.lists(SOURCES, min_size=1, max_size=4),
    st.none() | st.floats(0, 1),
)


@given(memory=MEMORIES, source=SOURCES)
def test_repeat_never_lowers_anything(memory: Memory, source: Source) -> None:
    grown = reinforced(memory, source, LATER)
    before, after = evidence_of(memory), evidence_of(grown)

    assert (grown.confidence or 0.0) >= (memory.confidence or 0.0)
    assert (after.count >= before.count, after.sessions >= before.sessions) == (True, True)
    assert after.days >= before.days
    assert set(memory.sources) <= set(grown.sources)


@given(memory=MEMORIES, sources=st.lists(SOURCES, max_size=12))
def test_no_number_of_repeats_passes_the_cap(memory: Memory, sources: list[Source]) -> None:
    grown = capped(memory)
    for source in sources:
        grown = reinforced(grown, source, LATER)

    assert (grown.confidence or 0.0) <= confidence_cap(grown.sources, evidence_of(grown))
