"""What no record may say, wherever it comes from: a file is quarantined, a write is refused."""

from __future__ import annotations

from typing import cast

from vademecum.errors import InvalidValue
from vademecum.markdown.bounds import MAX_DEPTH, MAX_KEY
from vademecum.markdown.fields import FIELDS
from vademecum.markdown.forms import ID, IDS, LINKS, PART, PARTS, TAGS, TIME, WORDS, Field, is_ulid
from vademecum.markdown.frame import merge_marker_line
from vademecum.model.record import Memory, Record, Sensitivity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

Complaint = tuple[str, str]
"""The key and what is wrong with it."""


def contradiction(record: Record) -> Complaint | None:
    """The first rule about meaning that a record breaks; cheap, for every file that is read."""
    for relation in record.relations:
        if relation.since and relation.until and relation.until < relation.since:
            return "relations", f"{relation.predicate}: until lies before since"
    if not isinstance(record, Memory):
        if record.merged_into and record.merged_into == record.id:
            return "merged_into", "a page cannot be merged into itself; remove the line"
        return None if record.name.strip() else ("name", "is empty; give the entity a name")
    if record.sensitivity is Sensitivity.RESTRICTED:
        return "sensitivity", "restricted content is never stored; remove it from the vault"
    if record.confidence is not None and not 0 <= record.confidence <= 1:
        return "confidence", f"{record.confidence!r} is outside 0 to 1"
    if record.valid_from and record.valid_until and record.valid_until < record.valid_from:
        return "valid_until", "lies before valid_from; swap or correct them"
    if not record.title and not record.body.strip():
        return "body", "the note is empty; write a text or a title"
    evidence = record.evidence
    if evidence and min(evidence.count, evidence.sessions, evidence.days) < 0:
        return "evidence", "counts cannot be negative"
    return None


def check(record: Record) -> None:
    """Refuse a record that would not come back from its file as it is.

    Raises:
        InvalidValue: names the key and what to change.
    """
    complaint = contradiction(record) or _unwritable(record)
    if complaint is not None:
        raise InvalidValue(*complaint)


def _unwritable(record: Record) -> Complaint | None:
    table = FIELDS[record.kind]
    for field in table.values():
        message = _fits(field, getattr(record, field.attribute))
        if message is not None:
            return field.key, message
    if (message := _dirty(record.body)) is not None:
        return "body", message
    if (line := merge_marker_line(record.body)) is not None:
        return "body", f"line {line} of the text is a merge marker; indent it if it is meant"
    free = record.extra if isinstance(record, Memory) else record.properties
    for key, value in free.items():
        message = f"{key} is a key of the note format" if key in table else _free(key, value, 2)
        if message is not None:
            return "extra" if isinstance(record, Memory) else "properties", message
    return None


def _fits(field: Field, value: Any) -> str | None:
    form = field.form
    if form in (WORDS, TAGS, LINKS, IDS):
        return _list_fits(field, value)
    if form is ID:
        return None if not value or is_ulid(value) else f"{value!r} is not a ULID"
    if form in (PART, PARTS):
        return _parts_fit(field, value)
    if form is TIME:
        return _time_fits(value)
    return _dirty(value) if isinstance(value, str) else None


def _time_fits(value: datetime | None) -> str | None:
    aware = value is None or value.utcoffset() is not None
    return None if aware else "the time has no offset; make it timezone-aware"


def _list_fits(field: Field, words: tuple[str, ...]) -> str | None:
    if len(set(words)) != len(words):
        return "an item stands twice"
    for word in words:
        if not word:
            return "an item is empty"
        if field.form is TAGS and word.startswith("#"):
            return f"the tag {word!r} is written without its #"
        if field.form is LINKS and word.startswith("[[") and word.endswith("]]"):
            return f"{word!r} is written without its brackets"
        if field.form is IDS and not is_ulid(word):
            return f"{word!r} is not a ULID"
        if (message := _dirty(word)) is not None:
            return message
    return None


def _parts_fit(field: Field, value: Any) -> str | None:
    assert field.part is not None
    members = value if field.form is PARTS else () if value is None else (value,)
    for member in members:
        for inner in field.part.fields.values():
            content = getattr(member, inner.attribute)
            if inner.required and not content:
                return f"a member lacks {inner.key}"
            if (message := _fits(inner, content)) is not None:
                return f"{inner.key}: {message}"
    return None


def _free(key: object, value: object, depth: int) -> str | None:
    if not isinstance(key, str) or len(key) > MAX_KEY:
        return f"a key must be text of at most {MAX_KEY} characters"
    if depth >= MAX_DEPTH:
        return f"{key} is nested deeper than {MAX_DEPTH} levels"
    if isinstance(value, str):
        return _dirty(key) or _dirty(value)
    if isinstance(value, dict):
        inside = cast(dict[object, object], value)
        complaints = [_free(inner, content, depth + 1) for inner, content in inside.items()]
    elif isinstance(value, list):
        complaints = [_free(key, item, depth + 1) for item in cast(list[object], value)]
    else:
        return f"{key} must be text, a list or a mapping, not {type(value).__name__}"
    return next((complaint for complaint in complaints if complaint), _dirty(key))


def _dirty(text: str) -> str | None:
    if "\0" in text:
        return "contains a NUL character; remove it"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "contains half of a character pair (a lone surrogate); remove it"
    return None
