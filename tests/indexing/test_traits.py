"""What rules read of records, from files."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.indexing.traits import LONGEST_VALUE, MOST_VALUES, fields_of_record
from vademecum.model.record import PERSONAL, Entity, Memory, MemoryId

ID = MemoryId("01JNTSW6X00000000000000001")
DAY = datetime(2026, 1, 2, tzinfo=UTC)


def page(**properties: object) -> dict[str, tuple[str, ...]]:
    return dict(fields_of_record(Entity(id=ID, scope=PERSONAL, name="Rhea", properties=properties)))


def test_free_fields_are_read_in_any_case() -> None:
    assert page(City="Porto", skills=["a", "b", "a"]) == {
        "city": ("Porto",),
        "name": ("Rhea",),
        "skills": ("a", "b"),
    }


def test_fields_of_a_mapping_are_named_by_their_way() -> None:
    assert page(place={"Lat": "41.1", "in": {"city": "Porto"}}) == {
        "name": ("Rhea",),
        "place.in.city": ("Porto",),
        "place.lat": ("41.1",),
    }


def test_links_are_read_as_the_names_in_them() -> None:
    assert page(employer="[[Acme|the firm]]", owner=[["Iris"]]) == {
        "employer": ("Acme",),
        "name": ("Rhea",),
        "owner": ("Iris",),
    }


def test_prose_is_no_value() -> None:
    assert page(about="x" * (LONGEST_VALUE + 1), empty="", many=[str(one) for one in range(200)]) == {
        "many": tuple(str(one) for one in range(MOST_VALUES)),
        "name": ("Rhea",),
    }


def test_memory_tells_what_it_claims() -> None:
    memory = Memory(
        id=ID,
        scope=PERSONAL,
        title="Job",
        subject="Rhea",
        predicate="works_at",
        value="Acme",
        tags=("work",),
        entities=("Acme",),
        valid_from=DAY,
        extra={"ticket": "T-1"},
    )

    assert dict(fields_of_record(memory)) == {
        "entities": ("Acme",),
        "predicate": ("works_at",),
        "subject": ("Rhea",),
        "tags": ("work",),
        "ticket": ("T-1",),
        "title": ("Job",),
        "valid_from": ("2026-01-02T00:00:00+00:00",),
        "value": ("Acme",),
    }
