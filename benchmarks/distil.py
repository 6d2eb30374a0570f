"""Make a table of English words of one's own, from a small transformer and a list of words.

A word's row is what the transformer makes of the word alone and of a sentence that holds it, both less what
they make of any word, on the axes in which words differ most. Axes are whitened in part (divided by a power
of their spread), because otherwise a few of them decide everything; words count by how common they are. A
row's weight falls with how common the word is, so that `the` and `with` move no text. Words of one stem
share a row. What the list does not hold is put together from the transformer's own pieces of words.

    python benchmarks/distil.py --words en_lexeme_prob.json.gz --out FOLDER
    vade config set embedder model2vec; vade config set meaning.folder FOLDER

The transformer is the one of the extra `minilm`; the list is in spacy-lookups-data 1.0.5 (MIT), the logarithm
of how likely a word is. One thread and fixed portions: one machine always makes the same table; those of two
may differ in the last bit of a number.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from vademecum.embedders.distilled import ROWS, WORDS
from vademecum.embedders.files import folder_of, tokenizer
from vademecum.embedders.onnx import MINILM, MINILM_WORDS
from vademecum.embedders.rows import unit
from vademecum.embedders.words import INSIDE
from vademecum.text.stemming import Stemming
from vademecum.text.words import exact_words

Floats = NDArray[np.float32]
Ids = tuple[int, ...]

MOST_WORDS = 40_000
"""The commonest; 60,000 reached the same."""

SENTENCE = ("we talked about ", " yesterday .")
"""What stands around a word the second time; three such sentences reached what one does."""

DIMENSION = 256
WHITENED = 0.75
COMMON = 0.25
"""Power of how likely a word is, by which it counts among others for mean and axes."""

TYPICAL = 1e-3
"""A word as likely as this weighs a half (Arora and others, 2017, `a / (a + p)`)."""

UNSEEN = 1e-7
"""How likely pieces are taken to be that no word of the list is cut into: as the rarest of the list."""

PORTION = 64
CLS, SEP = 101, 102


class Teacher:
    """The transformer, asked for many short sequences."""

    def __init__(self, model: Path) -> None:
        import onnxruntime  # noqa: PLC0415 - where it lacks, `main` has said so before

        runtime = cast("Any", onnxruntime)
        choices = runtime.SessionOptions()
        choices.intra_op_num_threads = choices.inter_op_num_threads = 1
        choices.log_severity_level = 3
        self._session = runtime.InferenceSession(str(model), choices, providers=["CPUExecutionProvider"])
        self._wanted = {one.name for one in self._session.get_inputs()}

    def told(self, ids: NDArray[np.int64]) -> Floats:
        """A vector for each token of sequences of one length."""
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        found = self._session.run(None, {name: each for name, each in given.items() if name in self._wanted})
        return np.asarray(found[0], np.float32)


def likelihoods(path: Path) -> dict[str, float]:
    """Words as our analyzer cuts them -> how likely each is, commonest first."""
    told: dict[str, float] = json.loads(gzip.decompress(path.read_bytes()))
    found: dict[str, float] = {}
    for word, logarithm in told.items():
        cut = exact_words(word)
        if len(cut) == 1 and cut[0].isalpha() and len(cut[0]) <= 20:
            found[cut[0]] = found.get(cut[0], 0.0) + math.exp(logarithm)
    order = sorted(found, key=lambda word: (-found[word], word))
    return {word: found[word] for word in order}


def asked(teacher: Teacher, sequences: Sequence[Ids], before: Ids, behind: Ids) -> tuple[Floats, Floats]:
    """For each sequence between others: the mean of its own tokens' vectors, and of all."""
    order = sorted(set(sequences), key=lambda ids: (len(ids), ids))
    place = {ids: number for number, ids in enumerate(order)}
    own, whole = list[Floats](), list[Floats]()
    for portion in portions(order):
        found = teacher.told(np.array([(CLS, *before, *ids, *behind, SEP) for ids in portion]))
        start = 1 + len(before)
        own.append(found[:, start : start + len(portion[0])].mean(axis=1))
        whole.append(found.mean(axis=1))
    chosen = [place[ids] for ids in sequences]
    return np.concatenate(own)[chosen], np.concatenate(whole)[chosen]


def portions(sequences: Sequence[Ids]) -> Iterator[list[Ids]]:
    """A few at a time, all of one length: nothing is padded."""
    portion: list[Ids] = []
    for ids in sequences:
        if portion and (len(portion) == PORTION or len(portion[0]) != len(ids)):
            yield portion
            portion = []
        portion.append(ids)
    yield portion


def centred(rows: Floats, counts: Floats) -> Floats:
    """Rows less their weighted mean, each of length 1."""
    return unit(rows - (rows * counts[:, None]).sum(axis=0) / counts.sum())


def reduced(rows: Floats, counts: Floats) -> Floats:
    """Rows on the axes in which they differ most, each of length 1."""
    spread = (rows.T * counts).astype(np.float64) @ rows.astype(np.float64) / counts.sum()
    variances, axes = np.linalg.eigh(spread)
    kept = axes[:, : -DIMENSION - 1 : -1]
    kept = kept * np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(DIMENSION)])
    kept = kept / variances[: -DIMENSION - 1 : -1] ** (WHITENED / 2)
    return unit((rows @ kept).astype(np.float32))


def grouped(rows: Floats, groups: Sequence[Sequence[tuple[int, float]]]) -> Floats:
    """The mean of each group's rows, by the root of how likely each is."""
    return np.stack([sum(rows[at] * np.float32(math.sqrt(p)) for at, p in group) for group in groups])


def main() -> int:
    """Make the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--words", type=Path, required=True, metavar="FILE", help="en_lexeme_prob.json.gz")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    carrier, words = folder_of(MINILM[0]), folder_of(MINILM_WORDS[0])
    if carrier is None or words is None or not options.words.is_file():
        print("SKIPPED: the extra `minilm` or the list of words is not there; nothing was made")
        return 0
    tokens = tokenizer(words / MINILM_WORDS[1])
    likely = dict(list(likelihoods(options.words).items())[:MOST_WORDS])
    cut = {word: tuple(tokens.encode(word, add_special_tokens=False).ids) for word in likely}
    names, groups, chances = entries(likely, tokens.get_vocab(), cut)
    sequences = [(number,) for number in range(tokens.get_vocab_size())] + [cut[word] for word in likely]
    around = [tuple(tokens.encode(part, add_special_tokens=False).ids) for part in SENTENCE]
    teacher = Teacher(carrier / MINILM[1])
    alone, _ = asked(teacher, sequences, (), ())
    _, within = asked(teacher, sequences, around[0], around[1])
    counts = (np.array(chances) ** COMMON).astype(np.float32)
    blocks = [centred(unit(grouped(unit(each), groups)), counts) for each in (alone, within)]
    save(options.out, names, reduced(np.concatenate(blocks, axis=1), counts), chances)
    return 0


def entries(
    likely: dict[str, float], pieces: dict[str, int], cut: dict[str, Ids]
) -> tuple[list[str], list[list[tuple[int, float]]], list[float]]:
    """What the table knows: names, the sequences that each is made of with how likely they are, and how
    likely it is itself. First the stems, then the pieces that are not the stem of a word."""
    stemming = Stemming("en", {})
    found: dict[str, list[tuple[int, float]]] = {}
    for number, (word, chance) in enumerate(likely.items(), len(pieces)):
        found.setdefault(stemming.stem(word, "en"), []).append((number, chance))
    chances = {name: sum(chance for _, chance in group) for name, group in found.items()}
    within: dict[int, float] = {}
    for word, ids in cut.items():
        for one in ids:
            within[one] = within.get(one, 0.0) + likely[word]
    for piece, number in sorted(pieces.items(), key=lambda each: each[1]):
        if stemming.stem(piece, "en") not in found and piece.removeprefix(INSIDE).isalnum():
            found[piece] = [(number, 1.0)]
            chances[piece] = within.get(number, UNSEEN)
    return list(found), list(found.values()), list(chances.values())


def save(folder: Path, names: Sequence[str], rows: Floats, chances: Sequence[float]) -> None:
    """Eight bits a number, and each name with its weight."""
    folder.mkdir(exist_ok=True)
    largest = np.abs(rows).max(axis=1, keepdims=True)
    np.save(folder / ROWS, np.round(rows / largest * 127).astype(np.int8))
    lines = [f"{name} {TYPICAL / (TYPICAL + p):.3f}\n" for name, p in zip(names, chances, strict=True)]
    (folder / WORDS).write_text("".join(lines), encoding="utf-8")
    print(f"{len(names):,} rows of {rows.shape[1]} numbers")


if __name__ == "__main__":
    sys.exit(main())
