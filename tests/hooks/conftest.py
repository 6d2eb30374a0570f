"""A home on the disk, hooks that act on it within the test's process, and payloads as hosts write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from vademecum.engine.vade import Vade
from vademecum.hooks import spawning
from vademecum.hooks.acting import Acting
from vademecum.wiring import open_vade

Act = Callable[..., str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "home"
    with open_vade(folder, cwd=tmp_path) as vade:
        vade.remember("Service 17 of the harbour project listens on port 7017.")
        vade.remember("The harbour project deploys on Tuesdays.", type="decision")
    return folder


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Modules that would have been begun as processes."""
    modules: list[str] = []

    def begin(*begun: object) -> bool:
        modules.append(str(begun[0]))
        return True

    monkeypatch.setattr(spawning, "begin", begin)
    return modules


@pytest.fixture
def act(home: Path, begun: list[str]) -> Act:  # noqa: ARG001 - nothing is begun
    """Let a hook answer an event, and return what it prints."""

    @contextmanager
    def opening(folder: str) -> Generator[Vade]:
        with open_vade(home, cwd=folder or "/", create=False) as vade:
            yield vade

    def run(host: str, event: str, said: object, *, taken: bool = True, captures: bool = True) -> str:
        printed: list[bytes] = []
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()

        def say(text: bytes) -> bool:
            printed.append(text)
            return taken

        Acting(str(home), opening, {}, captures=captures, by="hook").answer(host, event, raw, say)
        return b"".join(printed).decode()

    return run


def payload(home: Path, **said: Any) -> dict[str, Any]:
    """A payload of Claude Code, with what an event adds."""
    return {
        "session_id": "s-1",
        "transcript_path": str(home.parent / "s-1.jsonl"),
        "cwd": str(home.parent),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "which port does service 17 of the harbour project use?",
        **said,
    }
