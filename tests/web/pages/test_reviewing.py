"""The queue, and decisions."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, seen


@pytest.fixture
def waiting(desk: Desk) -> str:
    old = desk.remember("We deploy on Tuesdays.", title="Deployment")
    desk.clock.go_on(days=1)
    return desk.vade.supersede(old, "We deploy on Thursdays.", source="agent").memory.record.id


def test_nothing_waits(desk: Desk) -> None:
    assert "Nothing waits for you." in desk.text("/review")


@pytest.mark.usefixtures("waiting")
def test_what_it_would_change_is_shown(desk: Desk) -> None:
    page = desk.get("/review").text

    assert "on <del>Tuesdays</del>." in page
    assert "on <ins>Thursdays</ins>." in page


def test_a_yes_puts_it_in_its_place(desk: Desk, waiting: str) -> None:
    answer = desk.post(f"/review/{waiting}/approve", note="right")

    assert answer.headers["location"] == "/review?done=superseded"
    assert "it took the place" in desk.text("/review?done=superseded")
    assert desk.vade.search("deploy").hits[0].id == waiting


def test_a_no_leaves_all_as_it_was(desk: Desk, waiting: str) -> None:
    desk.post(f"/review/{waiting}/reject", note="still Tuesdays")

    assert desk.vade.queue().total == 0
    assert desk.vade.search("deploy").hits[0].id != waiting


def test_a_second_decision_is_refused(desk: Desk, waiting: str) -> None:
    desk.post(f"/review/{waiting}/reject")
    answer = desk.post(f"/review/{waiting}/approve")

    assert answer.status_code == 400
    assert "Nothing waits for you." in seen(answer.text)


def test_an_unknown_step_is_not_found(desk: Desk, waiting: str) -> None:
    assert desk.post(f"/review/{waiting}/forget").status_code == 404
