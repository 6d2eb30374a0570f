"""An excerpt shows what matched, marked, in one clean line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.retrieval.building import ANALYZER

from vademecum.retrieval.snippet import (
    SNIPPET_WIDTH,
    _matches_within,
    _word_end,
    _word_start,
    matches,
    snippet,
)


def excerpt(text: str, *stems: str) -> str:
    return snippet(text, ANALYZER, "en", frozenset(stems)).text


@pytest.mark.parametrize(
    ("text", "stems", "expected"),
    [
        ("Redis listens on ports.", ("port",), "Redis listens on «ports»."),
        ("no match here", ("port",), "no match here"),
        ("port port", ("port",), "«port» «port»"),
        ("数据库存", ("数据", "库存"), "«数据库存»"),
        ("graph_db logs", ("graph", "db", "graph_db"), "«graph_db» logs"),
        ("部署前要先跑迁移", ("迁移",), "部署前要先跑«迁移»"),
        ("a\n\n  port\t\tb", ("port",), "a «port» b"),
        ("a «port» b", ("port",), "a ‹«port»› b"),
        ("\x1b[0m port\u202e!", ("port",), "[0m «port» !"),
        ("", ("port",), ""),
    ],
)
def test_matches_stand_between_marks(text: str, stems: tuple[str, ...], expected: str) -> None:
    assert excerpt(text, *stems) == expected


def test_offsets_point_into_the_text() -> None:
    text = "Der Ｐｏｒｔ im Haﬁen"

    assert snippet(text, ANALYZER, "en", frozenset({"port"})).offsets == ((4, 8),)


WORDS = "word " * 60
"""300 characters without a match."""


def test_window_opens_shortly_before_the_match() -> None:
    assert excerpt(WORDS + "the port stands here", "port") == "…" + "word " * 7 + "the «port» stands here"


def test_window_closes_at_its_width() -> None:
    shown = excerpt("the port " + WORDS, "port")

    assert shown == "the «port» " + "word " * 37 + "word…"


def test_densest_window_wins() -> None:
    text = "port " + WORDS + "port redis lyon " + WORDS + "port redis"

    assert excerpt(text, "port", "redi", "lyon").count("«") == 3


def test_earliest_of_equal_windows_wins() -> None:
    assert excerpt("a port " + WORDS + "b port", "port").startswith("a «port»")


def test_match_counts_from_where_it_begins() -> None:
    text = "port".ljust(300) + "port".ljust(160) + "lyon"

    assert excerpt(text, "port", "lyon").startswith("«port»")


def test_match_that_crosses_the_end_is_not_half_marked() -> None:
    text = "port " + "x" * 190 + " " + "lyon" * 10 + " " + WORDS

    assert excerpt(text, "port", "lyon" * 10) == "«port» " + "x" * 190 + "…"


@pytest.mark.parametrize(("length", "cut"), [(200, ""), (201, "…")])
def test_text_of_the_width_is_whole(length: int, cut: str) -> None:
    assert excerpt("x" * length, "port") == "x" * 200 + cut


def test_text_of_the_width_is_whole_with_a_match() -> None:
    assert excerpt("word " * 39 + "port.", "port") == "word " * 39 + "«port»."


@pytest.mark.parametrize(
    ("spans", "start", "count"),
    [
        (((0, 4), (156, 160)), 0, 2),
        (((0, 4), (157, 161)), 0, 1),
        (((0, 4), (10, 14)), 10, 1),
        (((0, 4), (10, 14)), 0, 2),
    ],
)
def test_matches_are_counted_within_the_window(
    spans: tuple[tuple[int, int], ...], start: int, count: int
) -> None:
    assert _matches_within(spans, start) == count


@given(st.text(max_size=600), st.sampled_from(["a", "port", "1"]))
def test_any_text_gives_one_bounded_line(text: str, stem: str) -> None:
    shown = excerpt(text, stem)

    assert "\n" not in shown
    assert len(shown.replace("«", "").replace("»", "")) <= SNIPPET_WIDTH + 2


@given(st.text(max_size=200), st.sampled_from(["a", "é", "你", "1"]))
def test_matches_are_ascending_and_disjoint(text: str, stem: str) -> None:
    spans = matches(text, ANALYZER, None, {stem})

    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(left[1] < right[0] for left, right in pairwise(spans))


BORDERS = "ab " + "x" * 22 + " cd"
"""Spaces stand at 2 and 25."""


@pytest.mark.parametrize(
    ("position", "border"), [(0, 0), (1, 3), (2, 3), (3, 3), (5, 5), (6, 26), (25, 26), (26, 26)]
)
def test_window_begins_at_a_near_word(position: int, border: int) -> None:
    assert _word_start(BORDERS, position) == border


def test_window_begins_at_the_nearest_word() -> None:
    assert _word_start("ab cd ef gh", 1) == 3
    assert _word_start("a bcd", 1) == 2


@pytest.mark.parametrize(
    ("position", "border"), [(28, 28), (27, 25), (25, 25), (24, 24), (23, 23), (22, 2), (5, 2), (1, 1)]
)
def test_window_ends_at_a_near_word(position: int, border: int) -> None:
    assert _word_end(BORDERS, position) == border


@pytest.mark.parametrize(("text", "border"), [("ab cd ef", 5), (" bcdefgh", 5), ("a bcdefgh", 1)])
def test_window_ends_at_the_nearest_word(text: str, border: int) -> None:
    assert _word_end(text, 5) == border
