"""`vade bench`: how well and how fast things are found, beside plain alternatives."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT

if TYPE_CHECKING:
    from vademecum.cli.session import Session

PROTOCOLS = ("locomo", "longmemeval", "beir", "paraphrase", "silence", "speed", "all")
BASELINES = "fts5,bm25s,dense,rrf"
BUDGETS = ("1k", "2k", "4k", "8k")
_FILE = click.Path(path_type=Path)


@click.command(
    cls=Command,
    examples=(
        ("vade bench paraphrase", "our own set: 1,300 memories, asked for in other and other words"),
        (
            "vade bench all --out results",
            "everything on our own samples; report, plots and rankings in a folder",
        ),
        (
            "vade bench locomo --data locomo10.json --split test",
            "the public dialogues, the half nobody tuned on",
        ),
        (
            "vade bench longmemeval --data longmemeval_s.json --budget 4k",
            "how much fits into 4,096 tokens, too",
        ),
        ("vade bench beir --data scifact --json", "a BEIR folder, or Cranfield; rows as JSON"),
        ("vade bench silence", "how often something is recalled where nothing is known"),
    ),
)
@click.argument("protocol", type=click.Choice(PROTOCOLS))
@click.option(
    "--data", type=_FILE, metavar="PATH", help="File or folder of the data set; our own samples without it."
)
@click.option("--split", type=click.Choice(["dev", "test"]), help="Ask only the questions of one half.")
@click.option(
    "--budget",
    type=click.Choice(BUDGETS),
    help="Measure what is found within so many tokens, too.",
)
@click.option(
    "--baseline",
    type=TEXT,
    default=BASELINES,
    show_default=True,
    metavar="NAMES",
    help="What stands beside it, with commas; empty for nothing.",
)
@click.option("--out", type=_FILE, metavar="FOLDER", help="Write report, plots, rows and rankings there.")
@click.pass_obj
def bench(
    session: Session,
    /,
    protocol: str,
    *,
    data: Path | None,
    split: str | None,
    budget: str | None,
    baseline: str,
    out: Path | None,
) -> None:
    """Measure how well and how fast things are found, beside plain alternatives in the same run.

    No home is touched and no model is asked: everything happens in temporary homes. The same data give the
    same figures, times apart. Shares are in percent. `silence` takes LoCoMo's file; `speed` always measures
    our own set.
    """
    from vademecum.bench.outcome import write
    from vademecum.bench.report import markdown
    from vademecum.bench.running import Order, measure, named_baselines

    order = Order(
        protocol=protocol, data=data, split=split, budget=budget, baselines=named_baselines(baseline)
    )
    say = _progress if session.shows_progress else _silent
    measured = measure(order, say)
    say("")
    written = write(measured, out) if out else ()
    session.answer(
        {
            "ran": order.command,
            "rows": [row.to_dict() for row in measured.rows],
            "sources": dict(measured.sources),
            "skipped": [{"name": one.name, "reason": one.reason} for one in measured.skipped],
            "written": list(written),
        },
        lambda _view: markdown(measured),
    )


def _progress(line: str) -> None:
    """Show how far it is, in one line that is written over."""
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()


def _silent(_line: str) -> None:
    """Nobody waits in front of it."""
