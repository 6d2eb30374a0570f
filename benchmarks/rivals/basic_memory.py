"""basic-memory: folders of Markdown in a database, found by words, and by vectors where it can load a model.

Its model is downloaded at the first need, so offline it searches by words; `reindex` says so and goes on.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.installing import python
from rivals.processes import FILLING_S, apart, run, write
from rivals.rival import BOTH, Note, Opened

NOTES = "basic-memory"
"""The folder of its first project, below the home."""


class BasicMemory:
    """Its server over the project that it makes for everybody."""

    name = "basic-memory"
    version = "0.24.1"
    filling = f"files in ~/{NOTES}, `basic-memory reindex`"
    units = BOTH
    served = True
    door = "MCP `search_notes`"

    def __init__(self) -> None:
        self._programs = Path()

    def install(self, cache: Path) -> None:
        self._programs = python(cache, "basic-memory", (3, 12))

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        write(notes, home / NOTES)
        command = (self._programs / "basic-memory", "reindex")
        run(command, apart(home), home, stage="fill", longest_s=FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        with Client.started((self._programs / "basic-memory", "mcp"), apart(home), home) as client:
            yield OpenedNotes(client)


class OpenedNotes:
    """Its server over indexed notes."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.schema = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        arguments = {"query": question, "page_size": limit, "output_format": "json"}
        found = told(self._client.call("search_notes", arguments))
        return [Path(one["file_path"]).stem for one in found.get("result", found)["results"]]
