"""Every event of every host is read, and what is malformed is refused before anything is done with it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from vademecum.hooks import entry, hosts, spawning
from vademecum.hooks.payload import MOST_BYTES, Event, Malformed, read

COMMON = {
    "session_id": "5f0c-1",
    "transcript_path": "/t/5f0c-1.jsonl",
    "cwd": "/",
    "permission_mode": "default",
}
CURSOR = {"conversation_id": "c-1", "session_id": "x", "generation_id": "g-1", "workspace_roots": ["/"]}
COPILOT = {"sessionId": "p-1", "timestamp": 1704614400000, "cwd": "/"}
AGY = {"conversationId": "a-1", "transcriptPath": "/t/a-1.jsonl", "workspacePaths": ["/"]}

# One payload an event, with the fields that its host documents.
FIXTURES: dict[tuple[str, str], dict[str, Any]] = {
    ("claude-code", "SessionStart"): {**COMMON, "source": "startup", "model": "m"},
    ("claude-code", "UserPromptSubmit"): {**COMMON, "prompt": "hello"},
    ("claude-code", "PreCompact"): {**COMMON, "trigger": "auto", "custom_instructions": ""},
    ("claude-code", "Stop"): {**COMMON, "stop_hook_active": False, "last_assistant_message": "done"},
    ("claude-code", "SubagentStop"): {
        **COMMON,
        "agent_id": "a1",
        "agent_transcript_path": "/t/agent-a1.jsonl",
    },
    ("claude-code", "SessionEnd"): {**COMMON, "reason": "other"},
    ("codex", "SessionStart"): {**COMMON, "source": "resume", "model": "m"},
    ("codex", "UserPromptSubmit"): {**COMMON, "prompt": "hello", "turn_id": "1"},
    ("codex", "PreCompact"): {**COMMON, "trigger": "manual", "turn_id": "1"},
    ("codex", "Stop"): {**COMMON, "transcript_path": None, "turn_id": "1", "last_assistant_message": None},
    ("codex", "SubagentStop"): {**COMMON, "turn_id": "1"},
    ("cursor", "sessionStart"): {**CURSOR, "is_background_agent": False},
    ("cursor", "beforeSubmitPrompt"): {**CURSOR, "prompt": "hello", "attachments": []},
    ("cursor", "afterAgentResponse"): {**CURSOR, "text": "done"},
    ("cursor", "preCompact"): {**CURSOR, "trigger": "auto"},
    ("cursor", "stop"): {**CURSOR, "status": "completed", "loop_count": 0},
    ("cursor", "sessionEnd"): {**CURSOR, "reason": "completed"},
    ("gemini", "SessionStart"): {**COMMON, "source": "clear", "timestamp": "2026-01-01T00:00:00Z"},
    ("gemini", "BeforeAgent"): {**COMMON, "prompt": "hello"},
    ("gemini", "PreCompress"): {**COMMON, "trigger": "auto"},
    ("gemini", "AfterAgent"): {**COMMON, "prompt": "hello", "prompt_response": "done"},
    ("gemini", "SessionEnd"): {**COMMON, "reason": "exit"},
    ("antigravity", "PreInvocation"): AGY,
    ("antigravity", "Stop"): {**AGY, "terminationReason": "NO_TOOL_CALL"},
    ("copilot", "SessionStart"): {**COMMON, "source": "new"},
    ("copilot", "UserPromptSubmit"): {**COMMON, "prompt": "hello"},
    ("copilot", "PreCompact"): {**COMMON, "trigger": "auto"},
    ("copilot", "Stop"): {**COMMON, "stop_hook_active": False},
    ("copilot", "SubagentStop"): {**COMMON, "agent_id": "a1"},
    ("copilot", "SessionEnd"): {**COMMON, "reason": "complete"},
    ("copilot", "sessionStart"): {**COPILOT, "source": "startup", "initialPrompt": "hello"},
    ("copilot", "userPromptSubmitted"): {**COPILOT, "prompt": "hello"},
    ("copilot", "preCompact"): {**COPILOT, "trigger": "auto"},
    ("copilot", "agentStop"): {**COPILOT, "transcriptPath": "/t/p-1.jsonl", "stopReason": "end_turn"},
    ("copilot", "subagentStop"): COPILOT,
    ("copilot", "sessionEnd"): {**COPILOT, "reason": "complete"},
}
EVENTS = sorted((host, event) for host, events in hosts.EVENTS.items() for event in events)

FIELDS = sorted((*event, field) for event, payload in FIXTURES.items() for field in payload)


def event_of(host: str, name: str, **said: Any) -> Event:
    return read(host, name, json.dumps({**FIXTURES[host, name], **said}).encode())


@pytest.mark.parametrize(("host", "name"), EVENTS)
def test_every_event_is_read(host: str, name: str) -> None:
    event = event_of(host, name)

    assert (event.asks, event.folder) == (hosts.EVENTS[host][name], "/")
    assert event.session in ("5f0c-1", "c-1", "p-1", "a-1")


def test_agent_brings_a_transcript_of_its_own() -> None:
    event = event_of("claude-code", "SubagentStop")

    assert event.transcripts == ("/t/5f0c-1.jsonl", "/t/agent-a1.jsonl")


def test_missing_transcript_is_allowed() -> None:
    assert event_of("codex", "Stop").transcripts == ()


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "it is empty"),
        (b"  \n", "it is empty"),
        (b"{", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "it is no JSON object"),
        (b"null", "it is no JSON object"),
        (b'{"prompt": 5}', "its prompt is no text"),
        (b"{}", "it has no prompt"),
        (b'{"prompt": "x", "session_id": ["a"]}', "its conversation_id is no text"),
    ],
)
def test_malformed_payload_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        read("claude-code", "UserPromptSubmit", raw)


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe", b"{", b"[]", b"7", b'"x"', b"null", b"{} {}", b"[" * 9_999]
)
@pytest.mark.parametrize(("host", "name"), EVENTS)
def test_what_is_no_object_is_refused_at_every_event(host: str, name: str, raw: bytes) -> None:
    with pytest.raises(Malformed):
        read(host, name, raw)


@pytest.mark.parametrize("junk", [[], 5, "x" * 10_000], ids=["list", "number", "long"])
@pytest.mark.parametrize(("host", "name", "field"), FIELDS)
def test_junk_in_any_field_is_read_or_refused(host: str, name: str, field: str, junk: object) -> None:
    with suppress(Malformed):
        assert event_of(host, name, **{field: junk}).name == name


@pytest.mark.parametrize(
    "session", ["../../x", "a/b", "$(id)", "a;rm -rf ~", "a\nb", "-rf", "\0", "é", "x" * 201, " "]
)
def test_session_that_is_no_id_is_refused(session: str) -> None:
    with pytest.raises(Malformed, match="session id"):
        event_of("claude-code", "Stop", session_id=session)


@pytest.mark.parametrize("path", ["t.jsonl", "~/t.jsonl", "C:\\t.jsonl", "/t\0.jsonl", "/" + "t" * 5000])
def test_path_that_is_not_absolute_is_refused(path: str) -> None:
    with pytest.raises(Malformed, match="transcript_path"):
        event_of("claude-code", "Stop", transcript_path=path)


@pytest.mark.parametrize("folder", ["relative", "/not/there", "/a\0b", 5, None, "/" + "x" * 5000])
def test_unusable_folder_is_none(folder: object) -> None:
    assert event_of("claude-code", "Stop", cwd=folder).folder == ""


def test_too_large_payload_is_refused() -> None:
    with pytest.raises(Malformed, match="16,000,000 bytes"):
        read("claude-code", "Stop", b" " * (MOST_BYTES + 1))


def test_thin_hook_knows_what_it_loads_nothing_for() -> None:
    assert entry._MOST == MOST_BYTES + 1
    assert entry.run("codex", "Stop", "/not/there", {spawning.INSIDE: "1"}) == 0


def test_unknown_events_are_refused() -> None:
    with pytest.raises(Malformed, match="no such event"):
        read("codex", "SessionEnd", b"{}")


def test_lone_surrogates_are_survived() -> None:
    event = read("claude-code", "UserPromptSubmit", b'{"prompt": "bad \\ud83d \xff"}')

    assert event.prompt == "bad \ud83d �"
