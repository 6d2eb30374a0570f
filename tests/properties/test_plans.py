"""What holds for the plan of any text at all."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.planning.planners import PEOPLE, PLANNER, planned

from vademecum.model.plan import Intent, NamedRun, Plan, PlannedEntity
from vademecum.planning.known import KnownNames, runs, standing
from vademecum.planning.normalising import cache_key, normalised
from vademecum.text.names import fold_name

SPOKEN = (
    "do you remember my wife what should we eat last week Rhea Ann 咖啡 昨天 गाड़ी kya hai 31 / , ? v2.3 on"
)
WORDS = st.sampled_from([*SPOKEN.split(), "\n"])
TEXTS = st.text() | st.lists(WORDS, max_size=30).map(" ".join)
LISTS = st.lists(st.text(max_size=12), max_size=9).map(tuple)


@given(TEXTS)
def test_any_text_has_a_normal_plan(text: str) -> None:
    plan = planned(text)

    assert normalised(plan) == plan
    assert plan.requires_memory == bool(plan.topics or plan.entities) == (plan.intent is not Intent.NONE)


@given(TEXTS, st.datetimes(timezones=st.just(UTC)))
def test_any_present_will_do(text: str, now: datetime) -> None:
    assert PLANNER.plan(text, now, UTC, PEOPLE) == PLANNER.plan(text, now, UTC, PEOPLE)


@given(st.lists(WORDS, max_size=20))
def test_case_and_spaces_make_no_difference(words: list[str]) -> None:
    plain, loud = planned(" ".join(words)), planned("   ".join(words).upper())

    assert (plain.topics, plain.entities, plain.signals) == (loud.topics, loud.entities, loud.signals)
    assert cache_key(plain) == cache_key(loud)


@given(LISTS, LISTS, LISTS, st.floats(allow_nan=True))
def test_normalising_twice_changes_nothing(
    topics: tuple[str, ...],
    queries: tuple[str, ...],
    names: tuple[str, ...],
    sure: float,
) -> None:
    plan = Plan(
        plan_id="p",
        requires_memory=True,
        confidence=sure,
        intent=Intent.AMBIENT,
        topics=topics,
        lexical_queries=queries,
        entities=tuple(PlannedEntity(name, name, names) for name in names),
        kind_filter=topics,
        source_hash="h",
    )

    assert normalised(normalised(plan)) == normalised(plan)


FORMS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=3).map(" ".join)


@given(st.lists(st.tuples(FORMS, st.sampled_from("XYZ"))), st.lists(st.sampled_from("abcde"), max_size=9))
def test_trie_finds_what_comparing_all_would(pairs: list[tuple[str, str]], words: list[str]) -> None:
    meant: dict[str, set[str]] = {}
    for form, name in pairs:
        meant.setdefault(fold_name(form), set()).add(name)
    compared = [
        NamedRun(form, start, end, tuple(sorted(meant[form])))
        for form, places in runs(words).items()
        for start, end in places
        if form in meant
    ]

    assert KnownNames(pairs).mentioned(words) == standing(compared)
