"""Pieces by which the bytes of a text are known again."""

from __future__ import annotations

from vademecum.text.pieces import pieces_of, spelt


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


def test_the_shortest_piece_has_eight_bytes() -> None:
    assert pieces_of(["seven77", "eight888"]) == (b"eight888",)


def test_of_too_many_pieces_every_second_stays() -> None:
    pieces = pieces_of(f"piece {number:03}" for number in range(33))

    assert len(pieces) == 17
    assert pieces[:2] == (b"piece 000", b"piece 002")


def test_a_lone_surrogate_has_a_piece() -> None:
    assert spelt(["a\ud800"]) == (b"a\xed\xa0\x80", b"a\\ud800")


def test_forty_eight_characters_are_one_piece() -> None:
    assert pieces_of(["0123456789abcdef" * 3]) == (b"0123456789abcdef" * 3,)


def test_a_longer_run_is_cut_into_parts_and_its_end() -> None:
    run = "".join(f"{number:05}" for number in range(22))

    assert pieces_of([run]) == (
        run[:32].encode(),
        run[32:64].encode(),
        run[64:96].encode(),
        run[78:].encode(),
    )


def test_the_parts_of_a_long_run_have_gaps() -> None:
    run = "".join(f"{number:05}" for number in range(2_000))

    assert pieces_of([run])[:2] == (run[:32].encode(), run[624:656].encode())
