"""Texts longer than a memory may be, as several that follow each other."""

from __future__ import annotations

from vademecum.importers.reading import named
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.importing import ForeignMemory

LONGEST = 18_000
"""Characters of one passage; a memory takes 20,000, and masking may lengthen a text a little."""

_BORDERS = ("\n# ", "\n## ", "\n\n", "\n", ". ", " ")
"""Where a text is cut, best first."""


def memories(whole: ForeignMemory) -> Iterator[ForeignMemory]:
    """A memory as it is, or in numbered passages when its text is too long; none for one without words."""
    text = whole.text.strip()
    if not text:
        return
    parts = list(passages(text))
    if len(parts) == 1:
        yield replace(whole, text=text)
        return
    for number, part in enumerate(parts, 1):
        title = named(f"{whole.title or 'Untitled'} ({number}/{len(parts)})")
        yield replace(whole, text=part, title=title, origin_id=f"{whole.origin_id}#{number}")


def passages(text: str, longest: int = LONGEST) -> Iterator[str]:
    """A text in pieces of at most `longest` characters, cut where it pauses; together they are all of it."""
    while len(text) > longest:
        cut = _cut(text, longest)
        yield text[:cut].rstrip()
        text = text[cut:].lstrip("\n")
    yield text


def _cut(text: str, longest: int) -> int:
    for border in _BORDERS:
        place = text.rfind(border, longest // 2, longest)
        if place > 0:
            return place + (len(border) if border in (". ", " ") else 0)
    return longest
