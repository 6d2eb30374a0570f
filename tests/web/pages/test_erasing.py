"""Erasing: the plan, the title typed, the receipt."""

from __future__ import annotations

from tests.web.pages.desk import Desk, seen


def test_what_would_go_is_told(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")

    assert "personal/sky.md" in desk.text(f"/memories/{record}/erase")


def test_the_title_has_to_be_typed(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    path = f"/memories/{record}/erase"
    answer = desk.post(path, version=desk.version(path), title="sky")

    assert answer.status_code == 400
    assert desk.vade.get(record).record.id == record


def test_the_receipt_is_shown(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    path = f"/memories/{record}/erase"
    told = seen(desk.post(path, version=desk.version(path), title="Sky").text)

    assert "Erased, and proven." in told
    assert record in told
    assert "It is blue." not in told
    assert desk.get(f"/memories/{record}").status_code == 404


def test_the_key_stands_for_a_missing_title(desk: Desk) -> None:
    record = desk.remember("It is blue.")
    path, key = f"/memories/{record}/erase", desk.vade.get(record).key

    assert "Erased, and proven." in seen(desk.post(path, version=desk.version(path), title=key).text)


def test_a_change_meanwhile_stops_it(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    version = desk.version(f"/memories/{record}/erase")
    desk.vade.edit(record, text="It is red.")
    answer = desk.post(f"/memories/{record}/erase", version=version, title="Sky")

    assert answer.status_code == 409
    assert desk.vade.get(record).record.body == "It is red."
