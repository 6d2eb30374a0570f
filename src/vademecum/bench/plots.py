"""Plots as SVG, written out: lines of recall over ranks, and bars with their intervals."""

from __future__ import annotations

from html import escape

from vademecum.bench.measures import CUTS
from vademecum.bench.silence import PROTOCOL as SILENCE
from vademecum.bench.task import ALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.bench.rows import Row
    from vademecum.bench.silence import Tenth

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 170, 40, 44
COLOURS = ("#0b5fa5", "#c8501e", "#2e8b57", "#8a5fb0", "#a08000", "#5a6672", "#b03060", "#008b8b")


def plots(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """(file name, SVG) of everything that is worth a plot."""
    units = dict.fromkeys((row.protocol, row.unit) for row in rows if "r@5" in row.figures)
    for protocol, unit in units:
        chosen = [row for row in rows if (row.protocol, row.unit, row.category) == (protocol, unit, ALL)]
        yield (
            f"{protocol}-{unit}-recall.svg",
            recall_lines(f"{protocol}: recall by rank, unit {unit}", chosen),
        )
        yield f"{protocol}-{unit}-mrr.svg", bars(f"{protocol}: MRR, unit {unit}", chosen)
    silent = [row for row in rows if row.protocol == SILENCE]
    if silent:
        yield "silence.svg", false_recalls(silent)


def recall_lines(title: str, rows: Sequence[Row]) -> str:
    """Recall over the ranks at which it was read, a line for each method."""
    parts = [_frame(title)]
    for number, row in enumerate(rows):
        points = [
            (LEFT + place * _room() / (len(CUTS) - 1), _height(row.figures[f"r@{cut}"]))
            for place, cut in enumerate(CUTS)
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(_legend(number, row.method))
    for place, cut in enumerate(CUTS):
        parts.append(
            _text(LEFT + place * _room() / (len(CUTS) - 1), HEIGHT - BOTTOM + 18, str(cut), "middle")
        )
    return _svg(parts)


def bars(title: str, rows: Sequence[Row]) -> str:
    """MRR with its interval, a bar for each method."""
    parts = [_frame(title)]
    step = _room() / max(1, len(rows))
    for number, row in enumerate(rows):
        middle = LEFT + (number + 0.5) * step
        parts += _bar(middle, step * 0.6, row.figures["mrr"], COLOURS[number % len(COLOURS)])
        low, high = _height(row.figures["mrr_low"]), _height(row.figures["mrr_high"])
        parts.append(f'<path d="M{middle:.1f} {low:.1f}V{high:.1f}" stroke="#222" stroke-width="1.5"/>')
        parts.append(_legend(number, row.method))
    return _svg(parts)


def false_recalls(rows: Sequence[Row]) -> str:
    """False recalls by construction, a bar for each method."""
    parts = [_frame("silence: false recalls of 100 unanswerable questions")]
    methods = list(dict.fromkeys(row.method for row in rows))
    groups = list(dict.fromkeys(row.construction for row in rows))
    step = _room() / max(1, len(groups))
    width = step * 0.8 / len(methods)
    for row in rows:
        group, number = groups.index(row.construction), methods.index(row.method)
        middle = LEFT + group * step + step * 0.1 + (number + 0.5) * width
        parts += _bar(
            middle, width * 0.9, row.figures["false_recalls_percent"], COLOURS[number % len(COLOURS)]
        )
    for place, name in enumerate(groups):
        parts.append(_text(LEFT + (place + 0.5) * step, HEIGHT - BOTTOM + 32, name, "middle"))
    parts += [_legend(number, name) for number, name in enumerate(methods)]
    return _svg(parts)


def reliability_line(tenths: Sequence[Tenth]) -> str:
    """How many questions are answerable over how sure the product was of it; the diagonal is just as sure."""
    parts = [_frame("silence: answerable questions by how sure recall was, percent")]
    points = [(LEFT + one.told / 100 * _room(), _height(one.true), one.questions) for one in tenths]
    parts.append(f'<path d="M{LEFT} {_height(0):.1f}L{LEFT + _room()} {_height(100):.1f}" stroke="#999"/>')
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>')
    for x, y, questions in points:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[0]}"/>')
        parts.append(_text(x + 6, y + 14, str(questions), "start", size=10))
    parts += [
        _text(LEFT + percent / 100 * _room(), HEIGHT - BOTTOM + 18, str(percent), "middle")
        for percent in range(0, 101, 20)
    ]
    parts.append(_legend(0, "vademecum"))
    return _svg(parts)


def _room() -> float:
    return WIDTH - LEFT - RIGHT


def _height(percent: float) -> float:
    """Where a percentage stands."""
    return HEIGHT - BOTTOM - percent / 100 * (HEIGHT - TOP - BOTTOM)


def _bar(middle: float, width: float, percent: float, colour: str) -> list[str]:
    top = _height(percent)
    shape = f'x="{middle - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="{_height(0) - top:.1f}"'
    figure = _text(middle, _height(0) + 14, f"{percent:.0f}", "middle")
    return [f'<rect {shape} fill="{colour}"/>', figure]


def _frame(title: str) -> str:
    lines = [_text(LEFT, 22, title, "start", size=14)]
    for percent in range(0, 101, 20):
        y = _height(percent)
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        lines.append(_text(LEFT - 8, y + 4, str(percent), "end"))
    return "\n".join(lines)


def _legend(number: int, name: str) -> str:
    y = TOP + 10 + number * 20
    x = WIDTH - RIGHT + 16
    colour = COLOURS[number % len(COLOURS)]
    square = f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>'
    return f"{square}\n{_text(x + 16, y, name, 'start')}"


def _text(x: float, y: float, text: str, anchor: str, size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _svg(parts: Sequence[str]) -> str:
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" fill="#222">'
    return "\n".join([opening, '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>", ""])
