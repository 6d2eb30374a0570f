"""Which language a text is in."""

from __future__ import annotations

import pytest

from vademecum.lexicon import load
from vademecum.text.detection import _OTHERS, Detection
from vademecum.text.scripts import Script

SHIPPED = Detection(load().stop_words, "en")


def told(text: str, default: str = "en", **lists: str) -> str:
    """The language of a text where each language has the given function words."""
    return Detection({each: frozenset(words.split()) for each, words in lists.items()}, default).language(
        text
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("wo ist", "de"),
        ("für", "de"),
        ("der", "en"),
        ("ひらがな", "ja"),
        ("か 字 กก", "ja"),
        ("かな שלום שלום", "he"),
        ("ключ ключ กก", "ru"),
        ("१२", "en"),
    ],
)
def test_few_words_tell_their_language(text: str, language: str) -> None:
    assert SHIPPED.language(text) == language


def test_every_other_script_has_candidates() -> None:
    assert set(_OTHERS) == set(Script) - {Script.LATIN, Script.OTHER}


@pytest.mark.parametrize(
    ("text", "language"),
    [("hello there", "en"), ("ключ", "ru"), ("ö", "en"), ("ключ їжак", "uk"), ("ј ћ", "sr")],
)
def test_no_list_leaves_script_and_letters(text: str, language: str) -> None:
    assert told(text) == language


def test_default_wins_a_tie_in_its_script() -> None:
    assert told("ключ", default="uk") == "uk"


def test_letters_count_half_a_function_word() -> None:
    assert told("и їжак", ru="и") == "ru"
    assert told("a b c ö", es="a b c", de="a b") == "es"


def test_letters_break_a_tie() -> None:
    assert told("a b ö", es="a b", de="a b") == "de"


@pytest.mark.parametrize(("first", "second"), [("a b", "c d"), ("c d", "a b")])
def test_order_of_the_words_breaks_no_tie(first: str, second: str) -> None:
    assert told("a b c d", de=first, es=second) == "es"


def test_of_equals_the_earlier_is_taken() -> None:
    assert told("a b", es="a b", de="a b") == "es"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a b c d e f", "en"),  # three of its own and half of all words settle it
        ("a b c d e f g", "de"),
        ("a b", "de"),
    ],
)
def test_default_settles_with_half_of_the_words(text: str, language: str) -> None:
    assert told(text, en="a b c" if "c" in text else "a", de="a b c d e f g") == language


def test_words_that_are_said_settle_and_not_the_list() -> None:
    assert told("a b", en="a x y", de="a b") == "de"


def test_repeated_words_count_each_time() -> None:
    assert told("a b b x x q q", en="q", de="a b") == "de"
    assert told("a b x x x q q", en="q", de="a b") == "en"


def test_other_language_needs_a_lead() -> None:
    assert told("a b c d", en="a b", de="a c") == "en"
    assert told("a b " + "x " * 18, de="a b") == "de"
    assert told("a b " + "x " * 19, de="a b") == "en"
