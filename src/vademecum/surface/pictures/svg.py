"""Pieces of SVG, and how wide a text will be."""

from __future__ import annotations

from html import escape
from unicodedata import combining, east_asian_width

from vademecum.text.lines import clip, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FONT_SIZE = 13
_NARROW, _USUAL, _WIDE = 0.34, 0.58, 1.02
"""Widths in units of the font's size: of sans-serif fonts that systems have, the wider ones."""

_NARROW_LETTERS = frozenset("iljtfrI.,:;'|!()[] -·")
_BROAD_LETTERS = frozenset("mwMWQO@%&—…")

HUES = ("#2f6fb3", "#c2571a", "#2c8a57", "#8a5cb0", "#b23a6b", "#8a7a00", "#0f8a8a", "#66707c")
"""Told apart on white and on black, also by who sees few colours; the last one is for everything else."""

_STYLE = f"""\
text {{ font: {FONT_SIZE}px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #1d2127; }}
.ground {{ fill: #ffffff; }}
.small {{ font-size: 11px; fill: #4d5661; }}
.title {{ font-size: 16px; font-weight: 600; }}
.halo {{ font-size: 11px; fill: #3b434d; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }}
.box {{ fill: #ffffff; }}
.line {{ stroke: #c9ced6; }}
.now {{ stroke: #b3261e; }}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e8eaed; }}
.ground, .box {{ fill: #16181d; }}
.small {{ fill: #aab2bd; }}
.halo {{ fill: #c6ccd4; stroke: #16181d; }}
.line {{ stroke: #3c424b; }}
.now {{ stroke: #ff8a80; }}
}}"""


def document(
    width: float, height: float, title: str, said: str, parts: Iterable[str], *, within: str = ""
) -> str:
    """A whole picture.

    Args:
        width, height: in pixels.
        title: what it shows.
        said: the same in words, for who does not see it.
        parts: what is drawn, lowest first.
        within: name of the picture among those of a page, which has the colours of all; empty for a file.
    """
    # What holds links is no single image: whoever listens to the page would not be told of them.
    role = "group" if within else "img"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="{role}" aria-labelledby="{within}title {within}said">'
    )
    ground = f'<rect class="ground" width="{width:.0f}" height="{height:.0f}"/>'
    lines = [
        head,
        f'<title id="{within}title">{plain(title)}</title>',
        f'<desc id="{within}said">{plain(said)}</desc>',
        *(() if within else (f"<style>\n{_STYLE}\n</style>", ground)),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """A text on one line in which nothing is markup, and no character is one that XML refuses."""
    kept = "".join(letter for letter in one_line(text) if _is_legal(letter))
    return escape(kept)


def _is_legal(letter: str) -> bool:
    return letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff"


def written(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    """A text.

    Args:
        x, y: where its baseline begins, or has its middle or end.
        text: as it is; it is made safe here.
        kind: its class, if it has one.
        anchor: ``start``, ``middle`` or ``end``.
    """
    style = f' class="{kind}"' if kind else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text{style} x="{x:.1f}" y="{y:.1f}"{placed}>{plain(text)}</text>'


def width_of(text: str, size: float = FONT_SIZE) -> float:
    """How wide a text will be at most in usual fonts, in pixels."""
    return size * sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0.0
    if letter in _NARROW_LETTERS:
        return _NARROW
    if letter in _BROAD_LETTERS:
        return 0.9
    if east_asian_width(letter) in "WF":
        return _WIDE
    return 0.7 if letter.isupper() else _USUAL


def short(text: str, most: int) -> str:
    """A text cut to so many characters, with an ellipsis where something is missing."""
    return clip(one_line(text), most)
