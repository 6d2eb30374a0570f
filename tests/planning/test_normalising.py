"""The last word on a plan, whoever made it."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from vademecum.model.plan import Intent, Plan, PlannedEntity, Temporal, UnreadTime
from vademecum.model.value import fields_of, replace
from vademecum.planning.normalising import cache_key, normalised

MARCH = Temporal(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC), "2026-03", "month")


def plan(**given: Any) -> Plan:
    stated: dict[str, Any] = {
        "plan_id": "p",
        "requires_memory": True,
        "confidence": 0.6,
        "intent": Intent.AMBIENT,
        "lexical_queries": ("rice",),
        "source_hash": "h",
    }
    return Plan(**{**stated, **given})


def entities(*surfaces: str) -> tuple[PlannedEntity, ...]:
    return tuple(PlannedEntity(surface, None) for surface in surfaces)


@pytest.mark.parametrize(
    ("name", "given", "kept"),
    [
        ("topics", (" rice ", "", "Rice", "bread"), ("rice", "bread")),
        ("topics", tuple("abcdefghij"), tuple("abcdefgh")),
        ("predicates", ("p", "q", "p", "P", "r", "s", "t", "u"), ("p", "q", "r", "s", "t")),
        ("scopes", tuple("abcdefg"), tuple("abcde")),
        ("lexical_queries", ("a  b", "A b", "c", "d", "e"), ("a b", "c", "d")),
        ("kind_filter", ("a", "A", " "), ("a",)),
        ("entities", entities(*"ab ", *"cdefg"), entities(*"abcde")),
    ],
)
def test_p18_lists_lose_blanks_and_repeats(name: str, given: Any, kept: Any) -> None:
    assert getattr(normalised(plan(**{name: given})), name) == kept


def test_long_query_keeps_its_first_words() -> None:
    words = [f"w{number}" for number in range(20)]

    assert normalised(plan(lexical_queries=(" ".join(words),))).lexical_queries == (" ".join(words[:16]),)


@pytest.mark.parametrize(
    ("given", "kept"), [(-1.0, 0.0), (0.3, 0.3), (7.0, 1.0), (math.nan, 0.0), (math.inf, 1.0)]
)
def test_confidence_stays_within_its_bounds(given: float, kept: float) -> None:
    assert normalised(plan(confidence=given)).confidence == kept


def test_nothing_to_search_asks_nothing() -> None:
    done = normalised(plan(lexical_queries=(" ",)))

    assert (done.requires_memory, done.intent) == (False, Intent.NONE)


def test_name_alone_is_enough_to_search() -> None:
    assert normalised(plan(lexical_queries=(), entities=entities("rhea"))).requires_memory


def test_canonical_name_is_a_candidate() -> None:
    done = normalised(plan(entities=(PlannedEntity("wife", " Rhea ", ("Ann", "")),)))

    assert done.entities == (PlannedEntity("wife", "Rhea", ("Ann", "Rhea")),)


def test_blank_hint_is_no_hint() -> None:
    assert normalised(plan(subject_hint=" ", predicate_hint=" likes ")).subject_hint is None
    assert normalised(plan(predicate_hint=" likes ")).predicate_hint == "likes"


def test_key_ignores_the_order_of_queries() -> None:
    assert cache_key(plan(lexical_queries=("a", "b"))) == cache_key(plan(lexical_queries=("b", "a")))


def test_key_ignores_whose_turn_it_is() -> None:
    assert cache_key(plan(turn_id="t1", plan_id="x")) == cache_key(plan(turn_id="t2", plan_id="y"))


CHANGES: dict[str, Any] = {
    "requires_memory": False,
    "intent": Intent.EXPLICIT_RECALL,
    "entities": entities("rhea"),
    "topics": ("rice",),
    "predicates": ("preference",),
    "lexical_queries": ("rice", "bread"),
    "scopes": ("episodic",),
    "kind_filter": ("episodic",),
    "subject_hint": "Rhea",
    "predicate_hint": "Rhea",
    "temporal": MARCH,
    "alternates": (MARCH,),
    "listing": True,
    "unread": (UnreadTime("on 31 February", "there is no such time"),),
}
ASIDE = {"plan_id", "turn_id", "generation", "confidence", "signals", "source_hash"}


@pytest.mark.parametrize("name", CHANGES)
def test_key_covers_what_changes_the_answer(name: str) -> None:
    assert cache_key(replace(plan(), **{name: CHANGES[name]})) != cache_key(plan())


def test_no_field_of_a_plan_is_overlooked() -> None:
    assert set(fields_of(Plan)) == CHANGES.keys() | ASIDE


@pytest.mark.parametrize(
    "change", [{"surface": "wife"}, {"canonical": "Ann"}, {"candidates": ("Ann", "Rhea")}]
)
def test_key_covers_all_of_an_entity(change: dict[str, Any]) -> None:
    rhea = PlannedEntity("rhea", "Rhea", ("Rhea",))

    assert cache_key(plan(entities=(replace(rhea, **change),))) != cache_key(plan(entities=(rhea,)))


@pytest.mark.parametrize(
    "change",
    [{"after": None}, {"before": None}, {"label": "as of 2026-03"}, {"grain": "day"}, {"said": "in March"}],
)
def test_key_covers_all_of_a_time(change: dict[str, Any]) -> None:
    assert cache_key(plan(temporal=replace(MARCH, **change))) != cache_key(plan(temporal=MARCH))


def test_key_keeps_a_time_and_an_alternate_apart() -> None:
    assert cache_key(plan(temporal=MARCH)) != cache_key(plan(alternates=(MARCH,)))


def test_p18_last_word_is_said_once() -> None:
    wild = plan(
        topics=tuple(f" t{n} " for n in range(20)),
        lexical_queries=tuple(" ".join(f"w{n}" for n in range(k, 40)) for k in range(9)),
        entities=entities(*(f" e {n}" for n in range(9))),
        confidence=7.0,
    )
    once = normalised(wild)

    assert normalised(once) == once
    assert (len(once.topics), len(once.entities), once.confidence) == (8, 5, 1.0)
    assert [len(query.split()) for query in once.lexical_queries] == [16, 16, 16]
