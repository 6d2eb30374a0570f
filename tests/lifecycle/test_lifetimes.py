"""How long what a session learned by itself holds, and how its weight fades."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import claiming

from vademecum.lifecycle.lifetimes import confirmed, ends, firm, lifetime, overheard, recency
from vademecum.model.extracted import Lasting
from vademecum.model.record import (
    Evidence,
    Importance,
    Memory,
    MemoryType,
    Review,
    ReviewEvent,
    Source,
    SourceKind,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def memory(**stated: Any) -> Memory:
    return claiming("user", "likes", "tea", **stated)


@pytest.mark.parametrize(
    ("kind", "lasting", "span"),
    [
        (MemoryType.FACT, Lasting.PERSISTENT, None),
        (MemoryType.FACT, Lasting.MOMENTARY, timedelta(hours=12)),
        (MemoryType.FACT, Lasting.SCHEDULED, timedelta(days=2)),
        (MemoryType.FACT, Lasting.RECENT, timedelta(days=7)),
        (MemoryType.COMMITMENT, Lasting.PERSISTENT, timedelta(days=7)),
        (MemoryType.PROJECT, Lasting.PERSISTENT, timedelta(days=30)),
        (MemoryType.COMMITMENT, Lasting.SCHEDULED, timedelta(days=7)),
        (MemoryType.PROJECT, Lasting.MOMENTARY, timedelta(days=30)),
    ],
)
def test_lifetimes_are_the_founding_ones(kind: MemoryType, lasting: Lasting, span: timedelta | None) -> None:
    assert lifetime(kind, lasting) == span


def test_a_lifetime_begins_when_it_was_said() -> None:
    assert ends(MemoryType.FACT, Lasting.RECENT, NOON) == NOON + timedelta(days=7)
    assert ends(MemoryType.FACT, Lasting.PERSISTENT, NOON) is None


def test_a_lifetime_begins_at_the_date_it_speaks_of() -> None:
    friday = NOON + timedelta(days=5)

    assert ends(MemoryType.FACT, Lasting.SCHEDULED, NOON, friday) == friday + timedelta(days=2)
    assert ends(MemoryType.FACT, Lasting.SCHEDULED, friday, NOON) == friday + timedelta(days=2)


@pytest.mark.parametrize(("age", "weight"), [(-1.0, 1.0), (0.0, 1.0), (14.0, 0.684), (1e6, 0.5)])
def test_weight_fades_to_one_half(age: float, weight: float) -> None:
    assert recency(age) == pytest.approx(weight, abs=1e-3)


@given(st.floats(0, 1e4), st.floats(0, 1e4))
def test_weight_never_grows_with_age(age: float, more: float) -> None:
    assert recency(age) >= recency(age + more)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ((), False),
        (("user",), False),
        (("agent",), False),
        (("import",), False),
        (("keyword",), True),
        (("inference",), True),
        (("keyword", "inference"), True),
        (("inference", "user"), False),
    ],
)
def test_what_anybody_wrote_was_not_overheard(kinds: tuple[str, ...], expected: bool) -> None:
    assert overheard(memory(sources=tuple(Source(kind=SourceKind(kind)) for kind in kinds))) is expected


def test_what_the_user_decided_was_not_overheard() -> None:
    event = ReviewEvent(at=NOON, by="user", after=Review.APPROVED)
    heard = memory(sources=(Source(kind=SourceKind.INFERENCE),), review_history=(event,))

    assert not overheard(heard)
    assert firm(heard)


@pytest.mark.parametrize(
    "fields",
    [
        {"pinned": True},
        {"importance": Importance.HIGH},
        {"evidence": Evidence(count=3, sessions=2, days=2)},
    ],
)
def test_some_memories_end_by_nobody_but_somebody(fields: dict[str, object]) -> None:
    heard = memory(sources=(Source(kind=SourceKind.INFERENCE),))

    assert not firm(heard)
    assert firm(memory(sources=heard.sources, **fields))


def test_a_repeat_confirms() -> None:
    later = NOON + timedelta(days=3)
    heard = memory(created=NOON, updated=NOON, sources=(Source(kind=SourceKind.INFERENCE, at=later),))

    assert confirmed(heard) == later
    assert confirmed(memory(created=None, sources=())) is None
