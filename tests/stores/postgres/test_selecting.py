"""Filters as SQL."""

from __future__ import annotations

import pytest

from vademecum.model.ask import Filters
from vademecum.model.record import PERSONAL, Kind, Scope, Status
from vademecum.stores.postgres.selecting import conditions, spoken


def test_no_filter_lets_everything_pass() -> None:
    assert conditions(Filters()) == ("TRUE", {})


@pytest.mark.parametrize(
    ("filters", "said", "values"),
    [
        (Filters(scopes=(PERSONAL,)), "record.scope = ANY(%(scope_in)s::text[])", {"scope_in": ["personal"]}),
        (Filters(kinds=(Kind.ENTITY,)), "record.kind = ANY(%(kind_in)s::text[])", {"kind_in": ["entity"]}),
        (
            Filters(statuses=(Status.ACTIVE,)),
            "record.status = ANY(%(status_in)s::text[])",
            {"status_in": ["active"]},
        ),
        (Filters(updated_from=5), "record.updated >= %(updated_from)s", {"updated_from": 5}),
        (Filters(pinned=True), "record.pinned", {}),
    ],
)
def test_filter_is_said_and_bound(filters: Filters, said: str, values: dict[str, object]) -> None:
    assert conditions(filters) == (f"TRUE AND {said}", values)


def test_unspeakable_scope_lets_nothing_pass() -> None:
    assert conditions(Filters(scopes=(Scope("\ud800"),)))[1] == {"scope_in": []}


def test_repeated_tag_is_wanted_once() -> None:
    _, values = conditions(Filters(tags=("a", "a", "b")))

    assert values == {"tags": ["a", "b"], "tags_wanted": 2}


def test_what_no_text_can_equal_is_not_asked_for() -> None:
    assert spoken(("a", "b\0", "\ud800", "a")) == ["a"]
