"""Our own product, filled and asked exactly as a rival is: plain files in, a server or a command out."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.processes import ASKING_S, FILLING_S, apart, run, write
from rivals.rival import Note, Opened, Schema
from vademecum import __version__

NOTES = "memories/personal"
_VADE = (sys.executable, "-m", "vademecum")


class Vademecum:
    """The version that runs the comparison, through one of its doors.

    Attributes:
        verb: ``recall``, which may answer that nothing is known, or ``search``, which has no such floor.
        served: over the Model Context Protocol, or as a command for each question.
    """

    version = __version__
    filling = f"files in {NOTES}, `vade reindex`"

    def __init__(self, verb: str, *, served: bool) -> None:
        self.verb = verb
        self.served = served
        self.name = "vademecum" if verb == "recall" else f"vademecum-{verb}"
        self.door = f"MCP `{verb}`" if served else f"`vade {verb} --json`"

    def install(self, cache: Path) -> None:
        """It is what runs."""

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        write(notes, home / "vademecum" / NOTES)
        run((*_VADE, "reindex"), _env(home), home, stage="fill", longest_s=FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        if not self.served:
            yield _Command(self.verb, home)
            return
        profile = () if self.verb == "recall" else ("--profile", "full")
        with Client.started((*_VADE, "mcp", *profile), _env(home), home) as client:
            yield _Served(self.verb, client)


class _Served:
    def __init__(self, verb: str, client: Client) -> None:
        self._verb = verb
        self._client = client
        self.schema: Schema | None = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        result = told(self._client.call(self._verb, {"query": question, "limit": limit}))
        return [hit["key"] for hit in result["results"]]


class _Command:
    schema: Schema | None = None

    def __init__(self, verb: str, home: Path) -> None:
        self._verb = verb
        self._home = home

    def ask(self, question: str, limit: int) -> list[str]:
        command = (*_VADE, self._verb, "--json", "--limit", str(limit), "--", question)
        answer = json.loads(run(command, _env(self._home), self._home, stage="ask", longest_s=ASKING_S))
        return [hit["key"] for hit in answer["results"]]


def _env(home: Path) -> dict[str, str]:
    return apart(home, VADE_HOME=str(home / "vademecum"))
