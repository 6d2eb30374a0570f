"""Blocks of text: safe lines, tables, bars."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.text.lines import clip, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.cli.view import View

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "31", "32", "33", "36"


def block(text: str) -> str:
    """Several lines made safe to show: each loses its control characters, line feeds stay."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def indent(text: str, width: int) -> str:
    """Every line moved to the right."""
    return "\n".join(" " * width + line if line else line for line in text.split("\n"))


@value
class Column:
    """One column of a table.

    Attributes:
        right: numbers stand at the right edge.
        style: ANSI style of its cells on a terminal.
        flexible: may be cut to the width of a terminal; in a pipe nothing is.
    """

    heading: str
    right: bool = False
    style: str = ""
    flexible: bool = False


def table(view: View, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    """Rows under headings: fitted to a terminal with colour, plain columns elsewhere."""
    return _fitted(view, columns, rows) if view.terminal else _plain(columns, rows)


def _plain(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    lines = [tuple(column.heading for column in columns), *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    shown: list[str] = []
    for line in lines:
        cells = [
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, column, width in zip(line, columns, widths, strict=True)
        ]
        shown.append("  ".join(cells).rstrip())
    return "\n".join(shown)


def _fitted(view: View, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    filled = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    widths = _widths(view.width, [columns[i] for i in filled], [[row[i] for i in filled] for row in rows])
    grid = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
    for i, width in zip(filled, widths, strict=True):
        grid.add_column(
            columns[i].heading,
            justify="right" if columns[i].right else "left",
            style=_STYLES[columns[i].style],
            width=width,
            no_wrap=True,
            overflow="ellipsis",
        )
    for row in rows:
        grid.add_row(*(Text(row[i]) for i in filled))  # `Text`: stored words are never read as markup
    out = StringIO()
    console = Console(
        file=out,
        width=view.width,
        force_terminal=view.color,  # without colour rich would still send bold and dim
        color_system="standard" if view.color else None,
        legacy_windows=False,
        highlight=False,
    )
    console.print(grid)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


_GAP = 2
_STYLES = {"": "", BOLD: "bold", DIM: "dim", RED: "red", GREEN: "green", YELLOW: "yellow", CYAN: "cyan"}


def _widths(room: int, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[int]:
    """Cells each column takes: what it needs up to two fifths of the terminal, flexible ones the rest."""
    from rich.cells import cell_len

    needed = [
        max(cell_len(text) for text in (column.heading, *(row[i] for row in rows)))
        for i, column in enumerate(columns)
    ]
    widths = [
        need if column.flexible else min(need, room * 2 // 5)
        for need, column in zip(needed, columns, strict=True)
    ]
    fixed = sum(width + _GAP for width, column in zip(widths, columns, strict=True) if not column.flexible)
    return [
        max(_LEAST, min(width, room - fixed - _GAP)) if column.flexible else width
        for width, column in zip(widths, columns, strict=True)
    ]


_LEAST = 12  # cells below which a summary says nothing


def bars(view: View, counts: Sequence[tuple[str, int]], most: int = 8) -> str:
    """A small bar plot; what does not fit into `most` rows is summed up in the last one."""
    shown = list(counts[:most])
    if len(counts) > most:
        shown.append((f"{len(counts) - most} more", sum(count for _, count in counts[most:])))
    if not shown:
        return ""
    letter = "\u2588" if view.wide_letters else "#"
    label_width = min(28, max(len(label) for label, _ in shown))
    number_width = max(len(str(count)) for _, count in shown)
    room = max(8, min(view.width, 80) - label_width - number_width - 6)
    largest = max(count for _, count in shown) or 1
    lines: list[str] = []
    for label, count in shown:
        length = max(1, round(room * count / largest)) if count else 0
        bar = view.style(letter * length, CYAN)
        lines.append(
            f"{clip(one_line(label), label_width):<{label_width}}  {count:>{number_width}}  {bar}".rstrip()
        )
    return "\n".join(lines)


_BYTES = ("B", "kB", "MB", "GB", "TB")


def size(count: float) -> str:
    """A number of bytes in the unit in which it reads best."""
    unit = 0
    while count >= 1_000 and unit < len(_BYTES) - 1:
        count, unit = count / 1_000, unit + 1
    return f"{count:,.{min(unit, 1)}f} {_BYTES[unit]}"
