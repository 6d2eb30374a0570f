"""Searching: results with evidence, what an agent is told, and why one is not found."""

from __future__ import annotations

from tests.web.pages.desk import Desk

PORT = "The staging database listens on port 6432."


def test_what_matched_is_marked(desk: Desk) -> None:
    desk.remember(PORT)

    assert "listens on <mark>port</mark> 6432" in desk.get("/search?q=port").text


def test_a_result_says_why(desk: Desk) -> None:
    desk.remember(PORT)

    assert "port body ×1; in 1 of 1 records" in desk.text("/search?q=port")


def test_the_part_holds_results_alone(desk: Desk) -> None:
    desk.remember(PORT)
    part = desk.get("/search?q=port&part=1").text

    assert "<mark>port</mark>" in part
    assert "<html" not in part


def test_an_agent_is_told_the_digest(desk: Desk) -> None:
    desk.remember(PORT)

    assert "&lt;vademecum-recall&gt;" in desk.get("/search?q=staging+port&view=recall").text


def test_an_agent_is_told_nothing_of_what_is_unknown(desk: Desk) -> None:
    desk.remember(PORT)

    assert "No memory speaks of this." in desk.text("/search?q=zebra&view=recall")


def test_a_query_that_does_not_parse_yet_is_no_trouble(desk: Desk) -> None:
    desk.remember(PORT)

    assert "Not yet" in desk.text('/search?q="port&mode=expert')


def test_a_type_narrows(desk: Desk) -> None:
    desk.remember(PORT, title="Fact", type="fact")
    desk.remember("The port is closed.", title="Note", type="note")

    assert "Fact fact" not in desk.text("/search?q=port&type=note&part=1")
    assert "1 result" in desk.text("/search?q=port&type=note&part=1")


def test_nothing_asked_gives_examples(desk: Desk) -> None:
    assert "For example" in desk.text("/search")


def test_a_memory_that_is_not_found_is_explained(desk: Desk) -> None:
    desk.remember(PORT)
    other = desk.remember("Rhea likes walnuts.", title="Walnuts")

    assert "Not found Walnuts" in desk.text(f"/why?q=staging+port&id={other}")


def test_why_of_an_unknown_memory_is_told(desk: Desk) -> None:
    assert "no memory has the id or key 'nobody'" in desk.text("/why?q=port&id=nobody")
