"""What an edited text leaves of the claim beside it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import WORDING, claiming

from vademecum.lifecycle.restating import DOUBT, Restated, hints_at, restated, says, taken_back
from vademecum.model.extracted import Explicitness, Operation, Statement
from vademecum.model.record import NeedsReview, Relation
from vademecum.model.value import replace

LYON = claiming("Anna", "lives_in", "Lyon", body="Anna lives in Lyon.")


def after(
    text: str, old: Any = LYON, *stated: str, read: tuple[Statement, ...] = (), **fields: Any
) -> Restated:
    """What is left once the text is edited."""
    return restated(old, replace(old, body=text, **fields), stated, WORDING, lambda _: read)


def statement(subject: str, predicate: str, value: str) -> Statement:
    return Statement(
        operation=Operation.REMEMBER,
        text="",
        subject=subject,
        predicate=predicate,
        value=value,
        confidence=0.8,
        explicitness=Explicitness.STATEMENT,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna lives in Lyon.", "lyon"),
        ("Born on March 12, 1990", "12 March 1990"),
        ("It costs 1,180 euros.", "1180 euros"),
        ("秦若彤住在厦门。", "厦门"),
        ("She writes C++.", "C++"),
        ("It is -5 outside", "-5"),
    ],
)
def test_text_says_words(text: str, words: str) -> None:
    assert says(text, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna lives in Lyons.", "Lyon"),
        ("Port 8081", "8080"),
        ("She writes C.", "C++"),
        ("It is 5 outside", "-5"),
        ("Version 12", "1.2"),
        ("anything", " "),
    ],
)
def test_text_does_not_say_words(text: str, words: str) -> None:
    assert not says(text, words)


def test_value_is_read_from_its_place() -> None:
    found = after("Anna lives in Porto Novo!")

    assert (found.memory.value, found.read, found.dropped) == ("Porto Novo", True, ())


def test_value_is_read_as_sessions_read_it() -> None:
    old = claiming("user", "lives_in", "Lyon", body="I live in Lyon.")

    found = after("We moved; I live in Porto.", old, read=(statement("user", "wohnt_in", "Porto"),))

    assert (found.memory.value, found.read) == ("Porto", True)


def test_two_readings_are_none() -> None:
    old = claiming("user", "lives_in", "Lyon", body="I live in Lyon.")
    both = tuple(statement("user", "lives_in", where) for where in ("Porto", "Braga"))

    assert after("Porto or Braga, I live there.", old, read=both).dropped == ("value",)


@pytest.mark.parametrize(
    "text",
    [
        "The house of Anna was sold.",
        "Anna lives in Porto and works at Acme.",
        "Anna lives in maybe Porto.",
        "Anna lives in a house that nobody has ever seen.",
        "Anna lives in Porto, her sister in Braga.",
        "Anna lives in neither.",
    ],
)
def test_uncertain_value_is_dropped(text: str) -> None:
    found = after(text)

    assert (found.memory.subject, found.memory.predicate, found.memory.value) == ("Anna", "lives_in", None)
    assert found.dropped == ("value",)


def test_value_alone_is_no_sentence_to_read_in() -> None:
    assert after("Porto", claiming("Anna", "lives_in", "Lyon", body="Lyon")).dropped == ("value",)


def test_other_statement_takes_the_whole_claim_along() -> None:
    found = after("Buy milk.")

    assert (found.memory.subject, found.memory.predicate, found.memory.value) == (None, None, None)


def test_stated_value_wins() -> None:
    assert after("Anna lives in Porto.", LYON, "value", value="Porto Novo").memory.value == "Porto Novo"
    assert after("Anna lives there still.", LYON, "value").memory.value == "Lyon"


def test_title_that_tells_the_old_value_goes() -> None:
    titled = replace(LYON, title="Anna in Lyon")

    assert after("Anna lives in Porto.", titled).memory.title is None
    assert after("Anna lives in Porto.", replace(titled, title="Anna")).memory.title == "Anna"
    assert after("Anna lives in Porto.", titled, title="Anna in Porto").memory.title == "Anna in Porto"


def test_what_the_text_still_says_stays() -> None:
    assert after("Anna lives in Lyon, by the river.") == Restated(
        replace(LYON, body="Anna lives in Lyon, by the river.")
    )


@pytest.mark.parametrize(
    "text",
    [
        "Anna lived in Lyon.",
        "Anna does not live in Lyon.",
        "Bea lives in Lyon.",
        "Tom thinks Anna lives in Lyon.",
    ],
)
def test_value_said_otherwise_is_in_doubt(text: str) -> None:
    found = after(text)

    assert (found.memory.value, found.doubted) == ("Lyon", True)
    assert found.memory.needs_review == NeedsReview(reason=DOUBT)


def test_value_in_other_words_is_in_doubt_once_words_go() -> None:
    fish = claiming("Otis", "diet", "pescetarian", body="Otis eats fish.")

    assert after("Otis eats meat.", fish).doubted
    assert not after("Otis eats fish, never meat.", fish).doubted


def test_earlier_doubt_is_kept() -> None:
    doubt = NeedsReview(reason="somebody asked")

    assert after("Anna lived in Lyon.", replace(LYON, needs_review=doubt)).memory.needs_review == doubt


def test_qualifier_and_relations_go_with_their_words() -> None:
    old = replace(
        LYON,
        body="In summer Anna lives in Lyon with Bea.",
        qualifier="in summer",
        relations=(Relation(predicate="knows", object="Bea"), Relation(predicate="knows", object="Cleo")),
    )

    found = after("Anna lives in Lyon.", old)

    assert found.dropped == ("qualifier", "knows Bea")
    assert (found.memory.qualifier, found.memory.relations) == (
        None,
        (Relation(predicate="knows", object="Cleo"),),
    )


def test_taken_back_names_only_what_both_state() -> None:
    assert taken_back(LYON, replace(LYON, body="Anna left.", value="Metz")) == ()
    assert taken_back(LYON, replace(LYON, body="Anna left.")) == ("value",)


@pytest.mark.parametrize(
    ("text", "words", "is_hint"), [("eats fish", "fishes", True), ("8081", "8080", False)]
)
def test_form_of_a_word_is_a_hint(text: str, words: str, is_hint: bool) -> None:
    assert hints_at(text, words) is is_hint


@given(st.text(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_any_edit_leaves_no_value_that_its_text_took_back(before: str, text: str, value: str) -> None:
    old = claiming("Anna", "lives_in", value or "x", body=before)

    found = after(text, old)

    stale = (
        found.memory.value == old.value and says(before, old.value or "") and not says(text, old.value or "")
    )
    assert not stale
