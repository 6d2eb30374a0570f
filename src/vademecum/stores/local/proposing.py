"""Proposals: the engine's best, read from the catalogue, and everything the engine does not know yet."""

from __future__ import annotations

from vademecum.model.ask import Ask, Candidate, Filters, Proposal
from vademecum.model.postings import Postings
from vademecum.model.value import value
from vademecum.stores.codec import CANDIDATE_COLUMNS, candidate_of
from vademecum.stores.local import lookups, selecting
from vademecum.stores.local.attempting import proposed
from vademecum.stores.local.codec import listed
from vademecum.stores.local.lexical import ALWAYS, BAG, View
from vademecum.stores.local.words import test_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from vademecum.model.record import MemoryId
    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection, Head

_SPARE = 64
"""Hits asked for beyond the depth at most, so that a few dead ones need no second search."""

_DEEPER = 4
_BROAD = 0.75
"""Filters that pass at least this share are checked on the hits. A union of terms is searched 2-3 times
faster alone than together with a filter that hardly filters (100,000 records: 0.6 against 1.7-2.5 ms)."""

_MANY = 1_024
"""Pending records are kept decoded like any other, but a scan of a whole store is not."""

_FEW_MARKERS = 0.001
"""Share of a flush's markers that the bound need not know of: it has more to spare (`bound`)."""

_NO_FILTERS = Filters()


@value
class _Found:
    """What a search brought."""

    candidates: list[Candidate]
    exhausted: bool
    lowest: float


def propose(generation: Generation, bags: Bags, ask: Ask) -> Proposal:
    """Answer an ask. An engine that cannot be believed is given up and every record is read instead."""

    def search(connection: Connection, head: Head) -> Proposal:
        return _searched(generation, connection, head, bags, ask)

    def scan(connection: Connection) -> Proposal:
        return Proposal(tuple(_pending(generation, connection, ask, 0)), exhausted=True, ceiling=0.0)

    return proposed(generation, search, scan)


def at(generation: Generation, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
    """`Candidates.at`."""
    with generation.catalogue.reading() as connection:
        found = connection.execute(
            "SELECT version FROM record WHERE id IN (SELECT value FROM json_each(?))", (listed(ids),)
        )
        by_id = {each.id: each for each in generation.candidates(connection, [row[0] for row in found])}
    return tuple(by_id[each] for each in dict.fromkeys(ids) if each in by_id)


def _searched(
    generation: Generation, connection: sqlite3.Connection, head: Head, bags: Bags, ask: Ask
) -> Proposal:
    view = generation.lexical.view(head)
    pending = _pending(generation, connection, ask, view.version if view else 0)
    if view is None:
        return Proposal(tuple(pending), exhausted=True, ceiling=0.0)
    found = _Search(generation, connection, view, ask, generation.dead(connection, head)).run()
    candidates = (*found.candidates, *pending)
    if found.exhausted:
        return Proposal(candidates, exhausted=True, ceiling=0.0)
    return Proposal(candidates, exhausted=False, ceiling=found.lowest * _slack(connection, view, bags, ask))


def _pending(generation: Generation, connection: sqlite3.Connection, ask: Ask, known: int) -> list[Candidate]:
    """Records above version `known` that satisfy the ask."""
    passing, values = selecting.conditions(ask.filters)
    # Few are above that version; an index of attributes would be read from end to end to find them.
    among = f"FROM record NOT INDEXED WHERE version > ? AND {passing}"
    found = connection.execute(f"SELECT version {among} LIMIT ?", (known, *values, _MANY + 1))
    versions = [row[0] for row in found]
    holds = test_of(ask.where)
    if len(versions) <= _MANY:
        fresh = generation.candidates(connection, versions)
        return [candidate for candidate in fresh if holds(candidate.postings)]
    rows = connection.execute(f"SELECT {CANDIDATE_COLUMNS} {among}", (known, *values))
    return [candidate_of(columns) for columns in rows if holds(Postings(columns[-1]))]


class _Search:
    """Searches deeper until enough of what it found is alive and passes."""

    def __init__(
        self,
        generation: Generation,
        connection: sqlite3.Connection,
        view: View,
        ask: Ask,
        dead: frozenset[int],
    ) -> None:
        # Imported here because the engine's library is loaded only when there is something to search.
        from vademecum.stores.local.querying import Lowering

        self._generation = generation
        self._connection = connection
        self._view = view
        self._ask = ask
        self._dead = dead
        self._lowering = Lowering(view)

    def run(self) -> _Found:
        ask = self._ask
        share = self._broad_share()
        outside = share is not None
        holds = test_of(ask.where)
        limit = int((max(1, ask.depth) + min(_SPARE, len(self._dead))) / (share or 1.0)) + outside
        while True:
            lowered = self._lowering.ask(ask.where, ask.rank_by, filters=None if outside else ask.filters)
            hits = self._view.search(lowered.query, limit)
            alive = [version for version in hits.versions if version not in self._dead]
            candidates = self._generation.candidates(self._connection, alive)
            if outside:
                candidates = [each for each in candidates if _passes(ask.filters, each)]
            if lowered.wider:
                candidates = [each for each in candidates if holds(each.postings)]
            if hits.complete or len(candidates) >= ask.depth:
                return _Found(candidates, hits.complete, hits.lowest)
            limit *= _DEEPER
            outside = False  # the estimate was wrong: what the words find does not pass

    def _broad_share(self) -> float | None:
        """Share that passes filters which are better checked on the hits; None when the engine shall."""
        filters = self._ask.filters
        bounded = filters.updated_from is not None or filters.updated_until is not None
        if filters == _NO_FILTERS or filters.tags or filters.about or bounded:
            return None
        share = self._lowering.share(filters)
        return share if share >= _BROAD else None


def _passes(filters: Filters, candidate: Candidate) -> bool:
    """Whether the attributes pass that `_broad_share` leaves to be checked here."""
    return (
        (not filters.statuses or candidate.status in filters.statuses)
        and (not filters.scopes or candidate.scope in filters.scopes)
        and (not filters.kinds or candidate.kind in filters.kinds)
        and (not filters.types or candidate.type in filters.types)
        and (filters.begun_by is None or _began(candidate) <= filters.begun_by)
    )


def _began(candidate: Candidate) -> int:
    began = candidate.created if candidate.valid_from is None else candidate.valid_from
    return ALWAYS if began is None else began


def _slack(connection: sqlite3.Connection, view: View, bags: Bags, ask: Ask) -> float:
    # Small stores are read whole and need no bound.
    from vademecum.stores.local.bound import Statistics, slack, stretch

    documents = lookups.record_count(connection)
    terms, derived = lookups.bag_bounds(connection)
    factor = bags.rounding * stretch(derived, terms / max(1, documents))
    counted_in = view.total + view.markers  # all of them lengthen no average and make no term rarer
    if documents == view.live() == view.total and view.markers <= _FEW_MARKERS * documents:
        return factor
    exact = lookups.frequencies(connection, ask.rank_by)
    counted = view.frequencies(BAG, exact)
    return slack(factor, Statistics(counted_in, counted), Statistics(documents, exact), view.live())
