"""The members of a list in front matter, changed one by one: what is not concerned keeps its bytes.

A member may hold keys that are not ours, and comments; writing the whole list anew would lose them.
"""

from __future__ import annotations

from vademecum.markdown import emit
from vademecum.markdown.tree import Items, Pairs, Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.markdown.tree import Raw, Tree


def merged(
    front: str, old: Items, was: Sequence[Raw], now: Sequence[Raw], end: int, newline: str
) -> str | None:
    """The lines of a list after a change; None when its members do not stand on lines of their own.

    Args:
        front: the front matter.
        old: the list as it stands there, one member a line or more.
        was: what each member said.
        now: what the members shall say.
        end: end of the list's last line.
        newline: line break of the file.
    """
    borders = [_line_of(front, item) for item in old.items]
    if len(was) != len(old.items) or not borders or None in borders:
        return None
    starts = [border for border in borders if border is not None]
    texts = [front[start:stop] for start, stop in zip(starts, [*starts[1:], end], strict=True)]
    lines: list[str] = []
    place = 0
    for member in now:
        try:
            found = list(was).index(member, place)
        except ValueError:
            changed = place < len(was) and len(was) == len(now)
            patched = _patched(front, old.items[place], was[place], member, texts[place]) if changed else None
            place += changed
            lines.append(patched or _written(member, old.column, newline))
        else:
            lines.append(texts[found])
            place = found + 1
    return "".join(line if line.endswith("\n") else line + newline for line in lines)


def _line_of(front: str, item: Tree) -> int | None:
    """Where the line of a member begins, None when something stands before it there."""
    start = front.rfind("\n", 0, item.start) + 1
    return start if front[start : item.start].strip() == "-" else None


def _written(member: Raw, column: int, newline: str) -> str:
    return "".join(line + newline for line in emit.members([member], max(column, 0)))


def _patched(front: str, item: Tree, was: Raw, now: Raw, text: str) -> str | None:
    """A member with some of its keys changed or added; None when that is not all that changed."""
    if not (isinstance(item, Pairs) and isinstance(was, dict) and isinstance(now, dict)) or item.flow:
        return None
    if not set(was) <= set(now):
        return None
    offset = front.rfind("\n", 0, item.start) + 1
    entries = {key.value: old for key, old in item.entries}
    cuts: list[tuple[int, int, str]] = []
    added: list[str] = []
    for key, value in now.items():
        if value == was.get(key):
            continue
        old = entries.get(key)
        if not isinstance(value, str) or not (old is None or _is_plain(old)):
            return None
        if old is None:
            added.append(f"{' ' * item.column}{emit.name(key)}: {emit.scalar(value)}")
        else:
            cuts.append((old.start - offset, old.end - offset, emit.scalar(value)))
    last = max(max(key.end, old.end) for key, old in item.entries) - offset
    line_end = text.find("\n", last)
    newline = "\r\n" if text.endswith("\r\n") else "\n"
    at = len(text) if line_end < 0 else line_end + 1
    cuts.append((at, at, "".join(line + newline for line in added)))
    for start, stop, replacement in sorted(cuts, reverse=True):
        text = text[:start] + replacement + text[stop:]
    return text


def _is_plain(old: Tree) -> bool:
    return isinstance(old, Text) and not old.style and old.end > old.start
