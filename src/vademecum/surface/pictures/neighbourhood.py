"""What lies around a node, as a picture."""

from __future__ import annotations

from collections import Counter
from math import hypot

from vademecum.model.graph import GraphPicture, NodeKind
from vademecum.model.value import field, value
from vademecum.surface.pictures.spacing import Box, free_place, spread
from vademecum.surface.pictures.svg import FONT_SIZE, HUES, document, plain, short, width_of, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vademecum.model.graph import Edge, Neighborhood, Node

_MOST_LETTERS = 26
_HEIGHT = 26.0
_MARGIN, _HEAD, _LEGEND_LINE = 28.0, 64.0, 20.0
_LEAST_WIDTH = 420.0
_LABEL_SIZE = 11
_HEADS = (
    '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
    'orient="auto-start-reverse"><path d="M0 1 10 5 0 9z" fill="context-stroke"/></marker></defs>'
)


@value
class Line:
    """All edges between two nodes, drawn as one.

    Attributes:
        forth, back: what leads from the first to the second node, and the other way.
    """

    one: str
    other: str
    forth: list[Edge] = field(default_factory=list)
    back: list[Edge] = field(default_factory=list)

    @property
    def predicates(self) -> tuple[str, ...]:
        """What they say, each once."""
        return tuple(dict.fromkeys(edge.predicate for edge in (*self.forth, *self.back)))

    @property
    def sentences(self) -> str:
        """All of it in words."""
        told = (
            f"{edge.subject_name} {edge.predicate} {edge.object_name}{_span(edge)}"
            for edge in (*self.forth, *self.back)
        )
        return "; ".join(dict.fromkeys(told))


def lines_of(edges: Iterable[Edge]) -> tuple[Line, ...]:
    """Edges by the pair of nodes that they join, in their order."""
    lines: dict[frozenset[str], Line] = {}
    for edge in edges:
        line = lines.setdefault(frozenset((edge.subject, edge.object)), Line(edge.subject, edge.object))
        (line.forth if edge.subject == line.one else line.back).append(edge)
    return tuple(lines.values())


def neighbourhood(
    answer: Neighborhood,
    places: Sequence[tuple[float, float]],
    when: str,
    *,
    within: str = "",
    links: Sequence[str] = (),
) -> GraphPicture:
    """The picture.

    Args:
        answer: what lies around.
        places: of its nodes, in their order and of no particular scale.
        when: of which moment it tells, in words; empty for now.
        within: as in `svg.document`.
        links: where each node leads to, in their order; none lead anywhere when not given.
    """
    nodes = [reached.node for reached in answer.nodes]
    names = [short(node.name, _MOST_LETTERS) or node.id for node in nodes]
    sizes = [(width_of(name) + 22, _HEIGHT) for name in names]
    placed = _moved(spread(places, sizes), sizes)
    boxes = {node.id: Box(x, y, *size) for node, (x, y), size in zip(nodes, placed, sizes, strict=True)}
    lines = lines_of(answer.edges)
    node_hues = _hues(_label(node) for node in nodes)
    line_hues = _hues(line.predicates[0] for line in lines)
    labels, unlabelled = _labels(lines, boxes)
    right = max((box.x + box.width / 2 for box in boxes.values()), default=0.0) + _MARGIN
    bottom = max((box.y + box.height / 2 for box in boxes.values()), default=_HEAD) + _MARGIN
    title = f"Around {' and '.join(node.name for node in answer.start[:3])}"
    said = _said(answer, when, unlabelled)
    width = max(right, _LEAST_WIDTH, width_of(said, _LABEL_SIZE) + 2 * _MARGIN)
    legend, height = _legend(node_hues, line_hues, width, bottom)
    start = frozenset(node.id for node in answer.start)
    parts = [
        _HEADS,
        written(_MARGIN, 30, short(title, 70), "title"),
        written(_MARGIN, 50, said, "small"),
        *(_drawn_line(line, boxes, line_hues) for line in lines),
        *(
            _linked(
                link, _drawn_node(node, name, boxes[node.id], node_hues[_label(node)], first=node.id in start)
            )
            for node, name, link in zip(nodes, names, links or [""] * len(nodes), strict=True)
        ),
        *labels,
        *legend,
    ]
    svg = document(width, height, title, f"{said}. {_told(lines)}", parts, within=within)
    return GraphPicture(
        svg=svg, nodes=len(nodes), edges=len(answer.edges), unlabelled=unlabelled, truncated=answer.truncated
    )


def _moved(
    places: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Places with the margin to their left and the title above them."""
    left = min((x - size[0] / 2 for (x, _), size in zip(places, sizes, strict=True)), default=0.0)
    top = min((y - size[1] / 2 for (_, y), size in zip(places, sizes, strict=True)), default=0.0)
    return [(x - left + _MARGIN, y - top + _HEAD + 8) for x, y in places]


def _label(node: Node) -> str:
    return node.label or "only a name"


def _hues(names: Iterable[str]) -> Mapping[str, str]:
    """Name -> colour: the seven most frequent have one each, most frequent first."""
    counts = Counter(names)
    order = sorted(counts, key=lambda one: (-counts[one], one))
    own = len(HUES) - 1
    return {name: HUES[min(number, own)] for number, name in enumerate(order)}


def _drawn_node(node: Node, name: str, box: Box, hue: str, *, first: bool) -> str:
    dashed = ' stroke-dasharray="4 3"' if node.kind is NodeKind.NAME else ""
    radius = 5 if node.kind is NodeKind.MEMORY else _HEIGHT / 2
    shape = (
        f'x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="{radius:g}" stroke="{hue}"'
    )
    weight = ' font-weight="600"' if first else ""
    at = f'x="{box.x:.1f}" y="{box.y + FONT_SIZE * 0.35:.1f}" text-anchor="middle"'
    text = f"<text {at}{weight}>{plain(name)}</text>"
    told = plain(f"{node.name}: {_label(node)}" + (f", {node.mark}" if node.mark else ""))
    return (
        f'<g><title>{told}</title><rect class="box" {shape}/>'
        f'<rect {shape} fill="{hue}" fill-opacity="{0.28 if first else 0.12:g}" '
        f'stroke-width="{3 if first else 1.5:g}"{dashed}/>{text}</g>'
    )


def _linked(link: str, drawn: str) -> str:
    return f'<a href="{plain(link)}">{drawn}</a>' if link else drawn


def _drawn_line(line: Line, boxes: Mapping[str, Box], hues: Mapping[str, str]) -> str:
    x1, y1, x2, y2 = _ends(line, boxes)
    heads = (' marker-end="url(#head)"' if line.forth else "") + (
        ' marker-start="url(#head)"' if line.back else ""
    )
    drawn = f'fill="none" stroke="{hues[line.predicates[0]]}" stroke-width="1.4" stroke-opacity="0.75"'
    path = f'<path d="M{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f}" {drawn}{heads}/>'
    return f"<g><title>{plain(line.sentences)}</title>{path}</g>"


def _ends(line: Line, boxes: Mapping[str, Box]) -> tuple[float, float, float, float]:
    one, other = boxes[line.one], boxes[line.other]
    return (*one.edge_towards(other.x, other.y), *other.edge_towards(one.x, one.y))


def _labels(lines: Sequence[Line], boxes: Mapping[str, Box]) -> tuple[list[str], int]:
    """Predicates on their lines where there is room, and how many lines went without; the longest lines are
    served first, for theirs is the least doubt which they belong to."""
    ends = {place: _ends(line, boxes) for place, line in enumerate(lines)}
    taken = list(boxes.values())
    found: dict[int, str] = {}
    for place in sorted(ends, key=lambda one: (-_length(ends[one]), one)):
        predicates = lines[place].predicates
        text = short(
            ", ".join(predicates[:2]) + (f" +{len(predicates) - 2}" if len(predicates) > 2 else ""), 34
        )
        size = (width_of(text, _LABEL_SIZE) + 4, _LABEL_SIZE + 3.0)
        box = free_place(ends[place], size, taken)
        if box is not None:
            taken.append(box)
            found[place] = written(box.x, box.y + _LABEL_SIZE * 0.35, text, "halo", "middle")
    return [found[place] for place in sorted(found)], len(lines) - len(found)


def _length(line: tuple[float, float, float, float]) -> float:
    x1, y1, x2, y2 = line
    return round(hypot(x2 - x1, y2 - y1), 1)


def _legend(
    nodes: Mapping[str, str], lines: Mapping[str, str], width: float, top: float
) -> tuple[list[str], float]:
    """What the colours mean, in rows below the picture, and how high all of it is then."""
    parts = [f'<path class="line" d="M{_MARGIN:.1f} {top:.1f}H{width - _MARGIN:.1f}"/>']
    y = top + _LEGEND_LINE
    for hues, is_line in ((nodes, False), (lines, True)):
        x = _MARGIN
        for name, hue in _entries(hues):
            text = short(name, _MOST_LETTERS)
            step = 26 + width_of(text, _LABEL_SIZE) + 16
            if x > _MARGIN and x + step > width - _MARGIN:
                x, y = _MARGIN, y + _LEGEND_LINE
            parts.append(_sample(x, y, hue, is_line=is_line))
            parts.append(written(x + 26, y + 4, text, "small"))
            x += step
        if hues:
            y += _LEGEND_LINE
    return parts, y + _MARGIN / 2


def _entries(hues: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    own = len(HUES) - 1
    names = list(hues)
    yield from ((name, hues[name]) for name in names[:own])
    if len(names) == own + 1:
        yield names[own], HUES[own]
    elif len(names) > own:
        yield f"{len(names) - own} more", HUES[own]


def _sample(x: float, y: float, hue: str, *, is_line: bool) -> str:
    if is_line:
        return f'<path d="M{x:.1f} {y:.1f}h20" stroke="{hue}" stroke-width="2"/>'
    return (
        f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="20" height="12" rx="6" stroke="{hue}" '
        f'stroke-width="1.5" fill="{hue}" fill-opacity="0.12"/>'
    )


def _said(answer: Neighborhood, when: str, unlabelled: int) -> str:
    nodes, edges = len(answer.nodes), len(answer.edges)
    told = [
        f"{nodes:,} {'node' if nodes == 1 else 'nodes'}",
        f"{edges:,} {'relation' if edges == 1 else 'relations'}",
    ]
    if when:
        told.append(when)
    if unlabelled:
        told.append(f"{unlabelled} unnamed for want of room, told when pointed at")
    if answer.truncated:
        told.append("there is more")
    return " · ".join(told)


def _told(lines: Sequence[Line]) -> str:
    return short("; ".join(line.sentences for line in lines), 2_000)


def _span(edge: Edge) -> str:
    since = f" since {edge.since:%Y-%m-%d}" if edge.since else ""
    return since + (f" until {edge.until:%Y-%m-%d}" if edge.until else "")
