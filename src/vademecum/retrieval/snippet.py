"""The part of a text that shows why it matched, and the one line that says what it is."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.text.lines import collapse, one_line
from vademecum.text.scripts import is_ignorable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from vademecum.text.analyzer import Analyzer

SNIPPET_WIDTH = 200
"""Characters of text around the matches: two terminal lines."""

LEAD = 40
"""Characters of text before the first match: enough to see what it is said of."""

SCAN_LIMIT = 20_000
"""Characters of a text that are searched for matches; the longest body a memory may have."""

OPEN, CLOSE, CUT = "«", "»", "…"


@value
class Snippet:
    """A one-line excerpt.

    Attributes:
        text: sanitised, white space collapsed, matches between « and », cut ends marked by an ellipsis.
        offsets: matches of the whole scanned text as (start, end) offsets, ascending, disjoint.
    """

    text: str
    offsets: tuple[tuple[int, int], ...]


def matches(
    text: str, analyzer: Analyzer, language: str | None, stems: Collection[str]
) -> tuple[tuple[int, int], ...]:
    """Where the stems stand in the text; touching and overlapping matches are joined.

    Invisible characters that trail a word (a bidirectional control, a joiner) are not part of a match.
    """
    spans: list[tuple[int, int]] = []
    for start, last in sorted(analyzer.places(text[:SCAN_LIMIT], stems, language)):
        end = last
        while is_ignorable(text[end - 1]):  # a token has a visible character
            end -= 1
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], end))
        else:
            spans.append((start, end))
    return tuple(spans)


def snippet(text: str, analyzer: Analyzer, language: str | None, stems: Collection[str]) -> Snippet:
    """The window of the text with the most matches, the earliest of equals; the beginning when none match."""
    spans = matches(text, analyzer, language, stems)
    start, end = _window(text, spans)
    parts: list[str] = []
    position = start
    for first, last in spans:
        if start <= first and last <= end:
            parts.append(f"{_plain(text[position:first])}{OPEN}{_plain(text[first:last])}{CLOSE}")
            position = last
    parts.append(_plain(text[position:end]))
    inner = collapse("".join(parts))
    before = CUT if text[:start].strip() else ""
    after = CUT if text[end:].strip() else ""
    return Snippet(f"{before}{inner}{after}", spans)


def _plain(text: str) -> str:
    """Sanitised, and free of the marks that only a match may carry."""
    return one_line(text).replace(OPEN, "‹").replace(CLOSE, "›")


def _window(text: str, spans: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Start and end of the part of the text that is shown."""
    if len(text) <= SNIPPET_WIDTH:
        return 0, len(text)
    densest = max([first for first, _ in spans], key=lambda first: _matches_within(spans, first), default=0)
    start = _word_start(text, max(0, densest - LEAD))
    return start, _word_end(text, min(len(text), start + SNIPPET_WIDTH))


def _matches_within(spans: tuple[tuple[int, int], ...], start: int) -> int:
    """Matches that stand whole in the window that opens shortly before `start`."""
    return sum(start <= first and last <= start + SNIPPET_WIDTH - LEAD for first, last in spans)


def _word_start(text: str, position: int) -> int:
    """The next word border at or after `position`, if one is near."""
    if position == 0:
        return 0
    return text.find(" ", position, position + 20) + 1 or position


def _word_end(text: str, position: int) -> int:
    """The last word border at or before `position`, if one is near."""
    if position >= len(text):
        return len(text)
    space = text.rfind(" ", max(0, position - 20), position + 1)
    return space if space > 0 else position
