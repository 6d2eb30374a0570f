"""Which methods there are, by the names of `--baseline`."""

from __future__ import annotations

from vademecum.bench.methods.bm25 import Bm25
from vademecum.bench.methods.dense import Dense, Rrf
from vademecum.bench.methods.fts5 import Fts5
from vademecum.bench.methods.method import Skipped
from vademecum.bench.methods.own import Recall, Search
from vademecum.embedders.opening import opened
from vademecum.model.vectors import Lacking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.bench.methods.method import Method
    from vademecum.ports.meaning import Embedder

BASELINES = ("fts5", "bm25s", "dense", "rrf")


def own() -> list[Method]:
    """The product's own ways to find something."""
    return [Recall(), Search()]


def baselines(names: Sequence[str]) -> tuple[list[Method], list[Skipped]]:
    """The methods that stand beside it, and those that cannot."""
    methods: list[Method] = []
    skipped: list[Skipped] = []
    vectors: Embedder | Lacking | None = None
    for name in names:
        match name:
            case "fts5":
                methods += [Fts5("unicode61"), Fts5("porter unicode61")]
            case "bm25s":
                methods += [Bm25(0.2), Bm25(0.75)]
            case _:
                vectors = vectors or opened("static")
                if isinstance(vectors, Lacking):
                    skipped.append(Skipped(name, vectors.reason))
                else:
                    methods.append(Dense(vectors) if name == "dense" else Rrf(vectors))
    return methods, skipped
