"""Why pictures are laid out by ForceAtlas2 of networkx: layouts of several libraries on the same graphs.

The graphs have hubs, as neighbourhoods have. Counted are edges that cross, and pairs of nodes that stand
nearer than a thirtieth of the picture, before anything is moved apart; CPU is of one layout. What is not
installed is left out and named: `pip install rustworkx igraph` brings the others, none of which is a
dependency of ours.

    python benchmarks/layouts.py
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from typing import Any

from graph import say
from vademecum.layouts.forces import ForceLayout

Edges = Sequence[tuple[int, int]]
Places = Sequence[tuple[float, float]]
SIZES = (40, 150)
NEAR = 0.03
"""Of the longer side of a picture."""

SEED = 1


def hubbed(count: int) -> list[tuple[int, int]]:
    """A graph that hangs together, of which every eighth node is a hub, and some edges join others."""
    chance = random.Random(count)
    hubs = list(range(max(1, count // 8)))
    edges = {(chance.choice(hubs[:node]), node) for node in hubs[1:]}
    edges |= {(chance.choice(hubs), node) for node in range(len(hubs), count)}
    while len(edges) < count * 5 // 4:
        one, other = sorted(chance.sample(range(count), 2))
        edges.add((one, other))
    return sorted(edges)


def _graph(module: Any, count: int, edges: Edges) -> Any:
    graph = module.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    return graph


def force_atlas(count: int, edges: Edges) -> Places:
    """As `layouts.forces` uses it."""
    return ForceLayout().place(count, edges)


def springs(count: int, edges: Edges) -> Places:
    """The usual layout of networkx."""
    module: Any = import_module("networkx")
    placed = module.spring_layout(_graph(module, count, edges), seed=SEED, iterations=300)
    return [(float(placed[node][0]), float(placed[node][1])) for node in range(count)]


def rust_springs(count: int, edges: Edges) -> Places:
    """That of rustworkx."""
    module: Any = import_module("rustworkx")
    graph = module.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, None) for one, other in edges])
    placed = module.spring_layout(graph, seed=SEED, num_iter=300)
    return [(placed[node][0], placed[node][1]) for node in range(count)]


def fruchterman(count: int, edges: Edges) -> Places:
    """That of igraph, by Fruchterman and Reingold."""
    module: Any = import_module("igraph")
    random.seed(SEED)
    return [(x, y) for x, y in module.Graph(n=count, edges=edges).layout_fruchterman_reingold()]


LAYOUTS: dict[str, tuple[str, Callable[[int, Edges], Places]]] = {
    "networkx, ForceAtlas2": ("networkx", force_atlas),
    "networkx, springs": ("networkx", springs),
    "rustworkx, springs": ("rustworkx", rust_springs),
    "igraph, Fruchterman-Reingold": ("igraph", fruchterman),
}


def crossings(edges: Edges, places: Places) -> int:
    """Pairs of edges without a common end that cross."""
    return sum(
        _cross(*(places[end] for end in (*one, *other)))
        for one, other in combinations(edges, 2)
        if set(one).isdisjoint(other)
    )


def _cross(*ends: tuple[float, float]) -> bool:
    a, b, c, d = ends
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) > (b[1] - a[1]) * (point[0] - a[0])


def too_near(places: Places) -> int:
    """Pairs of nodes that stand nearer than `NEAR`."""
    across, along = zip(*places, strict=True)
    span = max(max(across) - min(across), max(along) - min(along)) or 1.0
    return sum(
        (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < (NEAR * span) ** 2
        for one, other in combinations(places, 2)
    )


def measured(runs: int) -> Iterator[str]:
    """A Markdown row for each layout that is installed."""
    for name, (library, lay_out) in LAYOUTS.items():
        if find_spec(library) is None:
            say(f"{library} is not installed and is left out")
            continue
        cells: list[str] = []
        for count in SIZES:
            edges, times = hubbed(count), list[float]()
            places: Places = lay_out(count, edges)
            for _ in range(runs):
                began = time.process_time()
                lay_out(count, edges)
                times.append((time.process_time() - began) * 1000)
            cells += [str(crossings(edges, places)), str(too_near(places)), f"{statistics.median(times):.0f}"]
        yield f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    heads = (f"{count}: {what}" for count in SIZES for what in ("crossings", "too near", "ms"))
    print(f"| | {' | '.join(heads)} |")
    print("|---|---|---|---|---|---|---|")
    for line in measured(given.runs):
        print(line)


if __name__ == "__main__":
    main()
