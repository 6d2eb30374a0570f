"""Texts in pieces that one vector can stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.passages import LONGEST, digest, passages


def test_short_text_is_one_passage() -> None:
    assert passages("One.\n\nTwo.") == ("One.\n\nTwo.",)


def test_title_stands_above_each() -> None:
    assert passages(f"{'a' * 600}\n\n{'b' * 600}", "Oak") == (f"Oak\n{'a' * 600}", f"Oak\n{'b' * 600}")


def test_nothing_has_no_passage() -> None:
    assert passages(" \n\n") == ()
    assert passages("", "Oak") == ("Oak",)


def test_long_paragraph_is_cut_between_sentences() -> None:
    first, second = "It rains" + " x" * 400 + ".", "It snows" + " y" * 400 + "."

    assert passages(f"{first} {second}") == (first, second)


def test_long_word_is_cut_where_it_must_be() -> None:
    assert passages("x" * 2_500) == ("x" * 1_000, "x" * 1_000, "x" * 500)


def test_decimals_stay_whole() -> None:
    (first, *_) = passages("3.14 is pi " * 200)

    assert first.startswith("3.14 is pi 3.14")


@given(st.text(alphabet="ab \n.。", max_size=5_000))
def test_every_character_is_in_some_passage(text: str) -> None:
    pieces = passages(text)

    assert all(0 < len(piece) <= LONGEST for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_digest_tells_title_from_text() -> None:
    assert digest("oak", "reed") != digest("reed", "oak")
    assert digest("\ud800") != digest("")
