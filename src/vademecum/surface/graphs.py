"""The shape of the graph's answers as plain JSON types: what was found stands under ``results``."""

from __future__ import annotations

from itertools import chain, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.model.cypher import GraphTable
    from vademecum.model.graph import (
        GraphAlike,
        GraphCentral,
        GraphComponents,
        GraphEdges,
        GraphHistory,
        GraphNodes,
        GraphPath,
        GraphPicture,
        GraphReasons,
        Neighborhood,
        Node,
    )
    from vademecum.model.linked import Linked, Merged
    from vademecum.model.rules import GraphRules


def nodes(answer: GraphNodes) -> dict[str, Any]:
    """`graph node`."""
    return {"results": [card.to_dict() for card in answer.cards]}


def edges(answer: GraphEdges) -> dict[str, Any]:
    """`graph edges`."""
    return {"start": _plain(answer.start), "results": [edge.to_dict() for edge in answer.edges]}


def neighborhood(answer: Neighborhood) -> dict[str, Any]:
    """`graph neighborhood`."""
    return {
        "start": _plain(answer.start),
        "results": [reached.to_dict() for reached in answer.nodes],
        "edges": [edge.to_dict() for edge in answer.edges],
    }


def path(answer: GraphPath) -> dict[str, Any]:
    """`graph path`."""
    return {
        "start": _plain(answer.start),
        "goal": _plain(answer.goal),
        "hops": answer.hops,
        "results": _plain(answer.nodes),
        "edges": [edge.to_dict() for edge in answer.edges],
    }


def central(answer: GraphCentral) -> dict[str, Any]:
    """`graph central`."""
    return {"results": [one.to_dict() for one in answer.results], "total": answer.total}


def picture(answer: GraphPicture, path: str | None) -> dict[str, Any]:
    """`graph show`: the picture itself only where it was not written to a file."""
    told = answer.to_dict()
    told.pop("warnings")
    told.pop("truncated")
    if path is not None:
        told.pop("svg")
    return {**told, "path": path}


def table(answer: GraphTable) -> dict[str, Any]:
    """`graph query`: each row is an object, a column that comes twice counted."""
    names = _told_apart(answer.columns)
    rows = [dict(zip(names, row, strict=True)) for row in answer.rows]
    return {"columns": list(names), "results": rows}


def _told_apart(columns: Sequence[str]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for column in columns:
        counted = (f"{column} #{number}" for number in count(2))
        names[next(name for name in chain((column,), counted) if name not in names)] = None
    return tuple(names)


def components(answer: GraphComponents) -> dict[str, Any]:
    """`graph components`."""
    return {
        "results": [one.to_dict() for one in answer.results],
        "total": answer.total,
        "alone": answer.alone,
    }


def history(answer: GraphHistory) -> dict[str, Any]:
    """`graph history`."""
    return {"start": _plain(answer.start), "results": [one.to_dict() for one in answer.results]}


def reasons(answer: GraphReasons) -> dict[str, Any]:
    """`graph explain`."""
    return {
        "start": _plain(answer.start),
        "goal": _plain(answer.goal),
        "results": [one.to_dict() for one in answer.results],
    }


def rules(answer: GraphRules) -> dict[str, Any]:
    """`graph rules`."""
    return {"results": [one.to_dict() for one in answer.results]}


def alike(answer: GraphAlike) -> dict[str, Any]:
    """`entity alike`."""
    return {"results": [one.to_dict() for one in answer.results], "total": answer.total}


def written(answer: Linked | Merged, record: dict[str, Any]) -> dict[str, Any]:
    """`link`, `unlink`, `entity merge` and `entity unmerge`.

    Args:
        answer: what was written.
        record: the page that says it (`answers.shown`).
    """
    told = answer.to_dict()
    return {**record, **{name: told[name] for name in told if name not in ("memory", "warnings")}}


def _plain(found: Sequence[Node]) -> list[dict[str, Any]]:
    return [node.to_dict() for node in found]
