"""What a curator does at the page, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.surfaces.pages.browser import Reader

PORT = "Port of the staging database"


def test_results_come_as_one_types(reader: Reader) -> None:
    page = reader.open("/search")
    page.locator("#find").press_sequentially("walnuts")

    expect(page.locator(".row .title")).to_have_text("No walnuts for Rhea")
    expect(page.locator(".row mark")).to_have_text("walnuts")
    expect(page).to_have_url("/search?q=walnuts")
    expect(page.get_by_role("status")).to_have_text("1 result")


def test_why_is_one_click_away(reader: Reader) -> None:
    page = reader.open("/search?q=walnuts")
    page.get_by_text("why", exact=True).click()

    expect(page.locator(".why tfoot")).to_contain_text("Score")


def test_what_an_agent_is_told_is_shown(reader: Reader) -> None:
    page = reader.open("/search?q=which+port+does+the+staging+database+use")
    page.get_by_label("What an agent is told").check()

    expect(page.locator("pre.file")).to_contain_text("listens on port 6432")


def test_a_change_is_seen_then_saved(reader: Reader) -> None:
    page = reader.open(reader.memory(PORT) + "/edit")
    page.get_by_label("Text, in Markdown").fill("It listens on port 7000.")
    page.get_by_role("button", name="See what changes").click()
    expect(page.locator(".diff .come")).to_have_text("+It listens on port 7000.")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.locator(".text").first).to_have_text("It listens on port 7000.")


def test_somebody_elses_change_is_not_overwritten(reader: Reader) -> None:
    page = reader.open(reader.memory("No walnuts for Rhea") + "/edit")
    record = page.url.split("/")[4]
    reader.shelf.home.vade.edit(record, text="Rhea eats walnuts again.")
    page.get_by_label("Text, in Markdown").fill("Rhea is allergic to nuts.")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_contain_text("Somebody changed this since you opened it")
    expect(page.locator(".diff .gone")).to_contain_text("Rhea eats walnuts again.")
    assert [one for one in reader.complaints if "409" not in one] == []
    reader.complaints.clear()  # the browser tells of the 409 itself


def test_the_queue_is_decided(reader: Reader) -> None:
    page = reader.open("/review")
    deployment = page.locator("section.wait").filter(has_text="Day of deployment")
    expect(deployment.locator(".diff .come").first).to_contain_text("Thursdays")
    deployment.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Reject").click()

    expect(page.get_by_role("status")).to_have_text("Kept as it is.")
    expect(page.locator("section.wait")).to_have_count(0)


def test_a_conversation_is_searched_and_read(reader: Reader) -> None:
    page = reader.open("/conversations")
    page.get_by_label("Search in what was said").fill("pooler")
    page.get_by_role("button", name="Search").click()
    page.locator(".row a.go").first.click()

    expect(page.locator("h1")).to_have_text("A refused connection to staging")
    expect(page.locator(".turn:target")).to_contain_text("pooler")


def test_one_walks_along_the_neighbourhood(reader: Reader) -> None:
    page = reader.open(reader.entity("Rhea Okafor"))
    page.locator(".picture a").filter(has_text="Lighthouse").first.click()

    expect(page.locator("h1")).to_have_text("Lighthouse")
    expect(page.locator(".known")).to_contain_text("uses")


def test_a_timeline_tells_what_was_true_when(reader: Reader) -> None:
    page = reader.open(reader.entity("Rhea Okafor"))
    timeline = page.get_by_role("region", name="What was true when")

    expect(timeline.locator("svg")).to_contain_text("lives_in Lisbon")
    expect(timeline.locator("title").filter(has_text="until 2024-09-01 (ended)")).to_have_count(1)


def test_erasing_ends_with_a_receipt(reader: Reader) -> None:
    page = reader.open(reader.memory("No walnuts for Rhea"))
    page.get_by_role("link", name="Erase").click()
    page.get_by_label("To confirm, type its title").fill("No walnuts for Rhea")
    page.get_by_role("button", name="Erase for good").click()

    expect(page.locator(".verdict")).to_have_text("Erased, and proven.")
    expect(page.locator(".receipt")).not_to_contain_text("walnuts")


def test_a_turn_and_then_its_conversation_are_erased(reader: Reader) -> None:
    page = reader.open("/conversations")
    page.locator("a.go").first.click()
    title = page.locator("h1").inner_text()
    page.get_by_label("Erase the words of turn 1", exact=True).click()
    page.get_by_label("To confirm, type the number of the turn").fill("1")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.locator(".verdict")).to_have_text("Erased, and proven.")
    page.get_by_role("link", name="The conversation").click()
    expect(page.locator("#turn-1")).to_contain_text("these words were deleted for good")

    page.get_by_role("link", name="Erase all of it").click()
    page.get_by_label("To confirm, type its title").fill(title)
    page.get_by_role("button", name="Erase for good").click()
    expect(page.locator(".verdict")).to_have_text("Erased, and proven.")


def test_a_memory_is_retired_after_a_look(reader: Reader) -> None:
    page = reader.open(reader.memory("Nightly build on the first"))
    page.get_by_role("link", name="Archive").click()
    page.get_by_label("Why").fill("the mirror is gone")
    page.get_by_role("button", name="Archive").click()

    expect(page.get_by_role("status")).to_have_text("Archived.")
    expect(page.locator(".events").last).to_contain_text("the mirror is gone")
