"""A record to the bytes of a new file."""

from __future__ import annotations

from typing import cast

from vademecum.errors import LimitExceeded
from vademecum.markdown.bounds import MAX_FILE_BYTES, MAX_FRONT_BYTES
from vademecum.markdown.emit import entry
from vademecum.markdown.fields import ALWAYS, FIELDS, READ_ONLY, default_of
from vademecum.markdown.legal import check
from vademecum.markdown.tree import Raw
from vademecum.model.record import Memory, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.markdown.forms import Field


def render(record: Record) -> bytes:
    """A new file: keys in the table's order, then keys that are not ours, a blank line, the body.

    ``parse(render(r), scope=r.scope).record == r`` for every record that is not refused.

    Raises:
        InvalidValue: the record says something no file may say.
        LimitExceeded: larger than a file may be.
    """
    check(record)
    front = "".join(f"{line}\n" for line in _front_lines(record))
    body = f"\n{record.body}\n" if record.body else ""
    return bounded(front, f"---\n{front}---\n{body}")


def bounded(front: str, text: str) -> bytes:
    """Encode a file, or refuse what reading would refuse.

    Raises:
        LimitExceeded: the file or its front matter is too large.
    """
    data = text.encode()
    if len(data) > MAX_FILE_BYTES:
        raise LimitExceeded(f"the file would be larger than {MAX_FILE_BYTES >> 20} MiB; split the text")
    if len(front.encode()) > MAX_FRONT_BYTES:
        raise LimitExceeded(f"the front matter would exceed {MAX_FRONT_BYTES >> 10} KiB; shorten its lists")
    return data


def _front_lines(record: Record) -> list[str]:
    lines: list[str] = []
    for field in FIELDS[record.kind].values():
        value = written(record, field)
        if value is not None:
            lines += entry(field.key, value)
    for key, content in free_keys(record).items():
        lines += entry(key, content)
    return lines


def written(record: Record, field: Field) -> Raw:
    """What a new file says under this key; None when it says nothing."""
    value = getattr(record, field.attribute)
    if field.key in READ_ONLY or value is None or (field.key == "id" and not value):
        return None
    if field.key not in ALWAYS and value == default_of(record.kind, field.attribute):
        return None
    return field.form.write(field, value)


def free_keys(record: Record) -> dict[str, Raw]:
    """Keys that are not ours; `legal.check` has seen that they hold nothing but text, lists and mappings."""
    return cast(dict[str, Raw], dict(record.extra if isinstance(record, Memory) else record.properties))
