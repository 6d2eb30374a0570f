"""`ports.layout.Layout` by forces: what is joined attracts, everything else repels.

Of the layouts that come in wheels, ForceAtlas2 crosses the fewest edges on graphs of 40 and 150 nodes with
hubs (docs/benchmarks.md); it needs NumPy and no SciPy.
"""

from __future__ import annotations

from importlib.util import find_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_NEEDED = ("networkx", "numpy")
_MISSING = "pictures of a neighbourhood need a layout; `pip install 'vademecum[graph]'` installs it"
_ROUNDS = 300
"""After which 150 nodes move by less than a hundredth of the picture."""

_SEED = 1


class ForceLayout:
    """Nothing is kept between two graphs."""

    def missing(self) -> str:
        """`Layout.missing`."""
        return "" if all(map(find_spec, _NEEDED)) else _MISSING

    def place(self, count: int, edges: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
        """`Layout.place`."""
        if count < 3:
            return tuple((float(node), 0.0) for node in range(count))
        from networkx import Graph, circular_layout, forceatlas2_layout

        untyped: Any = Graph  # it says little of what its nodes are
        graph = untyped()
        graph.add_nodes_from(range(count))
        graph.add_edges_from(edges)
        # Begun on a circle and not by chance: a small graph comes out even.
        start: Any = circular_layout(graph)
        placed: Any = forceatlas2_layout(graph, pos=start, max_iter=_ROUNDS, seed=_SEED, scaling_ratio=2.0)
        return tuple((float(placed[node][0]), float(placed[node][1])) for node in range(count))
