"""How a plan turns a recall: what only asked, who is meant, what could not be read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.retrieval.building import ANALYZER, favoured, plan

from vademecum.model.file import AliasEntry
from vademecum.model.plan import Intent, Plan, PlannedEntity, Temporal, UnreadTime
from vademecum.model.record import PERSONAL
from vademecum.retrieval.favour import Favour
from vademecum.retrieval.guide import Guide, guide_of

RECALL_WORDS = frozenset({"remember"})


def entry(alias: str, target: str) -> AliasEntry:
    return AliasEntry(PERSONAL, alias, target)


def turned(asked: Plan, text: str = "what does mia like") -> Guide:
    return guide_of(asked, text, ANALYZER, ("de",), RECALL_WORDS)


def meanings(*entities: PlannedEntity) -> tuple[tuple[AliasEntry, ...], ...]:
    return turned(plan(entities=entities)).meanings


def test_plan_is_kept_and_its_favour_read() -> None:
    asked = plan(lexical_queries=("Häuser",))

    assert turned(asked) == Guide(
        plan=asked, quiet=frozenset(), meanings=(), favour=Favour(queries=(favoured("Häuser", "de"),))
    )


def test_words_of_times_only_asked() -> None:
    may, june = (Temporal(None, None, said, "month", said) for said in ("In May", "June"))

    assert turned(plan(temporal=may, alternates=(june,))).quiet == {"in", "may", "june"}
    assert turned(plan(alternates=(june,))).quiet == {"june"}


def test_words_of_an_outright_question_only_asked() -> None:
    assert turned(plan(intent=Intent.EXPLICIT_RECALL)).quiet == {"remember"}
    assert turned(plan(intent=Intent.COMPARISON)).quiet == frozenset()


def test_name_stands_in_the_place_of_its_alias() -> None:
    berg = PlannedEntity("ab", "Anna Berg", ("Anna Berg",))

    assert meanings(berg) == ((entry("ab", "Anna Berg"),),)
    assert meanings() == ()


def test_name_that_was_said_needs_no_other() -> None:
    assert meanings(PlannedEntity("mimi", "Mia", ("Mia",))) == ()
    assert meanings(PlannedEntity("mimi", None, ("Mia", "Mia Berg"))) == ((entry("mimi", "Mia Berg"),),)


def test_ambiguous_name_is_looked_for_in_three_meanings() -> None:
    several = PlannedEntity("a", None, ("Ada", "Amy", "Ann", "Ava"))
    two = PlannedEntity("b", None, ("Bea", "Bob"))

    assert meanings(two, several) == (
        (entry("b", "Bea"), entry("a", "Ada")),
        (entry("b", "Bob"), entry("a", "Amy")),
        (entry("b", "Bob"), entry("a", "Ann")),
    )


def test_unread_times_are_told() -> None:
    asked = plan(unread=(UnreadTime("2026-02-30", "no such day"),))

    assert turned(asked).warnings == (
        "“2026-02-30” speaks of a time that cannot be read (no such day); nothing was narrowed by it",
    )


def rewritten(
    topic: str, meant: tuple[tuple[AliasEntry, ...], ...], *vocabulary: AliasEntry
) -> tuple[str, ...]:
    def matching(words: Sequence[str]) -> Sequence[AliasEntry]:
        return [each for each in vocabulary if each.alias in words]

    guide = Guide(plan=plan(), quiet=frozenset(), meanings=meant, favour=Favour())
    return guide.rewritten(topic, ANALYZER, matching)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Golf",), ("the Golf",)),
        (("Golf", "Polo"), ("the Golf", "the Polo")),
        (("Golf", "Golf"), ("the Golf",)),
    ],
)
def test_topic_reads_as_it_is_meant(names: Sequence[str], expected: Sequence[str]) -> None:
    assert rewritten("the vw", tuple((entry("vw", name),) for name in names)) == expected


def test_vocabulary_speaks_where_nobody_is_meant() -> None:
    assert rewritten("the vw", (), entry("vw", "car"), entry("car", "auto")) == ("the car", "the auto")


def test_meant_name_goes_before_the_vocabulary() -> None:
    assert rewritten("the vw", ((entry("vw", "Golf"),),), entry("vw", "car")) == ("the Golf",)


def test_rewritten_topics_are_four_at_most() -> None:
    meant = tuple((entry("vw", name), entry(name, f"{name} II")) for name in ("golf", "polo", "lupo"))

    assert rewritten("vw", meant) == ("golf", "golf II", "polo", "polo II")
