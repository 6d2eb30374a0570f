"""What is read as the value that stands at a place."""

from __future__ import annotations

import pytest

from vademecum.text.secret_reading import Found, parted, read, read_phrase, whole_end, without_case


@pytest.mark.parametrize(
    ("text", "position", "found"),
    [
        pytest.param('"hunter2" is it', 0, Found("hunter2", 1, quoted=True), id="quotes"),
        pytest.param('"hunter2 is it', 0, Found("hunter2", 1, quoted=False), id="open quote"),
        pytest.param("hunter2, then", 0, Found("hunter2", 0, quoted=False), id="comma"),
        pytest.param("hunter2X", 0, Found("hunter2X", 0, quoted=False), id="bare"),
        pytest.param("hunter2;port=22", 0, Found("hunter2", 0, quoted=False), id="next assignment"),
        pytest.param("**hunter2**", 2, Found("hunter2", 2, quoted=False), id="bold"),
        pytest.param("hunter2**", 0, Found("hunter2**", 0, quoted=False), id="not bold"),
        pytest.param("**hunter2", 2, Found("hunter2", 2, quoted=False), id="half bold"),
        pytest.param("**hun****", 2, Found("hun****", 2, quoted=False), id="masked"),
    ],
)
def test_value_ends_where_its_text_does(text: str, position: int, found: Found) -> None:
    assert read(text, position) == found


@pytest.mark.parametrize("text", ["...", "", " hunter2", "|"])
def test_signs_alone_are_no_value(text: str) -> None:
    assert read(text, 0) is None


@pytest.mark.parametrize("text", ["as purple horse battery staple", "as purple horse battery staple \nnext"])
def test_four_words_to_the_end_are_a_phrase(text: str) -> None:
    assert read_phrase(text, 3) == Found("purple horse battery staple", 3, quoted=False)


@pytest.mark.parametrize("text", ["purple horse battery", "purple horse battery staple."])
def test_sentence_or_three_words_are_no_phrase(text: str) -> None:
    assert read_phrase(text, 0) is None


@pytest.mark.parametrize(("length", "end"), [(128, 201), (127, 201), (126, 127)])
def test_long_value_goes_on_to_its_end(length: int, end: int) -> None:
    assert whole_end(" " + "a" * 200, Found("a" * length, 1, quoted=False)) == end


@pytest.mark.parametrize(("text", "lowered"), [("İAB", "İab"), ("ΑΣ", "ας"), ("AB", "ab")])
def test_lower_case_keeps_every_place(text: str, lowered: str) -> None:
    assert without_case(text) == lowered


def test_identifier_is_parted_at_its_humps() -> None:
    assert parted("apiKeyOfDb2Admin") == "api_Key_Of_Db2_Admin"
