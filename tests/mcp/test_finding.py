"""Recall, search, list, brief and status as a model meets them."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import OTHER, MemoryHome
from tests.mcp.conftest import Call

from vademecum.mcp.desk import Desk


def test_recall_answers_with_the_digest(home: MemoryHome, call: Call) -> None:
    record = home.remember("Rhea likes saffron rice.", title="Rice")

    answer = call("recall", query="What does Rhea like?")

    assert answer.text.splitlines()[0] == "<vademecum-recall>"
    assert "  rice — Rice: Rhea likes saffron rice. (2/2)" in answer.text
    assert answer.data["text"] == answer.text
    assert [(one["id"], one["key"], one["path"]) for one in answer.data["results"]] == [
        (record, "rice", "personal/rice.md#L13-L13")
    ]


def test_recall_links_to_the_lines(home: MemoryHome, call: Call) -> None:
    record = home.remember("Rhea likes saffron rice.", title="Rice")

    (link,) = call("recall", query="Rhea rice").links

    assert (link.name, link.uri) == ("personal/rice.md#L13-L13", f"vade://memory/{record}#L13-L13")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("quantum chromodynamics", "nothing is remembered about quantum, chromodynamics"),
        ("???", "nothing to look for in that; name a person, a thing or a topic"),
    ],
)
def test_recall_that_finds_nothing_gives_advice(home: MemoryHome, call: Call, query: str, said: str) -> None:
    home.remember("Rhea likes saffron rice.")

    answer = call("recall", query=query)

    assert (answer.text, answer.failed, answer.data["results"]) == (said, False, [])


def test_recall_in_an_empty_home_says_so(call: Call) -> None:
    assert call("recall", query="tea").text == "nothing is remembered about tea"


def test_recall_narrows_and_limits(home: MemoryHome, call: Call) -> None:
    home.remember("Tea is brewed hot.", title="One", tags=["kitchen"], type="howto")
    home.remember("Tea is drunk cold.", title="Two", tags=["kitchen", "bar"], about=["Rhea"])

    def keys(**given: object) -> list[str]:
        return [one["key"] for one in call("recall", query="tea", **given).data["results"]]

    assert keys(tags="kitchen,bar") == ["two"]
    assert keys(types='["howto"]') == ["one"]
    assert keys(about=["Rhea"]) == ["two"]
    assert len(keys(limit="1")) == 1


def test_recall_looks_back(home: MemoryHome, call: Call) -> None:
    home.remember("The office is in Oslo.", title="Oslo")
    home.clock.go_on(days=30)
    home.vade.supersede("oslo", "The office is in Bergen.", title="Bergen")

    answer = call("recall", query="where is the office?", as_of="10d")

    assert [one["key"] for one in answer.data["results"]] == ["oslo"]


def test_wrong_moment_is_answered_with_advice(call: Call) -> None:
    answer = call("recall", query="tea", as_of="yore")

    assert answer.failed
    assert answer.text == (
        "error: as_of: 'yore' is no time; write 2026-03-31, 2026-03-31T14:00 or an age like 7d"
    )


def test_search_gives_what_connectors_cite(home: MemoryHome, call: Call) -> None:
    record = home.remember("Rhea likes saffron rice.")

    (found,) = call("search", query="rice").data["results"]

    assert (found["id"], found["title"]) == (record, "Rhea likes saffron rice.")
    assert found["url"] == f"vade://memory/{record}#L12-L12"


def test_list_pages_with_the_true_total(home: MemoryHome, call: Call) -> None:
    for number in range(3):
        home.remember(f"Number {number}.")

    answer = call("list", limit=1, offset="1")

    assert ([one["key"] for one in answer.data["results"]], answer.data["total"]) == (["number-1"], 3)


def test_brief_is_text_and_parts(home: MemoryHome, call: Call) -> None:
    home.remember("We ship on Tuesdays.", title="Ship", type="decision")

    answer = call("brief")

    assert "Recent decisions:\n  ship — Ship: We ship on Tuesdays." in answer.text
    assert [one["key"] for one in answer.data["parts"]["decisions"]] == ["ship"]


def test_empty_brief_says_so(call: Call) -> None:
    assert call("brief").text.startswith("nothing is pinned, decided or waiting yet")


def test_status_counts_and_checks(home: MemoryHome, call: Call) -> None:
    home.remember("Tea.")

    answer = call("status")

    assert (answer.data["memories"], answer.data["healthy"]) == (1, True)


def test_bound_desk_finds_nothing_elsewhere(home: MemoryHome) -> None:
    home.remember("Tea is here.", title="Here")
    home.remember("Tea is there.", title="There", scope=OTHER)
    from vademecum.mcp.finding import recall

    found = recall(Desk(home.vade, home.clock, scopes=(OTHER,)), "tea")

    assert [one["key"] for one in found.data["results"]] == ["there"]
