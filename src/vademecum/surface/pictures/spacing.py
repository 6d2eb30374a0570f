"""Boxes moved apart until none covers another, and labels put where nothing stands."""

from __future__ import annotations

from math import hypot

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP = 14.0
"""Pixels that stay free between two boxes: room for an arrow's head."""

_ROUNDS = 60
"""Of moving apart before the whole picture is made larger."""

_GROWTH = 1.12


@value
class Box:
    """A rectangle by its middle and its size, in pixels."""

    x: float
    y: float
    width: float
    height: float

    def touches(self, other: Box, gap: float) -> bool:
        """Whether less than a gap lies between the two."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + gap
            and abs(self.y - other.y) < (self.height + other.height) / 2 + gap
        )

    def edge_towards(self, x: float, y: float) -> tuple[float, float]:
        """Where a line from the middle to a point leaves the box."""
        across, down = x - self.x, y - self.y
        if not across and not down:
            return self.x, self.y
        scale = min(
            (self.width / 2) / abs(across) if across else float("inf"),
            (self.height / 2) / abs(down) if down else float("inf"),
        )
        return self.x + across * min(scale, 1.0), self.y + down * min(scale, 1.0)


def spread(
    places: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]]
) -> tuple[tuple[float, float], ...]:
    """Places in pixels at which boxes of these sizes do not touch, as near as may be to where they were.

    Args:
        places: of no particular scale.
        sizes: width and height of each box.
    """
    xs: list[float]
    ys: list[float]
    xs, ys = _scaled(places, sizes)
    for _ in range(200):
        for _ in range(_ROUNDS):
            if not _pushed(xs, ys, sizes):
                return tuple(zip(xs, ys, strict=True))
        xs, ys = [x * _GROWTH for x in xs], [y * _GROWTH for y in ys]
    return tuple(zip(xs, ys, strict=True))


def _scaled(
    places: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]]
) -> tuple[list[float], list[float]]:
    """Places scaled to an area that holds the boxes some times over, wider than high as screens are."""
    if not places:
        return list[float](), list[float]()
    # Few nodes have room between them for what their lines say; many would not fit on any screen then.
    airy = 4.5 + 200 / (len(sizes) + 10)
    area = airy * sum((width + GAP) * (height + GAP) for width, height in sizes)
    wanted = ((area * 1.6) ** 0.5, (area / 1.6) ** 0.5)
    columns: list[list[float]] = []
    for axis, extent in enumerate(wanted):
        values = [place[axis] for place in places]
        reach = max(values) - min(values)
        # What stands in one spot differs by its number alone, so that it can be moved apart at all.
        columns.append(
            [
                ((value - min(values)) / reach * extent if reach else 0.0) + number * 1e-3
                for number, value in enumerate(values)
            ]
        )
    return columns[0], columns[1]


def _pushed(xs: list[float], ys: list[float], sizes: Sequence[tuple[float, float]]) -> bool:
    """Move each pair that touches apart, along the shorter way and each by half of it; whether any did."""
    order = sorted(range(len(xs)), key=lambda one: (xs[one] - sizes[one][0] / 2, one))
    moved = False
    for place, one in enumerate(order):
        right = xs[one] + sizes[one][0] / 2 + GAP
        for other in order[place + 1 :]:
            if xs[other] - sizes[other][0] / 2 > right + GAP:
                break
            across = (sizes[one][0] + sizes[other][0]) / 2 + GAP - abs(xs[one] - xs[other])
            down = (sizes[one][1] + sizes[other][1]) / 2 + GAP - abs(ys[one] - ys[other])
            if across <= 1e-6 or down <= 1e-6:
                continue
            moved = True
            if across < down:
                half = (across / 2 + 0.01) * (1 if xs[one] <= xs[other] else -1)
                xs[one], xs[other] = xs[one] - half, xs[other] + half
            else:
                half = (down / 2 + 0.01) * (1 if ys[one] <= ys[other] else -1)
                ys[one], ys[other] = ys[one] - half, ys[other] + half
    return moved


def free_place(
    line: tuple[float, float, float, float], size: tuple[float, float], taken: Iterable[Box]
) -> Box | None:
    """A place on a line at which a label covers nothing, nearest to the middle; None when there is none.

    Args:
        line: both ends, x and y in turn.
        size: of the label.
        taken: what stands there already.
    """
    x1, y1, x2, y2 = line
    if hypot(x2 - x1, y2 - y1) < (size[0] if abs(x2 - x1) > abs(y2 - y1) else size[1]) + 12:
        return None
    boxes = list(taken)
    for at in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
        box = Box(x1 + (x2 - x1) * at, y1 + (y2 - y1) * at, *size)
        if not any(box.touches(other, 2.0) for other in boxes):
            return box
    return None
