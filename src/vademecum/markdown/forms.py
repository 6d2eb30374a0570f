"""How the text of one front-matter value becomes a typed value, and back.

Harmless looseness is read with a warning; what could change a meaning is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from vademecum.errors import quoted
from vademecum.model.value import fields_of, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.markdown.tree import Raw

ULID_LENGTH = 26
_ULID_LETTERS = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
_ABSENT = {"null", "~"}
_YES = {"true", "yes", "on"}
_NO = {"false", "no", "off"}


@value(eq=False)
class Form:
    """What a value looks like in the file.

    Attributes:
        label: how the documentation calls it.
        read: types a raw value that is not None; None when its text says that there is none.
        write: the value as text, list or mapping; `Bare` where it must stand without quotes.
    """

    label: str
    read: Callable[[Field, Raw, list[str]], Any]
    write: Callable[[Field, Any], Raw]


@value
class Part:
    """A nested mapping: the value it makes and the keys it has.

    Attributes:
        fields: key -> field, in file order.
        lone: reads a bare text that stands where the mapping is expected, None when that is refused.
    """

    make: type[Any]
    fields: Mapping[str, Field]
    lone: Callable[[str], Any] | None = None


@value
class Field:
    """One key of the front matter.

    Attributes:
        attribute: the record's attribute.
        doc: meaning, for the documentation.
        choices: values of a `CHOICE`.
        part: shape of a `Form.PART` or of the members of `PARTS`.
        required: a nested mapping without it is refused.
    """

    key: str
    attribute: str
    form: Form
    doc: str
    choices: type[StrEnum] | None = None
    part: Part | None = None
    required: bool = False


class Unfit(Exception):
    """A value that its field cannot take; the text says what to write instead."""


class Bare(str):
    """Text that is written without quotes because its field is not text (a time, a number, a flag)."""

    __slots__ = ()


def _plain_text(_field: Field, raw: Raw, _warnings: list[str]) -> str:
    return raw if isinstance(raw, str) else _text(raw)


def _text(raw: Raw) -> str:
    if isinstance(raw, str):
        return raw
    shape = "a list" if isinstance(raw, list) else "a mapping"
    raise Unfit(f"is {shape} where a single value is expected")


def _snake(field: Field, raw: Raw, warnings: list[str]) -> str:
    text = _text(raw)
    # An identifier is what letters, digits and marks of any script make; it may not begin with a digit.
    if text and not (
        text == text.lower() and all(f"a{word}".isidentifier() for word in text.split("_") if word)
    ):
        warnings.append(f"{field.key}: {quoted(text)} is no snake_case; write e.g. works_at")
    return text


def _language(field: Field, raw: Raw, warnings: list[str]) -> str:
    text = _text(raw)
    if text and not (len(text) in (2, 3) and text.isascii() and text.isalpha() and text.islower()):
        warnings.append(f"{field.key}: {quoted(text)} is no language code of two or three letters, e.g. de")
    return text


def _time(field: Field, raw: Raw, warnings: list[str]) -> datetime | None:
    text = _text(raw).strip()
    if text in _ABSENT:
        warnings.append(_absent(field, text))
        return None
    try:
        moment = datetime.fromisoformat(text[:-1] + "Z" if text.endswith("z") else text)
    except ValueError:
        raise Unfit(f"{quoted(text)} is not a time; write one like 2026-01-31T09:00:00+01:00") from None
    if moment.tzinfo is not None:
        return moment
    lack = "time of day; read as midnight UTC" if len(text) <= 10 else "offset; read as UTC"
    warnings.append(f"{field.key}: {quoted(text)} has no {lack}")
    return moment.replace(tzinfo=UTC)


def _choice(field: Field, raw: Raw, warnings: list[str]) -> StrEnum | None:
    text = _text(raw)
    assert field.choices is not None
    try:
        return field.choices(text)
    except ValueError:
        pass
    if text in _ABSENT:
        warnings.append(_absent(field, text))
        return None
    lowered = text.strip().lower()
    names = [choice.value for choice in field.choices]
    if lowered in names:
        warnings.append(f"{field.key}: {quoted(text)} is read as {lowered}")
        return field.choices(lowered)
    raise Unfit(f"{quoted(text)} is not known; {_nearest(lowered, names)}")


def _nearest(word: str, names: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(word[:64], names, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(near)}?" if near else f"write one of {', '.join(names)}"


def _flag(field: Field, raw: Raw, warnings: list[str]) -> bool | None:
    text = _text(raw).strip().lower()
    if text in _YES or text in _NO:
        return text in _YES
    if text in _ABSENT:
        warnings.append(_absent(field, text))
        return None
    raise Unfit(f"{quoted(text)} is neither true nor false")


def _number(field: Field, raw: Raw, warnings: list[str]) -> float | int | None:
    text = _text(raw).strip()
    if text in _ABSENT:
        warnings.append(_absent(field, text))
        return None
    try:
        return float(text) if field.form is RATIO else int(text)
    except ValueError:
        raise Unfit(f"{quoted(text)} is not a {field.form.label}") from None


def _absent(field: Field, text: str) -> str:
    return f"{field.key}: {text} is read as not given"


def _words(field: Field, raw: Raw, warnings: list[str]) -> tuple[str, ...]:
    if isinstance(raw, str):
        warnings.append(f"{field.key}: a list is expected; {quoted(raw)} was split at its commas")
        raw = [part.strip() for part in raw.split(",")]
    if not isinstance(raw, list):
        raise Unfit("is a mapping where a list is expected")
    words: dict[str, None] = {}
    for item in raw:
        word = _word(field, item, warnings)
        if not word:
            warnings.append(f"{field.key}: an empty item was left out (quote what begins with #)")
        elif word in words:
            warnings.append(f"{field.key}: {quoted(word)} stands twice")
        else:
            words[word] = None
    return tuple(words)


def _word(field: Field, item: Raw, warnings: list[str]) -> str:
    if item is None:
        return ""
    if field.form is LINKS:
        return unlinked(item)
    word = _text(item)
    if field.form is IDS:
        return _ulid(field, word, warnings)
    if field.form is TAGS and word.startswith("#"):
        warnings.append(f"{field.key}: {quoted(word)} is read without its #")
        return word.lstrip("#")
    return word


def unlinked(item: Raw) -> str:
    """The name in a ``[[wikilink]]``, quoted or left bare as YAML's list in a list; else the text itself."""
    if isinstance(item, list):
        while isinstance(item, list) and len(item) == 1:
            item = item[0]
        return _text(item or "").partition("|")[0].strip()
    word = _text(item)
    linked = word.startswith("[[") and word.endswith("]]")
    return word[2:-2].partition("|")[0].strip() if linked else word


def _ulid(field: Field, raw: Raw, warnings: list[str]) -> str:
    text = _text(raw)
    if is_ulid(text):
        return text
    upper = text.strip().upper()
    if is_ulid(upper):
        warnings.append(f"{field.key}: {quoted(text)} is read in capitals")
        return upper
    remedy = "remove the line to get a new one" if field.key == "id" else "give the id of that memory"
    raise Unfit(f"{quoted(text)} is not a ULID (26 letters and digits); {remedy}")


def is_ulid(text: str) -> bool:
    """Whether `text` is a ULID in its canonical form: 26 characters, upper case, at most 128 bits."""
    return len(text) == ULID_LENGTH and text[0] <= "7" and _ULID_LETTERS.issuperset(text)


def _part(field: Field, raw: Raw, warnings: list[str]) -> Any:
    part = field.part
    assert part is not None
    if isinstance(raw, str) and part.lone is not None:
        warnings.append(f"{field.key}: a mapping is expected; {quoted(raw)} was taken for it")
        return part.lone(raw)
    if not isinstance(raw, dict):
        raise Unfit(f"needs a mapping with {', '.join(part.fields)}")
    values: dict[str, Any] = {}
    for key, text in raw.items():
        inner = part.fields.get(key)
        if inner is None:
            warnings.append(f"{field.key}: the unknown key {quoted(key)} is left alone and not read")
        elif text is not None:
            values[inner.attribute] = inner.form.read(inner, text, warnings)
    missing = [f.key for f in part.fields.values() if f.required and not values.get(f.attribute)]
    if missing:
        raise Unfit(f"a member lacks {' and '.join(missing)}")
    return part.make(**{name: content for name, content in values.items() if content is not None})


def _parts(field: Field, raw: Raw, warnings: list[str]) -> tuple[Any, ...]:
    members = raw if isinstance(raw, list) else [raw]
    return tuple([_part(field, member, warnings) for member in members if member is not None])


def _written_part(field: Field, value: Any) -> dict[str, Raw]:
    assert field.part is not None
    defaults = fields_of(field.part.make)
    written: dict[str, Raw] = {}
    for inner in field.part.fields.values():
        content = getattr(value, inner.attribute)
        if content is not None and (content != defaults[inner.attribute] or inner.form is COUNT):
            written[inner.key] = inner.form.write(inner, content)
    return written


def _as_text(_field: Field, value: Any) -> Raw:
    return str(value)


def _as_bare(_field: Field, value: Any) -> Raw:
    return Bare(value.value if isinstance(value, StrEnum) else repr(value))


def _as_time(_field: Field, value: datetime) -> Raw:
    # RFC 3339 knows offsets of whole minutes only; local mean times before 1900 have seconds in theirs.
    offset = value.utcoffset()
    whole = offset is not None and not offset % timedelta(minutes=1)
    return Bare((value if whole else value.astimezone(UTC)).isoformat())


def _as_list(_field: Field, value: Any) -> Raw:
    return [str(word) for word in value]


TEXT = Form("text", _plain_text, _as_text)
SNAKE = Form("text", _snake, _as_text)
LANG = Form("text", _language, _as_text)
WORDS = Form("list of text", _words, _as_list)
TAGS = Form("list of tags", _words, _as_list)
LINKS = Form("list of names", _words, _as_list)
ID = Form("ULID", _ulid, _as_text)
IDS = Form("list of ULIDs", _words, _as_list)
TIME = Form("time", _time, _as_time)
FLAG = Form("true or false", _flag, lambda _field, value: Bare("true" if value else "false"))
RATIO = Form("number from 0 to 1", _number, _as_bare)
COUNT = Form("whole number", _number, _as_bare)
CHOICE = Form("one of", _choice, _as_bare)
PART = Form("mapping", _part, _written_part)
PARTS = Form("list of mappings", _parts, lambda field, value: [_written_part(field, one) for one in value])
SCOPE = Form("scope", _plain_text, _as_text)


def untyped(raw: Raw) -> object:
    """A value of a key that is not ours: text, list and mapping as they are, nothing as empty text."""
    if raw is None:
        return ""
    if isinstance(raw, list):
        return [untyped(item) for item in raw]
    if isinstance(raw, Mapping):
        return {key: untyped(value) for key, value in raw.items()}
    return raw
