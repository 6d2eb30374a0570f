"""The day of a coding agent at every host: start, thirty prompts, compaction, kill -9, restart, branch, end.

What is left is what was said, once, and nothing of ours.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.hooks.conftest import Act
from tests.hooks.days import HOSTS, Host

from vademecum.engine.vade import Vade
from vademecum.hooks.acting import IDLE_S, WORKER, Acting
from vademecum.hooks.worker import Worker
from vademecum.wiring import open_vade

PROMPT = "which port does service 17 of the harbour project use?"

# A host without transcripts tells the answer after it was given: of a killed one nobody ever hears it.
LOSES_ANSWERS = ("cursor", "copilot")


Work = Callable[[], None]


@pytest.fixture
def act(home: Path) -> Generator[Act]:
    """Let hooks answer as the helper does, which keeps the home open."""
    with open_vade(home, cwd="/", create=False) as vade:

        @contextmanager
        def opening(folder: str) -> Generator[Vade]:
            del folder
            yield vade

        def run(host: str, event: str, said: object) -> str:
            printed: list[bytes] = []

            def say(text: bytes) -> bool:
                printed.append(text)
                return True

            raw = json.dumps(said).encode()
            Acting(str(home), opening, {}, captures=True, by="helper").answer(host, event, raw, say)
            return b"".join(printed).decode()

        yield run


@pytest.fixture
def work(home: Path, begun: list[str]) -> Work:
    """Do what the workers do that were begun."""

    def run() -> None:
        if WORKER in begun:
            begun.clear()
            Worker(str(home), lambda: open_vade(home, cwd="/", create=False)).run()

    return run


def talks(home: Path) -> list[list[str]]:
    with open_vade(home, cwd="/", create=False) as vade:
        held = vade.conversations.list(limit=100).items
        shown = [vade.conversations.show(one.id).turns for one in held]
    return sorted([(turn.text or "").strip() for turn in turns] for turns in shown)


def said(*texts: str) -> list[str]:
    return [line for text in texts for line in (text, f"done: {text}")]


def memories(home: Path) -> int:
    with open_vade(home, cwd="/") as vade:
        return vade.list().total


def age(home: Path) -> None:
    """Let it be long ago that anything was heard of any session."""
    for path in (home / "state" / "hooks" / "sessions").glob("*.json"):
        heard = path.stat().st_mtime - IDLE_S - 60
        os.utime(path, (heard, heard))


def morning(host: Host) -> list[str]:
    """Twenty-eight prompts in a row, every third of which nobody stops behind, and a compaction."""
    asked = [f"step {number}: {PROMPT}" for number in range(28)]
    host.begin("day")
    for number, text in enumerate(asked):
        host.ask("day", text, stopped=host.name in LOSES_ANSWERS or number % 3 != 1)
    host.fire(host.compact, "day", trigger="auto")
    host.begin("day", source="compact")
    return asked


def night(host: Host) -> None:
    host.begin("night")
    host.ask("night", PROMPT)
    if host.ends:
        host.fire(host.end, "night")


@pytest.mark.parametrize("kind", HOSTS, ids=lambda kind: kind.name)
def test_day_leaves_what_was_said(kind: type[Host], act: Act, work: Work, home: Path, tmp_path: Path) -> None:
    host = kind(act, work, tmp_path)
    asked = [*morning(host), f"step 28: {PROMPT}", "step 29"]
    host.ask("day", asked[28])
    host.ask("day", asked[29], stopped=False)  # the host is killed behind this
    age(home)
    night(host)

    day = said(*asked)[: -1 if host.name in LOSES_ANSWERS else None]
    assert talks(home) == sorted([day, said(PROMPT)])
    assert memories(home) == 2
    # Once a session, and again where its context was lost, if the host tells that.
    again = [0, 30] if host.start == host.compact else [0, 28, 30]
    assert [number for number, block in enumerate(host.told) if "7017" in block] == again


@pytest.mark.parametrize("kind", [kind for kind in HOSTS if kind.branches], ids=lambda kind: kind.name)
def test_branch_keeps_what_is_new(kind: type[Host], act: Act, work: Work, home: Path, tmp_path: Path) -> None:
    host = kind(act, work, tmp_path)
    host.begin("day")
    host.ask("day", PROMPT)
    host.branch("day", "branch")
    host.ask("branch", "the other way")

    assert talks(home) == sorted([said(PROMPT), said("the other way")])


def test_two_hosts_work_on_one_home(act: Act, work: Work, home: Path, tmp_path: Path) -> None:
    hosts = [kind(act, work, tmp_path / kind.name) for kind in HOSTS]
    for host in hosts:
        (tmp_path / host.name).mkdir()
        host.begin(f"at-{host.name}")
    for number in range(3):
        for host in hosts:
            host.ask(f"at-{host.name}", f"{host.name} {number}")
        with open_vade(home, cwd="/") as vade:
            vade.remember(f"The command line says {number}.")

    assert talks(home) == sorted(said(*(f"{kind.name} {number}" for number in range(3))) for kind in HOSTS)
