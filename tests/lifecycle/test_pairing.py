"""Sets that nearly coincide are found without comparing each with each."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from vademecum.lifecycle.pairing import near_pairs


def pairs(least: float, *words: str) -> list[tuple[int, int]]:
    """Places of texts whose words nearly coincide."""
    sets = {place: frozenset(text.split()) for place, text in enumerate(words)}
    return [(min(pair), max(pair)) for pair in near_pairs(sets, least)]


def test_four_of_five_words_are_near() -> None:
    assert pairs(0.8, "a b c d e", "a b c d", "a b x y z") == [(0, 1)]


def test_three_of_four_words_are_not_near() -> None:
    assert pairs(0.8, "a b c d", "a b c") == []


def test_equal_sets_are_near() -> None:
    assert pairs(1.0, "a b", "b a", "a") == [(0, 1)]


def test_empty_texts_are_like_nothing() -> None:
    assert pairs(0.5, "", "", "a") == []


texts = st.lists(st.frozensets(st.sampled_from("abcdef")), max_size=8)


@given(texts, st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_every_near_pair_is_found_once(sets: list[frozenset[str]], least: float) -> None:
    named = dict(enumerate(sets))
    found = sorted(tuple(sorted(pair)) for pair in near_pairs(named, least))

    assert found == [
        (one, other)
        for one, other in combinations(named, 2)
        if named[one] and named[other]
        if len(named[one] & named[other]) >= least * len(named[one] | named[other])
    ]
