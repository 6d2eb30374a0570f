"""Entities: the list, and one with its facts, its neighbourhood and its times."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.web.pages.desk import Desk

THEN = datetime(2021, 5, 1, tzinfo=UTC)


@pytest.fixture
def rhea(desk: Desk) -> str:
    record = desk.vade.add_entity("Rhea Okafor", label="Person", aliases=["Rhea"]).memory.record.id
    desk.vade.link("Rhea", "works_at", "Northwind", since=THEN)
    desk.vade.remember("Rhea likes trains.", title="Trains", about=["Rhea"])
    return record


@pytest.mark.usefixtures("rhea")
def test_entities_are_listed(desk: Desk) -> None:
    assert "Rhea Okafor" in desk.text("/entities")


def test_facts_are_told_with_their_time(desk: Desk, rhea: str) -> None:
    assert "works at Northwind since 1 May 2021" in desk.text(f"/entities/{rhea}")


def test_memories_that_speak_of_it_are_listed(desk: Desk, rhea: str) -> None:
    assert "Spoken of in Trains" in desk.text(f"/entities/{rhea}")


def test_what_lies_around_is_drawn_with_links(desk: Desk, rhea: str) -> None:
    page = desk.get(f"/entities/{rhea}").text

    assert 'aria-labelledby="around-title around-said"' in page
    assert f'<a href="/entities/{rhea}"><g>' in page
    assert "<style>" not in page


def test_what_was_true_when_is_drawn(desk: Desk, rhea: str) -> None:
    assert "works_at Northwind since 2021-05-01 (holds)" in desk.get(f"/entities/{rhea}").text


def test_an_entity_alone_has_no_picture(desk: Desk) -> None:
    record = desk.vade.add_entity("Nobody").memory.record.id

    assert "What lies around" not in desk.text(f"/entities/{record}")


def test_a_memory_has_its_own_page(desk: Desk) -> None:
    record = desk.remember("It is blue.")

    assert desk.get(f"/entities/{record}").headers["location"] == f"/memories/{record}"
