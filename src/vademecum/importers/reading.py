"""Fields of foreign JSON, which may hold anything: the value that was meant, or nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import cast

from vademecum.text.lines import collapse, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from vademecum.importers.json_stream import Object

LONGEST_ID = 200
LONGEST_NAME = 300
"""Characters of a title or name; what is longer is a text."""

DIGESTED = 4_000
"""Characters of what went into a tool and came out that are handed on; less than that is kept."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_SECONDS, _MILLISECONDS, _MICROSECONDS = 1e11, 1e14, 1e17
"""Above which an epoch is no longer meant in this unit: 5138 as seconds, 1973 as milliseconds."""


def text_in(source: Mapping[str, Any], *names: str) -> str:
    """The first of the fields that holds a text with anything in it; empty when none does."""
    for name in names:
        found = source.get(name)
        if isinstance(found, str) and found and not found.isspace():
            return found
    return ""


def name_in(source: Mapping[str, Any], *names: str) -> str | None:
    """As `text_in`, on one line, cut to the length of a name; None when there is none."""
    return named(text_in(source, *names))


def named(text: str) -> str | None:
    """A text as a name: on one line, cut to its length; None when nothing is left."""
    return collapse(storable(text[: 4 * LONGEST_NAME]))[:LONGEST_NAME] or None


def id_in(source: Mapping[str, Any], *names: str) -> str:
    """An id, cleaned and bounded; empty when there is none."""
    for name in names:
        found = source.get(name)
        if isinstance(found, str) and len(found) <= LONGEST_ID and found.isprintable() and " " not in found:
            if found:  # nearly every id there is; every line has several
                return found
            continue
        if isinstance(found, int) and not isinstance(found, bool):
            found = str(found)
        if isinstance(found, str) and (kept := collapse(storable(found[: 2 * LONGEST_ID]))[:LONGEST_ID]):
            return kept
    return ""


def object_in(source: Mapping[str, Any], name: str) -> Object:
    """An object, empty when the field holds none."""
    found = source.get(name)
    return cast("Object", found) if isinstance(found, dict) else {}


def objects_in(source: Mapping[str, Any], name: str) -> Iterator[Object]:
    """The objects of a list; whatever else is in it is passed over."""
    for each in list_in(source, name):
        if isinstance(each, dict):
            yield cast("Object", each)


def list_in(source: Mapping[str, Any], name: str) -> list[object]:
    """A list of whatever, empty when the field holds none."""
    found = source.get(name)
    return cast("list[object]", found) if isinstance(found, list) else []


def texts_in(source: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts of a list, or a single text."""
    found = source.get(name)
    if isinstance(found, str):
        found = [found]
    if not isinstance(found, list):
        return ()
    return tuple(each for each in cast("list[object]", found) if isinstance(each, str) and each.strip())


def time_in(source: Mapping[str, Any], *names: str) -> str | None:
    """The first readable time among the fields, RFC 3339 in UTC; None when there is none.

    Texts of ISO 8601 are read, and numbers of seconds, milli- or microseconds since 1970. What says no offset
    is taken for UTC.
    """
    for name in names:
        moment = _moment(source.get(name))
        if moment is not None:
            return moment.isoformat().replace("+00:00", "Z")
    return None


def _moment(said: object) -> datetime | None:
    try:
        if isinstance(said, str):
            if said.replace(".", "", 1).isdigit():
                return _moment(float(said))
            moment = datetime.fromisoformat(said)
            moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        elif isinstance(said, int | float) and not isinstance(said, bool):
            seconds = said / (1 if said < _SECONDS else 1e3 if said < _MILLISECONDS else 1e6)
            moment = _EPOCH + timedelta(seconds=seconds)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return moment if _EARLIEST <= moment <= _LATEST else None


def digest_of(said: object) -> str:
    """The beginning of what went into a tool or came out of it."""
    if isinstance(said, str):
        return said[:DIGESTED]
    if said is None:
        return ""
    if isinstance(said, dict):  # a file that is written as a whole would be encoded for its first line
        said = {
            key: each[:DIGESTED] if isinstance(each, str) else each
            for key, each in cast("Object", said).items()
        }
    try:
        return json.dumps(said, ensure_ascii=False)[:DIGESTED]
    except (ValueError, RecursionError):
        return ""
