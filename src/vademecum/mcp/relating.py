"""The tool that asks the graph."""

from __future__ import annotations

from typing import cast

from vademecum.engine.moments import Span, within
from vademecum.errors import InvalidValue
from vademecum.graph.cypher import cypher_parameter
from vademecum.mcp.answer import Answer
from vademecum.retrieval.packing import safe_line
from vademecum.surface import graphs as surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from vademecum.mcp.desk import Desk

QUESTIONS = (
    *("node", "edges", "neighborhood", "path", "central", "components", "history", "explain"),
    "query",
)
_OF_ONE = frozenset({"node", "edges", "neighborhood", "path", "history", "explain"})
_OF_TWO = frozenset({"path", "explain"})
_USUAL = 30
"""Rows for a model, which pays for each; a person is shown more."""


def graph(
    desk: Desk,
    *,
    question: str,
    name: str = "",
    other: str = "",
    cypher: str = "",
    predicates: tuple[str, ...] = (),
    parameters: tuple[str, ...] = (),
    as_of: str | None = None,
    limit: int = _USUAL,
) -> Answer:
    """How entities and memories hang together; every text is one safe line.

    Raises:
        InvalidValue: a question without the name or query that it is about, or of a moment it has not.
        VadeError: what the question itself refuses.
    """
    for field, given, needed in (
        ("name", name, question in _OF_ONE),
        ("other", other, question in _OF_TWO),
        ("cypher", cypher, question == "query"),
    ):
        if needed and not given:
            raise InvalidValue(field, f"is missing; {question} needs it")
    verbs, asked = desk.vade.graph, _asked(desk, as_of)
    values = dict(cypher_parameter("parameters", one) for one in parameters)
    questions: dict[str, Callable[[], tuple[Any, dict[str, Any]]]] = {
        "node": lambda: _of(verbs.node(name, **asked), surface.nodes),
        "edges": lambda: _of(verbs.edges(name, predicates=predicates, limit=limit, **asked), surface.edges),
        "neighborhood": lambda: _of(
            verbs.neighborhood(name, predicates=predicates, limit=limit, **asked), surface.neighborhood
        ),
        "path": lambda: _of(verbs.path(name, other, predicates=predicates, **asked), surface.path),
        "central": lambda: _of(verbs.central(predicates=predicates, limit=limit, **asked), surface.central),
        "components": lambda: _of(
            verbs.components(predicates=predicates, limit=limit, **asked), surface.components
        ),
        "history": lambda: _of(verbs.history(name, scopes=desk.scopes, limit=limit), surface.history),
        "explain": lambda: _of(verbs.explain(name, other, predicates=predicates, **asked), surface.reasons),
        "query": lambda: _of(verbs.query(cypher, parameters=values, limit=limit, **asked), surface.table),
    }
    answer, body = questions[question]()
    return Answer(data=_safe({**body, "truncated": answer.truncated, "warnings": list(answer.warnings)}))


def _asked(desk: Desk, as_of: str | None) -> dict[str, Any]:
    at = desk.moment("as_of", as_of, Span.AGO, ends=True)
    return {"scopes": desk.scopes, "as_of": within(as_of, at) if as_of and at else None}


def _of(answer: Any, body: Callable[[Any], dict[str, Any]]) -> tuple[Any, dict[str, Any]]:
    return answer, body(answer)


def _safe(told: Any) -> Any:
    """The same with every text on one line in which no tag of a frame can be closed."""
    if isinstance(told, dict):
        return {safe_line(key): _safe(one) for key, one in cast("dict[str, Any]", told).items()}
    if isinstance(told, (list, tuple)):
        return [_safe(one) for one in cast("list[Any]", told)]
    return safe_line(told) if isinstance(told, str) else told
