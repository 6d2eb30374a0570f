"""Forgetting an entity, a property and a fact: each reports what went and who goes on saying it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue, NotFound, UsageError
from vademecum.model.receipt import Aftermath
from vademecum.model.record import Entity, Key

RULES = "- {rule: near, predicate: near, from: Person, to: Person, when: {equal: city}}\n"


@pytest.fixture
def people(home: MemoryHome) -> MemoryHome:
    home.write("rules.yaml", RULES)
    home.vade.add_entity("Rhea", label="Person", aliases=["Rea"], properties={"city": "Porto"})
    home.vade.add_entity("Iris", label="Person", properties={"city": "Porto"})
    home.vade.link("Rhea", "works_at", "Acme")
    home.remember("We ship on Tuesdays, says [[Rhea]].", title="Shipping")
    return home


def text_of(home: MemoryHome, name: str) -> str:
    return home.vault.read_bytes(f"personal/entities/{name}.md").decode()


def test_forget_of_an_entity_reports_what_went_with_it(people: MemoryHome) -> None:
    receipt = people.vade.forget("rhea")

    assert receipt.outcome == "forgotten"
    assert receipt.aftermath == (
        Aftermath(
            mode="entity",
            target="rhea",
            manual_edges=1,
            derived_edges=1,
            notes=(Key("shipping"),),
            notes_total=1,
            history_floor=datetime(2026, 3, 1, 12, 0, 1, tzinfo=UTC),
            aliases_rewritten=("Rhea", "Rea"),
        ),
    )


def test_forget_of_an_entity_keeps_the_vocabulary_unless_asked(people: MemoryHome) -> None:
    people.vade.add_alias("boss", "Rhea", scope="personal")

    planned = people.vade.forget("rhea", dry_run=True).aftermath[0]
    dropped = people.vade.forget("rhea", aliases=True).aftermath[0]

    assert (planned.alias_keys_remain, dropped.alias_keys_remain) == (("boss",), ())


def test_name_that_another_page_bears_is_not_rewritten(people: MemoryHome) -> None:
    people.vade.add_entity("Rea", label="Ship", scope="org:acme")

    assert people.vade.forget("rhea", dry_run=True).aftermath[0].aliases_rewritten == ("Rhea",)


def test_forget_of_an_entity_names_ten_notes_and_counts_all(people: MemoryHome) -> None:
    for number in range(12):
        people.remember(f"Note {number} names [[Rhea]].", title=f"N{number:02}")

    told = people.vade.forget("rhea", dry_run=True).aftermath[0]

    assert (len(told.notes), told.notes_total) == (10, 13)


def test_forget_of_a_property_keeps_the_page(people: MemoryHome) -> None:
    receipt = people.vade.forget("rhea", property="City")

    assert (receipt.outcome, receipt.forgotten) == ("forgotten", ())
    assert receipt.aftermath == (Aftermath(mode="property", target="rhea.city", derived_edges=1),)
    assert "Porto" not in text_of(people, "rhea")
    assert "works_at" in text_of(people, "rhea")


def test_forget_of_a_property_names_memories_that_claim_it(people: MemoryHome) -> None:
    people.remember("Rhea lives in Porto.", title="Home", subject="Rhea", predicate="city", value="Porto")

    told = people.vade.forget("rhea", property="city").aftermath[0]

    assert told.notes == ("home",)
    assert people.vade.get("home").record.body == "Rhea lives in Porto."


def test_forget_of_a_name_lets_the_next_one_stand(people: MemoryHome) -> None:
    receipt = people.vade.forget("rhea", property="name")

    told = receipt.aftermath[0]
    assert (told.aliases_rewritten, told.alias_keys_remain) == (("Rhea",), ())
    assert told.notes == ("shipping",)
    assert receipt.memory is not None
    assert (receipt.memory.key, receipt.memory.record.name) == ("rea", "Rea")  # type: ignore[union-attr]
    assert not people.vade.graph.node("Rea").cards[0].aliases


def test_only_name_cannot_be_forgotten(people: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="give it another one first"):
        people.vade.forget("iris", property="name")


def test_forget_of_aliases_takes_them_all(people: MemoryHome) -> None:
    told = people.vade.forget("rhea", property="aliases").aftermath[0]

    assert told.aliases_rewritten == ("Rea",)
    assert people.vade.entity("Rhea").record.aliases == ()


@pytest.mark.parametrize("name", ["id", "status", "relations", "created"])
def test_what_every_record_has_is_not_forgotten(people: MemoryHome, name: str) -> None:
    with pytest.raises(InvalidValue):
        people.vade.forget("rhea", property=name)


def test_property_that_is_not_stated_names_the_nearest(people: MemoryHome) -> None:
    with pytest.raises(NotFound, match="did you mean 'city'"):
        people.vade.forget("rhea", property="citi")


def test_forget_of_a_fact_takes_it_out_of_its_page(people: MemoryHome) -> None:
    receipt = people.vade.forget(fact=("Rhea", "works_at", "Acme"))

    assert receipt.outcome == "forgotten"
    assert receipt.aftermath == (Aftermath(mode="fact", target="Rhea works_at Acme", manual_edges=1),)
    assert "Acme" not in text_of(people, "rhea")
    assert people.vade.entity("Acme").record.id


def test_notes_that_state_the_fact_are_listed_and_stay(people: MemoryHome) -> None:
    people.remember("Works there.", title="Job", subject="Rhea", predicate="works_at", value="Acme")

    told = people.vade.forget(fact=("Rhea", "works_at", "Acme")).aftermath[0]
    again = people.vade.forget(fact=("Rhea", "works_at", "Acme"))

    assert (told.changed, told.notes) == (True, ("job",))
    assert (again.outcome, again.aftermath[0].changed, again.aftermath[0].notes) == (
        "unchanged",
        False,
        ("job",),
    )
    assert people.vade.get("job").record.body == "Works there."


def test_derived_fact_is_refused_with_rule_and_fields(people: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match=r"by the rule 'near' \(equal city\)"):
        people.vade.forget(fact=("Rhea", "near", "Iris"))


def test_fact_that_nothing_says_is_not_found(people: MemoryHome) -> None:
    with pytest.raises(NotFound, match="did you mean 'works_at Acme'"):
        people.vade.forget(fact=("Rhea", "works_for", "Acme"))


def test_dry_run_forgets_nothing(people: MemoryHome) -> None:
    before = text_of(people, "rhea")

    outcomes = [
        people.vade.forget("rhea", property="city", dry_run=True).outcome,
        people.vade.forget(fact=("Rhea", "works_at", "Acme"), dry_run=True).outcome,
    ]

    assert (outcomes, text_of(people, "rhea")) == (["planned", "planned"], before)


def test_one_thing_is_forgotten_at_a_time(people: MemoryHome) -> None:
    with pytest.raises(UsageError):
        people.vade.forget("rhea", "iris", property="city")
    with pytest.raises(UsageError):
        people.vade.forget("rhea", fact=("Rhea", "works_at", "Acme"))


def test_forgotten_property_comes_back_when_stated_again(people: MemoryHome) -> None:
    people.vade.forget("rhea", property="city")
    people.vade.edit("rhea", set_properties={"city": "Porto"})

    record = people.vade.entity("Rhea").record
    assert isinstance(record, Entity)
    assert record.properties == {"city": "Porto"}


def test_what_if_tells_what_a_forgotten_property_takes_back(people: MemoryHome) -> None:
    foreseen = people.vade.what_if("forget", "rhea", property="city")

    assert [(one.change, one.predicate) for one in foreseen.edges] == [("goes", "near")]
