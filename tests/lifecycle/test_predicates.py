"""Names of predicates: what the lists know, and that nothing follows from what they do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import WORDING

from vademecum.lifecycle.predicates import (
    denied,
    dependents,
    dependents_over,
    depends,
    holds,
    kin,
    resting,
    same_name,
    undenied,
)
from vademecum.model.wording import Holds

NAMES = WORDING.predicates


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("likes", "loves"),
        ("likes", "prefers"),
        ("like", "likes"),
        ("watch", "watches"),
        ("has port", "port"),
        ("hobby", "hobbies"),
        ("hates", "dislikes"),
        ("wohnt in", "lives in"),
        ("juggles", "juggle"),
        ("喜欢", "喜爱"),
    ],
)
def test_names_that_mean_the_same(one: str, other: str) -> None:
    assert same_name(one, other, NAMES)
    assert not denied(one, other, NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("likes", "hates"),
        ("eats", "does not eat"),
        ("smokes", "does not smoke"),
        ("snores", "never snores"),
        ("loves", "not likes"),
        ("raucht", "raucht nicht"),
        ("喜欢", "讨厌"),
        ("allows", "forbids"),
    ],
)
def test_names_that_mean_the_opposite(one: str, other: str) -> None:
    assert denied(one, other, NAMES)
    assert not same_name(one, other, NAMES)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("likes", "knows"),
        ("lives in", "lived in"),
        ("is", "was"),
        ("causes", "fixes"),
        ("ceo", "cto"),
        ("mother", "father"),
        ("does not smoke", "never drinks"),
        ("address", "addres"),
    ],
)
def test_names_that_have_nothing_in_common(one: str, other: str) -> None:
    assert not same_name(one, other, NAMES)
    assert not denied(one, other, NAMES)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lives in", Holds.ONE),
        ("port", Holds.ONE),
        ("has port", Holds.ONE),
        ("batch size", Holds.ONE),
        ("ports", Holds.UNKNOWN),
        ("has ports", Holds.UNKNOWN),
        ("best practice", Holds.UNKNOWN),
        ("favourite tea", Holds.ONE),
        ("favourite teas", Holds.UNKNOWN),
        ("likes", Holds.MANY),
        ("prefers", Holds.UNKNOWN),
        ("speaks", Holds.MANY),
        ("juggles", Holds.UNKNOWN),
        ("supported version", Holds.UNKNOWN),
        ("opens version", Holds.UNKNOWN),
        ("testing version", Holds.UNKNOWN),
        ("worksat", Holds.UNKNOWN),
        ("喜欢", Holds.MANY),
        ("住在", Holds.ONE),
    ],
)
def test_how_many_values_a_name_holds(name: str, expected: Holds) -> None:
    assert holds(name, NAMES) is expected


@pytest.mark.parametrize(
    ("name", "bare"),
    [("does not smoke", "smoke"), ("no longer smokes", "smokes"), ("mag nicht", "mag"), ("not", "not")],
)
def test_denial_is_taken_off_either_end(name: str, bare: str) -> None:
    assert undenied(name, NAMES) == bare


KNOWN = st.sampled_from(sorted(NAMES.senses))
WORDS = st.text("abs ", min_size=1).map(lambda text: " ".join(text.split())).filter(bool)


@given(one=KNOWN | WORDS, other=KNOWN | WORDS)
def test_comparison_has_no_direction(one: str, other: str) -> None:
    assert same_name(one, other, NAMES) == same_name(other, one, NAMES)
    assert denied(one, other, NAMES) == denied(other, one, NAMES)


@given(name=KNOWN | WORDS)
def test_name_is_itself_and_not_its_opposite(name: str) -> None:
    assert same_name(name, name, NAMES)
    assert not denied(name, name, NAMES)


@pytest.mark.parametrize(
    ("cause", "effect"),
    [
        ("lives_in", "commute"),
        ("works_at", "office"),
        ("database", "migration_tool"),
        ("host", "ip"),
        ("wohnt_in", "commute"),
        ("住在", "commute"),
        ("Lives in", "Commute time"),
        ("has_database", "has_schema"),
        ("cloud_provider", "listens_on"),
    ],
)
def test_what_may_follow_is_known_in_any_spelling(cause: str, effect: str) -> None:
    assert depends(effect, dependents(cause, NAMES))


@pytest.mark.parametrize(
    ("cause", "effect"),
    [("lives_in", "lives_in"), ("lives_in", "wohnt_in"), ("lives_in", "likes"), ("commute", "lives_in")],
)
def test_nothing_follows_without_a_line_that_says_so(cause: str, effect: str) -> None:
    assert not depends(effect, dependents(cause, NAMES))


def test_nothing_follows_from_what_no_table_names() -> None:
    assert dependents("likes", NAMES) == frozenset()


@pytest.mark.parametrize(
    ("cause", "relation", "effect"),
    [
        ("office_address", "works_at", "commute"),
        ("office address", "arbeitet bei", "arbeitsweg"),
        ("port", "depends_on", "connection string"),
        ("employer", "reports to", "manager"),
        ("lives_in", "lives with", "rent"),
    ],
)
def test_what_may_follow_over_a_relation_is_known(cause: str, relation: str, effect: str) -> None:
    overs = dependents_over(cause, WORDING.predicates)

    assert any(depends(relation, over.relations) and depends(effect, over.effects) for over in overs)


@pytest.mark.parametrize(("cause", "relation"), [("favourite_tea", "works_at"), ("port", "likes")])
def test_nothing_follows_over_other_relations(cause: str, relation: str) -> None:
    overs = dependents_over(cause, WORDING.predicates)

    assert not any(depends(relation, over.relations) for over in overs)


def test_relations_by_which_something_rests() -> None:
    found = resting(WORDING.predicates)

    assert all(depends(name, found) for name in ("depends_on", "based on", "hängt ab von"))
    assert not any(depends(name, found) for name in ("likes", "mentions", "works_at"))


def test_kin_of_a_name_mean_the_same() -> None:
    assert {"works at", "employer", "arbeitet bei"} <= kin("works_at", WORDING.predicates)
    assert kin("gate_rhyme", WORDING.predicates) == {"gate rhyme"}
