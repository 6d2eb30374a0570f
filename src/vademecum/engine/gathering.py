"""What is found for a plan, one store apart from the other, and put into one order."""

from __future__ import annotations

from vademecum.engine.recalling import Recaller
from vademecum.engine.timely import is_asked_for, of_time
from vademecum.model.answer import Contribution, Explanation
from vademecum.model.record import Kind
from vademecum.model.session import HEDGE, Origin, RecalledFact
from vademecum.model.value import replace, value
from vademecum.retrieval.fusion import Ranking, fused
from vademecum.retrieval.packing import estimate_tokens, safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vademecum.engine.overlay import Overlay
    from vademecum.engine.parts import Parts
    from vademecum.engine.reading import Visible
    from vademecum.engine.recalling import Found, Request
    from vademecum.model.entry import Row
    from vademecum.model.record import MemoryId

SESSION_BOOST = 1.5
"""Multiplier of what was said in this session: it is what the talk is about."""

QUERY_WEIGHT = 0.5
"""What the ranking of another query is worth: with half, what the whole of the words found comes first."""

OVER_FETCH = 12
"""Facts that are ranked; caps and suppression may drop half of them and six are still left."""


@value(kw_only=True)
class Gathered:
    """A fact before the cut.

    Attributes:
        order: sorts best first among what the words found.
    """

    fact: RecalledFact
    row: Row
    order: tuple[int, float, float, str]


def anywhere(request: Request) -> Request:
    """The same question for the overlay, which holds one session and is bound to no scope."""
    return replace(request, filters=replace(request.filters, scopes=()))


def ranked_in(parts: Parts, request: Request, origin: Origin) -> tuple[list[Gathered], int]:
    """What the floor admits of one store, best first, and how much it refused."""
    recaller = Recaller(parts)
    found = recaller.find(request)
    if found is None:
        return [], 0
    visible = [one for one in found.visible if one.ranked.admitted][:OVER_FETCH]
    rows = parts.index.rows([one.id for one in visible])
    ranked = [
        _entry(recaller, found, one, rows[one.id], origin, rank)
        for rank, one in enumerate(visible, start=1)
        if one.id in rows and _says_something(rows[one.id])
    ]
    return ranked, found.stats.below_floor


def timely_in(parts: Parts, request: Request, origin: Origin) -> list[Gathered]:
    """What is of the time that alone is asked for, in one store."""
    if not is_asked_for(request):
        return []
    found, _ = of_time(parts, request)
    return [
        Gathered(
            fact=_told(one.row, origin, one.explanation(rank)),
            row=one.row,
            order=(0, 0.0, float(-(one.row.updated or 0)), one.row.id),
        )
        for rank, one in enumerate(found, start=1)
    ]


def _entry(
    recaller: Recaller, found: Found, visible: Visible, row: Row, origin: Origin, rank: int
) -> Gathered:
    """One record with its score as a share of the best that its store could have given.

    Stores of different size differ in how rare a word is; their shares can be compared. What was learned is
    made of shares already.
    """
    learned = visible.ranked.evidence is not None
    ideal = 1.0 if learned else max(scored.scorer.ideal for scored in found.rounds) or 1.0
    explanation = recaller.explain(found, visible, rank)
    addends = [replace(one, amount=one.amount / ideal) for one in explanation.contributions]
    score = explanation.score / ideal
    if origin is Origin.SESSION:
        gain = score * (SESSION_BOOST - 1.0)
        addends.append(Contribution("said in this session", f"×{SESSION_BOOST:g}", gain))
        score += gain
    ranked = visible.ranked
    explanation = replace(explanation, contributions=tuple(addends), score=score)
    fact = _told(row, origin, explanation, covered=ranked.covered, terms=ranked.terms)
    return Gathered(fact=fact, row=row, order=(visible.tier, -ranked.precedence, -score, row.id))


def _says_something(row: Row) -> bool:
    """A page that holds a name alone tells nothing that was not said."""
    return row.kind is Kind.MEMORY or bool(row.card.text.strip())


def statement_of(row: Row, origin: Origin) -> str:
    """What is told of a record, in one line; with a hedge while it is no memory."""
    whole = safe_line(": ".join(part for part in (row.card.title, row.card.text) if part))
    return f"{HEDGE}: {whole}" if origin is Origin.SESSION else whole


def fused_with(
    parts: Parts,
    words: Sequence[Gathered],
    others: Sequence[tuple[str, Sequence[Gathered]]],
    channels: Sequence[Ranking],
    request: Request,
) -> dict[MemoryId, Gathered]:
    """Everything found, best first.

    Args:
        parts: the open home.
        words: what the whole of the words found, in order.
        others: what else was looked for, called how, and what that found, in order.
        channels: what came in time of the optional channels.
        request: what was asked.
    """
    found = {one.fact.id: _beside(one) for _, each in others for one in each}
    found |= {one.fact.id: one for one in words}
    by_words = Ranking("words", 1.0, tuple(one.fact.id for one in words))
    by_others = [
        Ranking(name, QUERY_WEIGHT, tuple(one.fact.id for one in each)) for name, each in others if each
    ]
    if not by_others and not channels:
        return {record: found[record] for record in by_words.ids}
    new = [record for ranking in channels for record in ranking.ids if record not in found]
    readable = _readable(parts, dict.fromkeys(new), request)
    also = {row.id: Gathered(fact=_brought(row), row=row, order=(0, 0.0, 0.0, row.id)) for row in readable}
    known = {**found, **also}
    heard = [by_words, *by_others]
    heard += [replace(one, ids=tuple(record for record in one.ids if record in known)) for one in channels]
    return {
        one.id: replace(
            known[one.id],
            fact=replace(
                known[one.id].fact,
                score=one.score,
                explanation=replace(
                    known[one.id].fact.explanation, contributions=one.contributions, score=one.score
                ),
            ),
        )
        for one in fused(heard)
    }


def behind(found: Mapping[MemoryId, Gathered], names: Sequence[Gathered]) -> dict[MemoryId, Gathered]:
    """What the names alone brought, behind all else."""
    last = {one.fact.id: _beside(one) for one in names if one.fact.id not in found}
    return {**found, **last}


def _beside(found: Gathered) -> Gathered:
    """What another query than the whole of the words brought covers nothing of them."""
    return replace(found, fact=replace(found.fact, covered=0, terms=0))


def _readable(parts: Parts, ids: Iterable[MemoryId], request: Request) -> list[Row]:
    """Records that a channel named and that may answer: there, holding, and within the caller's filters."""
    filters, view = request.filters, request.view
    rows: Mapping[MemoryId, Row] = parts.index.rows(list(ids))
    return [
        row
        for row in rows.values()
        if view.shows(row)
        and row.superseded_by is None
        and (not filters.scopes or row.scope in filters.scopes)
        and (not filters.types or row.type in filters.types)
    ]


def _brought(row: Row) -> RecalledFact:
    """A record that its words did not find."""
    return _told(row, Origin.MEMORY, Explanation(floor="admitted by its channel"))


def _told(
    row: Row, origin: Origin, explanation: Explanation, *, covered: int = 0, terms: int = 0
) -> RecalledFact:
    statement = statement_of(row, origin)
    return RecalledFact(
        id=row.id,
        key=row.key if origin is Origin.MEMORY else "",
        statement=statement,
        type=row.type,
        origin=origin,
        subject=row.card.subject,
        predicate=row.card.predicate,
        tokens=estimate_tokens(statement),
        covered=covered,
        terms=terms,
        score=explanation.score,
        explanation=explanation,
    )


def is_hidden(found: Gathered, overlay: Overlay) -> bool:
    """Whether the session suppresses it; what the session said itself it does not."""
    return found.fact.origin is Origin.MEMORY and overlay.is_suppressed(found.row)
