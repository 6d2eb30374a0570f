"""The likest of many vectors: every product, beside the signs of all and the products of the nearest by them.

Rows are made like those of real texts: each is one passage of our own paraphrase set and dialogues, or of the
data given, or a mean of two of them, as a longer text is; without the package of `static` the passages have
vectors from hashes of their words. Questions are those of the sets. Times are of one core, by the processor's
clock, so that what else the machine does counts little; both ways take turns in one process.

    python benchmarks/vectors.py --locomo locomo_dev.json --longmemeval longmemeval_evidence_dev.json
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vademecum.bench.reading import locomo, longmemeval, paraphrase
from vademecum.bench.task import Task
from vademecum.embedders.hashed import HashedEmbedder
from vademecum.embedders.opening import opened
from vademecum.model.vectors import Lacking, rounded
from vademecum.stores.local.vector_signs import FROM
from vademecum.stores.matrix import Matrix, Nearest, Signs

SIZES = (100_000, 300_000, 1_000_000)
ASKED = 60
BEST = 10
LOOKED_AT = 84
"""Rows that the store asks for where ten are wanted: some belong to one text, some have none any more."""

Rows = NDArray[np.int8]


def rows_of(texts: Sequence[str], questions: Sequence[str]) -> tuple[Rows, list[bytes]]:
    """Vectors of both, by an embedder that was fitted to the texts."""
    given = opened("static")
    embedder = HashedEmbedder() if isinstance(given, Lacking) else given.fitted(texts)
    made = [row for row in rounded(embedder.embed(texts), embedder.dimension) if row]
    asked = rounded(embedder.embed(questions, questions=True), embedder.dimension)
    rows = np.frombuffer(b"".join(made), np.int8).reshape(len(made), -1)
    return rows, [row for row in asked if row]


def many(rows: Rows, number: int) -> Rows:
    """The rows, and means of two of them until there are so many; the same in every run."""
    random = np.random.default_rng(7)
    made = np.empty((number, rows.shape[1]), np.int8)
    made[: len(rows)] = rows[:number]
    for start in range(len(rows), number, 20_000):
        end = min(number, start + 20_000)
        one, other = random.integers(0, len(rows), (2, end - start))
        share = random.uniform(0.3, 1.0, (end - start, 1)).astype(np.float32)
        mixed = rows[one] * share + rows[other] * (1 - share)
        made[start:end] = np.round(mixed / np.linalg.norm(mixed, axis=1, keepdims=True) * 127)
    return made


def milliseconds(matrix: Matrix, row: bytes, signs: Signs | None) -> float:
    """Processor's time of one search."""
    begun = time.process_time()
    Nearest(matrix, row, signs).best(LOOKED_AT)
    return 1000 * (time.process_time() - begun)


def held(exact: Nearest, found: Nearest) -> float:
    """Of the best, how much was found, likeness by likeness."""
    _, wanted = exact.best(LOOKED_AT)
    _, told = found.best(LOOKED_AT)
    least = sorted(wanted, reverse=True)[BEST - 1]
    return min(BEST, sum(each >= least for each in told)) / BEST


def measured(rows: Rows, questions: Sequence[bytes], folder: Path) -> Iterator[str]:
    """A line a size."""
    for size in SIZES:
        path, signs_path = str(folder / f"rows-{size}"), str(folder / f"signs-{size}")
        rows[:size].tofile(path)
        matrix = Matrix.mapped(path, rows.shape[1], size)
        begun = time.process_time()
        made = matrix.signs()
        making = 1000 * (time.process_time() - begun)
        Path(signs_path).write_bytes(made)
        signs = Signs.mapped(signs_path, rows.shape[1], size)
        times: dict[str, list[float]] = {"exact": [], "signs": []}
        found: list[float] = []
        for row in questions:
            times["exact"].append(milliseconds(matrix, row, None))
            times["signs"].append(milliseconds(matrix, row, signs))
            found.append(held(Nearest(matrix, row), Nearest(matrix, row, signs)))
        exact, quick = (statistics.median(each) for each in times.values())
        way = "signs" if size >= FROM else "exact"
        yield (
            f"| {size:,} | {exact:.1f} | {quick:.1f} | {100 * statistics.mean(found):.1f} | "
            f"{100 * min(found):.0f} | {making:.0f} | {len(made) / 1e6:.1f} | {way} |"
        )


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--locomo", type=Path, metavar="FILE", help="our own sample without it")
    parser.add_argument("--longmemeval", type=Path, metavar="FILE", help="our own sample without it")
    options = parser.parse_args()
    tasks: list[Task] = [
        paraphrase.read(None, None),
        locomo.read(options.locomo, "dev" if options.locomo else None),
        longmemeval.read(options.longmemeval, "dev" if options.longmemeval else None),
    ]
    texts = [passage.text for task in tasks for store in task.stores for passage in store.passages]
    asked = [question.text for task in tasks for store in task.stores for question in store.questions]
    rows, questions = rows_of(texts, asked[:: max(1, len(asked) // ASKED)])
    print(f"{len(texts):,} passages, {len(questions)} questions, {rows.shape[1]} numbers a row\n")
    print(
        "| rows | exact, ms | by signs, ms | recall@10 | worst | signs made in, ms | MB | what a store does |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for line in measured(many(rows, max(SIZES)), questions, Path(folder)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
