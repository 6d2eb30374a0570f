"""Claim rules: only what is certain happens by itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lifecycle.claiming import AGENT, DAY, INFERENCE, USER, claiming, judged

from vademecum.lifecycle.claims import VerdictKind, claim_of, compared, rival_key
from vademecum.model.record import Memory, MemoryId, Scope, Source, SourceKind, Status
from vademecum.model.value import replace
from vademecum.text.names import fold_name

TEA = claiming("Anna", "likes", "tea")
LYON = claiming("Anna", "lives_in", "Lyon")


def test_l7_repeat_reinforces_what_is_there() -> None:
    verdict = judged(claiming("anna", "likes", "Tea."), TEA)

    assert (verdict.kind, verdict.target) == (VerdictKind.REINFORCE, TEA)


def test_sibling_name_reinforces() -> None:
    assert judged(claiming("Anna", "loves", "tea"), TEA).kind is VerdictKind.REINFORCE


@pytest.mark.parametrize("kind", [AGENT, INFERENCE, SourceKind.IMPORT, SourceKind.KEYWORD])
def test_l8_only_the_owner_overrules(kind: SourceKind) -> None:
    verdict = judged(claiming("Anna", "lives_in", "Metz", kind), LYON)

    assert (verdict.kind, verdict.target) == (VerdictKind.PROPOSE, LYON)


@pytest.mark.parametrize("qualifier", ["at work", None])
def test_l9_another_qualifier_coexists(qualifier: str | None) -> None:
    new = claiming("Anna", "lives_in", "Metz", qualifier=qualifier)

    assert judged(new, replace(LYON, qualifier="in summer")).target is None


def test_owner_changes_the_one_value() -> None:
    verdict = judged(claiming("Anna", "lives_in", "Metz"), LYON)

    assert (verdict.kind, verdict.target) == (VerdictKind.SUPERSEDE, LYON)


def test_flip_replaces_the_opposite() -> None:
    verdict = judged(claiming("Anna", "hates", "tea"), TEA)

    assert (verdict.kind, verdict.target) == (VerdictKind.SUPERSEDE, TEA)


def test_flip_of_something_else_coexists() -> None:
    assert judged(claiming("Anna", "hates", "coffee"), TEA).target is None


def test_one_more_value_coexists() -> None:
    verdict = judged(claiming("Anna", "likes", "coffee"), TEA)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, None)


def test_unknown_name_leaves_a_doubt() -> None:
    clubs = claiming("Anna", "juggles", "clubs")

    verdict = judged(claiming("Anna", "juggles", "torches"), clubs)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, clubs)


def test_strict_refinement_replaces() -> None:
    verdict = judged(claiming("Anna", "lives_in", "Lyon, France"), LYON)

    assert (verdict.kind, verdict.target) == (VerdictKind.REFINE, LYON)


@pytest.mark.parametrize("value", ["cake without cream", "cake, but no cream", "cake in the rain"])
def test_restriction_is_no_refinement(value: str) -> None:
    assert judged(claiming("Anna", "likes", value), claiming("Anna", "likes", "cake")).target is None


def test_less_precise_value_changes_nothing() -> None:
    precise = claiming("Anna", "lives_in", "Lyon, France")

    verdict = judged(LYON, precise)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, precise)


def test_every_contradiction_is_replaced() -> None:
    metz = claiming("Anna", "lives_in", "Metz", INFERENCE, id="0")

    verdict = judged(claiming("Anna", "lives_in", "Nice"), metz, LYON)

    assert (verdict.target, verdict.others) == (LYON, (metz,))


def test_same_claim_comes_before_contradiction() -> None:
    metz = claiming("Anna", "lives_in", "Metz", id="2")

    assert judged(claiming("Anna", "lives_in", "Metz"), LYON, metz).target == metz


def test_text_that_says_more_is_kept() -> None:
    longer = replace(TEA, body="Anna likes tea; her aunt from Tula sends a samovar every winter.")

    assert judged(longer, TEA).kind is VerdictKind.CREATE


def test_number_in_the_text_is_kept() -> None:
    assert judged(replace(TEA, body="Anna likes tea, 4 cups."), TEA).kind is VerdictKind.CREATE


def test_denying_text_is_no_repeat() -> None:
    verdict = judged(replace(TEA, body="Anna does not like tea."), TEA)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, TEA)


@pytest.mark.parametrize(
    "times",
    [
        {"expires": DAY + timedelta(days=7)},
        {"valid_until": DAY + timedelta(days=7)},
        {"valid_from": DAY + timedelta(days=7)},
    ],
)
def test_limited_statement_replaces_nothing(times: dict[str, Any]) -> None:
    verdict = judged(claiming("Anna", "lives_in", "Metz", **times), LYON)

    assert (verdict.kind, verdict.target) == (VerdictKind.CREATE, LYON)


def test_earlier_fact_replaces_no_later_one() -> None:
    since = replace(LYON, valid_from=DAY - timedelta(days=100))
    before = claiming("Anna", "lives_in", "Metz", valid_from=DAY - timedelta(days=900))

    assert judged(before, since).kind is VerdictKind.CREATE


def test_times_that_do_not_meet_coexist() -> None:
    until = claiming("Anna", "lives_in", "Metz", valid_until=DAY - timedelta(days=100))

    assert judged(until, replace(LYON, valid_from=DAY - timedelta(days=100))).target is None


@pytest.mark.parametrize(
    "rival",
    [
        replace(LYON, scope=Scope("org:acme")),
        replace(LYON, subject="Annabel"),
        replace(LYON, status=Status.SUPERSEDED),
        replace(LYON, status=Status.RETRACTED),
        replace(LYON, value=None),
        replace(LYON, id=MemoryId("new")),
    ],
    ids=["scope", "subject", "superseded", "retracted", "no value", "itself"],
)
def test_what_is_not_concerned_stays(rival: Memory) -> None:
    assert judged(claiming("Anna", "lives_in", "Metz"), rival).target is None


def test_deprecated_memory_may_be_replaced() -> None:
    old = replace(LYON, status=Status.DEPRECATED)

    assert judged(claiming("Anna", "lives_in", "Metz"), old).target == old


@pytest.mark.parametrize("part", ["subject", "predicate", "value"])
def test_claim_needs_all_three_parts(part: str) -> None:
    assert claim_of(replace(TEA, **{part: None})) is None
    assert judged(replace(TEA, **{part: None}), TEA).kind is VerdictKind.CREATE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("5", "-5"),
        ("50", "50%"),
        ("3.14", "3 14"),
        ("$5", "€5"),
        ("/srv/App", "/srv/app"),
        ("aB3dE6gH", "ab3de6gh"),
        ("🙂", "🙃"),
    ],
)
def test_signs_and_codes_make_another_value(one: str, other: str) -> None:
    assert compared(one) != compared(other)


@pytest.mark.parametrize(("one", "other"), [("Oat milk.", "oat  milk"), ("e-bike", "E bike"), ("８０", "80")])
def test_spelling_makes_no_other_value(one: str, other: str) -> None:
    assert compared(one) == compared(other)


def test_rivals_are_found_by_the_folded_subject() -> None:
    assert rival_key(claiming("  Ánna   LEE ", "likes", "tea")) == fold_name("ánna lee") == "ánna lee"


SUBJECTS = st.sampled_from(["Anna", "api", "李娜"])
PREDICATES = st.sampled_from(
    ["likes", "hates", "prefers", "lives_in", "port", "juggles", "does_not_eat", "eats", "status", "喜欢"]
)
VALUES = st.sampled_from(
    ["tea", "no tea", "tea, green", "Lyon", "8080", "8081", "yes", "no", "cake without x"]
)
SOURCES = st.sampled_from(list(SourceKind))
TIMES = st.none() | st.integers(-900, 900).map(lambda days: DAY + timedelta(days=days))


@st.composite
def memories(draw: st.DrawFn, kinds: st.SearchStrategy[SourceKind] = SOURCES) -> Memory:
    return claiming(
        draw(SUBJECTS),
        draw(PREDICATES),
        draw(VALUES),
        draw(kinds),
        id=draw(st.sampled_from("123456")),
        qualifier=draw(st.sampled_from([None, "at work"])),
        valid_from=draw(TIMES),
        expires=draw(TIMES),
    )


@given(new=memories(SOURCES.filter(lambda kind: kind is not USER)), rivals=st.lists(memories(), max_size=4))
def test_only_the_owner_replaces(new: Memory, rivals: list[Memory]) -> None:
    assert judged(new, *rivals).kind not in (VerdictKind.SUPERSEDE, VerdictKind.REFINE)


@given(new=memories(), rivals=st.lists(memories(), max_size=4))
def test_order_of_rivals_decides_nothing(new: Memory, rivals: list[Memory]) -> None:
    distinct = list({rival.id: rival for rival in rivals}.values())

    assert judged(new, *distinct) == judged(new, *reversed(distinct))


@given(new=memories(), rival=memories())
def test_replaced_memory_shares_subject_and_qualifier(new: Memory, rival: Memory) -> None:
    verdict = judged(new, rival)

    assert verdict.target is None or (rival.subject, rival.qualifier) == (new.subject, new.qualifier)


@given(new=memories(), rival=memories())
def test_what_replaces_lasts(new: Memory, rival: Memory) -> None:
    verdict = judged(new, rival)

    assert new.expires is None or verdict.kind not in (VerdictKind.SUPERSEDE, VerdictKind.REFINE)


@given(memory=memories())
def test_exact_copy_reinforces(memory: Memory) -> None:
    told = replace(memory, sources=(Source(kind=AGENT, at=DAY),))

    assert judged(told, memory).kind is VerdictKind.REINFORCE
