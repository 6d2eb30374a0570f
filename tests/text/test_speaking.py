"""Who speaks, and whether it is a question or tells an amount."""

from __future__ import annotations

import pytest

from vademecum.text.speaking import asks, names_in, said_in, speaker_of, tells_amount, wants_amount


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Mira: I planted beans.", "mira"),
        ("[8 May, 2023] Mira Okoro: beans", "mira okoro"),
        ("  Jo-Ann: hi", "jo-ann"),
        ("Зоя: да", "зоя"),
        ("I planted beans: many", "i planted beans"),
        ("one two three four: five", ""),
        ("http://example.org", ""),
        ("12: noon", ""),
        ("beans", ""),
        ("", ""),
    ],
)
def test_speaker_is_the_name_before_the_colon(text: str, speaker: str) -> None:
    assert speaker_of(text) == speaker


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[8 May] Mira: Beans? [photo: a garden in June]", "Beans?"),
        ("Beans [sic] again", "Beans [sic] again"),
        (" Beans [sic] again [photo] \n", " Beans [sic] again"),
        ("Beans] again]", "Beans] again]"),
        ("a = [\n1]", "a = [\n1]"),
        ("[photo: beans]", ""),
        ("beans", "beans"),
    ],
)
def test_words_stand_without_name_and_aside(text: str, said: str) -> None:
    assert said_in(text) == said


def test_document_is_seen_from_either_end() -> None:
    assert said_in("a" * 8_000) == "a" * 8_000
    assert said_in("a" * 9_000 + "?") == "a" * 4_000 + "\n" + "a" * 3_999 + "?"


@pytest.mark.parametrize(
    ("said", "asked"), [("Really? ", True), ("本当？", True), ("Why? No.", False), ("", False)]
)
def test_question_ends_with_its_mark(said: str, asked: bool) -> None:
    assert asks(said) is asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("in 2022", True),
        ("Last Friday", True),
        ("vor drei Wochen, im März", True),
        ("hace una semana", True),
        ("il y a deux mois", True),
        ("I like beans", False),
        ("someone", False),
    ],
)
def test_amounts_are_heard_in_four_languages(said: str, told: bool) -> None:
    assert tells_amount(said) is told


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("When did Mira move?", True),
        ("how many beans", True),
        ("Wie oft?", True),
        ("¿Cuándo fue?", True),
        ("Quelle année ?", True),
        ("What did she plant?", False),
        ("whenever", False),
    ],
)
def test_question_wants_an_amount(question: str, wanted: bool) -> None:
    assert wants_amount(question) is wanted


def test_names_are_folded_words() -> None:
    assert names_in("What did Mira's aunt say?") == {"what", "did", "mira", "s", "aunt", "say"}
