from __future__ import annotations

from pathlib import Path

from tests.importers.exports import AT, batches, left, memories, said, titles, written

from vademecum.model.importing import Fate

HEADER = {"kind": "header", "id": "x", "host": "codex", "origin_id": "cx1", "title": "Tests", "started": AT}
TURN = {"kind": "turn", "seq": 1, "id": "t1", "role": "user", "text": "Hi", "tools": [], "at": AT}


def test_conversation_file_is_read(tmp_path: Path) -> None:
    file = written(
        tmp_path / "x.jsonl", HEADER, TURN, {**TURN, "id": "t2", "role": "assistant", "text": "Ho"}
    )

    assert said(file) == [("user", "Hi"), ("assistant", "Ho")]
    assert batches(file)[0].conversation.origin_id == "cx1"


def test_new_name_goes_along_and_other_events_do_not(tmp_path: Path) -> None:
    renamed, ended = {"kind": "event", "event": "renamed", "text": "New"}, {"kind": "event", "event": "ended"}
    file = written(tmp_path / "x.jsonl", HEADER, TURN, renamed, ended)

    assert titles(file) == [("cx1", "New")]
    assert left(file) == [("line 4", "is an event, which is not repeated")]


def test_redacted_turn_stays_gone(tmp_path: Path) -> None:
    assert left(written(tmp_path / "x.jsonl", HEADER, {**TURN, "text": None})) == [("line 2", "was redacted")]


def test_memories_may_come_one_a_line(tmp_path: Path) -> None:
    line = {"kind": "memory", "text": "Oat milk", "tags": ["coffee"], "id": "k1"}
    (memory,) = memories(written(tmp_path / "x.jsonl", line))

    assert (memory.text, memory.tags, memory.origin_id) == ("Oat milk", ("coffee",), "k1")


def test_turn_without_a_header_is_rejected(tmp_path: Path) -> None:
    file = written(tmp_path / "x.jsonl", {"kind": "memory", "text": "x"}, TURN)

    assert [place for place, _ in left(file, Fate.REJECTED)] == ["line 2"]
