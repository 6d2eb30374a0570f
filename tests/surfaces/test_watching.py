"""`vade watch` beside an editor, as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "memories" / "personal"
    folder.mkdir(parents=True)
    (folder / "first.md").write_text("The first note.\n", encoding="utf-8")
    return folder


@pytest.fixture
def watcher(notes: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "vademecum", "--home", str(notes.parents[1]), "watch", "--ndjson"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def told(watcher: subprocess.Popen[str]) -> dict[str, Any]:
    assert watcher.stdout is not None
    said: dict[str, Any] = json.loads(watcher.stdout.readline())
    return {key: said[key] for key in ("added", "changed", "deleted", "quarantined")}


def test_watcher_follows_an_editor(watcher: subprocess.Popen[str], notes: Path) -> None:
    assert told(watcher) == {"added": 1, "changed": 0, "deleted": 0, "quarantined": 0}
    (notes / "second.md").write_text("A second note.\n", encoding="utf-8")
    assert told(watcher) == {"added": 1, "changed": 0, "deleted": 0, "quarantined": 0}
    (notes / "second.md").unlink()
    assert told(watcher) == {"added": 0, "changed": 0, "deleted": 1, "quarantined": 0}
    (notes / "broken.md").write_text("---\ntitle: [\n---\n", encoding="utf-8")
    assert told(watcher) == {"added": 0, "changed": 0, "deleted": 0, "quarantined": 1}


def test_watcher_ends_at_once_when_told_to(watcher: subprocess.Popen[str]) -> None:
    told(watcher)
    os.kill(watcher.pid, signal.SIGINT)

    assert watcher.wait(timeout=20) == 130
