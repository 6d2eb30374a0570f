"""The texts of a record by what they are for: searched where the home's declaration says so, shown anyway."""

from __future__ import annotations

from typing import cast

from vademecum.markdown.inline import inline_tags, record_ids, wikilinks
from vademecum.model.fields import ALIASES, NAME, SUMMARY, TEXT
from vademecum.model.postings import Field
from vademecum.model.record import Kind, Memory
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.model.fields import Declaration
    from vademecum.model.record import Entity, Record


@value
class Words:
    """The texts of a record.

    Attributes:
        fields: searchable field -> its texts, the body first among those of `Field.BODY`.
        title: name of an entity, title of a memory.
        about: names an entity filter may ask for, and ids of the records that it names.
        names: names by which an entity is found, none for a memory.
        label: an entity's label, empty for a memory.
        stated: fields that it has beside those of every record.
        told: what is searched of these, a line each.
        summary: an entity's own, empty when it has none.
    """

    fields: Mapping[Field, tuple[str, ...]]
    title: str
    tags: tuple[str, ...]
    entities: tuple[str, ...]
    about: tuple[str, ...]
    names: tuple[str, ...]
    label: str
    stated: tuple[str, ...]
    told: tuple[str, ...]
    summary: str = ""

    @property
    def searched_prose(self) -> str:
        """Title and body as far as they are searched."""
        return "\n".join([*self.fields.get(Field.TITLE, ()), self.fields[Field.BODY][0]])


def words_of(record: Record, declared: Declaration) -> Words:
    """The texts of a record in a home that declares this."""
    return _of_memory(record, declared) if isinstance(record, Memory) else _of_entity(record, declared)


def stated_texts(record: Record) -> dict[str, tuple[str, ...]]:
    """Front-matter keys that are not ours, and what they say in words; none that says nothing."""
    free = record.extra if isinstance(record, Memory) else record.properties
    texts = {key: tuple(_texts(stated)) for key, stated in free.items()}
    return {key: said for key, said in texts.items() if said}


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Each once, without the empty one, in order."""
    return tuple(dict.fromkeys(text for text in texts if text))


def _texts(stated: object) -> Iterable[str]:
    items = cast("Iterable[object]", stated) if isinstance(stated, (list, tuple)) else (stated,)
    return [item for item in items if isinstance(item, str) and item.strip()]


def _of_memory(memory: Memory, declared: Declaration) -> Words:
    objects = tuple(relation.object for relation in memory.relations)
    entities = distinct((*memory.entities, *wikilinks(memory.body), *objects))
    tags = distinct((*memory.tags, *inline_tags(memory.body)))
    title, kind = memory.title or "", memory.type.value
    stated = stated_texts(memory)
    free = {key: said for key, said in stated.items() if declared.searches(Kind.MEMORY, kind, key)}
    own: dict[Field, tuple[str, ...]] = {Field.BODY: ("",)}
    if declared.searches(Kind.MEMORY, kind, TEXT):
        own = {
            Field.SUBJECT: (memory.subject or "",),
            Field.ENTITY: entities,
            Field.TITLE: (title,),
            Field.ALIAS: memory.aliases,
            Field.PREDICATE: (memory.predicate or "",),
            Field.TAG: tags,
            Field.BODY: (memory.body, memory.value or "", memory.qualifier or ""),
        }
    return Words(
        fields=_with_free(own, free),
        title=title,
        tags=tags,
        entities=entities,
        about=distinct((memory.subject or "", *entities, *_named(memory))),
        names=(),
        label="",
        stated=tuple(stated),
        told=_told(free),
    )


def _named(memory: Memory) -> Iterable[str]:
    """Ids of the records that it derives from or speaks of."""
    for text in (memory.body, *(source.ref or "" for source in memory.sources)):
        yield from record_ids(text)


def _of_entity(entity: Entity, declared: Declaration) -> Words:
    def searched(field: str) -> bool:
        return declared.searches(Kind.ENTITY, entity.label, field)

    names = distinct((entity.name, *entity.aliases))
    tags = distinct((*entity.tags, *inline_tags(entity.body)))
    links = distinct(wikilinks(entity.body))
    stated = stated_texts(entity)
    free = {key: said for key, said in stated.items() if key != SUMMARY and searched(key)}
    summary = stated.get(SUMMARY, ()) if searched(SUMMARY) else ()
    text = searched(TEXT)
    own = {
        Field.ENTITY: links if text else (),
        Field.TITLE: (entity.name,) if searched(NAME) else (),
        Field.ALIAS: entity.aliases if searched(ALIASES) else (),
        Field.TAG: tags if text else (),
        Field.BODY: (entity.body if text else "", *summary),
    }
    return Words(
        fields=_with_free(own, free),
        title=entity.name,
        tags=tags,
        entities=links,
        about=names,
        names=names,
        label=entity.label,
        stated=tuple(stated),
        told=_told(free),
        summary=" ".join(summary),
    )


def _with_free(
    own: Mapping[Field, tuple[str, ...]], free: Mapping[str, tuple[str, ...]]
) -> Mapping[Field, tuple[str, ...]]:
    """Own fields, and of the free ones what they say, and how they are called, as of a claim."""
    if not free:
        return own
    said = (text for texts in free.values() for text in texts)
    return {
        **own,
        Field.PREDICATE: (*own.get(Field.PREDICATE, ()), *free),
        Field.BODY: (*own[Field.BODY], *said),
    }


def _told(free: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(f"{key}: {', '.join(said)}" for key, said in free.items())
