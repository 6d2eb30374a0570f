"""The graph as a property graph, and what a Cypher query finds in it."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NODE_FIELDS = ("id", "name", "label", "kind", "scope", "status")
"""Properties of a node, all of them texts; the first names it."""

EDGE_FIELDS = ("predicate", "since", "until", "said_by")
"""Properties of a relation; ``since`` and ``until`` are moments, None where nothing is said."""


@value
class CypherRead:
    """What of the graph a query can be about.

    Attributes:
        labels: those that it names of nodes, as they are written.
        types: those that it names of relations.
        everything: it also looks at relations of any type, so that all of them are needed.
        fields: properties that it names besides those that every node and relation has, in any case once.
    """

    labels: tuple[str, ...]
    types: tuple[str, ...]
    everything: bool
    fields: tuple[str, ...] = ()


@value(kw_only=True)
class PropertyGraph:
    """Nodes by label and relations by predicate, for an engine to load.

    Attributes:
        nodes: label -> rows of `NODE_FIELDS`, and behind them of `fields`; every label that is asked for is
            there, with no rows perhaps.
        edges: predicate -> label of the subject and of the object -> rows: ids of both, then `EDGE_FIELDS`.
        fields: further properties of nodes, all of them texts.
    """

    nodes: Mapping[str, Iterable[tuple[str, ...]]]
    edges: Mapping[str, Mapping[tuple[str, str], Iterable[tuple[str, ...]]]]
    fields: tuple[str, ...] = ()


@value(kw_only=True)
class GraphTable(JsonMixin):
    """Answer of a Cypher query.

    Attributes:
        columns: their names, as the query gives them.
        rows: a value for each column: plain JSON; a node and a relation are mappings of their properties.
        truncated: there are more rows than were asked for.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()
