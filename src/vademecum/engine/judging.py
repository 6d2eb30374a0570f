"""Why: one record judged against one query, whether it was returned or not."""

from __future__ import annotations

from vademecum.engine.reading import Visible
from vademecum.engine.recalling import eligible
from vademecum.engine.timely import FLOOR, is_asked_for, of_time
from vademecum.lifecycle.standing import Include, Standing, follow, in_place, standing, tier
from vademecum.model.answer import Explanation, Why
from vademecum.model.entry import REPLACEMENT, candidate_of
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.recalling import Chosen, Found, Recaller, Request
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Entry, Row
    from vademecum.model.record import MemoryId


_RANKED = 1_000
"""Records of a time among which one is looked for."""


class Judging:
    """Explains the presence or the absence of a record."""

    def __init__(self, parts: Parts, storing: Storing, recaller: Recaller) -> None:
        self._parts = parts
        self._storing = storing
        self._recaller = recaller

    def why(self, request: Request, handle: str) -> Why:
        """Judge the record that `handle` means.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
        """
        row = self._storing.row(handle)
        timely = self._timely(request, row)
        if timely is not None:
            return _answer(request, (), row, timely)
        chosen = self._recaller.choose(request)
        if chosen is None:
            explanation = _unsearchable()
            return _answer(request, (), row, explanation)
        found = chosen.found
        explanation = self._returned(chosen, request, row.id) or self._absent(found, request, row)
        return _answer(request, found.rounds[0].question.shown_terms, row, explanation)

    def _timely(self, request: Request, row: Row) -> Explanation | None:
        """The explanation where what is of a time was told, whatever its words; None where it was not."""
        if not (request.floored and is_asked_for(request)):
            return None
        found, total = of_time(self._parts, replace(request, limit=_RANKED))
        if not total:
            return None
        for rank, one in enumerate(found, start=1):
            if one.row.id == row.id:
                beyond = f"{rank - 1} records are newer and the limit is {request.limit}"
                explanation = one.explanation(rank)
                shown = rank <= request.limit
                return explanation if shown else replace(explanation, hidden=beyond, rank=None)
        entry = self._parts.entry(self._storing.document(row))
        hidden = _outside(request.filters, entry) or self._hidden(entry, request)
        label = found[0].label
        return replace(
            _unsearchable(),
            floor=FLOOR,
            hidden=hidden or f"it was neither noted nor began in the time asked for ({label})",
        )

    def _returned(self, chosen: Chosen, request: Request, record_id: MemoryId) -> Explanation | None:
        """The explanation of a record that the answer knows, shown or left out."""
        found, rank = chosen.found, 0
        for visible in eligible(found, request):
            repeats = visible.id in chosen.repeats
            rank += not repeats
            if visible.id != record_id:
                continue
            explanation = self._recaller.explain(found, visible, rank)
            if repeats:
                return replace(explanation, hidden="a memory that is shown says the same", rank=None)
            beyond = f"{rank - 1} records rank before it and the limit is {request.limit}"
            return explanation if rank <= request.limit else replace(explanation, hidden=beyond, rank=None)
        return None

    def _absent(self, found: Found, request: Request, row: Row) -> Explanation:
        """The explanation of a record that the answer does not know."""
        entry = self._parts.entry(self._storing.document(row))
        candidate = candidate_of(entry, row.version)
        ranked = self._recaller.judge(found, candidate)
        explanation = self._recaller.explain(found, Visible(row.id, ranked, int(tier(candidate))), None)
        reason = self._reason(request, entry, len(explanation.covered))
        if reason is None and request.floored and not ranked.admitted:
            reason = f"below the floor: {explanation.floor}"
        if reason is None and request.mode == "any" and not found.rounds[0].question.strict:
            reason = f"others rank before it and the limit is {request.limit}"
        unjoined = (
            "it does not satisfy the query as it was joined (all words, a phrase, a field or a negation)"
        )
        return replace(explanation, hidden=reason or unjoined)

    def _reason(self, request: Request, entry: Entry, covered: int) -> str | None:
        reason = _outside(request.filters, entry) or self._hidden(entry, request)
        return reason or (None if covered else "none of the terms stands in it")

    def _hidden(self, state: Entry | Row, request: Request) -> str | None:
        """How a record stands that is not shown for itself, in words; None where it is."""
        view, scopes = request.view, request.filters.scopes
        if scopes and state.scope not in scopes:
            return f"its scope {state.scope} was not searched"
        if state.review == REPLACEMENT and in_place(state, state.supersedes, self._lookup):
            state = replace(state, review=None)
        stands = standing(state, view.at_us, past=view.past)
        if stands is not Standing.SUPERSEDED or view.include is Include.ALL:
            return None if view.shows(state) else _stands(state, stands, view)
        end = follow(state, self._lookup, view).id
        if end == state.id:
            return None  # nothing had taken its place, or nobody knows what did
        row = self._lookup(end) if end is not None else None
        if row is None:
            return "superseded, and what took its place is retracted or archived"
        fate = self._hidden(row, request)
        shown = "is shown in its place" if fate is None else f"is not shown either: {fate}"
        return f"superseded by {row.id}, which {shown}"

    def _lookup(self, record_id: MemoryId) -> Row | None:
        return self._parts.index.rows([record_id]).get(record_id)


def _stands(state: Entry | Row, stands: Standing, view: Viewpoint) -> str:
    if stands is Standing.NOT_YET_VALID and view.past and state.valid_from is None:
        return "nobody had written it yet"
    return f"it is {stands.value}"


def _outside(filters: Filters, entry: Entry) -> str | None:
    """The first filter that the record does not meet, in words."""
    checks = (
        (not filters.types or entry.type in filters.types, f"its type is {entry.type}"),
        (not filters.kinds or entry.kind in filters.kinds, f"it is a {entry.kind.value}"),
        (all(tag in entry.folded_tags for tag in filters.tags), "it lacks a tag that was asked for"),
        (not filters.about or any(a in entry.about for a in filters.about), "it is about somebody else"),
        (_in_time(filters, entry), "it was last changed outside the time asked for"),
    )
    return next((reason for passes, reason in checks if not passes), None)


def _in_time(filters: Filters, entry: Entry) -> bool:
    updated = entry.updated
    since, until = filters.updated_from, filters.updated_until
    if updated is None:
        return since is None and until is None
    return (since is None or updated >= since) and (until is None or updated < until)


def _unsearchable() -> Explanation:
    return Explanation(
        floor="not asked",
        hidden="the query holds no letter and no digit, so nothing can match it",
    )


def _answer(request: Request, terms: tuple[str, ...], row: Row, explanation: Explanation) -> Why:
    return Why(
        query=request.text,
        terms=terms,
        id=row.id,
        key=row.key,
        title=row.card.title,
        summary=row.card.summary,
        returned=explanation.hidden is None,
        explanation=explanation,
    )
