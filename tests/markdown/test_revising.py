"""An edit changes the lines it must and not a byte more."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from vademecum.errors import InvalidValue, Unreadable
from vademecum.markdown.outcome import Parsed
from vademecum.markdown.reading import parse
from vademecum.markdown.revising import revise
from vademecum.model.record import PERSONAL, Entity, Memory, MemoryId, MemoryType, Record, Scope, Status
from vademecum.model.value import replace

ID = MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W")
MESSY = """\
---
# my notes on the port
title: 'Port: yes'   # keep
custom: 0777
updated: 2026-01-02
tags:  # labels
  # the first
  - a
  - "b"

aliases: [x, 'y']  # short
type: fact
summary: |
  two
  lines
date: 2024-01-01
on: no
---
The port is **8080**.

---
end
"""


def read(data: bytes) -> Record:
    found = parse(data, scope=PERSONAL)
    assert isinstance(found, Parsed), found
    return found.record


def edited(text: str, **changes: Any) -> str:
    before = read(text.encode())
    after = replace(before, **changes)
    data = revise(text.encode(), before, after)
    assert read(data) == after
    return data.decode()


def test_nothing_changed_is_the_same_object() -> None:
    data = MESSY.encode()

    assert revise(data, read(data), read(data)) is data


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ({"title": "Port"}, "'Port: yes'", "'Port'"),
        ({"title": "it's"}, "'Port: yes'", "'it''s'"),
        ({"title": None}, "title: 'Port: yes'   # keep\n", ""),
        ({"type": MemoryType.HOWTO}, "type: fact", "type: howto"),
        ({"type": MemoryType.NOTE}, "type: fact", "type: note"),
        (
            {"updated": datetime(2026, 5, 6, tzinfo=UTC)},
            "updated: 2026-01-02",
            "updated: 2026-05-06T00:00:00+00:00",
        ),
        ({"tags": ("a", "c", "d")}, '  - a\n  - "b"\n', "  - a\n  - c\n  - d\n"),
        ({"tags": ()}, 'tags:  # labels\n  # the first\n  - a\n  - "b"\n', ""),
        ({"aliases": ("x", "a, b")}, "[x, 'y']  # short", '[x, "a, b"]  # short'),
        ({"status": Status.ARCHIVED}, "on: no\n", "on: no\nstatus: archived\n"),
        ({"id": ID}, "on: no\n", f"on: no\nid: {ID}\n"),
        ({"body": "new"}, "The port is **8080**.\n\n---\nend\n", "new\n"),
        ({"body": ""}, "The port is **8080**.\n\n---\nend\n", "\n"),
        ({"extra": {"custom": "0777", "summary": "two\nlines\n", "date": "2024-01-01"}}, "on: no\n", ""),
        (
            {"extra": {"custom": "0777", "summary": "one", "date": "2024-01-01", "on": "no"}},
            "summary: |\n  two\n  lines\n",
            "summary: one\n",
        ),
    ],
)
@pytest.mark.parametrize(("bom", "crlf"), list(itertools.product([False, True], repeat=2)))
def test_one_edit_leaves_every_other_byte(
    changes: dict[str, Any], old: str, new: str, bom: bool, crlf: bool
) -> None:
    def framed(text: str) -> str:
        return ("\ufeff" if bom else "") + (text.replace("\n", "\r\n") if crlf else text)

    assert MESSY.count(old) == 1
    assert edited(framed(MESSY), **changes) == framed(MESSY.replace(old, new))


def test_an_empty_value_gets_its_space() -> None:
    assert edited("---\nid:\ntitle: x\n---\nb", id=ID) == f"---\nid: {ID}\ntitle: x\n---\nb"


def test_indented_keys_get_indented_company() -> None:
    assert edited("---\n  title: x\n---\nb", lang="de") == "---\n  title: x\n  lang: de\n---\nb"


@pytest.mark.parametrize(
    "text", ["text", "text\n", "# Heading\n\ntext\n\n", "\n\ntext", "\ufefftext\n", "* * *\n"]
)
def test_a_bare_file_gains_front_matter(text: str) -> None:
    bom = "\ufeff" if text.startswith("\ufeff") else ""

    assert edited(text, id=ID) == f"{bom}---\nid: {ID}\n---\n\n{text.removeprefix(bom)}"


def test_a_bare_crlf_file_gains_crlf_front_matter() -> None:
    assert edited("a\r\nb\r\n", id=ID) == f"---\r\nid: {ID}\r\n---\r\n\r\na\r\nb\r\n"


def test_an_empty_front_matter_is_filled() -> None:
    assert edited("---\n---\ntext", id=ID) == f"---\nid: {ID}\n---\ntext"


@pytest.mark.parametrize("body", ["\n\nx", "x\n\n", "---\nid: y\n---\n", " ", "\ufeffx", "a\r\nb", ""])
def test_any_body_replaces_any_body(body: str) -> None:
    edited("---\ntitle: x\n---", body=body)
    edited("---\ntitle: x\n---\nold", body=body)
    edited("---\ntitle: x\n---\n\nold\n", body=body)


def test_anchors_are_resolved_only_when_touched() -> None:
    text = "---\ntitle: &t Port\ncustom: *t\ntype: fact\n---\nb\n"

    assert edited(text, lang="de") == text.replace("type: fact\n", "type: fact\nlang: de\n")
    assert "custom: Port" in edited(text, title="Harbour")


def test_front_matter_in_braces_is_written_anew() -> None:
    assert edited("---\n{title: x, a: b}\n---\n\nbody\n", lang="de") == (
        "---\nkind: memory\ntype: note\ntitle: x\nlang: de\na: b\n---\n\nbody\n"
    )


def test_asked_for_keys_are_added_once() -> None:
    data = b"---\nid: 01J8ZQ4Y7T3V9N5K2M6P8R1S0W\n---\nb"
    entity = Entity(id=ID, scope=PERSONAL, name="Anna", body="b")
    first = revise(data, entity, entity, also=("kind", "name"))

    assert first == b"---\nid: 01J8ZQ4Y7T3V9N5K2M6P8R1S0W\nkind: entity\nname: Anna\n---\nb"
    assert revise(first, entity, entity, also=("kind", "name")) == first


def test_a_file_changes_neither_kind_nor_scope() -> None:
    before = Memory(id=ID, scope=PERSONAL, body="b")

    with pytest.raises(InvalidValue, match="kind"):
        revise(b"b", before, Entity(id=ID, scope=PERSONAL, name="b"))
    with pytest.raises(InvalidValue, match="scope"):
        revise(b"b", before, replace(before, scope=Scope("org:a")))


def test_a_broken_file_is_not_edited() -> None:
    before = Memory(id=ID, scope=PERSONAL, body="b")

    with pytest.raises(Unreadable, match="quotes"):
        revise(b"---\na: b: c\n---\nb", before, replace(before, title="x"))
