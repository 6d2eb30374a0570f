"""A session is told what matters once, and what it says is noted for the worker; nothing else happens."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.hooks.conftest import Act, payload

from vademecum.hooks import trace
from vademecum.hooks.acting import PROBE, WORKER
from vademecum.hooks.notes import Notes, key_of
from vademecum.wiring import open_vade


def context(printed: str) -> str:
    text: str = json.loads(printed)["hookSpecificOutput"]["additionalContext"]
    return text


def last(home: Path) -> tuple[str, str]:
    line = trace.lines(str(home))[-1]
    return line["outcome"], line["reason"]


def test_prompt_recalls_what_is_known(act: Act, home: Path) -> None:
    text = context(act("claude-code", "UserPromptSubmit", payload(home)))

    assert "7017" in text
    assert text.startswith("<vademecum-recall>\n")
    assert len(text.encode()) <= 1200
    assert last(home) == ("answered", "")


def test_memory_is_told_once_a_session(act: Act, home: Path) -> None:
    act("claude-code", "UserPromptSubmit", payload(home))

    assert act("claude-code", "UserPromptSubmit", payload(home)) == ""
    assert "7017" in act("claude-code", "UserPromptSubmit", payload(home, session_id="s-2"))


def test_memory_nobody_took_is_told_again(act: Act, home: Path) -> None:
    act("claude-code", "UserPromptSubmit", payload(home), taken=False)

    assert last(home) == ("failed", "nobody took the answer")
    assert "7017" in act("claude-code", "UserPromptSubmit", payload(home))


def instruct(name: str, text: str = "The staging database is called walnut.\n") -> None:
    """Write what a person tells a host's agents."""
    place = Path(os.environ["HOME"], name)
    place.parent.mkdir(parents=True)
    place.write_text(text)


def test_passage_of_a_file_is_told_once(act: Act, home: Path) -> None:
    instruct(".claude/CLAUDE.md")
    said = payload(home, prompt="what is the staging database called?")

    assert "/.claude/CLAUDE.md#L1-L1 — The staging" in context(act("codex", "UserPromptSubmit", said))
    assert act("codex", "UserPromptSubmit", said) == ""


@pytest.mark.parametrize(
    ("host", "event", "name"),
    [
        ("claude-code", "UserPromptSubmit", ".claude/CLAUDE.md"),
        ("claude-code", "UserPromptSubmit", ".claude/rules/data.md"),
        ("codex", "UserPromptSubmit", ".codex/AGENTS.md"),
        ("gemini", "BeforeAgent", ".gemini/GEMINI.md"),
    ],
)
def test_host_is_not_told_what_it_loads(host: str, event: str, name: str, act: Act, home: Path) -> None:
    instruct(name)

    assert act(host, event, payload(home, prompt="what is the staging database called?")) == ""


def test_what_a_host_loads_leaves_room_for_others(act: Act, home: Path) -> None:
    instruct(".claude/CLAUDE.md", "\n\n".join(f"The staging database: {n}." for n in range(14)))
    with open_vade(home) as vade:
        vade.remember("The staging database of somebody else, far away, is called walnut.")

    said = payload(home, prompt="what is the staging database?")

    assert "walnut" in context(act("claude-code", "UserPromptSubmit", said))


def test_host_that_loads_more_than_is_recalled_is_answered(act: Act, home: Path) -> None:
    instruct(".claude/CLAUDE.md", "\n\n".join(f"The staging database: {n}." for n in range(60)))
    Notes(str(home)).show(key_of("claude-code", "s-1"), [f"shown-{n}" for n in range(24)])

    act("claude-code", "UserPromptSubmit", payload(home, prompt="what is the staging database called?"))

    assert last(home) == ("nothing", "")


def test_unknown_topic_says_nothing(act: Act, home: Path) -> None:
    assert act("claude-code", "UserPromptSubmit", payload(home, prompt="zebra crossing paint")) == ""
    assert last(home) == ("nothing", "")


@pytest.mark.parametrize("prompt", ["/compact harbour project", "", "   "])
def test_command_to_the_host_recalls_nothing(act: Act, home: Path, prompt: str) -> None:
    assert act("claude-code", "UserPromptSubmit", payload(home, prompt=prompt)) == ""


def test_prompt_of_a_megabyte_is_survived(act: Act, home: Path) -> None:
    assert act("claude-code", "UserPromptSubmit", payload(home, prompt="x" * 1_000_000)) == ""
    assert last(home) == ("nothing", "")


def test_session_without_an_id_is_answered(act: Act, home: Path) -> None:
    assert "7017" in act("claude-code", "UserPromptSubmit", payload(home, session_id=None))


def test_start_briefs_once(act: Act, home: Path) -> None:
    start = payload(home, hook_event_name="SessionStart", source="startup")

    text = context(act("claude-code", "SessionStart", start))

    assert "Tuesdays" in text
    assert len(text.encode()) <= 4000
    assert act("claude-code", "SessionStart", {**start, "source": "resume"}) == ""


@pytest.mark.parametrize("source", ["compact", "clear"])
def test_lost_context_is_briefed_again(act: Act, home: Path, source: str) -> None:
    start = payload(home, hook_event_name="SessionStart", source="startup")
    first = act("claude-code", "SessionStart", start)

    assert act("claude-code", "SessionStart", {**start, "source": source}) == first


def test_brief_is_not_recalled_again(act: Act, home: Path) -> None:
    act("claude-code", "SessionStart", payload(home, source="startup"))

    assert act("claude-code", "UserPromptSubmit", payload(home, prompt="deploys on tuesdays")) == ""


@pytest.mark.parametrize(
    ("host", "event"),
    [("claude-code", "Stop"), ("codex", "Stop"), ("claude-code", "SessionEnd"), ("gemini", "AfterAgent")],
)
def test_stop_leaves_the_rest_to_the_worker(
    act: Act, home: Path, begun: list[str], host: str, event: str
) -> None:
    assert act(host, event, payload(home)) == ""

    (session,) = Notes(str(home)).sessions()
    assert (session.due, session.ended, begun) == (True, event == "SessionEnd", [WORKER])
    assert last(home) == ("queued", "")


def test_transcripts_of_agents_join_their_session(act: Act, home: Path) -> None:
    act("claude-code", "Stop", payload(home))
    act("claude-code", "SubagentStop", payload(home, agent_transcript_path="/t/agent-1.jsonl"))

    (session,) = Notes(str(home)).sessions()
    assert session.transcripts == (str(home.parent / "s-1.jsonl"), "/t/agent-1.jsonl")


def test_cursor_tells_what_no_transcript_does(act: Act, home: Path, begun: list[str]) -> None:
    said = {"conversation_id": "c-1", "generation_id": "g-1", "workspace_roots": [str(home.parent)]}
    act("cursor", "beforeSubmitPrompt", {**said, "prompt": "hello there"})
    act("cursor", "afterAgentResponse", {**said, "text": "good day"})

    uttered = Notes(str(home)).uttered(key_of("cursor", "c-1"))
    assert [(one.role, one.text, one.turn) for one in uttered] == [
        ("user", "hello there", "g-1"),
        ("assistant", "good day", "g-1"),
    ]
    assert begun == [WORKER]


def test_capture_can_be_refused(act: Act, home: Path, begun: list[str]) -> None:
    act("claude-code", "Stop", payload(home), captures=False)
    act("cursor", "beforeSubmitPrompt", {"conversation_id": "c", "prompt": "hello"}, captures=False)

    assert (list(Notes(str(home)).sessions()), begun) == ([], [])
    assert list(Notes(str(home)).uttered(key_of("cursor", "c"))) == []


def test_capture_without_a_transcript_is_told(act: Act, home: Path) -> None:
    act("codex", "Stop", payload(home, transcript_path=None))

    assert last(home) == ("failed", "the payload names no transcript")


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"prompt": 5}', b"\xff\xfe"])
def test_malformed_payload_is_one_line_in_the_trace(act: Act, home: Path, raw: bytes) -> None:
    assert act("claude-code", "UserPromptSubmit", raw) == ""
    assert len(trace.lines(str(home))) == 1
    assert last(home)[0] == "failed"


def test_missing_home_stays_missing(act: Act, home: Path) -> None:
    home.rename(home.with_name("moved"))

    assert act("claude-code", "UserPromptSubmit", payload(home)) == ""
    assert last(home) == ("failed", "there is no home")
    assert not home.exists()


def test_check_leaves_nothing_behind(act: Act, home: Path, begun: list[str]) -> None:
    assert "7017" in act("claude-code", "UserPromptSubmit", payload(home, session_id=PROBE))
    act("claude-code", "Stop", payload(home, session_id=PROBE))

    assert (list(Notes(str(home)).sessions()), begun) == ([], [])
    assert last(home) == ("nothing", "a check")


def test_trace_holds_no_word_of_a_prompt(act: Act, home: Path) -> None:
    act("claude-code", "UserPromptSubmit", payload(home, prompt="secretive harbour"))
    act("claude-code", "UserPromptSubmit", payload(home, prompt="secretive", session_id="../secretive"))

    assert "secretive" not in Path(trace.place(str(home))).read_text(encoding="utf-8")


def test_trace_stays_small(home: Path) -> None:
    for number in range(2500):
        trace.tell(str(home), event="Stop", outcome="queued", reason=f"{number:050}")

    assert Path(trace.place(str(home))).stat().st_size <= trace.MOST_BYTES
    assert trace.lines(str(home))[-1]["reason"].endswith("2499")


def test_project_of_the_folder_is_searched(act: Act, home: Path, tmp_path: Path) -> None:
    project = tmp_path / "pier"
    (project / ".git").mkdir(parents=True)
    with open_vade(home, scope="project", cwd=project) as vade:
        vade.remember("The pier project builds with bazel.")

    asked = {"prompt": "how does the pier project build?", "session_id": "s-9"}
    assert "bazel" in act("claude-code", "UserPromptSubmit", payload(home, cwd=str(project), **asked))
    assert "bazel" not in act("claude-code", "UserPromptSubmit", payload(home, **asked))
