"""How rare a word is, whatever a store holds."""

from __future__ import annotations

import pytest

from vademecum.retrieval.background import Background
from vademecum.text.analyzer import Term

TABLES = Background(
    {
        "en": {"the": 0, "of": 1, "make": 1, "port": 2, "redi": 2, "die": 4, "hund": 4},
        "de": {"die": 0, "der": 1, "hund": 4},
    }
)


@pytest.mark.parametrize(
    ("stem", "weight"),
    [("the", 0.5), ("make", 0.5), ("of", 0.5), ("redi", 1.0), ("die", 2.0), ("zebra", 10.0)],
)
def test_each_line_weighs_half_a_nat_more(stem: str, weight: float) -> None:
    assert TABLES.weight(Term(stem, (stem,)), ("en",)) == weight


def test_commonest_form_of_a_term_counts() -> None:
    assert TABLES.weight(Term("ports", ("hund", "port")), ("en",)) == 1.0


def test_the_questions_own_language_decides() -> None:
    die = Term("die", ("die",))
    assert (TABLES.weight(die, ("de", "en")), TABLES.weight(die, ("en", "de"))) == (0.5, 2.0)


def test_next_language_is_asked_for_what_the_first_lacks() -> None:
    assert TABLES.weight(Term("make", ("make",)), ("de", "en")) == 0.5


def test_language_without_a_table_weighs_words_alike() -> None:
    assert TABLES.weight(Term("wijs", ("wijs",)), ("sv",)) == 6.0


def test_no_table_is_read_that_nobody_asks_for() -> None:
    assert Background({}).weight(Term("port", ("port",)), ()) == 6.0


def test_language_without_a_table_is_passed_over() -> None:
    assert TABLES.weight(Term("redi", ("redi",)), ("sv", "en")) == 1.0
