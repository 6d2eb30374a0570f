"""Seeded transcripts in the format of Claude Code, of any size; the same numbers give the same bytes.

The make-up follows what the host writes: an envelope of half a kilobyte around everything, thinking with a
signature, tools whose output stands twice on its line (for the model and for the screen), a line of
bookkeeping now and then. The agent works in one project, whose files and names come again and again. Of the
bytes, about a twelfth are words of the person or of the assistant.
"""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from generator import Generator

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Line = dict[str, Any]

FILES, NAMES = 150, 1_200
"""Files and names that a project has: those of a service of some 20,000 lines."""

_BEGUN = datetime(2026, 3, 1, 9, tzinfo=UTC)
_CODE = '    if {0} is None:\n        raise {1}Error(f"no {2} in {{{0}!r}}")\n    return {1}({0}, {2}={3})\n'


class Transcript:
    """Lines of one session."""

    def __init__(self, session: str = "5e55a0b1-0000-4000-8000-000000000001", seed: int = 11) -> None:
        self._session = session
        self._rng = random.Random(seed)
        self._corpus = Generator()
        self._number = 0
        names = [f"{a}_{b}" for a, b in zip(self._drawn(FILES), self._drawn(FILES), strict=True)]
        self._paths = [f"/home/me/proj/src/{self._word()}/{name}.py" for name in names]
        self._names = [f"{a}_{b}" for a, b in zip(self._drawn(NAMES), self._drawn(NAMES), strict=True)]

    def lines(self) -> Iterator[Line]:
        """Exchanges without end: a request, some steps with tools, an answer."""
        while True:
            yield self._line("user", {"role": "user", "content": self._said(30)})
            for _ in range(self._rng.randint(1, 5)):
                yield from self._step()
            yield self._answer([{"type": "text", "text": self._said(120)}])
            if self._rng.random() < 0.3:
                yield {"type": "file-history-snapshot", "messageId": self._id(), "snapshot": {"files": {}}}

    def _step(self) -> Iterator[Line]:
        message, use = f"msg_{self._id()}", f"toolu_{self._id()}"
        signature = "".join(self._rng.choices("ABCDEFabcdef0123456789+/", k=600))
        thinking = {"type": "thinking", "thinking": self._said(60), "signature": signature}
        yield self._answer([thinking], message)
        if self._rng.random() < 0.5:
            yield self._answer([{"type": "text", "text": self._said(25)}], message)
        path = self._rng.choice(self._paths)
        yield self._answer(
            [{"type": "tool_use", "id": use, "name": "Read", "input": {"file_path": path}}], message
        )
        output = "".join(
            _CODE.format(*self._rng.choices(self._names, k=3), self._rng.randint(0, 99))
            for _ in range(self._rng.randint(4, 40))
        )
        result = {"type": "tool_result", "tool_use_id": use, "content": output, "is_error": False}
        yield self._line("user", {"role": "user", "content": [result]}) | {
            "toolUseResult": {"type": "text", "file": {"filePath": path, "content": output}}
        }

    def _answer(self, content: list[Line], message: str | None = None) -> Line:
        usage = {
            "input_tokens": 12,
            "cache_read_input_tokens": 40_123,
            "output_tokens": self._rng.randint(5, 900),
        }
        body = {"id": message or f"msg_{self._id()}", "type": "message", "role": "assistant", "model": "opus"}
        return self._line("assistant", {**body, "content": content, "stop_reason": None, "usage": usage})

    def _line(self, kind: str, message: Line) -> Line:
        self._number += 1
        at = (_BEGUN + timedelta(seconds=7 * self._number)).isoformat(timespec="milliseconds")
        envelope = {
            "parentUuid": self._id(),
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/me/proj",
        }
        named = {"sessionId": self._session, "version": "2.1.240", "gitBranch": "main", "type": kind}
        return {**envelope, **named, "message": message, "uuid": self._id(), "timestamp": at}

    def _said(self, count: int) -> str:
        words = self._corpus.draw(self._rng, self._rng.randint(count // 2, count * 3 // 2))
        return " ".join(words).capitalize() + "."

    def _word(self) -> str:
        return self._drawn(1)[0]

    def _drawn(self, count: int) -> list[str]:
        return self._corpus.draw(self._rng, count)

    def _id(self) -> str:
        bits = f"{self._rng.getrandbits(128):032x}"
        return f"{bits[:8]}-{bits[8:12]}-{bits[12:16]}-{bits[16:20]}-{bits[20:]}"


def write(path: Path, megabytes: float, *, seed: int = 11, session: str | None = None) -> int:
    """Write a transcript of at least so many million bytes; returns how many it got."""
    transcript = Transcript(session, seed) if session else Transcript(seed=seed)
    size = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as stream:
        for line in transcript.lines():
            size += stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            if size >= megabytes * 1e6:
                return size
    raise AssertionError("the transcript has no end")


def write_export(path: Path, megabytes: float, *, seed: int = 11) -> int:
    """Write an export in the format of ChatGPT, nearly all of whose bytes are words; returns its size."""
    corpus, rng = Generator(), random.Random(seed)
    size, number = 0, 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as stream:
        size += stream.write("[")
        while size < megabytes * 1e6:
            conversation = json.dumps(_conversation(corpus, rng, number), separators=(",", ":"))
            size += stream.write(f"{',' if number else ''}{conversation}")
            number += 1
        return size + stream.write("]")


def _conversation(corpus: Generator, rng: random.Random, number: int) -> Line:
    """Thirty questions of some thirty words and their answers of some two hundred and fifty."""
    ids = [f"{number}-{n}" for n in range(60)]
    mapping: Line = {}
    for n, own in enumerate(ids):
        role, count = ("assistant", 250) if n % 2 else ("user", 30)
        content = {"content_type": "text", "parts": [" ".join(corpus.draw(rng, count))]}
        message = {"id": own, "author": {"role": role}, "create_time": 1.77e9 + n, "content": content}
        near = {"parent": ids[n - 1] if n else None, "children": ids[n + 1 : n + 2]}
        mapping[own] = {"id": own, **near, "message": {**message, "weight": 1.0, "recipient": "all"}}
    named = {"title": f"Talk {number}", "create_time": 1.77e9, "conversation_id": f"talk-{number}"}
    return {**named, "mapping": mapping, "current_node": ids[-1]}
