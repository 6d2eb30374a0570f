"""The words by which somebody tells of himself: every line is read, every form is a pattern."""

from __future__ import annotations

import pytest

from vademecum.lexicon.sayings import LANGUAGES, load_sayings
from vademecum.lifecycle.openings import Opening
from vademecum.model.extracted import Operation
from vademecum.model.saying import Sayings

SAYINGS = load_sayings()
ROLES = {
    "filler", "hedge", "keep", "mend", "if", "said", "join", "cut", "it", "vague", "me", "asks", "asked",
    "now", "lately", "due", "tail", "private", "secret",
}  # fmt: skip
TOLD = {
    "name",
    "lives_in",
    "age",
    "birthday",
    "is_allergic_to",
    "loves",
    "likes",
    "hates",
    "works_at",
    "kin",
    "#",
}

each = pytest.mark.parametrize("sayings", SAYINGS, ids=LANGUAGES)


def test_six_languages_ship() -> None:
    assert tuple(one.lang for one in SAYINGS) == ("en", "de", "es", "fr", "zh", "hi")


@each
def test_every_role_has_words(sayings: Sayings) -> None:
    assert set(sayings.words) >= ROLES
    assert all(all(forms) for forms in sayings.words.values())


@each
def test_every_order_and_the_common_statements_are_there(sayings: Sayings) -> None:
    assert {one.operation for one in sayings.openers} == set(Operation)
    assert {one.predicate for one in sayings.openers} >= TOLD


@each
def test_every_form_is_a_pattern(sayings: Sayings) -> None:
    for opener in sayings.openers:
        assert Opening(opener, "mother|father").pattern.match("") is None


@each
def test_no_form_stands_twice(sayings: Sayings) -> None:
    forms = [one.form for one in sayings.openers]

    assert sorted(forms) == sorted(set(forms))


@each
def test_no_form_has_stray_spaces(sayings: Sayings) -> None:
    forms = [one.form for one in sayings.openers] + [form for each in sayings.words.values() for form in each]

    assert [form for form in forms if form != " ".join(form.split())] == []
