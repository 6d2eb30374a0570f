"""Facts added and taken back, pages made one and taken apart."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, seen


@pytest.fixture
def rhea(desk: Desk) -> str:
    return desk.vade.add_entity("Rhea Okafor", label="Person").memory.record.id


@pytest.fixture
def other(desk: Desk, rhea: str) -> str:
    """Somebody who may be Rhea."""
    record = desk.vade.add_entity("R. Okafor", label="Person").memory.record.id
    desk.vade.link(rhea, "works_at", "Northwind")
    desk.vade.link(record, "works_at", "Northwind")
    return record


def test_a_fact_is_added_with_its_time(desk: Desk, rhea: str) -> None:
    form = {"predicate": "works at", "object": "Northwind", "since": "2021-05-01", "until": ""}
    answer = desk.post(f"/entities/{rhea}/link", **form)

    assert answer.headers["location"] == f"/entities/{rhea}?done=linked"
    assert "works at Northwind since 1 May 2021" in desk.text(f"/entities/{rhea}")


def test_a_fact_is_taken_back(desk: Desk, rhea: str) -> None:
    desk.vade.link(rhea, "works_at", "Northwind")
    desk.post(f"/entities/{rhea}/unlink", predicate="works_at", object="Northwind")

    assert "Northwind" not in desk.text(f"/entities/{rhea}")


@pytest.mark.parametrize(("predicate", "since"), [("", ""), ("works at", "soon")])
def test_a_fact_that_cannot_be_is_refused(desk: Desk, rhea: str, predicate: str, since: str) -> None:
    form = {"predicate": predicate, "object": "Northwind", "since": since}
    answer = desk.post(f"/entities/{rhea}/link", **form)

    assert answer.status_code == 400
    assert "Northwind" not in desk.text(f"/entities/{rhea}")


@pytest.mark.usefixtures("other")
def test_pages_that_may_be_one_are_named(desk: Desk) -> None:
    told = desk.text("/entities/alike")

    assert "Rhea Okafor = R. Okafor ?" in told
    assert "both are joined to Northwind" in told


def test_two_pages_become_one(desk: Desk, rhea: str, other: str) -> None:
    answer = desk.post(f"/entities/{other}/merge", into=rhea)

    assert answer.headers["location"] == f"/entities/{rhea}?done=merged"
    assert "its page is merged into another" in desk.text(f"/entities/{other}")


def test_two_pages_are_taken_apart_again(desk: Desk, rhea: str, other: str) -> None:
    desk.vade.merge_entities(other, rhea)
    desk.post(f"/entities/{other}/unmerge")

    assert "its page is merged" not in desk.text(f"/entities/{other}")
    assert "No two pages look" in desk.text("/entities/alike")


def test_a_page_that_was_not_merged_stays(desk: Desk, rhea: str) -> None:
    answer = desk.post(f"/entities/{rhea}/unmerge")

    assert answer.status_code == 404
    assert "Not found" in seen(answer.text)
