"""Every rival's answers are read in the form in which that version gives them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.rivals.toy import server

from rivals.basic_memory import OpenedNotes
from rivals.mempalace import OpenedPalace, take_short_notes
from rivals.qmd import names
from rivals.server_memory import OpenedServer
from rivals.vademecum_itself import TalksServed


def test_basic_memory_tells_notes_by_their_paths(tmp_path: Path) -> None:
    found = {"result": {"results": [{"file_path": "note-00002.md"}, {"file_path": "a/note-00001.md"}]}}

    with server(tmp_path, search_notes=found) as client:
        assert OpenedNotes(client).ask("tea?", 10) == ["note-00002", "note-00001"]


def test_mempalace_tells_notes_by_their_sources(tmp_path: Path) -> None:
    found = {"results": [{"source_file": "note-00002.md"}, {"source_file": "note-00002.md"}]}

    with server(tmp_path, mempalace_search=found) as client:
        assert OpenedPalace(client).ask("tea?", 10) == ["note-00002", "note-00002"]


def test_mempalace_is_told_to_take_short_notes(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"palace_path": "p"}', encoding="utf-8")

    take_short_notes(tmp_path / "config.json")

    written = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    assert written == {"palace_path": "p", "min_chunk_size": 1}


def test_qmd_tells_notes_by_their_addresses() -> None:
    assert names([{"file": "qmd://notes/note-00002.md"}, {"file": "notes/note-00001.md"}]) == [
        "note-00002",
        "note-00001",
    ]


def test_conversations_are_told_by_their_short_ids(tmp_path: Path) -> None:
    text = "2 match(es):\n0123456789ab  (untitled)\n    aaaaaaaaaaaa said\nba9876543210  (untitled)"
    known = {"0123456789ab" + "0" * 12: "note-1", "ba9876543210" + "0" * 12: "note-2"}

    with server(tmp_path, recall_conversations={"text": text}) as client:
        assert TalksServed(known, client).ask("tea?", 10) == ["note-1", "note-2"]


def test_server_memory_answers_in_the_order_of_its_file(tmp_path: Path) -> None:
    found = {"entities": [{"name": f"note-{n}"} for n in range(3)], "relations": []}

    with server(tmp_path, search_nodes=found) as client:
        assert OpenedServer(client, by_word=False).ask("tea", 2) == ["note-0", "note-1"]


def test_server_memory_is_asked_for_content_words_alone(tmp_path: Path) -> None:
    found = {"entities": [{"name": "note-1"}], "relations": []}

    with server(tmp_path, search_nodes=found) as client:
        assert OpenedServer(client, by_word=True).ask("what is the", 2) == []
        assert OpenedServer(client, by_word=True).ask("where is tea kept?", 2) == ["note-1"]
