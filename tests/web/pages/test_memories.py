"""Memories: the list, one of them, and what a name means."""

from __future__ import annotations

from tests.web.pages.desk import Desk


def test_latest_change_comes_first(desk: Desk) -> None:
    desk.remember("One.", title="First")
    desk.remember("Two.", title="Second")
    told = desk.text("/memories")

    assert told.index("Second") < told.index("First")


def test_long_lists_have_pages(desk: Desk) -> None:
    for number in range(27):
        desk.remember(f"Thing number {number}.", title=f"Thing {number}")

    assert "1–25 of 27" in desk.text("/memories")
    assert "26–27 of 27" in desk.text("/memories?offset=25")


def test_a_tag_narrows_the_list(desk: Desk) -> None:
    desk.remember("One.", title="Tagged", tags=["ops"])
    desk.remember("Two.", title="Other")

    assert "1 memory" in desk.text("/memories?tag=ops")


def test_the_archive_is_shown_when_asked_for(desk: Desk) -> None:
    desk.vade.archive(desk.remember("Old.", title="Old thing"))

    assert "Old thing" not in desk.text("/memories")
    assert "Old thing archived" in desk.text("/memories?include=all")


def test_a_status_narrows_the_list(desk: Desk) -> None:
    desk.vade.archive(desk.remember("Old.", title="Old thing"))
    desk.remember("New.", title="New thing")
    told = desk.text("/memories?status=archived")

    assert "1 memory" in told
    assert "Old thing archived" in told


def test_a_memory_shows_all_that_is_known(desk: Desk) -> None:
    record = desk.remember("It is *blue*.", title="Sky", type="fact", tags=["sky"], about=["Rhea"])
    page = desk.get(f"/memories/{record}").text

    assert "<p>It is <em>blue</em>.</p>" in page
    assert 'href="/memories?tag=sky"' in page
    assert 'href="/named?name=Rhea"' in page


def test_its_file_can_be_read(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")

    assert f"id: {record}" in desk.get(f"/memories/{record}").text


def test_its_chain_is_told(desk: Desk) -> None:
    old = desk.remember("Port 1.", title="Port")
    desk.vade.supersede(old, "Port 2.", reason="it moved")
    told = desk.text(f"/memories/{old}")

    assert "superseded: what is true now is another memory" in told
    assert "it moved" in told


def test_what_names_it_is_told(desk: Desk) -> None:
    record = desk.remember("It is blue.", title="Sky")
    key = desk.vade.get(record).key
    desk.remember(f"See [[{key}]].", title="Pointer")

    assert "Named by Pointer" in desk.text(f"/memories/{record}")


def test_an_unknown_memory_is_not_found(desk: Desk) -> None:
    answer = desk.get("/memories/nobody")

    assert answer.status_code == 404
    assert "Not found" in answer.text


def test_a_name_leads_to_its_page(desk: Desk) -> None:
    record = desk.vade.add_entity("Rhea Okafor").memory.record.id

    assert desk.get("/named?name=Rhea+Okafor").headers["location"] == f"/memories/{record}"
    assert desk.get(f"/memories/{record}").headers["location"] == f"/entities/{record}"


def test_an_unknown_name_is_searched_for(desk: Desk) -> None:
    desk.remember("Rhea lives here.\n\n- lives_in [[Oslo]]")

    assert desk.get("/named?name=Oslo").headers["location"] == "/search?q=Oslo"
