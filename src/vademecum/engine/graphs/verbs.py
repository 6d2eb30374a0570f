"""Every question to the graph of an open home."""

from __future__ import annotations

from vademecum.engine.opened import limit_within
from vademecum.errors import InvalidValue, UnknownName
from vademecum.graph.net import MOST_EDGES
from vademecum.indexing.edges import predicate_form
from vademecum.model.graph import Direction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from typing import Protocol, TypeVar

    from vademecum.engine.graphs.asking import Asking
    from vademecum.graph.net import Net
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.graph import (
        GraphAlike,
        GraphAnswer,
        GraphCentral,
        GraphComponents,
        GraphEdges,
        GraphHistory,
        GraphNodes,
        GraphPath,
        GraphReasons,
        Neighborhood,
    )
    from vademecum.model.rules import GraphRules

    Given = TypeVar("Given", bound=GraphAnswer)

    class Answering(Protocol):
        """Looks at the files if that is due, then answers, with what there is to warn of."""

        def __call__(self, act: Callable[[], Given], /) -> Given: ...


MOST_HOPS = 6
"""Hops of a walk; beyond them everything is near to everything."""

USUAL_HOPS = 2
MOST_RESULTS = 1_000
USUAL_NODES = 150
"""Nodes of a neighbourhood unless said otherwise: what a picture can show and a person can read."""

USUAL_EDGES = 200
USUAL_RANKS = 20


class GraphVerbs:
    """Every question to the graph of an open home; `Vade.graph` gives it.

    A node is named by an entity's name or alias, by the id or key of any record, or by a name that only
    relations tell of. An ambiguous name means every node that bears it. Everywhere `scopes` are where to
    look, as in `Vade.recall`, and `as_of` is the moment at which edges hold: within their own `since` and
    `until`, and by a record that held then; the present when not given.
    """

    def __init__(
        self,
        asking: Callable[[], Asking],
        answered: Answering,
        viewpoint: Callable[[datetime | None], Viewpoint],
    ) -> None:
        """Remember how to ask: the use cases over the present parts, the look at the files before, the moment
        that a caller means."""
        self._asking = asking
        self._answered = answered
        self._viewpoint = viewpoint

    def node(
        self, name: str, *, scopes: Sequence[str] | None = None, as_of: datetime | None = None
    ) -> GraphNodes:
        """What a name may mean: names, labels, and how many edges of which sort.

        Raises:
            NotFound: nothing is called so; the nearest names are suggested.
        """
        return self._answered(lambda: self._asking().node(name, self._net(scopes, as_of)))

    def edges(
        self,
        name: str,
        *,
        predicates: Sequence[str] = (),
        direction: str = "both",
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
    ) -> GraphEdges:
        """The edges of a node, each with the record that says it.

        Args:
            name: the node.
            predicates: only these, in any spelling.
            direction: ``out``, ``in`` or ``both``.
            scopes, as_of: where, and when.
            limit: most edges, 1-1,000; 200 when not given.

        Raises:
            NotFound: nothing is called so.
            UsageError: a direction or limit that cannot be.
        """
        most = limit_within(limit, USUAL_EDGES, MOST_RESULTS)
        wanted, way = _predicate_forms(predicates), _direction_named(direction)
        return self._answered(lambda: self._asking().edges(name, self._net(scopes, as_of), wanted, way, most))

    def neighborhood(
        self,
        name: str,
        *,
        hops: int | None = None,
        predicates: Sequence[str] = (),
        direction: str = "both",
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
    ) -> Neighborhood:
        """What lies around a node, nearest first.

        Args:
            name: the node.
            hops: how far, 1-6; 2 when not given.
            predicates, direction: which edges are followed, as in `edges`.
            scopes, as_of: where, and when.
            limit: most nodes, 1-1,000; 150 when not given.

        Raises:
            NotFound: nothing is called so.
            UsageError: hops, a direction or a limit that cannot be.
        """
        far = limit_within(hops, USUAL_HOPS, MOST_HOPS, name="hops")
        most = limit_within(limit, USUAL_NODES, MOST_RESULTS)
        wanted, way = _predicate_forms(predicates), _direction_named(direction)
        return self._answered(
            # More edges of a hub than there is room for nodes would be read in vain.
            lambda: self._asking().neighborhood(
                name, self._net(scopes, as_of, most=most), wanted, way, (far, most)
            )
        )

    def path(
        self,
        name: str,
        goal: str,
        *,
        hops: int | None = None,
        predicates: Sequence[str] = (),
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
    ) -> GraphPath:
        """A shortest way between two nodes, edges taken in either direction.

        Args:
            name, goal: the nodes.
            hops: longest way, 1-6; 6 when not given.
            predicates: which edges are taken.
            scopes, as_of: where, and when.

        Raises:
            NotFound: nothing is called so.
            UsageError: hops that cannot be.
        """
        far = limit_within(hops, MOST_HOPS, MOST_HOPS, name="hops")
        wanted = _predicate_forms(predicates)
        return self._answered(lambda: self._asking().path(name, goal, self._net(scopes, as_of), wanted, far))

    def central(
        self,
        *,
        predicates: Sequence[str] = (),
        labels: Sequence[str] = (),
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
    ) -> GraphCentral:
        """The nodes with an edge to the most others. Reads every edge there is.

        Args:
            predicates: count only these edges.
            labels: only nodes of these labels, memories' types among them.
            scopes, as_of: where, and when.
            limit: most nodes, 1-1,000; 20 when not given.
        """
        most, wanted = limit_within(limit, USUAL_RANKS, MOST_RESULTS), _predicate_forms(predicates)
        return self._answered(lambda: self._asking().central(self._net(scopes, as_of), wanted, labels, most))

    def components(
        self,
        *,
        predicates: Sequence[str] = (),
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
    ) -> GraphComponents:
        """What hangs together, largest first. Reads every edge there is.

        Args:
            predicates: only these edges.
            scopes, as_of: where, and when.
            limit: most components, 1-1,000; 20 when not given.
        """
        most, wanted = limit_within(limit, USUAL_RANKS, MOST_RESULTS), _predicate_forms(predicates)
        return self._answered(lambda: self._asking().components(self._net(scopes, as_of), wanted, most))

    def history(
        self, name: str, *, scopes: Sequence[str] | None = None, limit: int | None = None
    ) -> GraphHistory:
        """Everything that was ever said of a node and not taken back, with the time in which it held.

        Args:
            name: the node.
            scopes: where to look.
            limit: most edges, oldest first, 1-1,000; 200 when not given.

        Raises:
            NotFound: nothing is called so.
        """
        most = limit_within(limit, USUAL_EDGES, MOST_RESULTS)

        def told() -> GraphHistory:
            asking, allowed = self._asking(), _tuple(scopes)
            present = asking.sight(allowed, self._viewpoint(None))
            return asking.history(name, asking.net(allowed, None), present, most)

        return self._answered(told)

    def explain(
        self,
        name: str,
        other: str,
        *,
        predicates: Sequence[str] = (),
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
    ) -> GraphReasons:
        """Why two nodes are joined: who says so, or which rule derived it of what.

        Args:
            name, other: the nodes, in either order.
            predicates: only these edges.
            scopes, as_of: where, and when.

        Raises:
            NotFound: nothing is called so.
        """
        from vademecum.engine.graphs.explaining import Explanation

        wanted = _predicate_forms(predicates)
        return self._answered(
            lambda: Explanation(self._asking(), self._net(scopes, as_of), name, other).told(wanted)
        )

    def rules(self) -> GraphRules:
        """The rules of ``rules.yaml``, and how many edges each derived."""
        return self._answered(lambda: self._asking().rules())

    def alike(self, *, scopes: Sequence[str] | None = None, limit: int | None = None) -> GraphAlike:
        """Pages that may be about one and the same, with the reason. Nothing is merged but by
        `Vade.merge_entities`; what `Vade.unmerge_entity` took apart is not proposed again.

        Args:
            scopes: where to look.
            limit: most pairs, 1-1,000; 20 when not given.
        """
        from vademecum.engine.graphs.proposing import alike

        most = limit_within(limit, USUAL_RANKS, MOST_RESULTS)
        return self._answered(lambda: alike(self._net(scopes, None), most))

    def _net(self, scopes: Sequence[str] | None, as_of: datetime | None, *, most: int = MOST_EDGES) -> Net:
        return self._asking().net(_tuple(scopes), self._viewpoint(as_of), most=most)


def _tuple(scopes: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if scopes is None else tuple(scopes)


def _predicate_forms(names: Sequence[str]) -> tuple[str, ...]:
    """Predicates as edges have them.

    Raises:
        InvalidValue: one without letter or digit, which as a condition would let nothing through.
    """
    forms = tuple(dict.fromkeys(map(predicate_form, names)))
    if "" in forms:
        raise InvalidValue("predicate", "is empty; write e.g. works_at")
    return forms


def _direction_named(name: str) -> Direction:
    """A direction by its name.

    Raises:
        UnknownName: there is none of that name.
    """
    try:
        return Direction(name)
    except ValueError:
        raise UnknownName("direction", name, suggestions=tuple(one.value for one in Direction)) from None
