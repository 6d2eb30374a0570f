from __future__ import annotations

from pathlib import Path

from tests.importers.exports import AT, batches, document, said, turns, written

from vademecum.model.conversation import ToolUse

USER = {"id": "1", "timestamp": AT, "type": "user", "content": "List the files"}
GEMINI = {"id": "2", "timestamp": AT, "type": "gemini", "content": "Two files.", "thoughts": [], "model": "x"}
INFO = {"id": "3", "timestamp": AT, "type": "info", "content": "Request cancelled."}
HEAD = {"sessionId": "g1", "projectHash": "ab", "startTime": AT, "lastUpdated": AT}


def test_session_in_one_object_is_read(tmp_path: Path) -> None:
    file = document(tmp_path / "session-1.json", {**HEAD, "messages": [USER, GEMINI, INFO]})

    assert said(file) == [("user", "List the files"), ("assistant", "Two files.")]
    assert batches(file)[0].conversation.origin_id == "g1"


def test_head_behind_the_messages_is_found(tmp_path: Path) -> None:
    file = document(tmp_path / "session-1.json", {"messages": [USER], **HEAD})

    assert batches(file)[0].conversation.started == "2026-11-01T10:00:00Z"


def test_session_in_lines_is_read(tmp_path: Path) -> None:
    parts = {"type": "user", "id": "1", "content": [{"text": "List"}, {"text": "the files"}]}
    file = written(tmp_path / "s.jsonl", {"type": "session_metadata", **HEAD}, parts, GEMINI)

    assert said(file) == [("user", "List\n\nthe files"), ("assistant", "Two files.")]
    assert batches(file)[0].conversation.origin_id == "g1"


def test_tools_are_kept_with_their_result(tmp_path: Path) -> None:
    call = {"id": "c", "name": "ls", "args": {"dir": "."}, "status": "error", "resultDisplay": "denied"}
    file = document(tmp_path / "s.json", {**HEAD, "messages": [{**GEMINI, "toolCalls": [call]}]})

    tool = ToolUse(name="ls", input_digest='{"dir": "."}', output_digest="denied", error=True)
    assert turns(file)[0].tools == (tool,)
