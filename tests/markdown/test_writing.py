"""What a new file looks like."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml

from vademecum.errors import InvalidValue, LimitExceeded
from vademecum.markdown.emit import scalar
from vademecum.markdown.writing import render
from vademecum.model.record import (
    PERSONAL,
    Entity,
    Evidence,
    Memory,
    MemoryId,
    MemoryType,
    Sensitivity,
    Source,
    SourceKind,
)
from vademecum.model.value import replace

MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PLAIN = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), scope=PERSONAL, body="The port is 8080.")
FULL = replace(
    PLAIN, type=MemoryType.FACT, title="Deploy: yes", tags=("ops", "42"), pinned=True, confidence=0.8,
    sources=(Source(kind=SourceKind.USER, ref="conversation:1f#3"),), evidence=Evidence(count=2),
    created=MOMENT, updated=MOMENT, extra={"cssclasses": ["wide"]},
)  # fmt: skip


def test_a_full_memory_reads_like_this() -> None:
    assert render(FULL).decode() == (
        "---\nkind: memory\nid: 01J8ZQ4Y7T3V9N5K2M6P8R1S0W\ntype: fact\n"
        'title: "Deploy: yes"\ntags:\n  - ops\n  - "42"\n'
        "sources:\n  - kind: user\n    ref: conversation:1f#3\nconfidence: 0.8\n"
        "evidence:\n  count: 2\n  sessions: 1\n  days: 1\npinned: true\n"
        "created: 2026-01-02T03:04:05+00:00\nupdated: 2026-01-02T03:04:05+00:00\n"
        "cssclasses:\n  - wide\n---\n\nThe port is 8080.\n"
    )


def test_defaults_are_not_written() -> None:
    assert render(PLAIN).decode() == (
        "---\nkind: memory\nid: 01J8ZQ4Y7T3V9N5K2M6P8R1S0W\ntype: note\n---\n\nThe port is 8080.\n"
    )


def test_an_entity_reads_like_this() -> None:
    entity = Entity(id=PLAIN.id, scope=PERSONAL, name="Anna", label="Person", provisional=True)

    assert render(entity).decode() == (
        f"---\nkind: entity\nid: {PLAIN.id}\nname: Anna\nlabel: Person\nprovisional: true\n---\n"
    )


@pytest.mark.parametrize(
    "text", ["yes", "No", "null", "~", "12", "0x1f", "1e3", "12:30", "2024-01-01", ".inf", "y", "="]
)
def test_what_a_reader_types_is_quoted(text: str) -> None:
    assert scalar(text) == f'"{text}"'


@pytest.mark.parametrize(
    "text", ["", " a", "a ", "a: b", "a #b", "a:", "- a", "@a", "[a", "*a", "?", "\u200d", "a\tb"]
)
def test_what_yaml_would_misread_is_quoted(text: str) -> None:
    assert scalar(text)[0] == '"'
    assert yaml.safe_load(scalar(text)) == text


@pytest.mark.parametrize(
    "text", ["The port", "3 reasons", "http://a/b", "a, b", "naïve", "重要", "it's", "C#", "yes sir"]
)
def test_what_is_harmless_stays_plain(text: str) -> None:
    assert scalar(text) == text
    assert yaml.safe_load(text) == text


def test_direction_controls_are_made_visible() -> None:
    assert scalar("a\u202eb") == '"a\\u202eb"'


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"body": "a\0b"}, "body"),
        ({"title": "\ud83d"}, "title"),
        ({"body": "", "title": None}, "body"),
        ({"body": "a\n<<<<<<< HEAD\n"}, "body"),
        ({"tags": ("#a",)}, "tags"),
        ({"aliases": ("a", "a")}, "aliases"),
        ({"entities": ("[[Anna]]",)}, "entities"),
        ({"supersedes": ("x",)}, "supersedes"),
        ({"created": datetime(2026, 1, 1)}, "created"),  # noqa: DTZ001  # what is refused here
        ({"sensitivity": Sensitivity.RESTRICTED}, "sensitivity"),
        ({"extra": {"title": "x"}}, "extra"),
        ({"extra": {"count": 3}}, "extra"),
    ],
)
def test_what_would_not_come_back_is_refused(changes: dict[str, object], key: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        render(replace(PLAIN, **changes))

    assert refused.value.field == key


def test_a_text_beyond_a_megabyte_is_refused() -> None:
    with pytest.raises(LimitExceeded):
        render(replace(PLAIN, body="x" * (1 << 20)))


def test_front_matter_beyond_its_bound_is_refused() -> None:
    with pytest.raises(LimitExceeded):
        render(replace(PLAIN, title="x" * (64 << 10)))
