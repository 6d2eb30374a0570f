"""A small rival: a server of a few lines that finds notes by their first word."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.processes import apart
from rivals.rival import BOTH, CannotRun, Note, Opened, Refused
from vademecum.bench.task import ALL, Passage, Question, Store, Task

SERVER = Path(__file__).with_name("toy_server.py")
ANSWERS = "answers.json"


@contextmanager
def server(home: Path, *, greeting: str = "well", **answers: object) -> Generator[Client]:
    """A server whose tools answer what they are told to.

    Args:
        greeting: ``well``, or ``badly`` for one that fails before it greets.
        answers: tool -> the object that it answers.
    """
    (home / ANSWERS).write_text(json.dumps(answers), encoding="utf-8")
    command = (sys.executable, SERVER, home / ANSWERS, greeting)
    with Client.started(command, apart(home), home) as client:
        yield client


class Toy:
    """A rival that finds a note when the question begins as the note does."""

    version = "1.0"
    filling = "a file"
    door = "MCP `first`"
    units = BOTH
    served = True

    def __init__(self, name: str = "toy", failing: str = "") -> None:
        self.name = name
        self._failing = failing

    def install(self, cache: Path) -> None:
        self._stop_at("install")

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        self._stop_at("fill")
        firsts = {one.text.split()[0]: [one.name, one.name] for one in notes}
        (home / "notes.json").write_text(json.dumps(firsts), encoding="utf-8")

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        self._stop_at("start")
        notes = json.loads((home / "notes.json").read_text(encoding="utf-8"))
        with server(home, first=notes) as client:
            yield OpenedToy(client)

    def _stop_at(self, stage: str) -> None:
        if stage == self._failing:
            raise CannotRun(stage, "no luck today")


class OpenedToy:
    """Its server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.schema = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        first, _, _ = question.partition(" ")
        found: Iterable[str] = told(self._client.call("first", {"query": question}))[first]
        return list(found)[:limit]


class Silent:
    """A system that answers every question with an error."""

    schema = None

    def ask(self, question: str, limit: int) -> list[str]:
        raise Refused("not this one")


def task() -> Task:
    """Two sessions of two turns each; a question of each, and one that is answered in neither."""
    passages = [
        Passage(id="1a", text="parrots talk", session="one"),
        Passage(id="1b", text="a lot", session="one"),
        Passage(id="2a", text="canoes float", session="two"),
        Passage(id="2b", text="well", session="two"),
    ]
    questions = [
        Question(id="q1", text="parrots do what?", golds={ALL: {"1b": 1.0}, "birds": {"1b": 1.0}}),
        Question(id="q2", text="canoes do what?", golds={ALL: {"2a": 1.0}}),
        Question(id="q3", text="parrots do not what?", golds={ALL: {"2b": 1.0}}),
    ]
    store = Store(id="s", passages=passages, questions=questions)
    return Task(
        protocol="talks",
        source="two talks",
        units=("turn", "session"),
        stores=[store],
        categories=(ALL, "birds"),
    )
