"""The reference memory server of the Model Context Protocol: entities with observations in one JSON file.

`search_nodes` answers every entity that holds the query as it stands, letter for letter, in the order of the
file. A whole question stands in no note, so the server is asked a second time as kindly as its door allows:
a call for each content word, entities ordered by how many of the words they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.installing import node
from rivals.processes import FILLING_S, apart
from rivals.rival import BOTH, Note, Opened
from vademecum.bench.methods.words import asked

FILE = "memory.jsonl"


class ServerMemory:
    """The server, asked with the question or word by word."""

    version = "2026.8.31"
    filling = "MCP `create_entities`, a note as one observation"
    units = BOTH
    served = True

    def __init__(self, *, by_word: bool) -> None:
        self.by_word = by_word
        self.name = "server-memory, by word" if by_word else "server-memory"
        self.door = "MCP `search_nodes`, a call a word" if by_word else "MCP `search_nodes`"
        self._programs = Path()

    def install(self, cache: Path) -> None:
        self._programs = node(cache, "server-memory")

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        entities = [{"name": one.name, "entityType": "note", "observations": [one.text]} for one in notes]
        with self._client(home) as client:
            client.call("create_entities", {"entities": entities}, FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        with self._client(home) as client:
            yield OpenedServer(client, by_word=self.by_word)

    @contextmanager
    def _client(self, home: Path) -> Generator[Client]:
        env = apart(home, MEMORY_FILE_PATH=str(home / FILE))
        with Client.started((self._programs / "mcp-server-memory",), env, home) as client:
            yield client


class OpenedServer:
    """The server over a file."""

    def __init__(self, client: Client, *, by_word: bool) -> None:
        self._client = client
        self._by_word = by_word
        self.schema = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        if not self._by_word:
            return self._found(question)[:limit]
        held = Counter(name for word in asked(question) for name in self._found(word))
        return [name for name, _ in held.most_common(limit)]

    def _found(self, query: str) -> list[str]:
        graph = told(self._client.call("search_nodes", {"query": query}))
        return [entity["name"] for entity in graph["entities"]]
