"""The difference between two records, cut into the bytes of a file that a person may have written.

Only the lines of what changed are touched. The result is read back before it is returned: where the
file's YAML is too unusual for cutting (anchors, everything in one pair of braces), the front matter is
written anew and the body left alone.
"""

from __future__ import annotations

from vademecum.errors import InvalidValue, Unreadable
from vademecum.markdown import emit
from vademecum.markdown.fields import ALWAYS, FIELDS, READ_ONLY, default_of
from vademecum.markdown.forms import Bare, Field
from vademecum.markdown.frame import BOM, Frame, split
from vademecum.markdown.legal import check
from vademecum.markdown.members import merged
from vademecum.markdown.outcome import Parsed, Refusal
from vademecum.markdown.reading import parse
from vademecum.markdown.tree import Items, Pairs, Raw, Text, Tree, compose
from vademecum.markdown.writing import bounded, free_keys, render
from vademecum.model.record import Entity, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeGuard

Changes = dict[str, Raw]
"""key -> its new value, None to take the key away."""


def revise(original: bytes, before: Record, after: Record, *, also: Iterable[str] = ()) -> bytes:
    """Write the difference between two records into a file.

    Args:
        before: what `original` parses to.
        also: keys to write although they did not change, when the file does not have them.

    Returns:
        `original` itself when nothing differs; else bytes that parse to `after`.

    Raises:
        InvalidValue: `after` is of another kind or scope, or says what no file may say.
        LimitExceeded: larger than a file may be.
        Unreadable: `original` does not parse.
    """
    changes = _changes(before, after)
    pinned = {key: FIELDS[after.kind][key] for key in also}
    if not changes and not pinned and before.body == after.body:
        return original
    check(after)
    try:
        frame = split(original)
        root = _root(frame)
    except Refusal as refusal:
        raise Unreadable(refusal.fault.message) from None
    present = {key.value for key, _ in root.entries} if root else frozenset[str]()
    added = {key: _value(after, field) for key, field in pinned.items() if key not in present}
    changes = {**added, **changes}
    if not changes and before.body == after.body:
        return original
    front = _cut(frame, root, changes, before)
    head = _head(frame, front)
    for attempt in range(2):
        text = _rewritten(frame, after) if attempt else head + _tail(frame, before, after)
        data = bounded(front, BOM + text if frame.bom else text)
        if _reads_as(data, after):
            return data
    raise InvalidValue("front matter", "cannot be edited in place; simplify it by hand first")


def _changes(before: Record, after: Record) -> Changes:
    if before.kind is not after.kind:
        raise InvalidValue("kind", f"a file that describes a {before.kind} cannot become a {after.kind}")
    if before.scope != after.scope:
        raise InvalidValue("scope", "the folder of a file decides its scope; make a new file instead")
    changes: Changes = {}
    for key, field in FIELDS[after.kind].items():
        if key not in READ_ONLY and getattr(before, field.attribute) != getattr(after, field.attribute):
            changes[key] = _value(after, field)
    old, new = free_keys(before), free_keys(after)
    for key in (*old, *(key for key in new if key not in old)):
        if key not in new or key not in old or old[key] != new[key]:
            changes[key] = new.get(key)
    return changes


def _value(record: Record, field: Field) -> Raw:
    value = getattr(record, field.attribute)
    usual = field.key not in ALWAYS and value == default_of(record.kind, field.attribute)
    return (
        None
        if value is None or usual or (field.key == "id" and not value)
        else field.form.write(field, value)
    )


def _root(frame: Frame) -> Pairs | None:
    root = compose(frame.front_text, first_line=2) if frame.front_text else None
    return root if isinstance(root, Pairs) else None


def _cut(frame: Frame, root: Pairs | None, changes: Changes, before: Record) -> str:
    """The front matter's text with the changes made, newest keys last."""
    fields = FIELDS[before.kind]
    front = frame.front_text
    entries = {key.value: (key, value) for key, value in root.entries} if root else {}
    margin = " " * (root.column if root else 0)
    cuts: list[tuple[int, int, str]] = []
    appended: list[str] = []
    for key, value in changes.items():
        if key in entries:
            was = _value(before, fields[key]) if key in fields else None
            cuts.append(_replacement(frame, entries[key], (was, value), margin))
        elif value is not None:
            appended += [margin + line for line in emit.entry(key, value)]
    for start, end, text in sorted(cuts, reverse=True):
        front = front[:start] + text + front[end:]
    return front + "".join(line + frame.newline for line in appended)


def _replacement(
    frame: Frame, entry: tuple[Text, Tree], change: tuple[Raw, Raw], margin: str
) -> tuple[int, int, str]:
    """Borders in the front matter and the text that goes between them.

    Args:
        frame: the file.
        entry: the key and its value as they stand there.
        change: what the value said, and what it shall say.
        margin: white space before the keys.
    """
    key, old = entry
    was, value = change
    front = frame.front_text
    start, end = _lines(front, key.start, max(key.end, old.end))
    if value is None:
        return start, end, ""
    if isinstance(old, Text) and isinstance(value, str) and old.style not in {"|", ">"}:
        # Behind an empty value stands the colon, which needs a space after it.
        gap = " " if old.start == old.end and front[old.start - 1] == ":" else ""
        return old.start, old.end, gap + _in_style(value, old.style)
    if isinstance(old, Items) and old.flow and _all_text(value):
        return old.start, old.end, emit.flow_list(value)
    if isinstance(old, Items | Pairs) and not old.flow and value and not isinstance(value, str):
        below, _ = _lines(front, old.start, old.end)
        if isinstance(old, Items) and isinstance(was, list) and isinstance(value, list) and below > start:
            kept = merged(front, old, was, value, end, frame.newline)
            if kept is not None:
                return below, end, kept
        lines = emit.members(value, max(old.column, 0))
        if below > start:
            return below, end, _joined(lines, frame.newline)
    lines = [margin + line for line in emit.entry(key.value, value)]
    return start, end, _joined(lines, frame.newline)


def _in_style(value: str, style: str) -> str:
    if style == '"' and not isinstance(value, Bare):
        return emit.quoted(value)
    if style == "'" and not isinstance(value, Bare):
        return emit.single_quoted(value)
    return emit.scalar(value)


def _all_text(value: Raw) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _lines(front: str, start: int, end: int) -> tuple[int, int]:
    """Widen two offsets to whole lines; an end at a line's beginning stays there (block scalars)."""
    first = front.rfind("\n", 0, start) + 1
    if end > start and front[end - 1] == "\n":
        return first, end
    last = front.find("\n", end)
    return first, len(front) if last < 0 else last + 1


def _joined(lines: list[str], newline: str) -> str:
    return "".join(line + newline for line in lines)


def _head(frame: Frame, front: str) -> str:
    """Everything up to the line after the closing marker, with new front matter."""
    if frame.front is None:
        return f"---{frame.newline}{front}---{frame.newline}{frame.newline}" if front else ""
    start, end = frame.front
    return frame.text[:start] + front + frame.text[end : frame.after_front]


def _tail(frame: Frame, before: Record, after: Record) -> str:
    """Everything behind the front matter, with the new body between what stood around the old one."""
    text, newline = frame.text, frame.newline
    start, end = frame.body
    if before.body == after.body:
        return text[frame.after_front :]
    separator, rest, body = text[frame.after_front : start], text[end:], after.body
    if not body:
        return separator + rest
    if not separator and frame.front and (body.startswith(newline) or start == end):
        separator = newline
    if not rest and (body.endswith(newline) or start == end):
        rest = newline
    # The closing marker may be the last thing in the file, without a line break of its own.
    broken = frame.front is not None and not text[: frame.after_front].endswith("\n")
    return (newline if broken else "") + separator + body + rest


def _rewritten(frame: Frame, after: Record) -> str:
    """The file with front matter of its own making; the body's bytes are the record's."""
    text = render(after).decode()
    return text.replace("\n", frame.newline) if frame.newline != "\n" and "\n" not in after.body else text


def _reads_as(data: bytes, after: Record) -> bool:
    name = after.name if isinstance(after, Entity) else ""
    parsed = parse(data, scope=after.scope, fallback_kind=after.kind, fallback_name=name)
    return isinstance(parsed, Parsed) and parsed.record == after
