"""What a record says of others: edges between names and ids, as the graph is made from them."""

from __future__ import annotations

from vademecum.indexing.traits import fields_of_record
from vademecum.markdown.body_relations import body_relations
from vademecum.markdown.forms import is_ulid, unlinked
from vademecum.markdown.inline import record_ids, wikilinks
from vademecum.model.edges import EdgeOrigin, Said, id_end
from vademecum.model.entry import Place, microseconds
from vademecum.model.record import Memory
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.model.file import Document
    from vademecum.model.record import Record, Relation

_MENTIONS, _ABOUT, _SUPERSEDES, _DERIVED_FROM = "mentions", "about", "supersedes", "derived_from"

_LONGEST_NAME = 80
"""Characters of a value up to which it may be a name."""

_End = tuple[str, str]
"""The end and the name as it was written."""


def place_of(document: Document) -> Place:
    """A document's part of the graph; the same document always has the same."""
    record = document.record
    said = tuple(dict.fromkeys(_said(record)))
    key_form = link_form(document.key)
    if isinstance(record, Memory):
        name = record.title or document.key
        return Place(record.type.value, name, (), key_form, said=said, fields=fields_of_record(record))
    forms = tuple(dict.fromkeys(form for name in (record.name, *record.aliases) if (form := link_form(name))))
    return Place(
        record.label,
        record.name,
        forms,
        key_form,
        record.merged_into,
        record.distinct_from,
        said,
        fields_of_record(record),
    )


def predicate_form(predicate: str) -> str:
    """A predicate as edges are compared by it: lower case, words joined by ``_``."""
    return "_".join(predicate.casefold().replace("_", " ").replace("-", " ").split())


def _said(record: Record) -> Iterator[Said]:
    own: _End = (id_end(record.id), "")
    stated = _named(record.subject) if isinstance(record, Memory) and record.subject else None
    yield from _related(stated or own, record.relations, EdgeOrigin.RELATION)
    listed = body_relations(record.body)
    yield from _related(stated or own, listed, EdgeOrigin.LIST)
    if isinstance(record, Memory):
        for name in (record.subject or "", *record.entities):
            yield from _edge(own, _ABOUT, _named(name), EdgeOrigin.ABOUT)
        yield from _claimed(record, stated, (*record.relations, *listed))
        for old in record.supersedes:
            yield from _edge(own, _SUPERSEDES, (id_end(old), ""), EdgeOrigin.CHAIN)
        for ref in (source.ref for source in record.sources):
            for source in record_ids(ref or ""):
                yield from _edge(own, _DERIVED_FROM, (id_end(source), ""), EdgeOrigin.SOURCE)
    told = {relation.object for relation in listed}
    for name in wikilinks(record.body):
        if name not in told:
            yield from _edge(own, _MENTIONS, _named(name), EdgeOrigin.LINK)
    for other in record_ids(record.body):
        yield from _edge(own, _MENTIONS, (id_end(other), ""), EdgeOrigin.LINK)


def _related(subject: _End, relations: Iterable[Relation], origin: EdgeOrigin) -> Iterator[Said]:
    for relation in relations:
        yield from _edge(
            subject,
            predicate_form(relation.predicate),
            _named(unlinked(relation.object)),
            origin,
            (microseconds(relation.since), microseconds(relation.until)),
        )


def _claimed(memory: Memory, subject: _End | None, relations: Iterable[Relation]) -> Iterator[Said]:
    """The edge of a claim, unless a relation says it already; none of a value too long to be a name."""
    predicate, value = predicate_form(memory.predicate or ""), memory.value or ""
    if subject is None or not predicate or len(value) > _LONGEST_NAME:
        return
    other = _named(unlinked(value))
    said = [(predicate_form(one.predicate), _named(unlinked(one.object))) for one in relations]
    if other is not None and (predicate, other) not in said:
        yield from _edge(subject, predicate, other, EdgeOrigin.CLAIM)


def _named(name: str) -> _End | None:
    """The end that a name stands for; None when it has no letter or digit."""
    if is_ulid(name):
        return id_end(name), ""
    form = link_form(name)
    return (form, name) if form else None


def _edge(
    subject: _End,
    predicate: str,
    other: _End | None,
    origin: EdgeOrigin,
    span: tuple[int | None, int | None] = (None, None),
) -> Iterator[Said]:
    """The edge, unless it leads nowhere or back to where it begins."""
    if other is not None and predicate and other[0] != subject[0]:
        yield Said(subject[0], predicate, other[0], subject[1], other[1], *span, origin)
