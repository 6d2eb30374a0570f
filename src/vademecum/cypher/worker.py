"""The process of one query: loads a graph, gives up what it does not need, answers on standard output."""

from __future__ import annotations

import json
import sys
import time
from datetime import date, datetime
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, cast

import ladybug

from vademecum.model.cypher import EDGE_FIELDS, NODE_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

_POOL_BYTES = 512 << 20
"""Of the engine's own memory; a graph of 100,000 nodes and 500,000 relations takes 230 MB."""

_SPACE_BYTES = 8 << 30
"""Addresses that it may reserve; its own default of 8 TB is refused in many containers."""

_THREADS = 2
_INTERNAL = frozenset({"_ID", "_LABEL", "_SRC", "_DST"})
_MOMENTS = frozenset({"since", "until"})


def main() -> None:
    """Read the job from standard input, write the answer to standard output."""
    job = json.loads(sys.stdin.buffer.read())
    engine = ladybug.Database(
        ":memory:", buffer_pool_size=_POOL_BYTES, max_num_threads=_THREADS, max_db_size=_SPACE_BYTES
    )
    asking = ladybug.Connection(engine)
    _load(asking, job["tables"], job["fields"])
    _give_up(job["seconds"])
    sys.stdout.write(json.dumps(_answer(asking, job)))


def _load(asking: ladybug.Connection, tables: Mapping[str, Any], fields: Sequence[str]) -> None:
    columns = ", ".join(f"{_named(name)} STRING" for name in (*NODE_FIELDS, *fields))
    for label, file in tables["nodes"]:
        asking.execute(f"CREATE NODE TABLE {_named(label)} ({columns}, PRIMARY KEY (id))")
        _copy(asking, label, file)
    kinds = ", ".join(f"{name} {'TIMESTAMP' if name in _MOMENTS else 'STRING'}" for name in EDGE_FIELDS)
    for predicate, pairs in tables["edges"]:
        ends = [f"FROM {_named(subject)} TO {_named(object)}" for subject, object, _ in pairs]
        asking.execute(f"CREATE REL TABLE {_named(predicate)} ({', '.join(ends)}, {kinds})")
        for subject, object, file in pairs:
            _copy(asking, predicate, file, f", from={_text(subject)}, to={_text(object)}")


def _copy(asking: ladybug.Connection, table: str, file: str, ends: str = "") -> None:
    # Read by one thread: only then may a cell hold a line end.
    if file:
        asking.execute(f"COPY {_named(table)} FROM {_text(file)} (header=false, parallel=false{ends})")


def _give_up(seconds: float) -> None:
    """From here on no file can be opened and none grows, whatever a query manages to say."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Twice what its threads can work in that time; the engine ends a query by itself before.
    cpu = int(used.ru_utime + used.ru_stime + seconds * _THREADS * 2) + 2
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))


def _answer(asking: ladybug.Connection, job: Mapping[str, Any]) -> dict[str, Any]:
    asking.set_query_timeout(int(job["seconds"] * 1000))
    began = time.monotonic()
    empty: dict[str, Any] = {"columns": [], "rows": [], "truncated": False, "late": False, "refused": ""}
    try:
        found = asking.execute(job["query"], job["parameters"] or None)
        assert not isinstance(found, list)
        rows = [[_plain(cell) for cell in row] for row in islice(_rows(found), job["limit"] + 1)]
    except RuntimeError as error:
        late = time.monotonic() - began >= job["seconds"]
        return {**empty, "late": late, "refused": " ".join(str(error).split())}
    more = len(rows) > job["limit"]
    return {**empty, "columns": found.get_column_names(), "rows": rows[: job["limit"]], "truncated": more}


def _rows(found: ladybug.QueryResult) -> Iterator[list[Any]]:
    while found.has_next():
        row = found.get_next()
        assert isinstance(row, list)
        yield row


def _plain(cell: Any) -> Any:
    """A value of the engine as JSON; a path is the list of its nodes and relations in turn."""
    if isinstance(cell, dict):
        return _object(cast("dict[str, Any]", cell))
    if isinstance(cell, (list, tuple)):
        return [_plain(one) for one in cast("list[Any]", cell)]
    if isinstance(cell, datetime):
        return cell.isoformat() + ("" if cell.tzinfo else "+00:00")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and not isfinite(cell):
        return None  # JSON has no word for it
    return cell if isinstance(cell, (str, int, float, bool)) or cell is None else str(cell)


def _object(cell: dict[str, Any]) -> Any:
    if "_NODES" not in cell:
        return {key: _plain(one) for key, one in cell.items() if key not in _INTERNAL}
    nodes: list[Any] = cell["_NODES"]
    edges: list[Any] = cell["_RELS"]
    turns = [one for pair in zip(nodes, edges, strict=False) for one in pair]
    return [_plain(one) for one in (*turns, *nodes[len(edges) :])]


def _named(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _text(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


if __name__ == "__main__":
    main()
