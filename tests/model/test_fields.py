"""Which fields are searched."""

from __future__ import annotations

import pytest

from vademecum.model.fields import DEFAULTS, Declaration, Pair, declaration_of, pair_named
from vademecum.model.record import Kind

BORN, ANY_BORN, TEXT = Pair("Person", "born"), Pair("Entity", "born"), Pair("Entity", "text")


def test_own_fields_are_searched_by_default() -> None:
    silent = Declaration()

    assert silent.searches(Kind.MEMORY, "fact", "text")
    assert silent.searches(Kind.ENTITY, "Person", "summary")
    assert silent.stands(Kind.ENTITY, "Person", "born") is None
    assert silent.searched == DEFAULTS


def test_label_goes_before_every_label() -> None:
    said = Declaration(((TEXT, False), (Pair("Person", "text"), True)))

    assert said.searches(Kind.ENTITY, "Person", "text")
    assert not said.searches(Kind.ENTITY, "Place", "text")


def test_pair_of_every_page_holds_for_each_label() -> None:
    assert Declaration(((ANY_BORN, True),)).searches(Kind.ENTITY, "Person", "born")


def test_nothing_is_searched_when_all_is_withheld() -> None:
    assert Declaration(tuple((pair, False) for pair in DEFAULTS)).searched == ()


def test_labels_are_compared_without_case() -> None:
    assert Declaration(((Pair("person", "born"), True),)).searches(Kind.ENTITY, "Person", "born")


def test_defaults_and_withheld_pairs_are_not_counted() -> None:
    said = Declaration(((BORN, True), (Pair("Person", "iban"), False), (TEXT, True)))

    assert said.declared == 1


def test_what_changed_is_what_is_meant_otherwise() -> None:
    before = Declaration(((TEXT, True), (BORN, True)))

    assert before.changed(Declaration()) == (BORN,)
    assert before.changed(Declaration(((TEXT, False), (BORN, True)))) == (TEXT,)


def test_declaration_is_encoded_and_read_back() -> None:
    said = Declaration(((BORN, True), (TEXT, False)))

    assert said.encoded == "+Person.born\n-Entity.text"
    assert declaration_of(said.encoded) == said
    assert declaration_of("") == Declaration()


@pytest.mark.parametrize("text", ["", "Person", ".born", "Person.", " . ", "Person.a\nb"])
def test_text_without_label_and_field_is_no_pair(text: str) -> None:
    assert pair_named(text) is None


def test_field_may_hold_dots() -> None:
    assert pair_named(" Person . geo.lat ") == Pair("Person", "geo.lat")
