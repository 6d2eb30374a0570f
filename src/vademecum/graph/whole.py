"""What can only be told of the graph as a whole."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable


@value
class Degree:
    """How well a node is connected; attributes as in `model.graph.Ranked`."""

    degree: int
    outgoing: int
    incoming: int


class Whole:
    """Takes in every edge once and answers afterwards; what several records say counts once."""

    def __init__(
        self, edges: Iterable[tuple[str, str, str]], predicates: Container[str] | None = None
    ) -> None:
        """Read all of it.

        Args:
            edges: subject, predicate and object of every edge.
            predicates: count only these; None counts all.
        """
        self._out: dict[str, dict[tuple[str, str], None]] = {}
        self._in: dict[str, dict[tuple[str, str], None]] = {}
        for subject, predicate, object in edges:
            if predicates is None or predicate in predicates:
                self._out.setdefault(subject, {})[predicate, object] = None
                self._in.setdefault(object, {})[predicate, subject] = None

    def degrees(self) -> dict[str, Degree]:
        """Node -> how well it is connected; greatest degree first, then most edges, then by id."""
        found: dict[str, Degree] = {}
        for node in {**self._out, **self._in}:
            outgoing, incoming = self._out.get(node, {}), self._in.get(node, {})
            others = {other for _, other in outgoing} | {other for _, other in incoming}
            found[node] = Degree(len(others), len(outgoing), len(incoming))
        order = sorted(
            found, key=lambda one: (-found[one].degree, -found[one].outgoing - found[one].incoming, one)
        )
        return {node: found[node] for node in order}

    def components(self) -> tuple[tuple[str, ...], ...]:
        """Nodes that hang together, in the order of `degrees`; largest first, then by their first node."""
        root: dict[str, str] = {}

        def find(node: str) -> str:
            top = node
            while (above := root.setdefault(top, top)) != top:
                top = above
            while root[node] != top:
                root[node], node = top, root[node]
            return top

        for subject, edges in self._out.items():
            for _, object in edges:
                root[find(object)] = find(subject)
        groups: dict[str, list[str]] = {}
        for node in self.degrees():
            groups.setdefault(find(node), []).append(node)
        return tuple(map(tuple, sorted(groups.values(), key=lambda one: (-len(one), one[0]))))
