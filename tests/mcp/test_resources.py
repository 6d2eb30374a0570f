"""Resources and prompts: lists that go on, texts in their frame, advice for what is not there."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import OTHER, MemoryHome
from tests.mcp.test_opening import talk

from vademecum.errors import InvalidValue, NotFound, UnknownName
from vademecum.mcp.addresses import Address, read_address, uri_of
from vademecum.mcp.desk import Desk
from vademecum.mcp.prompts import PROMPTS, prompt_text
from vademecum.mcp.resources import PAGE, list_resources, read_resource


def test_list_begins_with_the_brief(home: MemoryHome, desk: Desk) -> None:
    record = home.remember("Tea.", title="Tea")

    first, _ = list_resources(desk, None)

    assert [one.uri for one in first] == ["vade://brief", f"vade://memory/{record}"]


def test_list_goes_on_to_entities_and_conversations(home: MemoryHome, desk: Desk) -> None:
    home.vade.add_entity("Rhea")
    conversation = talk(home)

    first, cursor = list_resources(desk, None)
    second, end = list_resources(desk, cursor)

    assert first[1].uri.startswith("vade://entity/")
    assert ([one.uri for one in second], end) == ([f"vade://conversation/{conversation}"], None)


def test_long_list_has_pages(home: MemoryHome, desk: Desk) -> None:
    for number in range(PAGE + 1):
        home.remember(f"Number {number}.")

    _, cursor = list_resources(desk, None)
    second, _ = list_resources(desk, cursor)

    assert (cursor, [one.name for one in second]) == (f"records:{PAGE}", ["number-0"])


@pytest.mark.parametrize("cursor", ["x", "records:-1", "records:", "talks:0", "records:" + "9" * 11])
def test_foreign_cursor_is_refused(desk: Desk, cursor: str) -> None:
    with pytest.raises(InvalidValue, match="begin without one"):
        list_resources(desk, cursor)


def test_every_listed_resource_is_readable(home: MemoryHome, desk: Desk) -> None:
    home.remember("Tea.", about=["Rhea"])
    talk(home)
    listed, cursor = list_resources(desk, None)
    more, _ = list_resources(desk, cursor)

    texts = [read_resource(desk, one.uri) for one in (*listed, *more)]

    assert [text.startswith("<vademecum-recall>") for text in texts] == [True, True, True, True]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///etc/passwd",
        "vade://memory/../../etc/passwd",
        "vade://memory/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "vade://memory/~/.ssh/id_rsa",
        "vade://memory/C:\\Windows",
        "vade://memory/\\\\server\\share",
        "vade://memory/",
        "vade://turn/abcd/1",
        "vade://conversation/abcdef",
        "vade://",
        "vade://settings/all",
        "memory:tea",
        "",
    ],
)
def test_nothing_else_can_be_read(home: MemoryHome, desk: Desk, uri: str) -> None:
    home.remember("Tea.", title="Tea")

    with pytest.raises(NotFound):
        read_resource(desk, uri)


def test_foreign_memory_is_no_resource(home: MemoryHome, desk: Desk) -> None:
    record = home.remember("Theirs.", scope=OTHER)

    with pytest.raises(NotFound):
        read_resource(desk, f"vade://memory/{record}")
    assert [one.uri for one in list_resources(desk, None)[0]] == ["vade://brief"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("tea", Address("memory", "tea")),
        (" memory:tea ", Address("memory", "tea")),
        ("entity:tea", Address("memory", "tea")),
        ("turn:abc#4", Address("turn", "abc#4")),
        ("other:tea", Address("memory", "other:tea")),
        ("memory:", Address("memory", "memory:")),
        ("vade://memory/tea#L3-L9", Address("memory", "tea")),
        ("vade://memory/tea#x", Address("memory", "tea")),
        ("vade://turn/abc/4", Address("turn", "abc#4")),
        ("vade://entity/r%C3%A9a", Address("memory", "réa")),
        ("vade://brief", Address("brief")),
    ],
)
def test_address_is_understood(text: str, address: Address) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize("address", ["memory:tea", "turn:abc#4", "conversation:abc"])
def test_uri_means_what_its_address_does(address: str) -> None:
    assert read_address(uri_of(address)) == read_address(address)


def test_prompts_are_written(home: MemoryHome, desk: Desk) -> None:
    home.remember("We ship on Tuesdays.", type="decision")

    texts = [prompt_text(desk, prompt.name, {}) for prompt in PROMPTS]

    assert "We ship on Tuesdays." in texts[0]
    assert texts[1].startswith("Look back on this conversation.")
    assert prompt_text(desk, "reflect", {"focus": "tea"}).endswith("Look in particular for: tea")


def test_unknown_prompt_names_the_nearest(desk: Desk) -> None:
    with pytest.raises(UnknownName, match="did you mean reflect"):
        prompt_text(desk, "reflekt", {})
