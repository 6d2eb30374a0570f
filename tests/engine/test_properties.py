"""Free properties are set, changed and taken away, and nothing else of the file is touched."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.properties import stated, with_properties, without_property
from vademecum.errors import InvalidValue, NotFound
from vademecum.model.record import PERSONAL, Entity, MemoryId

PAGE = Entity(
    id=MemoryId("01JNTSW6X00000000000000001"),
    scope=PERSONAL,
    name="Rhea",
    properties={"City": "Porto", "place": {"country": "PT", "street": "Rua"}, "skill": ["Go", "Rust"]},
)


def test_page_is_begun_with_properties(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", label="Person", properties={"city": "Porto", "skill": ("Go", "Rust")})

    text = home.vault.read_bytes("personal/entities/rhea.md").decode()

    assert "\ncity: Porto\n" in text
    assert "skill" in text
    record = home.vade.entity("Rhea").record
    assert isinstance(record, Entity)
    assert record.properties == {"city": "Porto", "skill": ["Go", "Rust"]}


def test_page_that_stands_is_completed(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", properties={"city": ("Porto",)})
    told = home.vade.add_entity("Rhea", properties={"team": ("Blue",)})

    record = told.memory.record
    assert isinstance(record, Entity)
    assert (told.outcome, record.properties) == ("reinforced", {"city": "Porto", "team": "Blue"})


def test_edit_changes_one_property(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", properties={"city": ("Porto",), "team": ("Blue",)})

    record = home.vade.edit("rhea", set_properties={"city": ("Lyon",)}).record

    assert isinstance(record, Entity)
    assert record.properties == {"city": "Lyon", "team": "Blue"}


def test_secret_in_a_property_is_masked(home: MemoryHome) -> None:
    token = "ghp_" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d"
    told = home.vade.add_entity("Router", properties={"access": token})

    assert told.masked
    assert token not in home.vault.read_bytes("personal/entities/router.md").decode()


def test_value_that_is_no_text_is_refused(home: MemoryHome) -> None:
    for value in (3, {"a": "b"}, ("one", 2)):
        with pytest.raises(InvalidValue):
            home.vade.add_entity("Rhea", properties={"city": value})  # type: ignore[dict-item]


def test_name_is_compared_without_case() -> None:
    changed = with_properties(PAGE, {"city": ("Lyon",)})

    assert (stated(changed, "CITY"), len(changed.properties)) == (("Lyon",), 3)  # type: ignore[union-attr]


def test_dotted_name_means_what_stands_in_a_mapping() -> None:
    changed = with_properties(PAGE, {"place.country": ("FR",)})

    assert stated(changed, "place.country") == ("FR",)
    assert stated(changed, "place.street") == ("Rua",)


def test_nothing_takes_a_property_away() -> None:
    assert stated(with_properties(PAGE, {"skill": ()}), "skill") == ()


def test_property_goes_out_of_a_mapping() -> None:
    gone = without_property(without_property(PAGE, "place.country"), "place.street")

    assert "place" not in gone.properties  # type: ignore[union-attr]


def test_unknown_property_names_the_nearest() -> None:
    with pytest.raises(NotFound, match="did you mean 'City'"):
        without_property(PAGE, "citty")


@pytest.mark.parametrize("name", ["", "label", "Status", "x" * 300])
def test_name_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(InvalidValue):
        with_properties(PAGE, {name: ("text",)})
