"""What was true when, as a picture: a bar for each relation, from when it began until it held no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from vademecum.model.graph import GraphPicture
from vademecum.surface.pictures.svg import document, plain, short, width_of, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vademecum.model.graph import GraphHistory, Past

_ROW, _BAR = 24.0, 12.0
_MARGIN, _HEAD = 28.0, 88.0
_ROOM = 640.0
"""Pixels of the axis."""

_TALL = 800.0
"""From this height on the dates stand below, too."""

_MOST_LETTERS, _MOST_TICKS = 38, 9
_SMALL = 11
_HUES: Mapping[str, str] = {
    "holds": "#2c8a57",
    "ended": "#66707c",
    "superseded": "#c2571a",
    "not yet": "#2f6fb3",
}
_DAY = timedelta(days=1)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200)
_DAYS = (1, 2, 7, 14)


def timeline(answer: GraphHistory, now: datetime, *, within: str = "") -> GraphPicture:
    """The picture; relations by their predicate, within it oldest first.

    Args:
        answer: what was ever said.
        now: where the present is drawn.
        within: as in `svg.document`.
    """
    rows = sorted(
        answer.results, key=lambda one: (one.edge.predicate, one.begins or now, one.edge.object_name)
    )
    names = [_named(one, answer) for one in rows]
    left = _MARGIN + max([width_of(name) for name in names], default=0.0) + 16
    start, end = _reach(rows, now)

    def across(at: datetime) -> float:
        return left + _ROOM * ((at - start) / (end - start))

    title = f"{' and '.join(node.name for node in answer.start[:3])}: what was true when"
    width = max(left + _ROOM + _MARGIN, width_of(title, 16) + 2 * _MARGIN)
    bottom = _HEAD + _ROW * max(1, len(rows))
    said = f"{len(rows):,} {'relation' if len(rows) == 1 else 'relations'}"
    if answer.truncated:
        said += " · there is more"
    parts = [
        written(_MARGIN, 30, short(title, 90), "title"),
        written(_MARGIN, 50, said, "small"),
        *_axis(start, end, across, bottom),
        *(
            part
            for number, (one, name) in enumerate(zip(rows, names, strict=True))
            for part in _row(one, name, _HEAD + _ROW * (number + 0.5), across, (start, end))
        ),
        f'<path class="now" d="M{across(now):.1f} {_HEAD - 8:.1f}V{bottom:.1f}" stroke-dasharray="3 3"/>',
        *_legend({one.state for one in rows}, bottom + 34),
    ]
    told = short("; ".join(map(_sentence, rows)), 2_000)
    svg = document(width, bottom + 54, title, f"{said}. {told}", parts, within=within)
    nodes = {end for one in rows for end in (one.edge.subject, one.edge.object)}
    return GraphPicture(svg=svg, nodes=len(nodes), edges=len(rows), truncated=answer.truncated)


def _named(past: Past, answer: GraphHistory) -> str:
    """The relation as it looks from the node that it is about."""
    edge, here = past.edge, {node.id for node in answer.start}
    if edge.subject in here:
        return short(f"{edge.predicate} {edge.object_name}", _MOST_LETTERS)
    return short(f"{edge.predicate} ← {edge.subject_name}", _MOST_LETTERS)


def _reach(rows: Sequence[Past], now: datetime) -> tuple[datetime, datetime]:
    """First and last moment of the axis, with the present inside and a little room at both ends."""
    moments = [at for one in rows for at in (one.begins, one.ends) if at is not None]
    first, last = min([*moments, now]), max([*moments, now])
    room = max((last - first) * 0.04, _DAY)
    earliest, latest = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
    begin = first - room if first - earliest > room else earliest
    return begin, last + room if latest - last > room else latest


def _row(
    past: Past, name: str, y: float, across: Callable[[datetime], float], reach: tuple[datetime, datetime]
) -> Iterator[str]:
    begins, ends = past.begins or reach[0], past.ends or reach[1]
    x1, x2 = across(begins), max(across(ends), across(begins) + 2)
    hue = _HUES[past.state]
    # What has no known end goes on where the axis ends; what has no known beginning is dashed.
    arrow = f'<path d="M{x2:.1f} {y - 6:.1f}l8 6-8 6z" fill="{hue}" fill-opacity="0.8"/>'
    opened = "" if past.ends else arrow
    dashed = "" if past.begins else ' stroke-dasharray="3 3"'
    yield written(_MARGIN, y + 4, name)
    yield (
        f'<g><title>{plain(_sentence(past))}</title><rect x="{x1:.1f}" y="{y - _BAR / 2:.1f}" '
        f'width="{x2 - x1:.1f}" height="{_BAR:g}" rx="3" fill="{hue}" fill-opacity="0.45" '
        f'stroke="{hue}"{dashed}/>{opened}</g>'
    )


def _sentence(past: Past) -> str:
    edge = past.edge
    began = f" since {past.begins:%Y-%m-%d}" if past.begins else ""
    ended = f" until {past.ends:%Y-%m-%d}" if past.ends else ""
    return f"{edge.subject_name} {edge.predicate} {edge.object_name}{began}{ended} ({past.state})"


def _axis(
    start: datetime, end: datetime, across: Callable[[datetime], float], bottom: float
) -> Iterator[str]:
    for at, label in _ticks(start, end):
        x = across(at)
        yield f'<path class="line" d="M{x:.1f} {_HEAD - 4:.1f}V{bottom:.1f}"/>'
        yield written(x, _HEAD - 10, label, "small", "middle")
        if bottom > _TALL:
            yield written(x, bottom + 12, label, "small", "middle")


def _ticks(start: datetime, end: datetime) -> list[tuple[datetime, str]]:
    """Round dates between two moments, nine at most, as fine as that allows."""
    days = (end - start) / _DAY
    for step in _DAYS:
        if days / step <= _MOST_TICKS:
            first = start.replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
            found = [first + _DAY * step * number for number in range(int(days / step) + 1)]
            return [(at, f"{at:%Y-%m-%d}") for at in found if at <= end][:_MOST_TICKS]
    months = days / 30.5
    step = next((one for one in _MONTHS if months / one <= _MOST_TICKS), _MONTHS[-1])
    number = start.year * 12 + start.month - 1
    number += -number % step or step
    told: list[tuple[datetime, str]] = []
    while number < 9999 * 12 and (at := datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)) <= end:
        told.append((at, f"{at.year:04}" if step % 12 == 0 else f"{at.year:04}-{at.month:02}"))
        number += step
    return told


def _legend(states: set[str], y: float) -> Iterator[str]:
    x = _MARGIN
    for state, hue in _HUES.items():
        if state in states:
            yield (
                f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="20" height="12" rx="3" fill="{hue}" '
                f'fill-opacity="0.45" stroke="{hue}"/>'
            )
            yield written(x + 26, y + 4, state, "small")
            x += 26 + width_of(state, _SMALL) + 18
    yield f'<path class="now" d="M{x:.1f} {y:.1f}h20" stroke-dasharray="3 3"/>'
    yield written(x + 26, y + 4, "now", "small")
