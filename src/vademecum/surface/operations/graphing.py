"""Operations that ask the graph."""

from __future__ import annotations

from vademecum.surface.operations.shape import (
    MOST_TEXT,
    NAMES,
    TIME,
    Operation,
    Parameter,
    body,
    query,
    scopes,
)

_NAME = query(
    "name",
    "An entity's name or alias, an id or a key; an ambiguous one means everything of that name.",
    required=True,
    subject=True,
)
_PREDICATES = query("predicates", "Only these relations, in any spelling.", NAMES)
_DIRECTION = query(
    "direction", "Relations that begin there, that end there, or both.", choices=("out", "in", "both")
)
_SCOPES = scopes(query)
_AS_OF = query("as_of", "What held then.", TIME)
_HOPS = query("hops", "How far.", "int", least=1, most=6)
_AROUND = (_PREDICATES, _DIRECTION, _SCOPES, _AS_OF)


def _limit(usual: str) -> Parameter:
    return query("limit", f"Most to show; {usual} when not given.", "int", least=1, most=1_000)


def _other(name: str) -> Parameter:
    return query(name, "The other node.", required=True, subject=True)


def _asked(verb: str, summary: str, answer: str, command: str, *parameters: Parameter) -> Operation:
    return Operation(
        name=f"graph.{verb}",
        method="GET",
        path=f"/v1/graph/{verb}",
        verb=f"graph.{verb}",
        command=command,
        answer=answer,
        summary=summary,
        parameters=parameters,
        tag="graph",
    )


GRAPHING = (
    _asked(
        "node",
        "Tell what a name means and how it is connected.",
        "GraphNodes",
        "graph node",
        _NAME,
        _SCOPES,
        _AS_OF,
    ),
    _asked(
        "edges",
        "List the relations of a node, and who says so.",
        "GraphEdges",
        "graph edges",
        _NAME,
        *_AROUND,
        _limit("200"),
    ),
    _asked(
        "neighborhood",
        "Show what lies around a node, nearest first.",
        "Neighborhood",
        "graph neighborhood",
        _NAME,
        _HOPS,
        *_AROUND,
        _limit("150"),
    ),
    _asked(
        "path",
        "Find a shortest way between two nodes.",
        "GraphPath",
        "graph path",
        _NAME,
        _other("goal"),
        _HOPS,
        _PREDICATES,
        _SCOPES,
        _AS_OF,
    ),
    _asked(
        "central",
        "List the best connected nodes.",
        "GraphCentral",
        "graph central",
        _PREDICATES,
        query("labels", "Only nodes of these labels.", NAMES),
        _SCOPES,
        _AS_OF,
        _limit("20"),
    ),
    _asked(
        "components",
        "Show which nodes hang together, largest first.",
        "GraphComponents",
        "graph components",
        _PREDICATES,
        _SCOPES,
        _AS_OF,
        _limit("20"),
    ),
    _asked(
        "history",
        "Tell what was said of a node, and when it held.",
        "GraphHistory",
        "graph history",
        _NAME,
        _SCOPES,
        _limit("200"),
    ),
    _asked(
        "explain",
        "Tell why two nodes are joined.",
        "GraphReasons",
        "graph explain",
        _NAME,
        _other("other"),
        _PREDICATES,
        _SCOPES,
        _AS_OF,
    ),
    _asked("rules", "List the rules and what they derived.", "GraphRules", "graph rules"),
    _asked(
        "alike",
        "Name pages that may be about one and the same, with the reason.",
        "GraphAlike",
        "entity alike",
        _SCOPES,
        _limit("20"),
    ),
    _asked(
        "picture",
        "Draw what lies around a node, as SVG.",
        "GraphPicture",
        "graph show",
        _NAME,
        _HOPS,
        *_AROUND,
        _limit("150"),
    ),
    _asked(
        "timeline",
        "Draw what was true of a node when, as SVG.",
        "GraphPicture",
        "graph show",
        _NAME,
        _SCOPES,
        _limit("200"),
    ),
    Operation(
        name="graph.query",
        method="POST",
        path="/v1/graph/query",
        verb="graph.query",
        command="graph query",
        answer="GraphTable",
        summary="Ask in Cypher; a query reads and never writes.",
        parameters=(
            body("query", "One statement.", required=True, subject=True, most=MOST_TEXT),
            body("parameters", "Values of what the statement calls $name.", "dict[str, object]"),
            scopes(body),
            body("as_of", "What held then.", TIME),
            body("limit", "Most rows; 100 when not given.", "int", least=1, most=1_000),
            body(
                "timeout_s", "Seconds after which it is ended; 10 when not given.", "int", least=1, most=300
            ),
        ),
        tag="graph",
    ),
)
