"""Words as rows: by their stems, and what no row is for by its pieces."""

from __future__ import annotations

import pytest

from vademecum.embedders import words
from vademecum.embedders.words import WordCutter

ROWS = {"listen": 0, "port": 1, "ca": 2, "##fe": 3, "##s": 4, "日": 5, "##本": 6, "ab": 7, "##c": 8}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Listening, listens: LISTEN!", [0, 0, 0]),
        ("café cafes", [2, 3, 2, 3, 4]),
        ("ports port_listen", [1, 1, 0]),
        ("日本", [5, 6]),
        ("abc abz zab", [7, 8, 7]),
        ("zzz 🎉 \ud800", []),
        ("", []),
    ],
)
def test_words_are_rows_and_others_pieces(text: str, rows: list[int]) -> None:
    assert WordCutter(ROWS, "en")([text]) == [rows]


def test_texts_are_cut_each_by_itself() -> None:
    assert WordCutter(ROWS, "en")(["port", "", "port ca"]) == [[1], [], [1, 2]]


def test_table_of_nothing_knows_nothing() -> None:
    assert WordCutter({}, "en")(["port"]) == [[]]


def test_many_words_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MOST_KNOWN", 2)
    cut = WordCutter(ROWS, "en")

    assert cut(["port ports listen listens port"]) == [[1, 1, 0, 0, 1]]
    assert len(cut._known) <= 2


def test_absurdly_long_word_is_cut_quickly() -> None:
    assert len(WordCutter(ROWS, "en")(["s" * 1_000_000])[0]) < 100
