"""A condition holds for a record exactly when its words say so."""

from __future__ import annotations

import pytest

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Prefix, Without, Word, holds
from vademecum.model.postings import Field, Postings

RECORD = Postings.build({Field.BODY: ["port", "redi", "stage"]})
PORT, REDIS, LYON = Word(("port",)), Word(("redis", "redi")), Word(("lyon",))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (PORT, True),
        (LYON, False),
        (REDIS, True),
        (Prefix(("sta",)), True),
        (Prefix(("lyo", "rt")), False),
        (AllOf((PORT, REDIS)), True),
        (AllOf((PORT, LYON)), False),
        (AllOf(()), True),
        (AtLeast(1, (LYON, PORT)), True),
        (AtLeast(2, (LYON, PORT)), False),
        (AtLeast(2, (LYON, PORT, REDIS)), True),
        (Without(LYON), True),
        (Without(PORT), False),
        (Everything(), True),
    ],
)
def test_condition_is_judged_by_words(condition: Condition, expected: bool) -> None:
    assert holds(condition, RECORD) is expected
