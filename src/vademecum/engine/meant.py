"""Memories that join the pool of a question because of what they mean."""

from __future__ import annotations

from vademecum.model.ask import Candidate
from vademecum.model.postings import Field, Postings
from vademecum.model.record import SourceKind
from vademecum.model.value import replace, value
from vademecum.retrieval.lexical import Judged
from vademecum.retrieval.memory_weights import LEARNED_WITH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.engine.parts import Parts
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Row
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.lexical import Scored
    from vademecum.text.analyzer import Analyzer

MEANT = 20
"""Memories that are asked for, likest first; the weights were learned with as many."""


@value
class Meant:
    """What meanings tell of a question.

    Attributes:
        nearest: likest first.
        why: why a model that there is did not answer, empty when it did.
        partial: something that may answer has no vector yet.
    """

    nearest: tuple[MemoryId, ...] = ()
    why: str = ""
    partial: bool = False


def meant(parts: Parts, text: str, filters: Filters) -> Meant:
    """The memories that are likest to a text; none without a model, or with another than was learned with."""
    space = parts.index.vectors().space()
    if space is None or not space.model.startswith(LEARNED_WITH):
        return Meant()
    found = parts.meaning.nearest(text, filters, MEANT)
    return Meant(tuple(found.found), found.why, found.partial)


def likenesses(parts: Parts, text: str, rounds: Iterable[Scored]) -> Mapping[MemoryId, float]:
    """How like the text everything in some pools is."""
    ids = dict.fromkeys(judged.candidate.id for scored in rounds for judged in scored.judged)
    return parts.meaning.likenesses(text, tuple(ids)).found


def with_meant(parts: Parts, scored: Scored, nearest: Iterable[MemoryId]) -> Scored:
    """The pool, and behind it what is like the question and not in it."""
    held = {judged.candidate.id for judged in scored.judged}
    new = [one for one in nearest if one not in held]
    rows = parts.index.rows(new)
    more = [_judged(scored, _candidate(rows[one], parts.analyzer)) for one in new if one in rows]
    return replace(scored, judged=(*scored.judged, *more))


def _judged(scored: Scored, candidate: Candidate) -> Judged:
    covered, score = scored.scorer.judge(candidate)
    return Judged(candidate, covered, score, scored.scorer.plain(candidate)[1])


def _candidate(row: Row, analyzer: Analyzer) -> Candidate:
    """What the index would have proposed, read from what is shown of a record."""
    card = row.card
    texts = {
        Field.SUBJECT: (card.subject or "",),
        Field.ENTITY: card.entities,
        Field.TITLE: (card.title,),
        Field.ALIAS: card.aliases,
        Field.PREDICATE: ((card.predicate or "").replace("_", " "),),
        Field.TAG: card.tags,
        Field.BODY: (card.text,),
    }
    stems: dict[Field, list[str]] = {}
    lengths = ""
    for field, parts in texts.items():
        measured = [analyzer.measured(part, card.lang) for part in parts]
        stems[field] = [stem for found, _ in measured for stem in found]
        if words := sum(number for _, number in measured):
            lengths += f"{field.value}{words}"
    return Candidate(
        version=row.version,
        id=row.id,
        kind=row.kind,
        scope=row.scope,
        type=row.type,
        status=row.status,
        superseded_by=row.superseded_by,
        review=row.review,
        pinned=row.pinned,
        explicit=card.source == SourceKind.USER.value,
        confidence=row.confidence,
        created=row.created,
        updated=row.updated,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        expires=row.expires,
        lengths=lengths,
        postings=Postings.build(stems),
    )
