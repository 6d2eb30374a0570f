from __future__ import annotations

from pathlib import Path

from tests.importers.exports import AT, asked, left, memories, written

from vademecum.model.importing import Fate
from vademecum.model.record import Relation


def note(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_note_is_read_with_its_front_matter(tmp_path: Path) -> None:
    text = "---\ntitle: Soil\ntags: [garden, beds]\naliases: [earth]\ncreated: 2026-05-01\n---\nSandy.\n"
    (memory,) = memories(note(tmp_path / "a.md", text))

    assert (memory.title, memory.text, memory.tags, memory.aliases) == (
        "Soil",
        "Sandy.",
        ("garden", "beds"),
        ("earth",),
    )
    assert memory.at == "2026-05-01T00:00:00Z"


def test_title_is_the_heading_or_the_name(tmp_path: Path) -> None:
    note(tmp_path / "a.md", "# Soil #\n\nSandy.")
    note(tmp_path / "b.md", "No heading.")

    assert [memory.title for memory in memories(tmp_path)] == ["Soil", "b"]


def test_tags_of_obsidian_may_be_one_text(tmp_path: Path) -> None:
    (memory,) = memories(note(tmp_path / "a.md", "---\ntags: garden, beds\n---\nSandy."))

    assert memory.tags == ("garden", "beds")


def test_folders_of_tools_are_passed_over(tmp_path: Path) -> None:
    for folder in (".git", ".obsidian", ".trash", "node_modules"):
        note(tmp_path / folder / "x.md", "not mine")
    note(tmp_path / "a.md", "mine")

    assert [memory.text for memory in memories(tmp_path)] == ["mine"]


def test_merge_markers_are_refused(tmp_path: Path) -> None:
    file = note(tmp_path / "a.md", "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n")

    assert memories(file) == []
    assert [place for place, _ in left(file, Fate.REJECTED)] == ["a.md"]


def test_broken_front_matter_is_kept_as_text(tmp_path: Path) -> None:
    (memory,) = memories(note(tmp_path / "a.md", "---\n: : :\n  - [\n---\nSandy."))

    assert "Sandy." in memory.text


def test_wrong_bytes_cost_only_their_place(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_bytes(b"caf\xe9 \0 open\n")

    assert [memory.text for memory in memories(file)] == ["caf\ufffd  open"]


def test_long_note_is_several_memories_in_a_row(tmp_path: Path) -> None:
    found = memories(note(tmp_path / "a.md", "# Log\n\n" + "One line of a log.\n\n" * 2_000))

    assert [memory.title for memory in found] == ["Log (1/3)", "Log (2/3)", "Log (3/3)"]
    assert max(len(memory.text) for memory in found) <= 18_000


def test_empty_note_is_skipped(tmp_path: Path) -> None:
    assert left(note(tmp_path / "a.md", "---\ntitle: x\n---\n\n")) == [("a.md", "holds no words")]


BASIC = """\
---
title: Coffee
type: note
permalink: notes/coffee
tags: [brew]
---
# Coffee

- [10:30] call
- [x] task
- [method] Pour over is clear #brew

note: see [[A]] and [[B]]

- relates_to [[Tea]]
- part of [[Drinks|drinks]] (loosely)
"""


def test_basic_memory_note_keeps_address_and_edges(tmp_path: Path) -> None:
    (memory,) = memories(note(tmp_path / "coffee.md", BASIC))

    assert (memory.host, memory.origin_id) == ("basic-memory", "notes/coffee")
    assert memory.relations == (
        Relation(predicate="relates_to", object="Tea"),
        Relation(predicate="part of", object="Drinks"),
    )


def test_memory_of_claude_code_knows_its_project(tmp_path: Path) -> None:
    project = tmp_path / "projects" / "-home-me-proj"
    written(project / "s1.jsonl", asked("u1", "Hi"))
    note(project / "memory" / "feedback.md", "---\nname: Style\ntype: feedback\n---\nUse tabs.")

    (memory,) = memories(tmp_path)
    assert (memory.host, memory.folder, memory.type) == ("claude-code-memory", "/home/me/proj", "preference")


def test_memory_of_codex_is_read(tmp_path: Path) -> None:
    file = note(tmp_path / ".codex" / "memories" / "MEMORY.md", f"# Build\n\nUse make. {AT}")

    assert [memory.host for memory in memories(file)] == ["codex-memory"]


def test_reading_changes_no_note(tmp_path: Path) -> None:
    file = note(tmp_path / "a.md", "---\ntitle: x\n---\nbody\r\n")
    before = (file.read_bytes(), file.stat().st_mtime_ns)

    assert memories(file)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
