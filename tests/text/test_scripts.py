"""What one character is."""

from __future__ import annotations

import pytest

from vademecum.text import scripts
from vademecum.text.folding import read
from vademecum.text.scripts import Script, fold, is_jamo, is_leading_jamo, script_of


def test_jamo_fill_their_block() -> None:
    assert [is_jamo(chr(code)) for code in (0x10FF, 0x1100, 0x11FF, 0x1200)] == [False, True, True, False]


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


@pytest.mark.parametrize(
    ("char", "script"),
    [
        ("ɏ", Script.LATIN),
        ("Ꭰ", Script.OTHER),
        ("7", Script.OTHER),
        ("×", Script.OTHER),
        ("\x00", Script.OTHER),
    ],
)
def test_script_is_that_of_the_block(char: str, script: Script) -> None:
    assert script_of(char) is script


@pytest.mark.parametrize(
    ("chars", "role"),
    [
        ("aßя", "uxu"),
        ("AǅÜ", "UxU"),
        ("7字ก", "dct"),
        ("\u0301\uff9e", "mx"),
        ("ﬁ\u00ad\u1100", "xxx"),
        ("-!\ud83d〇", "-  c"),
    ],
)
def test_role_is_one_letter(chars: str, role: str) -> None:
    assert chars.translate(scripts.SHAPES) == role


def test_dot_above_an_i_is_no_letter_of_its_own() -> None:
    assert [fold(text) for text in ("İ", "I\u0307", "i\u0307")] == ["i", "i", "i"]


def test_typographic_hyphen_is_a_hyphen() -> None:
    assert fold("A\u2010b\u2011c") == "a-b-c"


@pytest.mark.parametrize(
    ("chunk", "folded", "shape"),
    [
        ("é\ud83dé", "é é", "u u"),
        ("\ud83d\u0301ﬁ", " \u0301fi", " muu"),
        ("ﬁ" * 20 + "e\u0301", "fi" * 20 + "é", "u" * 41),
        ("ǅ", "dž", "Uu"),
        ("H\u0331", "ẖ", "U"),
        ("i\u0307x", "ix", "uu"),
        ("\u0345\u00ad\u0301", "\u0301ι", "mu"),
    ],
)
def test_chunk_is_folded_with_its_shape(chunk: str, folded: str, shape: str) -> None:
    assert (read(chunk).folded, read(chunk).shape) == (folded, shape)


def test_endless_cluster_is_cut() -> None:
    assert read("e" + "\u0301" * 40).ends[:2] == (32, 32)  # type: ignore[index]


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
