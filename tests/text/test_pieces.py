"""Pieces by which the bytes of a text are known again."""

from __future__ import annotations

from vademecum.text.pieces import pieces_of


def test_a_short_text_is_one_piece() -> None:
    assert pieces_of(["Oat milk in the coffee."]) == (b"Oat milk in the coffee.",)


def test_what_json_writes_otherwise_is_given_in_both_forms() -> None:
    assert pieces_of(["Übergröße"]) == ("Übergröße".encode(), b"\\u00dcbergr\\u00f6\\u00dfe")


def test_quotes_and_line_breaks_part_a_text() -> None:
    assert pieces_of(['first line\n"second" and third']) == (b"first line", b"and third")


def test_a_text_too_short_for_certainty_has_no_piece() -> None:
    assert pieces_of(["oat"]) == ()


def test_a_long_text_is_known_by_its_whole_length() -> None:
    text = " ".join(f"word{number}" for number in range(2_000))

    pieces = pieces_of([text])

    assert len(pieces) <= 40
    assert text.startswith(pieces[0].decode())
    assert text.endswith(pieces[-1].decode()) or pieces[-1] in text.encode()[-1000:]
