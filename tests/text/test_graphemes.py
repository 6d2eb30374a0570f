"""Where a text may be cut."""

from __future__ import annotations

import pytest

from vademecum.text.graphemes import border_before

MARK = "\u0301"


@pytest.mark.parametrize(
    ("text", "position", "border"),
    [
        ("abc", -1, 0),
        ("abc", 0, 0),
        ("abc", 2, 2),
        ("abc", 3, 3),
        ("abc", 9, 3),
        ("", 1, 0),
        (f"ae{MARK}{MARK}", 3, 1),
        ("a👍🏻b", 2, 1),
        ("a👍🏿b", 2, 1),
        ("a👩\u200d👧b", 3, 1),
        ("🇩🇪🇫🇷", 2, 2),
        ("🇩🇪🇫🇷", 3, 2),
        ("x🇦🇿y", 2, 1),
        ("a" * 40 + "🇩🇪🇫🇷", 43, 42),
    ],
)
def test_border_parts_no_character(text: str, position: int, border: int) -> None:
    assert border_before(text, position) == border


def test_first_character_is_cut_before_nothing_is_left() -> None:
    assert border_before(f"e{MARK}{MARK}", 2) == 2


def test_run_longer_than_the_limit_is_cut_anywhere() -> None:
    assert border_before(f"ae{MARK * 80}", 65) == 1
    assert border_before(f"ae{MARK * 80}", 66) == 66
    assert border_before("🇩" * 80, 70) == 70
