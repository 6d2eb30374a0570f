"""The first page: an introduction for a newcomer, else what is new and what waits."""

from __future__ import annotations

from tests.web.pages.desk import Desk


def test_a_newcomer_is_told_what_to_do_first(desk: Desk) -> None:
    told = desk.text("/")

    assert "An empty notebook." in told
    assert "First, write something down" in told
    assert "vade install claude-code" in told


def test_what_was_written_down_is_there(desk: Desk) -> None:
    desk.post("/memories", text="The printer jams on Mondays.")

    assert "The printer jams on Mondays." in desk.text("/")


def test_what_waits_is_told_first(desk: Desk) -> None:
    record = desk.remember("We deploy on Tuesdays.", title="Deployment")
    desk.vade.propose(record, retire="archived", by="agent", note="over")

    assert "1 thing waits for you." in desk.text("/")


def test_people_and_conversations_are_named(desk: Desk) -> None:
    desk.vade.add_entity("Rhea Okafor")

    assert "Rhea Okafor" in desk.text("/")
