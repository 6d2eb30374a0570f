"""What one character is."""

from __future__ import annotations

import pytest

from vademecum.text import scripts
from vademecum.text.folding import read
from vademecum.text.scripts import is_leading_jamo


@pytest.mark.parametrize(
    ("code", "leads"),
    [
        (0x10FF, False),
        (0x1100, True),
        (0x115F, True),
        (0x1160, False),
        (0xA95F, False),
        (0xA960, True),
        (0xA97F, True),
        (0xA980, False),
    ],
)
def test_leading_jamo_begin_a_syllable(code: int, leads: bool) -> None:
    assert is_leading_jamo(chr(code)) is leads


def test_lone_surrogate_is_folded_to_a_space() -> None:
    assert read("é\ud83dé").folded == "é é"


@pytest.mark.parametrize("table", [scripts._Shapes, scripts._Folds])
def test_table_of_code_points_stays_bounded(
    table: type[dict[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vademecum.text.scripts._CACHE_LIMIT", 2)
    known = table()

    assert [len(known) for code in map(ord, "äöüäß") if known[code]] == [1, 2, 3, 3, 1]


def test_table_of_joins_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vademecum.text.scripts._CACHE_LIMIT", 2)
    known = scripts._Joins()

    assert [known[char] for char in "ä\u0301üß"] == [False, True, False, False]
    assert list(known) == ["ß"]
