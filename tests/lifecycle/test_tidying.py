"""What may be repaired without asking: only what nothing is lost by."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from vademecum.lifecycle.tidying import adds_nothing, with_sources
from vademecum.model.record import (
    PERSONAL,
    Memory,
    MemoryId,
    MemoryType,
    NeedsReview,
    Review,
    Sensitivity,
    Source,
    SourceKind,
)
from vademecum.model.value import replace

NOW = datetime(2026, 3, 1, tzinfo=UTC)
A, B, C = (MemoryId(f"01J8ZQ4Y7T3V9N5K2M6P8R1S0{letter}") for letter in "ABC")
KEPT = Memory(id=A, scope=PERSONAL, title="Port", body="8080", tags=("ops", "net"), entities=("Eve",))
REPEAT = replace(KEPT, id=B)
USER, AGENT = Source(kind=SourceKind.USER), Source(kind=SourceKind.AGENT, ref="file:a.md")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"title": None},
        {"title": "PORT"},
        {"tags": ("Net",)},
        {"entities": ()},
        {"created": NOW, "updated": NOW},
        {"sources": (AGENT,)},
        {"confidence": 0.5},
    ],
)
def test_mere_repeat_adds_nothing(changes: dict[str, Any]) -> None:
    assert adds_nothing(replace(REPEAT, **changes), KEPT)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Other"},
        {"tags": ("more",)},
        {"aliases": ("quay",)},
        {"entities": ("Bob",)},
        {"type": MemoryType.FACT},
        {"subject": "server"},
        {"valid_until": NOW},
        {"expires": NOW},
        {"pinned": True},
        {"sensitivity": Sensitivity.SENSITIVE},
        {"needs_review": NeedsReview(reason="why")},
        {"review": Review.PROPOSED},
        {"supersedes": (C,)},
        {"extra": {"mood": "yes"}},
    ],
    ids=str,
)
def test_what_says_more_is_no_mere_repeat(changes: dict[str, Any]) -> None:
    assert not adds_nothing(replace(REPEAT, **changes), KEPT)


def test_what_the_team_has_is_not_edited() -> None:
    assert not adds_nothing(REPEAT, replace(KEPT, review=Review.PUBLISHED))


def test_sources_of_a_repeat_are_kept_once() -> None:
    kept, repeat = replace(KEPT, sources=(USER,)), replace(REPEAT, sources=(USER, AGENT))

    assert with_sources(kept, repeat).sources == (USER, AGENT)
