"""`ports.cypher.CypherEngine` by ladybug, a property graph that lives in memory, in a process of its own.

A query is somebody else's text and the engine is native code: a process can be ended when either goes astray,
and may by then open no file. The graph goes to it as CSV in a folder that only this user can read and that is
gone with the answer; the engine reads half a million relations from there in 2 seconds of CPU.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from vademecum.errors import LimitExceeded, StoreError, UsageError
from vademecum.model.cypher import GraphTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from vademecum.model.cypher import PropertyGraph

LOADING_S = 120.0
"""What a graph of any size is loaded in; the query's own time begins after it."""

_ENGINE, _WORKER = "ladybug", "vademecum.cypher.worker"
_MISSING = "`vade graph query` needs an engine for Cypher; `pip install 'vademecum[graph]'` installs it"


class LadybugCypher:
    """A fresh process for every query."""

    def missing(self) -> str:
        """`CypherEngine.missing`."""
        return "" if find_spec(_ENGINE) else _MISSING

    def ask(
        self,
        graph: PropertyGraph,
        query: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        seconds: float,
    ) -> GraphTable:
        """`CypherEngine.ask`."""
        with TemporaryDirectory(prefix="vade-cypher-") as folder:
            job = {
                "tables": _written(graph, Path(folder)),
                "fields": graph.fields,
                "query": query,
                "parameters": dict(parameters),
                "limit": limit,
                "seconds": seconds,
            }
            return _table(_run(job, seconds), seconds)


def _run(job: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """What the process answered.

    Raises:
        LimitExceeded: it had to be ended, or the system ended it.
        StoreError: it cannot be begun, or the engine broke.
    """
    command = [sys.executable, "-P", "-m", _WORKER]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own module
            command,
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=LOADING_S + seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_long(seconds) from None
    except OSError as error:
        raise StoreError(f"no process can be begun for the query: {error.strerror}") from error
    if done.returncode < 0:
        raise LimitExceeded(
            "the query was ended by the system for its time or memory; name labels and relations in it, "
            "or look at less with LIMIT"
        )
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise StoreError(f"the engine for Cypher broke: {last}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _table(answer: Mapping[str, Any], seconds: float) -> GraphTable:
    if answer["late"]:
        raise _too_long(seconds)
    if answer["refused"]:
        raise UsageError(f"the query cannot be answered: {answer['refused']}")
    return GraphTable(
        columns=tuple(answer["columns"]),
        rows=tuple(map(tuple, answer["rows"])),
        truncated=answer["truncated"],
    )


def _too_long(seconds: float) -> LimitExceeded:
    return LimitExceeded(
        f"the query was ended after {seconds:g} s; name labels and relations in it, begin at one node, "
        "or give it more with --timeout"
    )


def _written(graph: PropertyGraph, folder: Path) -> dict[str, Any]:
    """Every table as a file.

    Returns:
        What the process needs to load them: (label, file) of nodes; of relations (predicate, (label of the
        subject, label of the object, file)s).
    """
    nodes: list[tuple[str, str]] = []
    for number, (label, rows) in enumerate(graph.nodes.items()):
        nodes.append((label, _csv(folder / f"n{number}.csv", rows)))
    edges: list[tuple[str, list[tuple[str, str, str]]]] = []
    for number, (predicate, pairs) in enumerate(graph.edges.items()):
        files = [
            (subject, object, _csv(folder / f"e{number}-{pair}.csv", rows))
            for pair, ((subject, object), rows) in enumerate(pairs.items())
        ]
        edges.append((predicate, files))
    return {"nodes": nodes, "edges": edges}


def _csv(path: Path, rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table; what is empty is left out, which the engine reads as nothing said.

    Returns:
        The path, empty where there are no rows: the engine refuses to copy nothing.
    """
    lines = [",".join([_cell(cell) for cell in row]) for row in rows]
    if not lines:
        return ""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return str(path)


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if text else ""
