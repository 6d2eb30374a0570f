"""What was measured as Markdown: a table for each protocol and unit, with the command that makes it again."""

from __future__ import annotations

from vademecum.bench.methods.method import DEPTH, SHOWN
from vademecum.bench.retrieval import SHOWN_MEASURES
from vademecum.bench.silence import PROTOCOL as SILENCE
from vademecum.bench.speed import PROTOCOL as SPEED
from vademecum.bench.task import ALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.bench.rows import Row
    from vademecum.bench.running import Measured

_HEADINGS = {
    "in_budget": "in budget",
    "p50_ms": "p50 ms",
    "p95_ms": "p95 ms",
    "index_ms": "indexing ms",
    "n_answerable": "answerable",
    "auroc": "AUROC",
    "lost_percent": "lost %",
    "false_recalls_percent": "false recalls %",
    "mrr": "MRR",
    "ndcg@10": "NDCG@10",
    "index_s": "indexing s",
    "disk_mb": "disk MB",
    "schema_kb": "schema KB",
}


def markdown(measured: Measured, *, categories: bool = True) -> str:
    """The whole report.

    Args:
        categories: a row for each category too, and not only for all questions together.
    """
    lines = [f"`{measured.order.command}`", ""]
    for protocol, source in measured.sources.items():
        chosen = [row for row in measured.rows if row.protocol == protocol]
        lines += [f"## {protocol}: {source}", ""]
        if protocol == SILENCE:
            lines += [_SILENCE, "", *table(chosen, ("construction", "method")), ""]
        elif protocol == SPEED:
            lines += [*table(chosen, ("unit", "method")), ""]
        else:
            lines += _retrieval(chosen, categories=categories)
    lines += [f"Not run: {one.name}: {one.reason}." for one in measured.skipped]
    return "\n".join(lines).rstrip() + "\n"


_SILENCE = (
    "Lost: answerable questions that get no answer. False recalls: unanswerable ones that get one. "
    "`vademecum` draws its own line, `half` wants half of the terms; for `coverage` and `bm25` the line is "
    "drawn on the other stores, at 5 % lost."
)


def _retrieval(rows: Sequence[Row], *, categories: bool) -> list[str]:
    lines: list[str] = []
    for unit in dict.fromkeys(row.unit for row in rows):
        chosen = [row for row in rows if row.unit == unit and (categories or row.category == ALL)]
        note = f"Unit: {unit}. Percent; in brackets 95 % bootstrap intervals. {DEPTH} ranks are looked at; "
        lines += [f"{note}the time is that of the best {SHOWN}.", ""]
        lines += [*table(chosen, ("category", "method")), ""]
    return lines


def table(rows: Sequence[Row], keys: Sequence[str]) -> list[str]:
    """Lines of a table: what names a row, the number of questions, every figure that some row has.

    Args:
        keys: names of `Row.to_dict` that stand in front.
    """
    names = list(dict.fromkeys(name for row in rows for name in row.figures))
    names = [name for name in names if not name.endswith(("_low", "_high"))]
    names = sorted(names, key=lambda name: SHOWN_MEASURES.index(name) if name in SHOWN_MEASURES else 99)
    headings = [*keys, "n", *(_HEADINGS.get(name, name) for name in names)]
    lines = [_line(headings), _line(["---"] * len(headings))]
    for row in rows:
        told = row.to_dict()
        lines.append(
            _line(
                [*(str(told.get(key, "")) for key in keys), str(row.n), *(_cell(row, name) for name in names)]
            )
        )
    return lines


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(row: Row, name: str) -> str:
    figure = row.figures.get(name)
    if figure is None:
        return ""
    if name == "auroc":
        return f"{figure:.3f}"
    if name.endswith("_ms"):
        return f"{figure:.3g}" if figure < 100 else f"{figure:.0f}"
    if isinstance(figure, int):
        return f"{figure:,}"
    low, high = row.figures.get(f"{name}_low"), row.figures.get(f"{name}_high")
    return f"{figure:.1f}" if low is None or high is None else f"{figure:.1f} ({low:.1f}-{high:.1f})"
