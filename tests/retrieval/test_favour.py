"""What a plan favours orders what was found, and admits nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.retrieval.building import ANALYZER, candidate, favoured, plan

from vademecum.model.plan import Temporal
from vademecum.retrieval.favour import Favour, FavouredQuery, FavouredTime, favour_of, meant_times

MAY = FavouredTime(10, 20, "May")
JUNE = FavouredTime(20, 30, "June")
SECOND = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
THIRD = datetime(1970, 1, 1, 0, 0, 3, tzinfo=UTC)


def spoken(label: str, said: str) -> Temporal:
    return Temporal(SECOND, THIRD, label, "day", said)


@pytest.mark.parametrize(
    ("after", "before", "moment", "inside"),
    [
        (10, 20, 9, False),
        (10, 20, 10, True),
        (10, 20, 19, True),
        (10, 20, 20, False),
        (None, 20, -99, True),
        (10, None, 99, True),
    ],
)
def test_stretch_of_time_is_half_open(
    after: int | None, before: int | None, moment: int, *, inside: bool
) -> None:
    assert FavouredTime(after, before, "").holds(moment) is inside


@pytest.mark.parametrize(
    ("begin", "end", "meets"),
    [
        (None, None, True),
        (19, None, True),
        (20, None, False),
        (None, 11, True),
        (None, 10, False),
        (5, 10, False),
        (5, 30, True),
        (20, 30, False),
    ],
)
def test_intervals_meet_by_a_moment(begin: int | None, end: int | None, *, meets: bool) -> None:
    assert MAY.meets(begin, end) is meets


def test_open_ends_meet_everything_beyond() -> None:
    assert FavouredTime(None, 20, "").meets(-9, -8)
    assert FavouredTime(10, None, "").meets(98, 99)


@pytest.mark.parametrize(
    ("given", "most"),
    [
        ({}, 1.0),
        ({"subject": favoured("anna")}, 1.3),
        ({"predicate": favoured("likes")}, 1.2),
        ({"types": frozenset({"fact"})}, 1.1),
        ({"times": (MAY,)}, 1.5),
        ({"subject": favoured("anna"), "predicate": favoured("likes")}, 1.56),
        ({"subject": favoured("anna"), "types": frozenset({"fact"}), "times": (MAY,)}, 2.145),
    ],
)
def test_most_is_every_factor_together(given: dict[str, Any], most: float) -> None:
    assert Favour(**given).most == pytest.approx(most)


def test_stems_of_every_query_are_told() -> None:
    favour = Favour(queries=(favoured("Häuser", "de"), favoured("port redis")))

    assert favour.stems == ("häuser", "haus", "hauser", "port", "redi")


def test_factors_tell_what_they_are_for() -> None:
    favour = Favour(
        subject=favoured("Anna"), predicate=favoured("likes"), types=frozenset({"fact"}), times=(MAY,)
    )

    assert favour.factors(candidate(subject="anna", predicate="like", type="fact", created=10)) == [
        (1.3, "hint: about Anna", "whom it is about"),
        (1.2, "hint: likes", "its type or predicate"),
        (1.1, "hint: type fact", "a likely sort of memory"),
        (1.5, "time: May", "noted in it"),
    ]
    assert favour.factors(candidate(body="anna like", title="fact")) == []
    assert Favour().factors(candidate(subject="anna", predicate="like", type="fact", created=10)) == []


@pytest.mark.parametrize(
    ("given", "lifted"),
    [
        ({"subject": "anna berg"}, True),
        ({"subject": "anna", "entity": "berg"}, True),
        ({"subject": "anna", "body": "berg"}, False),
        ({"title": "anna berg"}, False),
    ],
)
def test_every_word_of_the_subject_is_named(given: dict[str, Any], *, lifted: bool) -> None:
    assert bool(Favour(subject=favoured("anna berg")).factors(candidate(**given))) is lifted


def test_any_form_of_a_word_names_it() -> None:
    assert Favour(subject=favoured("Häuser", "de")).factors(candidate(entity="haus"))


@pytest.mark.parametrize(
    ("given", "lifted"),
    [
        ({"type": "food"}, True),
        ({"type": "food_preference"}, True),
        ({"type": "seafood"}, False),
        ({"predicate": "food"}, True),
        ({"body": "food", "entity": "food"}, False),
    ],
)
def test_predicate_is_a_type_too(given: dict[str, Any], *, lifted: bool) -> None:
    assert bool(Favour(predicate=favoured("food")).factors(candidate(**given))) is lifted


def test_predicate_of_two_words_is_a_whole_type() -> None:
    favour = Favour(predicate=favoured("food_preference"))

    assert favour.factors(candidate(type="food_preference"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"valid_from": 12}, [(1.5, "time: May", "holds in it")]),
        ({"valid_until": 15}, [(1.5, "time: May", "holds in it")]),
        ({"valid_from": 25, "created": 12}, [(1.5, "time: June", "holds in it")]),
        ({"valid_from": 30, "created": 25}, [(1.5, "time: June", "noted in it")]),
        ({"valid_from": 2, "valid_until": 10, "created": 12}, [(1.5, "time: May", "noted in it")]),
        ({"created": 19}, [(1.5, "time: May", "noted in it")]),
        ({"valid_from": 30}, []),
        ({}, []),
    ],
)
def test_what_holds_goes_before_what_was_noted(given: dict[str, Any], told: list[Any]) -> None:
    assert Favour(times=(MAY, JUNE)).factors(candidate(**given)) == told


def test_plan_is_read_whole() -> None:
    time = spoken("May", "in May")
    asked = plan(
        lexical_queries=("Häuser", "?!", "", "is it"),
        subject_hint="anna_berg",
        predicate_hint="likes",
        scopes=("fact", "event"),
        temporal=time,
        alternates=(spoken("last May", "in May"),),
    )

    favour = favour_of(asked, ANALYZER, ("de",))

    assert favour.queries == (favoured("Häuser", "de"), favoured("is it", "de"))
    assert (favour.subject, favour.predicate) == (
        FavouredQuery("anna_berg", favoured("anna berg", "de").terms),
        favoured("likes", "de"),
    )
    assert favour.types == {"fact", "event"}
    assert favour.times == (
        FavouredTime(1_000_000, 3_000_000, "May"),
        FavouredTime(1_000_000, 3_000_000, "last May"),
    )


def test_underscores_of_a_predicate_are_spaces() -> None:
    read = favour_of(plan(predicate_hint="prefers_e-mail"), ANALYZER, ()).predicate

    assert read == FavouredQuery("prefers_e-mail", favoured("prefers e-mail").terms)


def test_plan_without_wishes_favours_nothing() -> None:
    assert favour_of(plan(subject_hint="?"), ANALYZER, ()) == Favour()


@pytest.mark.parametrize(
    ("first", "others", "labels"),
    [
        (None, (spoken("May", "in May"),), []),
        (spoken("as of May", "in May"), (spoken("May", "in May"),), []),
        (
            spoken("May", "in May"),
            (spoken("June", "in June"), spoken("last May", "in May")),
            ["May", "last May"],
        ),
        (spoken("May", ""), (spoken("June", ""),), ["May"]),
        (spoken("has as of May", "x"), (), ["has as of May"]),
    ],
)
def test_other_readings_are_of_the_same_words(
    first: Temporal | None, others: tuple[Temporal, ...], labels: list[str]
) -> None:
    assert [time.label for time in meant_times(plan(temporal=first, alternates=others))] == labels
