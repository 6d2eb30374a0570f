"""What was said is kept once, in its order, whatever dies in between; what hooks put in is not."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.hooks.conftest import Act, payload
from tests.hooks.transcripts import ClaudeCode, Codex

from vademecum.engine.vade import Vade
from vademecum.hooks import trace
from vademecum.hooks.acting import IDLE_S
from vademecum.hooks.notes import Notes
from vademecum.hooks.worker import Worker
from vademecum.wiring import open_vade

Work = Callable[..., None]


@pytest.fixture
def work(home: Path) -> Work:
    """Let the worker run, `later` seconds from now."""

    def opening() -> Vade:
        return open_vade(home, cwd="/", create=False)

    def run(later: float = 0.0) -> None:
        Worker(str(home), opening, lambda: time.time() + later).run()  # noqa: TID251 - files tell its time

    return run


@pytest.fixture
def session(home: Path) -> ClaudeCode:
    return ClaudeCode(home.parent / "s-1.jsonl", "s-1", home.parent)


def said(home: Path) -> list[tuple[str, list[str | None], bool]]:
    """Every conversation: its host, its texts, whether it is over."""
    with open_vade(home, cwd="/", create=False) as vade:
        page = vade.conversations.list(limit=100)
        shown = [vade.conversations.show(one.id) for one in page.items]
        return sorted(
            (one.conversation.host, [turn.text for turn in one.turns], one.conversation.ended is not None)
            for one in shown
        )


def test_turns_are_kept_as_they_come(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    for number in range(3):
        session.ask(f"question {number}")
        session.answer(f"answer {number}")
        act("claude-code", "Stop", payload(home))
        work()

    turns: list[str | None] = ["question 0", "answer 0", "question 1", "answer 1", "question 2", "answer 2"]
    assert said(home) == [("claude-code", turns, False)]


def test_end_ends_and_leaves_nothing_to_do(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    session.ask("hello")
    act("claude-code", "SessionEnd", payload(home))
    work()

    assert said(home) == [("claude-code", ["hello"], True)]
    assert list(Notes(str(home)).sessions()) == []


def test_session_that_never_ended_is_reclaimed(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    act("claude-code", "UserPromptSubmit", payload(home))
    session.ask("hello")
    session.answer("the host was killed behind this")
    work(later=IDLE_S + 60)

    assert said(home) == [("claude-code", ["hello", "the host was killed behind this"], True)]
    assert list(Notes(str(home)).sessions()) == []


def test_running_session_is_the_current_one(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    session.ask("hello")
    act("claude-code", "Stop", payload(home))
    work()

    with open_vade(home, cwd="/", create=False) as vade:
        (held,) = vade.conversations.list().items
    assert (held.live, held.ended) == (True, None)


def test_what_was_injected_is_not_kept(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    printed = act("claude-code", "UserPromptSubmit", payload(home))
    block = json.loads(printed)["hookSpecificOutput"]["additionalContext"]
    session.ask(f"which port?\n\n{block}")
    session.answer("It is 7017.")
    act("claude-code", "Stop", payload(home))
    work()

    assert said(home) == [("claude-code", ["which port?\n\n", "It is 7017."], False)]


def test_working_twice_keeps_nothing_twice(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    session.ask("hello")
    for event in ("Stop", "PreCompact", "Stop", "SessionEnd"):
        act("claude-code", event, payload(home))
        work()

    assert said(home) == [("claude-code", ["hello"], True)]


def test_half_a_line_is_read_when_it_is_whole(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    session.ask("first")
    session.ask("second")
    whole = session.path.read_bytes()
    session.path.write_bytes(whole[:-40])
    act("claude-code", "Stop", payload(home))
    work()
    session.path.write_bytes(whole)
    act("claude-code", "Stop", payload(home))
    work()

    assert said(home) == [("claude-code", ["first", "second"], False)]


def test_codex_is_kept_at_its_stops(act: Act, home: Path, work: Work) -> None:
    rollout = Codex(home.parent / "rollout.jsonl", "x-1", home.parent)
    said_by = payload(home, session_id="x-1", transcript_path=str(rollout.path))
    for number in range(2):
        rollout.ask(f"question {number}")
        rollout.answer(f"answer {number}")
        act("codex", "Stop", said_by)
        work()

    turns: list[str | None] = ["question 0", "answer 0", "question 1", "answer 1"]
    assert said(home) == [("codex", turns, False)]


def test_rollouts_of_codex_are_not_copies_of_each_other(act: Act, home: Path, work: Work) -> None:
    for session in ("x-1", "x-2"):
        rollout = Codex(home.parent / f"{session}.jsonl", session, home.parent)
        rollout.ask(f"question of {session}")
        act("codex", "Stop", payload(home, session_id=session, transcript_path=str(rollout.path)))
        work()

    assert [texts for _, texts, _ in said(home)] == [["question of x-1"], ["question of x-2"]]


def test_payloads_are_kept_where_nothing_else_tells(act: Act, home: Path, work: Work) -> None:
    base = {"conversation_id": "c-1", "generation_id": "g-1", "workspace_roots": [str(home.parent)]}
    act("cursor", "beforeSubmitPrompt", {**base, "prompt": "hello"})
    act("cursor", "afterAgentResponse", {**base, "text": "good day"})
    work()
    act("cursor", "beforeSubmitPrompt", {**base, "prompt": "hello"})
    act("cursor", "sessionEnd", base)
    work()

    assert said(home) == [("cursor", ["hello", "good day", "hello"], True)]


def test_missing_transcript_costs_nobody_else(act: Act, home: Path, work: Work, session: ClaudeCode) -> None:
    session.ask("hello")
    act("claude-code", "Stop", payload(home, session_id="s-0", transcript_path="/not/there.jsonl"))
    act("claude-code", "Stop", payload(home))
    work()

    assert said(home) == [("claude-code", ["hello"], False)]


def test_transcript_of_no_known_format_is_told(act: Act, home: Path, work: Work) -> None:
    path = home.parent / "chat.json"
    path.write_text('{"neither": "nor"}', encoding="utf-8")
    act("gemini", "AfterAgent", payload(home, transcript_path=str(path)))
    work()

    assert [line["outcome"] for line in trace.lines(str(home))] == ["queued", "failed"]


def test_forgotten_conversation_stays_forgotten(
    act: Act, home: Path, work: Work, session: ClaudeCode
) -> None:
    session.ask("hello")
    act("claude-code", "Stop", payload(home))
    work()
    with open_vade(home, cwd="/") as vade:
        vade.conversations.forget(vade.conversations.list().items[0].id)
    session.ask("more")
    act("claude-code", "Stop", payload(home))
    work()

    assert said(home) == []


def test_old_lists_of_what_was_shown_go(act: Act, home: Path, work: Work) -> None:
    act("claude-code", "UserPromptSubmit", payload(home))
    work(later=15 * 24 * 3600)

    assert list((home / "state" / "hooks" / "shown").iterdir()) == []


@pytest.mark.parametrize(("before", "left"), [(0.0, 1), (math.inf, 0)])
def test_utterances_go_with_their_session(act: Act, home: Path, before: float, left: int) -> None:
    act("cursor", "beforeSubmitPrompt", {"conversation_id": "c-1", "prompt": "hello there"})
    notes = Notes(str(home))
    notes.tidy(before)

    assert len(list(notes.sessions())) == left
    assert len(list((home / "state" / "hooks" / "uttered").rglob("*.json"))) == left
