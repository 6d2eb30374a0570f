"""The command line of the comparison."""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from platformdirs import user_cache_path

from rivals.basic_memory import BasicMemory
from rivals.measuring import Outcome, compare, key_of, unit_of
from rivals.mempalace import MemPalace
from rivals.qmd import Qmd
from rivals.report import Compared, document, markdown
from rivals.rival import CannotRun, Rival
from rivals.server_memory import ServerMemory
from rivals.vademecum_itself import Vademecum, VademecumTalks
from vademecum.bench.running import READERS
from vademecum.bench.task import Task
from vademecum.errors import VadeError
from vademecum.model.value import replace

PROTOCOLS = ("locomo", "paraphrase")
_SPLITS = ("dev", "test")

Systems = Mapping[str, Sequence[Rival]]


def systems() -> Systems:
    """Everything that can be compared, by the names of `--rival`, each through all of its doors."""
    return {
        "basic-memory": [BasicMemory()],
        "server-memory": [ServerMemory(by_word=False), ServerMemory(by_word=True)],
        "mempalace": [MemPalace(with_model=False), MemPalace(with_model=True)],
        "qmd": [Qmd(served=False), Qmd(served=True)],
    }


def ourselves(beside: Sequence[Rival]) -> Sequence[Rival]:
    """The product through the sorts of doors that those beside it have; its server with vectors too."""
    chosen: list[Rival] = []
    for served in (True, False):
        if any(rival.served is served for rival in beside):
            chosen += [Vademecum("recall", served=served), Vademecum("search", served=served)]
            chosen += [VademecumTalks(served=served)]
        if served and chosen:
            chosen += [Vademecum("recall", served=True, meaning=True)]
            chosen += [VademecumTalks(served=True, meaning=True)]
    return chosen


def main(arguments: Sequence[str] | None = None, known: Systems | None = None) -> int:
    """Compare, print, and write down; the exit status.

    Args:
        arguments: of the command line.
        known: systems by name; all of ours when not given.
    """
    known = systems() if known is None else known
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = _parser(known).parse_args(given)
    try:
        tasks = [_task(protocol, options) for protocol in options.protocol or PROTOCOLS]
    except VadeError as error:
        print(error.message, file=sys.stderr)
        return 2
    others = [rival for name in options.rival or known for rival in known[name]]
    chosen = [*others, *ourselves(others)]
    told: tuple[str, ...] = ()
    broken = dict(_install(chosen, options.cache.resolve()))
    compared: list[tuple[Task, Sequence[Outcome]]] = []
    for task in tasks:
        with tempfile.TemporaryDirectory(prefix="rivals-", ignore_cleanup_errors=True) as work:
            compared.append((task, list(_compared(task, chosen, broken, Path(work)))))
        command = shlex.join(["python", "benchmarks/rivals/run.py", *given])
        told = _written(options.out, command, compared)  # what took an hour stays, whatever comes next
    print(*told, sep="\n")
    return 0


def _written(out: Path, command: str, compared: Compared) -> tuple[str, str]:
    """The report and the document, which stand in the folder now."""
    day = time.strftime("%d %B %Y")
    told = markdown(command, day, compared), document(command, day, compared)
    out.mkdir(parents=True, exist_ok=True)
    for name, text in zip(("rivals.md", "rivals.json"), told, strict=True):
        (out / name).write_text(text, encoding="utf-8")
    return told


def _parser(known: Systems) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="run.py", description="Other memories and ours, side by side.")
    parser.add_argument("--data", type=Path, help="folder of the data sets; our own samples when not given")
    parser.add_argument("--split", choices=_SPLITS, help="one half of the data; everything when not given")
    parser.add_argument(
        "--protocol", action="append", choices=tuple(READERS), help=f"again for more; {', '.join(PROTOCOLS)}"
    )
    parser.add_argument("--rival", action="append", choices=tuple(known), help="again for more; all of them")
    parser.add_argument("--questions", type=int, help="ask only so many of each store, for a first look")
    parser.add_argument(
        "--cache",
        type=Path,
        default=user_cache_path("vademecum-rivals"),
        help="folder into which the rivals are installed, and where they stay (%(default)s)",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for rivals.md and rivals.json")
    return parser


def _task(protocol: str, options: argparse.Namespace) -> Task:
    task = READERS[protocol](options.data, options.split)
    if options.questions is None:
        return task
    few = [replace(store, questions=store.questions[: options.questions]) for store in task.stores]
    return replace(task, stores=few, source=f"{task.source}, {options.questions} questions of each store")


def _install(rivals: Sequence[Rival], cache: Path) -> Iterator[tuple[str, CannotRun]]:
    """Who cannot be installed, and why."""
    cache.mkdir(parents=True, exist_ok=True)
    for rival in rivals:
        _say(f"installing {rival.name} {rival.version}")
        try:
            rival.install(cache)
        except CannotRun as error:
            yield key_of(rival), error


def _compared(
    task: Task, chosen: Sequence[Rival], broken: Mapping[str, CannotRun], work: Path
) -> Iterator[Outcome]:
    """Who cannot be installed stands in the table too."""
    unit = unit_of(task)
    fitting = [rival for rival in chosen if unit in rival.units]
    for rival in fitting:
        if key_of(rival) in broken:
            yield Outcome(rival=rival, failed=broken[key_of(rival)])
    yield from compare(task, [rival for rival in fitting if key_of(rival) not in broken], work, _say)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
