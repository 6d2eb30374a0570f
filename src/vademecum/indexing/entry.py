"""One document becomes one index row: analysed fields, filter keys, and the card a person is shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from vademecum.markdown.inline import inline_tags, wikilinks
from vademecum.model.entry import Card, Entry
from vademecum.model.file import Document
from vademecum.model.lexicon import Lexicon
from vademecum.model.postings import Field, Postings
from vademecum.model.record import Entity, Memory, MemoryId, Record, Source, SourceKind
from vademecum.text.analyzer import Analyzer
from vademecum.text.expansion import expand
from vademecum.text.lines import clip, collapse, first_sentence, normalise_space, one_line
from vademecum.text.names import fold_name

SUMMARY_LIMIT = 160
"""Characters of a summary (decisions of the answer format); a terminal line and a digest line both hold it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(at: datetime | None) -> int | None:
    """Microseconds since the epoch, None for None."""
    return None if at is None else (at - _EPOCH) // _MICROSECOND


def entry_of(document: Document, analyzer: Analyzer, lexicon: Lexicon) -> Entry:
    """Derive everything an index keeps of one document; the same document always gives the same entry."""
    record = document.record
    words = _Words.of(record)
    language = record.lang or analyzer.detect(words.prose)
    expansions = expand(lexicon, analyzer, words.prose)
    fields = {field: _stems(analyzer, texts, language) for field, texts in words.fields.items()}
    fields[Field.EXPANSION] = _stems(analyzer, expansions, language)
    memory = record if isinstance(record, Memory) else None
    return Entry(
        id=record.id,
        kind=record.kind,
        scope=document.scope,
        key=document.key,
        path=document.path,
        type=memory.type.value if memory else words.label.casefold(),
        status=record.status,
        superseded_by=memory.superseded_by if memory else None,
        supersedes=memory.supersedes if memory else (),
        review=memory.review.value if memory and memory.review else None,
        pinned=memory.pinned if memory else False,
        explicit=_explicit(memory.sources) if memory else False,
        confidence=memory.confidence if memory else None,
        created=microseconds(record.created),
        updated=microseconds(record.updated or record.created),
        valid_from=microseconds(memory.valid_from) if memory else None,
        valid_until=microseconds(memory.valid_until) if memory else None,
        expires=microseconds(memory.expires) if memory else None,
        folded_tags=_folded(words.tags),
        about=_folded(words.about),
        name_forms=_folded(words.names),
        body_hash=body_hash(record.body),
        lengths="".join(f"{field.value}{len(terms)}" for field, terms in fields.items() if terms),
        postings=Postings.build(fields),
        languages=(language,),
        card=_card(document, words, language, expansions),
        state=document.state,
        warnings=document.warnings,
    )


def body_hash(body: str) -> str:
    """SHA-256 (hex) of the body with white space normalised: equal means an exact repeat."""
    return hashlib.sha256(normalise_space(body).encode("utf-8", "surrogatepass")).hexdigest()


def summary_of(title: str, body: str, fallback: str = "") -> str:
    """One line of at most 160 characters: title and first sentence, else the text, else `fallback`."""
    if title:
        sentence = collapse(one_line(first_sentence(body)))
        heading = collapse(one_line(title))
        if not sentence or sentence.casefold().startswith(heading.casefold()):
            return clip(sentence or heading, SUMMARY_LIMIT)
        return clip(f"{heading}: {sentence}", SUMMARY_LIMIT)
    return clip(collapse(one_line(body)) or collapse(one_line(fallback)), SUMMARY_LIMIT)


class _Words:
    """The texts of a record by searchable field."""

    def __init__(self, record: Record) -> None:
        self.tags = _distinct((*record.tags, *inline_tags(record.body)))
        links = wikilinks(record.body)
        if isinstance(record, Memory):
            objects = tuple(relation.object for relation in record.relations)
            self.about = _distinct((record.subject or "", *record.entities, *links, *objects))
            self.entities = _distinct((*record.entities, *links, *objects))
            self.title, self.names, self.label = record.title or "", (), ""
            claim = (record.value or "", record.qualifier or "")
            subject, predicate = record.subject or "", (record.predicate or "").replace("_", " ")
        else:
            self.about = self.names = _distinct((record.name, *record.aliases))
            self.entities = links
            self.title, self.label = record.name, record.label
            claim, subject, predicate = tuple(_property_texts(record)), "", ""
        self.fields: dict[Field, tuple[str, ...]] = {
            Field.SUBJECT: (subject,),
            Field.ENTITY: self.entities,
            Field.TITLE: (self.title,),
            Field.ALIAS: record.aliases,
            Field.PREDICATE: (predicate,),
            Field.TAG: self.tags,
            Field.BODY: (record.body, *claim),
        }
        self.prose = f"{self.title}\n{record.body}"

    @classmethod
    def of(cls, record: Record) -> _Words:
        return cls(record)


def _property_texts(entity: Entity) -> Iterable[str]:
    """Words of an entity's free properties, so that a page answers for what it states."""
    for value in entity.properties.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from (item for item in value if isinstance(item, str))


def _stems(analyzer: Analyzer, texts: Iterable[str], language: str) -> list[str]:
    stems: list[str] = []
    for text in texts:
        if text:
            stems.extend(analyzer.stems(text, language))
    return stems


def _card(document: Document, words: _Words, language: str, expansions: tuple[str, ...]) -> Card:
    record = document.record
    entity = record if isinstance(record, Entity) else None
    stated = entity.properties.get("summary") if entity else None
    fallback = stated if isinstance(stated, str) else words.title
    return Card(
        title=words.title,
        summary=summary_of(words.title, record.body, fallback),
        text=record.body,
        tags=words.tags,
        aliases=record.aliases,
        entities=words.entities,
        source=record.sources[0].kind.value if isinstance(record, Memory) and record.sources else None,
        created=record.created.isoformat() if record.created else None,
        updated=record.updated.isoformat() if record.updated else None,
        body_line=document.body_line,
        lang=language,
        expansions=expansions,
        provisional=entity.provisional if entity else False,
        subject=record.subject if isinstance(record, Memory) else None,
        predicate=record.predicate if isinstance(record, Memory) else None,
    )


def _explicit(sources: tuple[Source, ...]) -> bool:
    return any(source.kind is SourceKind.USER for source in sources)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _folded(texts: Iterable[str]) -> tuple[str, ...]:
    return _distinct(fold_name(text) for text in texts)


def missing_id(document: Document) -> bool:
    """Whether a file was written by hand and has no id yet."""
    return document.record.id == MemoryId("")
