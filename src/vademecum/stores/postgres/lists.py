"""Lists of postings as arrays: which of the records satisfy a condition, and how well."""

from __future__ import annotations

import math

import numpy as np

from vademecum.model.ask import AllOf, AtLeast, Everything, Filters, Prefix, Without, Word
from vademecum.stores.postgres.posting_rows import (
    BLOCK,
    BLOCK_BITS,
    FREQUENCY_UNITS,
    LARGEST,
    LENGTH_UNITS,
    scope_code,
    standing_codes,
    type_code,
)
from vademecum.stores.postgres.selecting import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from vademecum.model.ask import Ask, Condition

    Truth = NDArray[np.bool_]
    Places = NDArray[np.int64]

LONGEST_PREFIX = 120
"""Characters of a prefix that are certain to stand in a term however it is bounded."""

K1, B = 1.2, 0.75
"""Of the BM25 that orders proposals; those of `retrieval.weights`, so that both rank alike."""

_ENTRY = np.dtype(
    [
        ("offset", "<u2"),
        ("frequency", "<u2"),
        ("length", "<u2"),
        ("scope", "<u2"),
        ("standing", "u1"),
        ("type", "u1"),
    ]
)


class TermList:
    """The records that hold one term."""

    __slots__ = ("blocks", "counts", "entries")

    def __init__(self, blocks: bytes, entries: bytes) -> None:
        """Read the rows of a term, in order.

        Args:
            blocks: of each row its block and how many entries it has, as big-endian numbers of four bytes.
            entries: of all of them.
        """
        told = np.frombuffer(blocks, ">i4").astype(np.int64).reshape(-1, 2)
        self.blocks: Places = told[:, 0]
        self.counts: Places = told[:, 1]
        self.entries: NDArray[Any] = np.frombuffer(entries, _ENTRY)

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def bytes(self) -> int:
        """About how many it takes."""
        return 400 + int(self.entries.nbytes)


class Pool:
    """Every record that some lists, or a list of versions, name; each has a place.

    Blocks that nobody names take no room, so that a store whose versions were replaced a hundred times is as
    fast as a fresh one.
    """

    def __init__(self, lists: Mapping[str, TermList], versions: Sequence[int] | None = None) -> None:
        """Find places.

        Args:
            lists: by term.
            versions: all that may answer, where a record without any of the terms may.
        """
        self._lists = lists
        every = None if versions is None else np.array(versions, np.int64)
        blocks = [each.blocks for each in lists.values()]
        if every is not None:
            blocks.append(every >> BLOCK_BITS)
        self._blocks: Places = np.unique(np.concatenate(blocks)) if blocks else np.zeros(0, np.int64)
        self.size = len(self._blocks) << BLOCK_BITS
        self._places: dict[str, Places] = {}
        self._every = None if every is None else self.marked(every)

    def ranking(
        self, ask: Ask, records: int, average: float, narrowed: Sequence[int] | None = None
    ) -> Ranking:
        """What may satisfy an ask, best first.

        Args:
            ask: what is asked. Filters are checked as far as postings tell, and not at all where all that may
                answer was given.
            records: how many there are in the index.
            average: their average weighted length.
            narrowed: the only versions that may answer.
        """
        found = self.satisfying(ask.where)
        if self._every is None and (passing := self.passing(ask.filters)) is not None:
            found &= passing
        if narrowed is not None:
            found &= self.marked(np.array(narrowed, np.int64))
        places = np.flatnonzero(found)
        scores = self.scores(spoken(ask.rank_by), records, average)
        return Ranking(self.versions(places), scores[places])

    def marked(self, versions: Places) -> Truth:
        """True at the places of these versions; those that have none are left out."""
        found = np.zeros(self.size, np.bool_)
        if self.size:
            rank = np.searchsorted(self._blocks, versions >> BLOCK_BITS)
            rank[rank == len(self._blocks)] = 0
            there = self._blocks[rank] == versions >> BLOCK_BITS
            found[(rank[there] << BLOCK_BITS) + (versions[there] & (BLOCK - 1))] = True
        return found

    def versions(self, places: Places) -> Places:
        """Which versions have these places."""
        versions: Places = (self._blocks[places >> BLOCK_BITS] << BLOCK_BITS) + (places & (BLOCK - 1))
        return versions

    def satisfying(self, condition: Condition) -> Truth:
        """True where the condition holds."""
        held = self._truth(condition)
        if self._every is None:
            return held
        both: Truth = held & self._every
        return both

    def _truth(self, condition: Condition) -> Truth:
        match condition:
            case Word(forms):
                return self._any(spoken(forms))
            case Prefix(forms):
                begun = tuple(form[:LONGEST_PREFIX] for form in forms)
                return self._any([term for term in self._lists if term.startswith(begun)])
            case AllOf(parts):
                return self._at_least(len(parts), parts)
            case AtLeast(minimum, parts):
                return self._at_least(minimum, parts)
            case Without(part):
                return ~self._truth(part)
            case Everything():
                return np.ones(self.size, np.bool_)

    def _at_least(self, minimum: int, parts: Sequence[Condition]) -> Truth:
        """True where at least so many of the parts hold."""
        counted = np.zeros(self.size, np.int16)
        for part in parts:
            words = spoken(part.forms) if isinstance(part, Word) else []
            if len(words) == 1:
                if words[0] in self._lists:
                    counted[self._of(words[0])] += 1
            else:
                counted += self._truth(part)
        enough: Truth = counted >= minimum
        return enough

    def _any(self, terms: Iterable[str]) -> Truth:
        found = np.zeros(self.size, np.bool_)
        for term in terms:
            if term in self._lists:
                found[self._of(term)] = True
        return found

    def _of(self, term: str) -> Places:
        """Places of a term's records."""
        known = self._places.get(term)
        if known is None:
            one = self._lists[term]
            ranks = np.searchsorted(self._blocks, one.blocks)
            bases = np.repeat(ranks << BLOCK_BITS, one.counts)
            known = self._places[term] = bases + one.entries["offset"]
        return known

    def scores(self, rank_by: Iterable[str], records: int, average: float) -> NDArray[np.float64]:
        """BM25 of the terms for each place, never too low.

        Args:
            rank_by: the terms.
            records: how many there are.
            average: their average weighted length.
        """
        scores = np.zeros(self.size)
        for term in dict.fromkeys(rank_by):
            if (one := self._lists.get(term)) is None:
                continue
            rarity = math.log(1.0 + max(0.0, records - len(one) + 0.5) / (len(one) + 0.5))
            frequency = one.entries["frequency"] / FREQUENCY_UNITS
            frequency[one.entries["frequency"] == LARGEST] = math.inf
            length = one.entries["length"] / (LENGTH_UNITS * average)
            damping = K1 * (1.0 - B + B * length)
            # Written so that a frequency without bound gives the most there is.
            scores[self._of(term)] += rarity * (K1 + 1.0) / (1.0 + damping / frequency)
        return scores

    def passing(self, filters: Filters) -> Truth | None:
        """False where a record certainly does not pass; None when every one may."""
        wanted: dict[str, list[int]] = {}
        if filters.scopes:
            wanted["scope"] = [scope_code(scope) for scope in filters.scopes]
        if filters.types:
            wanted["type"] = [type_code(type) for type in filters.types]
        if filters.kinds or filters.statuses:
            wanted["standing"] = standing_codes(filters.kinds, filters.statuses)
        if not wanted:
            return None
        found = np.zeros(self.size, np.bool_)
        tables = {name: _table(codes) for name, codes in wanted.items()}
        for term, one in self._lists.items():
            may = np.ones(len(one), np.bool_)
            for name, table in tables.items():
                may &= table[one.entries[name]]
            found[self._of(term)] = may
        return found


class Ranking:
    """Records in the order of their scores, later versions first among equals."""

    def __init__(self, versions: Places, scores: NDArray[np.float64]) -> None:
        """Put versions in order by their scores."""
        order = np.lexsort((-versions, -scores))
        self._versions = versions[order]
        self._scores = scores[order]

    def __len__(self) -> int:
        return len(self._versions)

    def versions(self, first: int, behind: int) -> list[int]:
        """Those at these places."""
        found: list[int] = self._versions[first:behind].tolist()
        return found

    def score(self, place: int) -> float:
        """Score of the one at a place."""
        return float(self._scores[place])


def _table(codes: Sequence[int]) -> Truth:
    """True at these codes."""
    table = np.zeros(LARGEST + 1, np.bool_)
    table[list(codes)] = True
    return table
