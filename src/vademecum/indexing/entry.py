"""One document becomes one index row: analysed fields, filter keys, and the card a person is shown."""

from __future__ import annotations

import hashlib

from vademecum.indexing.edges import place_of
from vademecum.indexing.words import distinct, words_of
from vademecum.model.entry import REPLACEMENT, Card, Entry, microseconds
from vademecum.model.fields import Declaration
from vademecum.model.file import is_foreign
from vademecum.model.postings import Field, Postings
from vademecum.model.record import Entity, Memory, MemoryId, Review, Source, SourceKind
from vademecum.text.analyzer import Analyzer, Form
from vademecum.text.expansion import expand
from vademecum.text.lines import clip, collapse, first_sentence, normalise_space, one_line
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.indexing.words import Words
    from vademecum.model.file import Document
    from vademecum.model.lexicon import Lexicon
    from vademecum.model.record import Record

_SILENT = Declaration()
"""Of a home that says nothing: what every record has by itself is searched."""

SUMMARY_LIMIT = 160
"""Characters of a summary; a line of a wide terminal and a line of the digest both hold so many."""


def entry_of(
    document: Document, analyzer: Analyzer, lexicon: Lexicon, declared: Declaration = _SILENT
) -> Entry:
    """Derive everything an index keeps of one document; the same document always gives the same entry."""
    record = document.record
    words = words_of(record, declared)
    language = record.lang or analyzer.detect(f"{words.title}\n{record.body}")
    fields: dict[Field, list[str]] = {}
    lengths: dict[Field, int] = {}
    for field, texts in words.fields.items():
        fields[field], lengths[field] = _measured(analyzer, texts, language)
    synonyms = expand(lexicon, analyzer, words.searched_prose)
    expansions = _expansions(analyzer, synonyms, fields[Field.BODY], language)
    derived = (stem for form in expansions for stem in _word_stems(analyzer, form, language))
    fields[Field.EXPANSION] = list(dict.fromkeys(derived))  # two spellings of a synonym are one reason
    lengths[Field.EXPANSION] = len(fields[Field.EXPANSION])
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
        review=_review(memory) if memory else None,
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
        lengths="".join(f"{field.value}{length}" for field, length in lengths.items() if length),
        postings=Postings.build(fields),
        languages=(language,),
        card=_card(document, words, language, expansions),
        state=document.state,
        warnings=document.warnings,
        place=place_of(document),
        stated=words.stated,
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


def summary_of_record(record: Record) -> str:
    """The line by which lists show a record."""
    if isinstance(record, Memory):
        return summary_of(record.title or "", record.body)
    stated = record.properties.get("summary")
    return summary_of(record.name, record.body, stated if isinstance(stated, str) else record.name)


def _measured(analyzer: Analyzer, texts: Iterable[str], language: str) -> tuple[list[str], int]:
    """Stems of a field and its length in words."""
    stems: list[str] = []
    length = 0
    for text in texts:
        if text:
            found, words = analyzer.measured(text, language)
            stems += found
            length += words
    return stems, length


def _expansions(
    analyzer: Analyzer, forms: tuple[str, ...], body: list[str], language: str
) -> tuple[str, ...]:
    """The forms that add a word: a plural of what stands there already is no synonym."""
    held = set(body)
    return tuple(form for form in forms if not held.issuperset(_word_stems(analyzer, form, language)))


def _word_stems(analyzer: Analyzer, text: str, language: str) -> list[str]:
    """Stems of whole words only: single characters and spellings of a derived form are noise."""
    return [token.stem for token in analyzer.tokens(text, language) if token.form is Form.WORD]


def _card(document: Document, words: Words, language: str, expansions: tuple[str, ...]) -> Card:
    record = document.record
    entity = record if isinstance(record, Entity) else None
    doubt = record.needs_review if isinstance(record, Memory) else None
    return Card(
        title=words.title,
        summary=summary_of(*_summed(document, words), words.title),
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
        needs_review=doubt.reason if doubt else None,
        told=words.told,
    )


def _summed(document: Document, words: Words) -> tuple[str, str]:
    """Title and body of which one line is made. The first sentence of a passage may announce the rest; a page
    without a text is summed up by what it states."""
    title, body = words.title, document.record.body
    if title and is_foreign(document.path):
        return "", f"{title}: {body}"
    return title, body if body.strip() else words.summary or "; ".join(words.told)


def _review(memory: Memory) -> str | None:
    if memory.review is Review.PROPOSED and memory.supersedes:
        return REPLACEMENT
    return memory.review.value if memory.review else None


def _explicit(sources: tuple[Source, ...]) -> bool:
    return any(source.kind is SourceKind.USER for source in sources)


def _folded(texts: Iterable[str]) -> tuple[str, ...]:
    return distinct(fold_name(text) for text in texts)


def missing_id(document: Document) -> bool:
    """Whether a file was written by hand and has no id yet."""
    return document.record.id == MemoryId("")
