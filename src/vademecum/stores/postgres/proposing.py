"""Proposals: lists of postings are ranked here, and only the best records are read."""

from __future__ import annotations

from vademecum.model.ask import (
    AllOf,
    AtLeast,
    Candidate,
    Filters,
    Prefix,
    Proposal,
    Without,
    Word,
    holds,
)
from vademecum.model.postings import Postings
from vademecum.stores.codec import CANDIDATE_COLUMNS, candidate_of, speakable
from vademecum.stores.postgres import selecting
from vademecum.stores.postgres.lists import LONGEST_PREFIX, Pool, TermList

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from vademecum.model.ask import Ask, Condition
    from vademecum.model.record import MemoryId
    from vademecum.stores.postgres.head import Head
    from vademecum.stores.postgres.lists import Ranking
    from vademecum.stores.postgres.posting_rows import Weighing
    from vademecum.stores.postgres.remembered import Remembered
    from vademecum.stores.postgres.transaction import Transaction

_DEEPER = 4
_SLACK = 1.0 + 1e-9
"""What sums of a few terms may differ by when they are added up in another order."""

_KEY_BYTES = 200
"""What a term takes of which nothing is kept but that no record holds it."""

_LAST = "\U0010ffff"
_JOINED = """
SELECT posting.term,
    string_agg(int4send(posting.block) || int4send(posting.n), ''::bytea ORDER BY posting.block),
    string_agg(posting.entries, ''::bytea ORDER BY posting.block)
FROM vade.posting WHERE posting.tenant = %(tenant)s AND
"""
_LISTS = f"{_JOINED} posting.term = ANY(%(terms)s::text[]) GROUP BY posting.term"
_PREFIXED = f"{_JOINED} posting.term >= %(first)s AND posting.term < %(behind)s GROUP BY posting.term"
_CANDIDATES = f"""
SELECT {CANDIDATE_COLUMNS} FROM vade.record
WHERE record.tenant = %(tenant)s AND record.version = ANY(%(versions)s::bigint[])
"""
_AT = f"""
SELECT {CANDIDATE_COLUMNS} FROM vade.record
WHERE record.tenant = %(tenant)s AND record.id = ANY(%(ids)s::text[])
"""
_AMONG = "SELECT record.version FROM vade.record WHERE record.tenant = %(tenant)s AND "
_NOTHING, _NO_FILTERS = Postings(""), Filters()


class Proposing:
    """Answers asks on one state of an index."""

    def __init__(
        self, transaction: Transaction, head: Head, weighing: Weighing, remembered: Remembered
    ) -> None:
        """Look at a state.

        Args:
            transaction: in which to read.
            head: of the index, in that state.
            weighing: the weights that it was made by.
            remembered: what was read before.
        """
        self._sql = transaction
        self._head = head
        self._weighing = weighing
        self._remembered = remembered

    def propose(self, ask: Ask) -> Proposal:
        """`Candidates.propose`."""
        lists, head = self._lists(ask), self._head
        # What a record without any of the words satisfies, any record may.
        every = self._among(ask.filters) if holds(ask.where, _NOTHING) else None
        narrow = Filters(
            tags=ask.filters.tags,
            about=ask.filters.about,
            updated_from=ask.filters.updated_from,
            updated_until=ask.filters.updated_until,
        )
        # What few records have comes from an index of its own.
        narrowed = self._among(narrow) if every is None and narrow != _NO_FILTERS else None
        average = max(1.0, self._weighing.length(head.lengths) / max(1, head.records))
        return self._best(ask, Pool(lists, every).ranking(ask, head.records, average, narrowed))

    def _best(self, ask: Ask, ranking: Ranking) -> Proposal:
        """Read the best until enough of them pass."""
        loose = _is_loose(ask.where)
        found: list[Candidate] = []
        first, behind = 0, max(1, ask.depth)
        while True:
            found += [
                each
                for each in self.read(ranking.versions(first, behind))
                if _passes(ask.filters, each) and (not loose or holds(ask.where, each.postings))
            ]
            if behind >= len(ranking):
                return Proposal(tuple(found), exhausted=True, ceiling=0.0)
            if len(found) >= ask.depth:
                return Proposal(tuple(found), exhausted=False, ceiling=ranking.score(behind) * _SLACK)
            first, behind = behind, behind * _DEEPER

    def read(self, versions: Sequence[int]) -> list[Candidate]:
        """The records of these versions, which exist."""

        def missing(wanted: list[int]) -> Iterator[tuple[int, Candidate]]:
            for columns in self._sql.all(_CANDIDATES, versions=wanted):
                yield columns[0], candidate_of(columns)

        return self._remembered.candidates(self._head.store, versions, missing, keep=not self._sql.writes)

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        """`Candidates.at`."""
        wanted = [each for each in dict.fromkeys(ids) if speakable(each)]
        if not wanted:
            return ()
        found = {each.id: each for each in map(candidate_of, self._sql.all(_AT, ids=wanted))}
        return tuple(found[each] for each in wanted if each in found)

    def _among(self, filters: Filters) -> list[int]:
        said, values = selecting.conditions(filters)
        return [version for (version,) in self._sql.all(_AMONG + said, **values)]

    def _lists(self, ask: Ask) -> dict[str, TermList]:
        """Lists of every term that the ask names, of those that are there."""
        words, prefixes = set[str](ask.rank_by), set[str]()
        _gather(ask.where, words, prefixes)
        found = term_lists(self._sql, words, self._remembered)
        for prefix in sorted(filter(speakable, prefixes)):
            first = prefix[:LONGEST_PREFIX]
            rows = self._sql.all(_PREFIXED, first=first, behind=first + _LAST)
            found |= _assembled(rows)
        return found


def term_lists(transaction: Transaction, terms: Iterable[str], remembered: Remembered) -> dict[str, TermList]:
    """Lists of those of the terms that any record holds; each is read once for each state."""
    wanted = selecting.spoken(terms)
    if transaction.writes:
        return _assembled(transaction.all(_LISTS, terms=wanted))
    kept = transaction.kept
    if missing := [term for term in wanted if ("list", term) not in kept]:
        found = _assembled(transaction.all(_LISTS, terms=missing))
        kept |= {("list", term): found.get(term) for term in missing}
        remembered.grown(kept, sum(one.bytes for one in found.values()) + _KEY_BYTES * len(missing))
    return {term: one for term in wanted if (one := kept["list", term]) is not None}


def _assembled(rows: Iterable[Sequence[Any]]) -> dict[str, TermList]:
    return {term: TermList(blocks, entries) for term, blocks, entries in rows}


def _gather(condition: Condition, words: set[str], prefixes: set[str]) -> None:
    """Every word and prefix that a condition names."""
    match condition:
        case Word(forms):
            words.update(forms)
        case Prefix(forms):
            prefixes.update(forms)
        case AllOf(parts) | AtLeast(_, parts):
            for part in parts:
                _gather(part, words, prefixes)
        case Without(part):
            _gather(part, words, prefixes)
        case _:
            return


def _is_loose(condition: Condition) -> bool:
    """Whether a prefix in it is too long for the terms as they are kept."""
    prefixes = set[str]()
    _gather(condition, set(), prefixes)
    return any(len(prefix) > LONGEST_PREFIX for prefix in prefixes)


def _passes(filters: Filters, candidate: Candidate) -> bool:
    """Whether a record passes for whose codes it might."""
    return (
        (not filters.scopes or candidate.scope in filters.scopes)
        and (not filters.statuses or candidate.status in filters.statuses)
        and (not filters.kinds or candidate.kind in filters.kinds)
        and (not filters.types or candidate.type in filters.types)
        and (filters.begun_by is None or _began(candidate, filters.begun_by))
    )


def _began(candidate: Candidate, by: int) -> bool:
    began = candidate.created if candidate.valid_from is None else candidate.valid_from
    return began is None or began <= by
