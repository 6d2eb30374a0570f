"""Small models that the tests make: a table of a few words, and a network that looks vectors up."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

WORDS = ("[UNK]", "port", "redis", "garden", "beans", "mira")
VECTORS = np.array([[0, 0], [3, 4], [4, 3], [0, -2], [-1, 0], [0, 1]], np.float32)


def tokenizer_file(path: Path) -> Path:
    """A tokenizer that knows `WORDS`."""
    model = {
        "type": "WordLevel",
        "vocab": {word: number for number, word in enumerate(WORDS)},
        "unk_token": "[UNK]",
    }
    told: dict[str, object] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": None,
        "decoder": None,
        "model": model,
    }
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def model2vec_folder(folder: Path, **more: np.ndarray) -> Path:
    """A model in model2vec's form."""
    folder.mkdir(exist_ok=True)
    tokenizer_file(folder / "tokenizer.json")
    save_file({"embeddings": VECTORS.astype(np.float16), **more}, folder / "model.safetensors")
    return folder


def distilled_folder(folder: Path) -> Path:
    """A table as `benchmarks/distil.py` makes one: of two words and an ending."""
    np.save(folder / "rows.npy", np.array([[3, 4], [-127, 0], [0, 9]], np.int8))
    (folder / "words.txt").write_text("port 1\nbean 0.5\n##s 1\n", encoding="utf-8")
    return folder


def rows(data: bytes, dimension: int) -> list[list[float]]:
    """What an embedder gave, as numbers."""
    return [
        [round(float(one), 4) for one in row] for row in np.frombuffer(data, "<f4").reshape(-1, dimension)
    ]


def _number(value: int) -> bytes:
    head, rest = value & 0x7F, value >> 7
    return bytes([head | 0x80]) + _number(rest) if rest else bytes([head])


def _field(number: int, told: bytes | str | int) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(told, int):
        return _number(number << 3) + _number(told)
    data = told.encode() if isinstance(told, str) else told
    return _number(number << 3 | 2) + _number(len(data)) + data


def _value(name: str, kind: int, *sizes: str | int) -> bytes:
    dims = b"".join(_field(1, _field(2 if isinstance(one, str) else 1, one)) for one in sizes)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, dims)))


def onnx_file(path: Path) -> Path:
    """A network that gives each token its vector of `VECTORS`, and looks at nothing else."""
    table = b"".join(_field(1, size) for size in VECTORS.shape)
    table += _field(2, 1) + _field(8, "table") + _field(9, VECTORS.astype("<f4").tobytes())
    node = _field(1, "table") + _field(1, "input_ids") + _field(2, "vectors") + _field(4, "Gather")
    inputs = _field(11, _value("input_ids", 7, "texts", "tokens"))
    output = _field(12, _value("vectors", 1, "texts", "tokens", 2))
    graph = _field(1, node) + _field(2, "looks up") + _field(5, table) + inputs + output
    path.write_bytes(_field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 17)))
    return path
