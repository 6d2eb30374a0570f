"""Days of agents: what each host writes down and which events it fires while somebody works."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.hooks.conftest import Act
from tests.hooks.transcripts import Antigravity, ClaudeCode, Codex, Gemini

Json = dict[str, Any]


class Host:
    """A host: its events, and the fields by which they name a session.

    Args:
        act: runs a hook and returns what it prints.
        work: what the worker does after an event that keeps something.
        folder: working folder.
    """

    name = ""
    start, prompt, stop, compact, end = "SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"
    transcript: Callable[..., Any] | None = None
    branches = ends = tells_answers = True

    def __init__(self, act: Act, work: Callable[[], None], folder: Path) -> None:
        self._act, self._work, self._folder = act, work, folder
        self.told: list[str] = []
        self._sessions: dict[str, Any] = {}

    def begin(self, session: str, source: str = "startup") -> None:
        """A session begins, or goes on after a compaction."""
        if session not in self._sessions:
            self._sessions[session] = self._written(session)
        self.fire(self.start, session, source=source)

    def ask(self, session: str, text: str, *, stopped: bool = True) -> None:
        """One exchange; a host that is killed fires nothing behind it."""
        written = self._sessions[session]
        block = self._prompted(session, text)
        self.told.append(block)
        if written is not None:
            written.ask(f"{text}\n{block}" if block else text)
            written.answer(f"done: {text}")
        if stopped:
            self._stopped(session, f"done: {text}")

    def branch(self, session: str, name: str) -> None:
        """A new session that begins with what was said in another one."""
        self._sessions[name] = self._sessions[session].branched(self._folder / f"{name}.jsonl", name)

    def fire(self, event: str, session: str, **said: Any) -> str:
        """Run the hook of an event, then the worker."""
        printed = self._act(self.name, event, {**self._named(session), **said})
        self._work()
        return printed

    def _written(self, session: str) -> Any:
        kind = type(self).transcript
        return kind(self._folder / f"{session}.jsonl", session, self._folder) if kind else None

    def _named(self, session: str) -> Json:
        written = self._sessions[session]
        path = {"transcript_path": str(written.path)} if written is not None else {}
        return {"session_id": session, "cwd": str(self._folder), **path}

    def _prompted(self, session: str, text: str) -> str:
        return context(self.fire(self.prompt, session, prompt=text))

    def _stopped(self, session: str, answer: str) -> None:
        assert self.fire(self.stop, session) == "", answer


class ClaudeCodeHost(Host):
    name = "claude-code"
    transcript = ClaudeCode


class CodexHost(Host):
    name = "codex"
    transcript = Codex
    ends = False


class GeminiHost(Host):
    name = "gemini"
    prompt, stop, compact = "BeforeAgent", "AfterAgent", "PreCompress"
    transcript = Gemini
    branches = False


class AntigravityHost(Host):
    """Nothing tells of a prompt, and the model is called several times for one."""

    name = "antigravity"
    start = compact = prompt = "PreInvocation"
    transcript = Antigravity
    branches = ends = False

    def begin(self, session: str, source: str = "startup") -> None:
        if session not in self._sessions:
            self._sessions[session] = self._written(session)
        del source

    def ask(self, session: str, text: str, *, stopped: bool = True) -> None:
        written = self._sessions[session]
        written.ask(text)
        told = [context(self.fire(self.prompt, session)) for _ in range(3)]
        self.told.append("".join(told))
        written.inject("".join(told))
        written.answer(f"done: {text}")
        if stopped:
            self._stopped(session, f"done: {text}")

    def _named(self, session: str) -> Json:
        written = self._sessions[session]
        folders = [str(self._folder)]
        return {
            "conversationId": session,
            "transcriptPath": str(written.path),
            "workspacePaths": folders,
        }


class CursorHost(Host):
    """No transcript is read; either side is told by an event."""

    name = "cursor"
    start, prompt, stop, compact = "sessionStart", "beforeSubmitPrompt", "stop", "preCompact"
    end = "sessionEnd"
    branches = False

    def _named(self, session: str) -> Json:
        return {"conversation_id": session, "workspace_roots": [str(self._folder)]}

    def _stopped(self, session: str, answer: str) -> None:
        assert self.fire("afterAgentResponse", session, text=answer) == ""
        assert self.fire(self.stop, session) == ""


class CopilotHost(Host):
    """No transcript is read; the answer is told where a turn ends."""

    name = "copilot"
    branches = False

    def _stopped(self, session: str, answer: str) -> None:
        assert self.fire(self.stop, session, last_assistant_message=answer) == ""


HOSTS = (ClaudeCodeHost, CodexHost, GeminiHost, AntigravityHost, CursorHost, CopilotHost)


def context(printed: str) -> str:
    """What a hook puts before the model, in whichever form its host wants it."""
    if not printed:
        return ""
    said: Json = json.loads(printed)
    steps = "".join(step["ephemeralMessage"] for step in said.get("injectSteps", []))
    specific = said.get("hookSpecificOutput", {}).get("additionalContext", "")
    text: str = steps or specific or said.get("additional_context", "")
    return text
