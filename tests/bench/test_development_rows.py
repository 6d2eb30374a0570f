"""The plain methods on public data give the figures that were known before this room was built.

The data are not ours to ship: name their folder in VADE_BENCH_DATA.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.bench import retrieval
from vademecum.bench.methods.bm25 import Bm25
from vademecum.bench.methods.dense import Rrf
from vademecum.bench.methods.fts5 import Fts5
from vademecum.bench.methods.method import Method
from vademecum.bench.running import READERS
from vademecum.embedders.opening import opened
from vademecum.model.vectors import Lacking

DATA = os.environ.get("VADE_BENCH_DATA")
pytestmark = pytest.mark.skipif(DATA is None, reason="VADE_BENCH_DATA names no folder of public data")

PLAIN, PORTER = Fts5("unicode61"), Fts5("porter unicode61")
KNOWN: list[tuple[str, Method, dict[str, float]]] = [
    ("locomo", PLAIN, {"r@5": 53.4, "r@10": 59.1, "r@20": 65.0, "mrr": 45.3}),
    ("locomo", PORTER, {"r@5": 55.2, "r@10": 63.7, "r@20": 69.7, "mrr": 48.4}),
    ("locomo", Bm25(0.2), {"r@5": 58.8, "r@10": 65.3, "r@20": 71.3, "mrr": 51.7}),
    ("longmemeval", PLAIN, {"r@5": 79.2, "r@10": 85.2, "hit@5": 89.3, "mrr": 78.7}),
    ("longmemeval", PORTER, {"r@5": 82.4, "r@10": 87.5, "hit@5": 91.5, "mrr": 82.9}),
    ("longmemeval", Bm25(0.75), {"r@5": 82.6, "r@10": 87.4, "hit@5": 91.5, "mrr": 82.7}),
    ("beir", PORTER, {"ndcg@10": 38.8}),
]


def test_rows_of_vectors_and_words_are_met() -> None:
    embedder = opened("static")
    if isinstance(embedder, Lacking):
        pytest.skip(embedder.reason)
    known = {"r@5": 48.0, "r@10": 58.3, "r@20": 66.7, "mrr": 42.2}

    test_rows_of_the_development_half_are_met("locomo", Rrf(embedder), known)


@pytest.mark.parametrize(("protocol", "method", "known"), KNOWN)
def test_rows_of_the_development_half_are_met(protocol: str, method: Method, known: dict[str, float]) -> None:
    task = READERS[protocol](Path(DATA or ""), "dev" if protocol != "beir" else None)
    runs = retrieval.run(task, [method], None, lambda _line: None)

    row = next(row for row in retrieval.rows(task, runs) if row.category == "all")

    assert {name: row.figures[name] for name in known} == pytest.approx(known, abs=0.5)
