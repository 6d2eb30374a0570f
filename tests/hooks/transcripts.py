"""Transcripts as hosts write them while they run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class ClaudeCode:
    """A session of Claude Code that is written down line by line."""

    def __init__(self, path: Path, session: str, folder: Path) -> None:
        self.path, self.session, self.folder = path, session, folder
        self._count = 0

    def ask(self, text: str) -> None:
        self._line("user", {"role": "user", "content": text})

    def answer(self, text: str) -> None:
        content = [{"type": "text", "text": text}]
        self._line("assistant", {"id": f"m{self._count}", "role": "assistant", "content": content})

    def use(self, tool: str) -> None:
        content = [{"type": "tool_use", "id": f"t{self._count}", "name": tool, "input": {"n": self._count}}]
        self._line("assistant", {"id": f"m{self._count}", "role": "assistant", "content": content})

    def branched(self, path: Path, session: str) -> ClaudeCode:
        """A branch: the host copies every line under the session's new name."""
        branch = ClaudeCode(path, session, self.folder)
        branch._count = self._count
        lines = map(json.loads, self.path.read_text(encoding="utf-8").splitlines())
        forked = [{**one, "sessionId": session, "forkedFrom": {"sessionId": self.session}} for one in lines]
        path.write_text("".join(json.dumps(one) + "\n" for one in forked), encoding="utf-8")
        return branch

    def _line(self, kind: str, message: dict[str, Any]) -> None:
        self._count += 1
        said = {
            "type": kind,
            "uuid": f"{self.session}-{self._count}",
            "sessionId": self.session,
            "cwd": str(self.folder),
            "timestamp": f"2026-03-01T10:{self._count // 60:02}:{self._count % 60:02}.000Z",
            "message": message,
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")


class Codex:
    """A rollout of Codex; every utterance stands in it twice."""

    def __init__(self, path: Path, session: str, folder: Path, **head: str) -> None:
        self.path, self.session, self.folder = path, session, folder
        known = {"id": session, "cwd": str(folder), "timestamp": "2026-03-01T10:00:00Z"}
        self._line("session_meta", known | head)

    def ask(self, text: str) -> None:
        self._line("event_msg", {"type": "task_started"})
        self._item("user", "input_text", text)
        self._line("event_msg", {"type": "user_message", "message": text})

    def answer(self, text: str) -> None:
        self._item("assistant", "output_text", text)
        self._line("event_msg", {"type": "agent_message", "message": text})

    def branched(self, path: Path, session: str) -> Codex:
        """A branch: the host copies every line behind a head that names the other session."""
        _, *lines = self.path.read_text(encoding="utf-8").splitlines(keepends=True)
        branch = Codex(path, session, self.folder, forked_from_id=self.session)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(lines)
        return branch

    def _item(self, role: str, kind: str, text: str) -> None:
        self._line(
            "response_item", {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}
        )

    def _line(self, kind: str, payload: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(
                json.dumps({"timestamp": "2026-03-01T10:00:01Z", "type": kind, "payload": payload}) + "\n"
            )


class Gemini:
    """A session of Gemini CLI, which is written as a whole each time."""

    def __init__(self, path: Path, session: str, folder: Path) -> None:
        self.path, self.session, self.folder = path.with_suffix(".json"), session, folder
        self._messages: list[dict[str, Any]] = []

    def ask(self, text: str) -> None:
        self._put("user", text)

    def answer(self, text: str) -> None:
        self._put("gemini", text)

    def _put(self, kind: str, text: str) -> None:
        number = len(self._messages)
        self._messages.append(
            {
                "id": f"{self.session}-{number}",
                "type": kind,
                "timestamp": "2026-03-01T10:00:00Z",
                "content": text,
            }
        )
        said = {"sessionId": self.session, "startTime": "2026-03-01T10:00:00Z", "messages": self._messages}
        self.path.write_text(json.dumps(said), encoding="utf-8")


class Antigravity:
    """A conversation of Antigravity: one transcript whole, and one with the same steps cut short."""

    def __init__(self, path: Path, session: str, folder: Path) -> None:
        logs = path.parent / "brain" / session / ".system_generated" / "logs"
        logs.mkdir(parents=True)
        self.path, self.session, self.folder = logs / "transcript.jsonl", session, folder
        self._count = 0

    def ask(self, text: str) -> None:
        self._step("USER_INPUT", f"<USER_REQUEST>\n{text}\n</USER_REQUEST>", "USER_EXPLICIT")

    def inject(self, text: str) -> None:
        self._step("EPHEMERAL_MESSAGE", text, "SYSTEM")

    def answer(self, text: str) -> None:
        self._step("PLANNER_RESPONSE", text, "MODEL")

    def _step(self, kind: str, content: str, source: str) -> None:
        said = {"step_index": self._count, "source": source, "type": kind, "status": "DONE"}
        said |= {"created_at": "2026-03-01T10:00:00Z"}
        self._count += 1
        for name, text in (("transcript_full.jsonl", content), ("transcript.jsonl", content[:20])):
            with self.path.with_name(name).open("a", encoding="utf-8") as file:
                file.write(json.dumps({**said, "content": text}) + "\n")
