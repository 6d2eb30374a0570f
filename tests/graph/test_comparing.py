"""What conditions show of two records, kind by kind."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.graph.comparing import compare, holds, values_by_which
from vademecum.model.record import PERSONAL, Kind, MemoryId
from vademecum.model.rules import Compared, Condition, ConditionKind, Traits

ID = MemoryId("01JNTSW6X00000000000000001")


def record(*forms: str, rows: tuple[bytes, ...] = (), **fields: Any) -> Traits:
    texts = {name: (text,) if isinstance(text, str) else tuple(text) for name, text in fields.items()}
    return Traits(ID, Kind.ENTITY, PERSONAL, "Person", forms, texts, rows)


def one(kind: ConditionKind, subject: str = "f", object: str = "f", bound: float = 0.0) -> Condition:
    return Condition(kind=kind, subject_field=subject, object_field=object, bound=bound)


EQUAL = one(ConditionKind.EQUAL)
KEY = one(ConditionKind.KEY, "f", "")
OVERLAP = one(ConditionKind.OVERLAP, bound=0.5)
WITHIN = one(ConditionKind.WITHIN, bound=4)
NEAR = one(ConditionKind.NEAR, bound=400)
PERIOD = one(ConditionKind.PERIOD, "b..e", "b..e", 30)
MEANING = one(ConditionKind.MEANING, "", "", 0.5)
SAYS = record(rows=(b"\x7f\x00",))


def shown(condition: Condition, left: Traits, right: Traits) -> tuple[bool, float, str]:
    found = compare(condition, left, right)
    return found.holds, round(found.score, 2), found.result


@pytest.mark.parametrize(
    ("condition", "left", "right", "told"),
    [
        (KEY, record(f="Acme Corp."), record("acme", "acme corp"), (True, 1.0, "names it")),
        (KEY, record(f=str(ID)), record("acme"), (True, 1.0, "names it")),
        (KEY, record(f="C"), record("c plus plus"), (False, 0.0, "names something else")),
        (EQUAL, record(f=["Porto", "Lyon"]), record(f="PORTO"), (True, 1.0, "both say Porto")),
        (EQUAL, record(f="C++"), record(f="C"), (False, 0.0, "nothing in common")),
        (EQUAL, record(f="--"), record(f="--"), (False, 0.0, "nothing in common")),
        (OVERLAP, record(f="ab"), record(f="ab"), (True, 1.0, "1 of 1 in common, 1.00")),
        (OVERLAP, record(f=[*"abc"]), record(f=[*"bcd"]), (True, 0.5, "2 of 4 in common, 0.50")),
        (OVERLAP, record(f=["a", "b"]), record(f=["b", "c"]), (False, 0.33, "1 of 3 in common, 0.33")),
        (WITHIN, record(f="10"), record(f="13"), (True, 0.25, "3 apart")),
        (WITHIN, record(f="10"), record(f="14"), (True, 0.0, "4 apart")),
        (WITHIN, record(f="2024-02-27"), record(f="2024-03-01"), (True, 0.25, "3 apart")),
        (WITHIN, record(f="10"), record(f="15"), (False, 0.0, "5 apart")),
        (WITHIN, record(f="ten"), record(f="10"), (False, 0.0, "no numbers to compare")),
        (NEAR, record(f="38.72, -9.14"), record(f="41.16, -8.63"), (True, 0.31, "275 km apart")),
        (NEAR, record(f="38.72, -9.14"), record(f="Porto"), (False, 0.0, "no coordinates to compare")),
        (PERIOD, record(b="2020"), record(b="2021"), (True, 1.0, "at the same time")),
        (PERIOD, record(b="2020", e="2021"), record(e="2020-03"), (True, 1.0, "60 days in common")),
        (PERIOD, record(b="2020", e="2020-01-20"), record(b="2019"), (False, 0.0, "19 days in common")),
        (PERIOD, record(b="2020"), record(e="2020"), (False, 0.0, "not at the same time")),
        (PERIOD, record(), record(b="2020"), (False, 0.0, "no times to compare")),
        (MEANING, SAYS, record(rows=(b"\x00\x7f", b"\x50\x00")), (True, 0.63, "likeness 0.63")),
        (MEANING, SAYS, record(), (False, 0.0, "one of them has no vector")),
    ],
)  # fmt: skip
def test_condition_shows_what_it_found(
    condition: Condition, left: Traits, right: Traits, told: tuple[bool, float, str]
) -> None:
    assert shown(condition, left, right) == told
    assert holds(condition, left, right) is told[0]


def test_all_counts_as_its_least_part() -> None:
    both = Condition(kind=ConditionKind.ALL, parts=(EQUAL, WITHIN))

    assert shown(both, record(f=["7", "x"]), record(f=["8", "x"])) == (True, 0.75, "2 of 2 hold")
    assert shown(both, record(f="7"), record(f="8")) == (False, 0.0, "1 of 2 hold")


def test_any_counts_as_its_greatest_part() -> None:
    either = Condition(kind=ConditionKind.ANY, parts=(EQUAL, WITHIN))

    assert shown(either, record(f="7"), record(f="8")) == (True, 0.75, "1 of 2 hold")
    assert shown(either, record(f="x"), record(f="y")) == (False, 0.0, "0 of 2 hold")


def test_comparison_shows_the_values() -> None:
    assert compare(KEY, record("rhea", f="Acme"), record("acme")) == Compared(
        kind=ConditionKind.KEY,
        subject_field="f",
        subject_values=("Acme",),
        object_field="",
        object_values=("acme",),
        result="names it",
        holds=True,
        score=1.0,
    )


def test_values_of_either_end_meet() -> None:
    left = set(values_by_which(KEY, record(f="Acme"), as_object=False))
    right = set(values_by_which(KEY, record("acme", "firm"), as_object=True))

    assert left & right == {"acme"}


def test_condition_that_only_judges_finds_nobody() -> None:
    assert list(values_by_which(PERIOD, record(b="2020"), as_object=False)) == []
