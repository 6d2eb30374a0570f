"""Texts as short as a key of an index may be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.stores.codec import speakable
from vademecum.stores.postgres.bounding import MOST_BYTES, bounded

LONG = "n" * 5_000
MOST_STORED = 2_704 // 4
"""Of an entry of a B-tree, so that three of them and two ids have room."""


@pytest.mark.parametrize("text", ["", "oak", "n" * MOST_BYTES, "ö" * (MOST_BYTES // 2)])
def test_short_text_stays_as_it_is(text: str) -> None:
    assert bounded(text) == text


@pytest.mark.parametrize("text", [LONG, "ö" * MOST_BYTES, "𝛀" * 121])
def test_long_text_takes_little_room(text: str) -> None:
    assert len(bounded(text).encode()) < MOST_STORED
    assert bounded(text) == bounded(text)


def test_long_texts_that_begin_alike_stay_apart() -> None:
    assert len({bounded(LONG), bounded(f"{LONG}a"), bounded(LONG[:MOST_BYTES]), bounded(LONG[1:])}) == 4


@given(st.text(max_size=9), st.text(max_size=9), st.integers(1, 900), st.integers(1, 900))
def test_texts_sort_as_they_did(one: str, other: str, longer: int, further: int) -> None:
    first, second = one * longer, other * further
    alike = first.encode()[:MOST_BYTES] == second.encode()[:MOST_BYTES]

    assert alike or (first < second) == (bounded(first) < bounded(second))


def test_surrogates_and_nul_are_never_stored() -> None:
    assert [speakable(text) for text in ("oak", "größer", "a\0", "\ud83d")] == [True, True, False, False]
