"""Names as links compare them."""

from __future__ import annotations

from itertools import combinations

import pytest

from vademecum.text.links import link_form

DIFFERENT = ("C", "C++", "C#", "F", "F#", "Net", ".NET", "HTTP", "HTTPS", "v1.2", "v1.3", "v12", "Google",
             "Google+", "A", "A+")  # fmt: skip


@pytest.mark.parametrize("pair", list(combinations(DIFFERENT, 2)))
def test_signs_make_other_names(pair: tuple[str, str]) -> None:
    assert link_form(pair[0]) != link_form(pair[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "c++"),
        ("C++", "C plus plus"),
        ("C＋＋", "C++"),
        (".NET", ".Net"),
        ("Acme, Inc.", "acme inc"),
        ("#tag", "tag"),
        ("Ｔｏｋｙｏ", "tokyo"),
        ("Straße", "STRASSE"),
        ("oat-milk", "Oat milk"),
    ],
)
def test_spellings_of_one_name_are_equal(one: str, other: str) -> None:
    assert link_form(one) == link_form(other)


@pytest.mark.parametrize("text", ["", "???", "++", "#", "..."])
def test_name_without_letters_has_no_form(text: str) -> None:
    assert link_form(text) == ""
