"""Writing down and changing: shown first where that is asked for, and never over somebody else's change."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, seen


def form_of(desk: Desk, record: str, **changed: str) -> dict[str, str]:
    """The form of a memory as its page sends it."""
    version = desk.version(f"/memories/{record}/edit")
    return {"version": version, "title": "Sky", "type": "note", "text": "It is blue.", **changed}


def test_what_is_written_down_is_kept(desk: Desk) -> None:
    answer = desk.post("/memories", text="It is blue.", title="Sky", type="fact", tags="a, b", about="Rhea")
    record = desk.vade.get(answer.headers["location"].split("/")[2].partition("?")[0]).record

    assert answer.status_code == 303
    assert (record.body, record.tags, record.entities) == ("It is blue.", ("a", "b"), ("Rhea",))  # type: ignore[union-attr]


def test_a_masked_secret_is_told(desk: Desk) -> None:
    answer = desk.post("/memories", text="The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a, keep it.")

    assert "masked before it was stored" in seen(answer.text)


def test_an_empty_text_is_refused(desk: Desk) -> None:
    answer = desk.post("/memories", text="  ", title="Sky")

    assert answer.status_code == 400
    assert 'value="Sky"' in answer.text


def test_a_change_is_shown_before_it_is_written(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    answer = desk.post(f"/memories/{record}/edit", **form_of(desk, record, text="It is grey.", preview="1"))

    assert "It is <del>blue</del>." in answer.text
    assert "It is <ins>grey</ins>." in answer.text
    assert desk.vade.get(record).record.body == "It is blue."


def test_a_change_is_saved(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    answer = desk.post(f"/memories/{record}/edit", **form_of(desk, record, text="It is grey.", tags="sky"))

    assert answer.headers["location"] == f"/memories/{record}?done=saved"
    assert desk.vade.get(record).record.body == "It is grey."
    assert desk.vade.get(record).record.tags == ("sky",)


def test_fields_are_set_and_cleared(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky", tags=["old"], importance="high")
    desk.post(f"/memories/{record}/edit", **form_of(desk, record, tags="new", importance="low", pinned="1"))
    memory = desk.vade.get(record).record

    assert (memory.tags, memory.importance, memory.pinned) == (("new",), "low", True)  # type: ignore[union-attr]


def test_nothing_changed_writes_nothing(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    before = desk.vade.get(record).record
    answer = desk.post(f"/memories/{record}/edit", **form_of(desk, record))

    assert answer.headers["location"] == f"/memories/{record}?done=same"
    assert desk.vade.get(record).record == before


def test_two_editors_do_not_overwrite_each_other(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    mine = form_of(desk, record, text="It is grey.")
    desk.vade.edit(record, text="It is red.")
    answer = desk.post(f"/memories/{record}/edit", **mine)

    assert answer.status_code == 409
    assert "It is <del>red</del>." in answer.text
    assert desk.vade.get(record).record.body == "It is red."


def test_who_looked_at_the_difference_may_save(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    mine = form_of(desk, record, text="It is grey.")
    desk.vade.edit(record, text="It is red.")
    desk.post(f"/memories/{record}/edit", **mine)
    desk.post(f"/memories/{record}/edit", **form_of(desk, record, text="It is grey."))

    assert desk.vade.get(record).record.body == "It is grey."


def test_a_value_that_cannot_be_is_told(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    answer = desk.post(f"/memories/{record}/edit", **form_of(desk, record, expires="some day"))

    assert answer.status_code == 400
    assert 'value="some day"' in answer.text


def test_a_page_of_somebody_is_edited_alike(desk: Desk) -> None:
    record = desk.vade.add_entity("Rhea", label="Person").memory.record.id
    version = desk.version(f"/memories/{record}/edit")
    form = {"version": version, "title": "Rhea Okafor", "type": "Person", "text": "Reads at noon."}
    answer = desk.post(f"/memories/{record}/edit", **form)

    assert answer.headers["location"] == f"/entities/{record}?done=saved"
    assert "Rhea Okafor" in desk.text(f"/entities/{record}")


@pytest.mark.parametrize("path", ["edit", "supersede"])
def test_a_text_for_what_was_erased_meanwhile_is_not_lost(desk: Desk, path: str) -> None:
    record = desk.remember("It is blue.", title="Sky")
    desk.vade.forget(record)
    answer = desk.post(f"/memories/{record}/{path}", text="It is grey.")

    assert answer.status_code == 404
    assert "somebody erased it since you opened it" in answer.text
    assert ">It is grey.</textarea>" in answer.text


def test_an_empty_form_for_what_was_erased_is_not_found(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    desk.vade.forget(record)
    answer = desk.post(f"/memories/{record}/edit", text=" ")

    assert answer.status_code == 404
    assert "Perhaps it was erased, or the address was cut." in answer.text


def test_a_claim_that_the_new_text_does_not_say_is_told(desk: Desk) -> None:
    record = desk.remember("Anna lives in Lyon.", subject="Anna", predicate="lives_in", value="Lyon")
    answer = desk.post(f"/memories/{record}/edit", **form_of(desk, record, text="Anna moved house."))

    assert answer.headers["location"] == f"/memories/{record}?done=restated"
    assert desk.vade.get(record).record.value is None  # type: ignore[union-attr]
