"""What rules read of a record: the texts of its fields."""

from __future__ import annotations

from typing import cast

from vademecum.markdown.forms import unlinked
from vademecum.model.record import Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from vademecum.model.record import Record

    Field = tuple[str, tuple[str, ...]]

LONGEST_VALUE = 200
"""Characters of a value that rules compare; a longer one is prose, and no two say the same."""

MOST_VALUES = 100
"""Values of one field that rules compare, the first of them."""


def fields_of_record(record: Record) -> tuple[Field, ...]:
    """Fields in lower case with their texts, in order of the name; what says nothing is left out."""
    free = record.extra if isinstance(record, Memory) else record.properties
    texts = dict(_free("", free)) | dict(_own(record))
    kept = ((name, _kept(values)) for name, values in sorted(texts.items()))
    return tuple((name, values) for name, values in kept if values)


def _own(record: Record) -> Iterator[tuple[str, Iterable[str]]]:
    if record.tags:
        yield "tags", record.tags
    if record.aliases:
        yield "aliases", record.aliases
    if record.lang:
        yield "lang", (record.lang,)
    yield from _times(("created", record.created), ("updated", record.updated))
    if not isinstance(record, Memory):
        yield "name", (record.name,)
        return
    for name, text in (
        ("title", record.title),
        ("subject", record.subject),
        ("predicate", record.predicate),
        ("value", record.value),
        ("qualifier", record.qualifier),
    ):
        if text:
            yield name, (text,)
    if record.entities:
        yield "entities", record.entities
    yield from _times(
        ("valid_from", record.valid_from), ("valid_until", record.valid_until), ("expires", record.expires)
    )


def _times(*named: tuple[str, datetime | None]) -> Iterator[tuple[str, Iterable[str]]]:
    for name, at in named:
        if at is not None:
            yield name, (at.isoformat(),)


def _free(above: str, values: Mapping[str, object]) -> Iterator[tuple[str, Iterable[str]]]:
    """Free fields; those of a mapping are called ``place.city``."""
    for key, stated in values.items():
        name = f"{above}{key.casefold()}"
        if isinstance(stated, str):
            yield name, (stated,)
        elif isinstance(stated, (list, tuple)):
            items = cast("Iterable[object]", stated)
            yield name, [text for item in items if (text := _text(item))]
        elif hasattr(stated, "items"):
            yield from _free(f"{name}.", cast("Mapping[str, object]", stated))


def _text(item: object) -> str:
    """A text, also of a wikilink that YAML reads as a list in a list."""
    if isinstance(item, (list, tuple)):
        inner = list(cast("Iterable[object]", item))
        return _text(inner[0]) if len(inner) == 1 else ""
    return item if isinstance(item, str) else ""


def _kept(values: Iterable[str]) -> tuple[str, ...]:
    plain = (unlinked(text).strip() for text in values)
    distinct = dict.fromkeys(text for text in plain if text and len(text) <= LONGEST_VALUE)
    return tuple(distinct)[:MOST_VALUES]
