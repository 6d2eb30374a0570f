"""What a proposed memory says otherwise than the one it would replace, line by line and word by word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import cast

from vademecum.model.reviewed import Comparison, DiffLine, FieldChange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.record import Memory

_FIELDS = (
    "scope",
    "type",
    "title",
    "subject",
    "predicate",
    "value",
    "qualifier",
    "tags",
    "aliases",
    "entities",
    "valid_from",
    "valid_until",
    "expires",
    "sensitivity",
    "importance",
    "pinned",
    "lang",
)
"""What a reader would want to know of; the state of a memory and its times are not what it says."""

_CONTEXT = 2
"""Unchanged lines shown around a change; a memory is short, and who wants more opens the file."""

_MOST_LINES = 2_000
"""Lines compared one by one; the comparison takes their product, and 2,000 take a tenth of a second."""

_PIECES = re.compile(r"\w+|\s+|.", re.DOTALL)


def compare(old: Memory, new: Memory) -> Comparison:
    """What changes when `new` takes the place of `old`."""
    pairs = ((name, _shown(getattr(old, name)), _shown(getattr(new, name))) for name in _FIELDS)
    fields = tuple(
        FieldChange(field=name, before=before, after=after)
        for name, before, after in pairs
        if before != after
    )
    return Comparison(fields=fields, lines=tuple(_lines(old.body, new.body)))


def _shown(said: object) -> str:
    if isinstance(said, tuple):
        members = cast("tuple[object, ...]", said)
        return ", ".join(map(str, members))
    if isinstance(said, bool):
        return "yes" if said else ""
    return "" if said is None else str(said)


def _lines(before: str, after: str) -> Iterator[DiffLine]:
    """The lines that differ and those around them; nothing for equal texts."""
    old, new = before.rstrip().split("\n"), after.rstrip().split("\n")
    if old == new:
        return
    if len(old) + len(new) > _MOST_LINES:
        yield from (DiffLine(sign="-", text=line) for line in old)
        yield from (DiffLine(sign="+", text=line) for line in new)
        return
    shown_to = 0
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        if group[0][1] > shown_to:
            yield DiffLine(sign="…", text="")
        for tag, first, last, start, end in group:
            if tag == "equal":
                yield from (DiffLine(sign=" ", text=line) for line in old[first:last])
            else:
                yield from _changed(old[first:last], new[start:end])
        shown_to = group[-1][2]
    if shown_to < len(old):
        yield DiffLine(sign="…", text="")


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[DiffLine]:
    """A block of lines in the place of another; lines of the same position are compared by their words."""
    marks = [_words(left, right) for left, right in zip(old, new, strict=False)]
    for number, line in enumerate(old):
        yield DiffLine(sign="-", text=line, changed=marks[number][0] if number < len(marks) else ())
    for number, line in enumerate(new):
        yield DiffLine(sign="+", text=line, changed=marks[number][1] if number < len(marks) else ())


_Spans = tuple[tuple[int, int], ...]


def _words(left: str, right: str) -> tuple[_Spans, _Spans]:
    """Offsets of the words that differ in two lines; none where most do, which would mark everything."""
    old, new = _PIECES.findall(left), _PIECES.findall(right)
    if len(old) + len(new) > _MOST_LINES:
        return (), ()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < 0.5:  # less than half in common is another sentence
        return (), ()
    blocks = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        tuple(_span(old, first, last) for _, first, last, _, _ in blocks if last > first),
        tuple(_span(new, start, end) for _, _, _, start, end in blocks if end > start),
    )


def _span(pieces: Sequence[str], first: int, last: int) -> tuple[int, int]:
    start = sum(map(len, pieces[:first]))
    return start, start + sum(map(len, pieces[first:last]))
