"""An excerpt shows what matched, marked, in one clean line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.retrieval.building import ANALYZER

from vademecum.retrieval.snippet import SNIPPET_WIDTH, _word_end, _word_start, matches, snippet


def excerpt(text: str, *stems: str) -> str:
    return snippet(text, ANALYZER, "en", frozenset(stems)).text


@pytest.mark.parametrize(
    ("text", "stems", "expected"),
    [
        ("Redis listens on ports.", ("port",), "Redis listens on «ports»."),
        ("no match here", ("port",), "no match here"),
        ("port port", ("port",), "«port» «port»"),
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


def test_window_moves_to_the_matches() -> None:
    text = "word " * 100 + "the port of Redis is 6379 " + "tail " * 100

    shown = excerpt(text, "port", "redi")

    assert "the «port» of «Redis» is 6379" in shown
    assert (shown[0], shown[-1]) == ("…", "…")


def test_densest_window_wins() -> None:
    text = "port " + "word " * 100 + "port redis lyon " + "tail " * 50

    assert "«port» «redis» «lyon»" in excerpt(text, "port", "redi", "lyon")


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


@pytest.mark.parametrize(
    ("position", "border"), [(28, 28), (27, 25), (25, 25), (24, 24), (23, 23), (22, 2), (5, 2), (1, 1)]
)
def test_window_ends_at_a_near_word(position: int, border: int) -> None:
    assert _word_end(BORDERS, position) == border
