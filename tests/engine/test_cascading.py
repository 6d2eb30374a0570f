"""Doubt goes where somebody stated a dependence, over chains and relations, and can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.record import Memory, Relation


def claim(home: MemoryHome, subject: str, predicate: str, value: str, **given: Any) -> str:
    text = f"{subject} {predicate} {value}."
    return home.remember(text, subject=subject, predicate=predicate, value=value, **given)


def derived(home: MemoryHome, text: str, rests: str) -> str:
    return home.remember(text, source="inference", ref=f"memory:{rests}")


def resting(home: MemoryHome, text: str, rests: str) -> str:
    return home.remember(text, relations=[Relation(predicate="depends_on", object=rests)])


def reason(home: MemoryHome, id: str) -> str | None:
    memory = home.vade.get(id).record
    assert isinstance(memory, Memory)
    return memory.needs_review.reason if memory.needs_review else None


@pytest.fixture
def office(home: MemoryHome) -> str:
    return claim(home, "Acme", "office_address", "Harbour Square")


@pytest.mark.parametrize("predicate", ["works_at", "works at", "arbeitet_bei"])
def test_doubt_goes_over_a_stated_relation(home: MemoryHome, office: str, predicate: str) -> None:
    claim(home, "Rhea", predicate, "Acme")
    commute = claim(home, "Rhea", "commute", "20 minutes")

    done = home.vade.supersede(office, "Acme is at Kiln Park.")

    assert [one.id for one in done.doubted] == [commute]


def test_doubt_goes_over_a_relation_of_a_page(home: MemoryHome, office: str) -> None:
    home.vade.link("Rhea", "works_at", "Acme")
    commute = claim(home, "Rhea", "commute", "20 minutes")

    home.vade.retract(office)

    assert reason(home, commute) == (
        "commute may depend, since Rhea works_at Acme, on office_address of Acme: "
        "acme-office-address-harbour-square, which was retracted"
    )


def test_doubt_reaches_who_has_another_name(home: MemoryHome, office: str) -> None:
    home.vade.add_entity("Rhea Marsh", aliases=["Ray"])
    claim(home, "Rhea Marsh", "works_at", "Acme")
    commute = claim(home, "Ray", "commute", "20 minutes")

    assert [one.id for one in home.vade.retract(office).doubted] == [commute]


def test_ended_relation_carries_no_doubt(home: MemoryHome, office: str) -> None:
    home.vade.link("Rhea", "works_at", "Acme", until=datetime(2025, 1, 1, tzinfo=UTC))
    claim(home, "Rhea", "commute", "20 minutes")

    assert home.vade.retract(office).doubted == ()


def test_retracted_relation_carries_no_doubt(home: MemoryHome, office: str) -> None:
    home.vade.retract(claim(home, "Rhea", "works_at", "Acme"))
    claim(home, "Rhea", "commute", "20 minutes")

    assert home.vade.retract(office).doubted == ()


def test_relation_of_another_scope_carries_no_doubt(home: MemoryHome, office: str) -> None:
    claim(home, "Rhea", "works_at", "Acme", scope="org:ash")
    claim(home, "Rhea", "commute", "20 minutes", scope="org:ash")

    assert home.vade.retract(office).doubted == ()


def test_what_rests_on_the_subject_is_found(home: MemoryHome, office: str) -> None:
    plan = resting(home, "We meet there on Mondays.", "Acme")
    home.remember("We know people there.", relations=[Relation(predicate="knows", object="Acme")])

    assert [one.id for one in home.vade.retract(office).doubted] == [plan]


def test_doubt_goes_on_to_what_rests_on_it(home: MemoryHome) -> None:
    pump = home.remember("The pump moves 40 litres.")
    tank = derived(home, "The tank is full after 25 minutes.", pump)
    start = resting(home, "Watering starts at 6:35.", tank)

    done = home.vade.supersede(pump, "The pump moves 25 litres.")

    assert [one.id for one in done.doubted] == [tank, start]
    assert reason(home, start) == "depends on the-tank-is-full-after-25-minutes, which is in doubt"


def test_circle_of_dependence_ends(home: MemoryHome) -> None:
    one = home.remember("The first rests on the second.")
    other = resting(home, "The second rests on the first.", one)
    home.vade.edit(one, text=f"The first rests on the second.\n\n- depends_on [[{other}]]")

    assert [each.id for each in home.vade.retract(one).doubted] == [other]


def test_later_change_of_a_chain_doubts_again(home: MemoryHome) -> None:
    lyon = claim(home, "Rhea", "lives_in", "Lyon")
    train = resting(home, "The train leaves at 7:12.", lyon)
    porto = home.vade.supersede(lyon, "Rhea lives in Porto.", value="Porto").memory.record.id
    home.vade.approve(train)

    assert [one.id for one in home.vade.supersede(porto, "Rhea lives in Faro.").doubted] == [train]


def test_confirming_frees_what_rested_on_the_doubt(home: MemoryHome) -> None:
    pump = home.remember("The pump moves 40 litres.")
    tank = derived(home, "The tank is full after 25 minutes.", pump)
    start = derived(home, "Watering starts at 6:35.", tank)
    home.vade.supersede(pump, "The pump moves 41 litres.")

    done = home.vade.approve(tank)

    assert done.relieved == ("watering-starts-at-6-35",)
    assert (reason(home, tank), reason(home, start)) == (None, None)


def test_confirming_leaves_doubts_with_another_reason(home: MemoryHome) -> None:
    pump = home.remember("The pump moves 40 litres.")
    tank = derived(home, "The tank is full after 25 minutes.", pump)
    both = derived(home, f"Watering starts at 6:35, see {pump}.", tank)
    home.vade.supersede(pump, "The pump moves 41 litres.")

    assert home.vade.approve(tank).relieved == ()
    assert reason(home, both) == "names the-pump-moves-40-litres, which was superseded"


def test_trying_to_confirm_frees_nothing(home: MemoryHome) -> None:
    pump = home.remember("The pump moves 40 litres.")
    tank = derived(home, "The tank is full after 25 minutes.", pump)
    start = derived(home, "Watering starts at 6:35.", tank)
    home.vade.supersede(pump, "The pump moves 41 litres.")

    assert home.vade.approve(tank, dry_run=True).relieved == ("watering-starts-at-6-35",)
    assert reason(home, start) is not None


@pytest.mark.parametrize("dry_run", [True, False])
def test_remember_tells_what_it_puts_in_doubt(home: MemoryHome, dry_run: bool) -> None:
    claim(home, "Rhea", "lives_in", "Lyon")
    commute = claim(home, "Rhea", "commute", "20 minutes")

    done = home.vade.remember(
        "Rhea lives in Porto.", subject="Rhea", predicate="lives_in", value="Porto", dry_run=dry_run
    )

    assert [one.id for one in done.doubted] == [commute]
    assert (reason(home, commute) is None) == dry_run


@pytest.mark.parametrize("dry_run", [True, False])
def test_approving_tells_what_it_puts_in_doubt(home: MemoryHome, dry_run: bool) -> None:
    claim(home, "Rhea", "lives_in", "Lyon")
    commute = claim(home, "Rhea", "commute", "20 minutes")
    new = claim(home, "Rhea", "lives_in", "Porto", source="agent")

    done = home.vade.approve(new, dry_run=dry_run)

    assert [one.id for one in done.doubted] == [commute]
    assert (reason(home, commute) is None) == dry_run


@pytest.mark.parametrize("dry_run", [True, False])
def test_taking_a_relation_out_puts_in_doubt(home: MemoryHome, dry_run: bool) -> None:
    home.vade.link("Rhea", "lives_in", "Lyon")
    commute = claim(home, "Rhea", "commute", "20 minutes")

    done = home.vade.unlink("Rhea", "lives_in", "Lyon", dry_run=dry_run)

    assert [one.reason for one in done.doubted] == [
        "commute may depend on lives_in of Rhea: Rhea lives_in Lyon, which was taken back"
    ]
    assert (reason(home, commute) is None) == dry_run


def test_ending_a_relation_puts_in_doubt(home: MemoryHome) -> None:
    home.vade.link("Rhea", "lives_in", "Lyon")
    commute = claim(home, "Rhea", "commute", "20 minutes")

    home.vade.link("Rhea", "lives_in", "Lyon", until=datetime(2026, 1, 1, tzinfo=UTC))

    assert reason(home, commute) == (
        "commute may depend on lives_in of Rhea: Rhea lives_in Lyon, which ended"
    )


def test_beginning_a_relation_puts_nothing_in_doubt(home: MemoryHome) -> None:
    claim(home, "Rhea", "commute", "20 minutes")

    assert home.vade.link("Rhea", "lives_in", "Lyon").doubted == ()


def test_retracting_agrees_with_its_dry_run(home: MemoryHome, office: str) -> None:
    claim(home, "Rhea", "works_at", "Acme")
    claim(home, "Rhea", "commute", "20 minutes")

    tried = home.vade.retract(office, dry_run=True)

    assert tried.doubted == home.vade.retract(office).doubted
