"""Free properties of a record: keys of its front matter that the note format does not know."""

from __future__ import annotations

from typing import cast

from vademecum.engine import checks
from vademecum.errors import InvalidValue, NotFound, quoted
from vademecum.markdown.bounds import MAX_KEY
from vademecum.markdown.fields import FIELDS
from vademecum.model.record import Memory
from vademecum.model.value import replace
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.engine.intake import Screen
    from vademecum.model.record import Record

    Texts = str | Sequence[str]
    """A text, or several as a list; none takes the property away."""


def properties_of(record: Record) -> Mapping[str, object]:
    """What a record states freely."""
    return record.extra if isinstance(record, Memory) else record.properties


def screened(given: Mapping[str, Texts], screen: Screen) -> dict[str, tuple[str, ...]]:
    """Properties without what must not be stored.

    Raises:
        InvalidValue: a value is neither a text nor a list of texts.
    """
    return {
        name: tuple(filter(None, (screen.line(text, name=name) for text in _texts(name, texts))))
        for name, texts in given.items()
    }


def _texts(name: str, given: object) -> tuple[str, ...]:
    texts = (given,) if isinstance(given, str) else given
    if not isinstance(texts, (list, tuple)):
        raise InvalidValue("properties", f"{quoted(name)} is neither a text nor a list of texts")
    found = cast("Sequence[object]", texts)
    if not all(isinstance(text, str) for text in found):
        raise InvalidValue("properties", f"{quoted(name)} holds something else than texts")
    return tuple(str(text) for text in found)


def with_properties(record: Record, given: Mapping[str, Texts]) -> Record:
    """A record with some properties set: to a text, to a list of several, or to nothing.

    A name is compared without case. ``place.city`` is the city within a place where the record states a
    mapping of that name.

    Raises:
        InvalidValue: a name that is empty, too long or a field of the note format, or a value too long.
    """
    free: dict[str, Any] = dict(properties_of(record))
    for name, texts in given.items():
        key = _checked_name(record, name)
        values = [checks.optional(key, text) for text in _texts(name, texts)]
        kept = [text for text in dict.fromkeys(values) if text]
        _put(free, key, kept[0] if len(kept) == 1 else kept)
    return _stating(record, free)


def without_property(record: Record, name: str) -> Record:
    """A record that states a property no more.

    Raises:
        NotFound: it does not state it; the nearest names are suggested.
    """
    free: dict[str, Any] = dict(properties_of(record))
    known = tuple(_names("", free))
    if name.casefold() not in map(str.casefold, known):
        near = nearest(name, known)
        meant = f"; did you mean {' or '.join(map(quoted, near))}?" if near else ""
        raise NotFound(f"the page states no {quoted(name)}{meant}", suggestions=near)
    _put(free, name, [])
    return _stating(record, free)


def stated(record: Record, name: str) -> tuple[str, ...]:
    """The texts of a property, however deep they stand."""
    free: dict[str, Any] = dict(properties_of(record))
    found = dict(_values("", free))
    return tuple(text for key, texts in found.items() if key.casefold() == name.casefold() for text in texts)


def _checked_name(record: Record, name: str) -> str:
    key = name.strip()
    if not key or len(key) > MAX_KEY:
        raise InvalidValue("properties", f"{quoted(name)} is no name of 1 to {MAX_KEY} characters")
    if key.casefold() in FIELDS[record.kind]:
        raise InvalidValue(
            "properties",
            f"{key.casefold()} is a field of the note format, not a free property; `vade edit` and "
            "`vade entity` change it by options of their own",
        )
    return key


def _stating(record: Record, free: Mapping[str, object]) -> Record:
    if free == properties_of(record):
        return record
    return replace(record, **{"extra" if isinstance(record, Memory) else "properties": dict(free)})


def _put(free: dict[str, Any], name: str, value: object) -> None:
    """Set one, by whatever case it stands there. No value takes it away, and a mapping that this empties."""
    spelled = {key.casefold(): key for key in free}
    key = spelled.get(name.casefold())
    head, dot, rest = name.partition(".")
    outer = spelled.get(head.casefold())
    if key is None and dot and outer is not None and hasattr(free[outer], "items"):
        inner: dict[str, Any] = dict(free[outer])
        _put(inner, rest, value)
        _put(free, outer, inner)
    elif value:
        free[key or name] = value
    elif key is not None:
        del free[key]


def _names(above: str, free: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for key, held in free.items():
        found.append(f"{above}{key}")
        if hasattr(held, "items"):
            found += _names(f"{above}{key}.", held)
    return found


def _values(above: str, free: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    found: list[tuple[str, tuple[str, ...]]] = []
    for key, held in free.items():
        name = f"{above}{key}"
        if hasattr(held, "items"):
            inner = _values(f"{name}.", held)
            found += [(name, tuple(text for _, texts in inner for text in texts)), *inner]
        elif isinstance(held, str):
            found.append((name, (held,)))
        else:
            items = cast("Sequence[object]", held)
            found.append((name, tuple(text for text in items if isinstance(text, str))))
    return found
