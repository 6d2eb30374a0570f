"""What becomes of a memory, foreseen first and then done."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, seen


@pytest.mark.parametrize(
    ("verb", "status"),
    [("retract", "retracted"), ("deprecate", "deprecated"), ("archive", "archived")],
)
def test_a_memory_is_retired_with_a_reason(desk: Desk, verb: str, status: str) -> None:
    record = desk.remember("It is blue.", title="Sky")
    path = f"/memories/{record}/{verb}"
    answer = desk.post(path, version=desk.version(path), reason="it is night")

    assert answer.headers["location"] == f"/memories/{record}?done={status}"
    assert "it is night" in desk.text(f"/memories/{record}")


def test_an_archived_memory_is_restored(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    desk.vade.archive(record)
    path = f"/memories/{record}/restore"
    desk.post(path, version=desk.version(path))

    assert desk.vade.get(record).record.status == "active"


def test_a_memory_is_replaced(desk: Desk) -> None:
    record = desk.remember("Port 1.", title="Port")
    path = f"/memories/{record}/supersede"
    answer = desk.post(path, version=desk.version(path), text="Port 2.", reason="moved")

    assert desk.vade.get(record).record.status == "superseded"
    assert "Port 2." in desk.text(answer.headers["location"])


def test_a_replacement_is_shown_first(desk: Desk) -> None:
    record = desk.remember("Port 1.", title="Port")
    path = f"/memories/{record}/supersede"
    answer = desk.post(path, version=desk.version(path), text="Port 2.", preview="1")

    assert "Port <ins>2</ins>." in answer.text
    assert desk.vade.get(record).record.status == "active"


def test_what_follows_is_foreseen(desk: Desk) -> None:
    record = desk.remember("Port 1.", title="Port", about=["Harbour"])

    assert "a relation goes" in desk.text(f"/memories/{record}/retract")


def test_a_change_meanwhile_stops_it(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    version = desk.version(f"/memories/{record}/retract")
    desk.vade.edit(record, text="It is red.")
    answer = desk.post(f"/memories/{record}/retract", version=version)

    assert answer.status_code == 409
    assert desk.vade.get(record).record.status == "active"


def test_what_cannot_be_is_refused(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    desk.vade.retract(record)
    path = f"/memories/{record}/restore"
    answer = desk.post(path, version=desk.version(path))

    assert answer.status_code == 400
    assert "retracted" in seen(answer.text)


def test_an_unknown_step_is_not_found(desk: Desk) -> None:
    record = desk.remember("It is blue.")

    assert desk.get(f"/memories/{record}/explode").status_code == 404
