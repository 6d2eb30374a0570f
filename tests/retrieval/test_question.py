"""A topic becomes what one round asks."""

from __future__ import annotations

import pytest
from tests.retrieval.building import ANALYZER, question

from vademecum.model.ask import AllOf, AtLeast, Word
from vademecum.retrieval.question import TOPIC_LIMIT, Question, stems_of
from vademecum.text.analyzer import Term


def test_topic_is_read_whole() -> None:
    asked = question("the graph_db ports")

    assert asked == Question("the graph_db ports", ANALYZER.terms("graph_db ports"), ("graph_db",))
    assert asked.any_of == AtLeast(1, asked.words)
    assert asked.shown_terms == ("graph", "db", "ports")


def test_function_words_alone_are_strict() -> None:
    asked = question("is it")

    assert asked == Question("is it", ANALYZER.strict_terms("is it"), strict=True)
    assert asked.any_of == AllOf((Word(("is",)), Word(("it",))))
    assert asked.shown_terms == ()


def test_store_languages_add_forms() -> None:
    assert question("Häuser", "de").words == (Word(("häuser", "haus", "hauser")),)
    assert question("being", "de") == Question("being", (Term("being", ("be", "being")),), strict=True)


def test_terms_are_limited() -> None:
    common = "is it was the of to in on at by for with from that this these those he she we you they i be are"

    assert len(question(" ".join(f"w{n}" for n in range(30))).terms) == 24
    assert len(ANALYZER.strict_terms(common, limit=99)) == 25
    assert (question(common).strict, len(question(common).terms)) == (True, 24)


@pytest.mark.parametrize(
    ("quiet", "shown", "extras"),
    [
        (frozenset[str](), ("häuser", "graph", "db", "open"), ("graph_db",)),
        (frozenset({"port"}), ("häuser", "graph", "db", "open"), ("graph_db",)),
        (frozenset({"open", "häuser"}), ("graph", "db"), ("graph_db", "häuser", "open")),
        (frozenset({"häuser", "graph", "db", "open"}), ("häuser", "graph", "db", "open"), ("graph_db",)),
    ],
)
def test_words_that_only_asked_rank_and_never_admit(
    quiet: frozenset[str], shown: tuple[str, ...], extras: tuple[str, ...]
) -> None:
    topic = "Häuser graph_db open"
    kept = tuple(term for term in ANALYZER.terms(topic, languages=("de",)) if term.text in shown)

    assert Question.of(topic, ANALYZER, ("de",), quiet) == Question(topic, kept, extras)


def test_endless_topic_is_cut() -> None:
    asked = question("port " * TOPIC_LIMIT)

    assert (len(asked.topic), asked.shown_terms) == (TOPIC_LIMIT, ("port",))


def test_signs_ask_nothing() -> None:
    assert Question.of("!?", ANALYZER, ()) is None


def test_stems_of_every_round_are_shown() -> None:
    assert stems_of([question("ports"), question("graph_db")]) == {"port", "graph", "db", "graph_db"}


def test_words_of_a_time_rank_and_never_admit() -> None:
    asked = question("ports last week").without(frozenset({"last", "week"}))

    assert asked is not None
    assert (asked.shown_terms, asked.extras, asked.sifted) == (("ports",), ("last", "week"), True)
    assert question("last week").without(frozenset({"last", "week"})) is None


def test_question_without_such_words_stays_as_it_is() -> None:
    assert question("ports").without(frozenset({"week"})) == question("ports")
