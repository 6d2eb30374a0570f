"""Texts in pieces that one vector can stand for."""

from __future__ import annotations

import pytest
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


def test_long_paragraph_is_cut_between_lines() -> None:
    lines = "x" * 400, "y" * 400, "z" * 400

    assert passages("\n".join(lines)) == (f"{lines[0]}\n{lines[1]}", lines[2])


def test_sentences_and_words_are_joined_by_a_space() -> None:
    assert passages("ab  " * 400) == ("ab " * 332 + "ab", "ab " * 66 + "ab")


def test_blank_beginning_hides_no_paragraph() -> None:
    assert passages("\n\nOne.") == ("One.",)


def test_what_is_cut_stands_apart_from_its_neighbours() -> None:
    assert passages(f"One.\n\n{'x' * 1_001}\n\nTwo.") == ("One.", "x" * 1_000, "x", "Two.")


def test_paragraph_of_full_length_stays_as_it_is() -> None:
    text = "a" * 500 + ".  " + "b" * 497

    assert passages(text) == (text,)


@pytest.mark.parametrize(("length", "pieces"), [(196, 1), (197, 2)])
def test_paragraphs_are_joined_while_they_fit(length: int, pieces: int) -> None:
    text = f"{'a' * 400}\n\n{'b' * 400}\n\n{'c' * length}"

    assert len(passages(text)) == pieces
    assert "\n\n".join(passages(text)) == text


def test_digest_without_a_title_is_that_of_an_empty_one() -> None:
    assert digest("oak") == digest("oak", "")
