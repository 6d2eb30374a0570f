"""Which records hold a term, as rows: of each 256 versions one, and in it ten bytes a record.

A row a record would take 130 bytes with its index, thirteen times as much, and as many rows would be read
for every common word. Numbers are rounded so that a score computed from them is never too low.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from struct import Struct
from zlib import crc32

from vademecum.model.postings import Field, Postings, decode_counts
from vademecum.model.record import Kind, Status
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.model.entry import Entry
    from vademecum.stores.postgres.transaction import Transaction

BLOCK_BITS = 8
BLOCK = 1 << BLOCK_BITS
"""Versions in a row. A change of a record writes the row of each of its terms anew: with 1,024 versions in it
that was 43 KB of the server's log for a new memory of 40 words, with 256 it is 19, with 128 it is 17."""

FREQUENCY_UNITS, LENGTH_UNITS = 64, 4
"""In how many parts a weighted occurrence, and one of a record's length, is kept."""

LARGEST = 0xFFFF

_PLACE, _TRAITS = Struct("<HH"), Struct("<HHBB")
ENTRY_BYTES = _PLACE.size + _TRAITS.size
_STATUSES = {status: number << 1 for number, status in enumerate(Status)}
_STATUS_CODES = tuple(_STATUSES.values())

_KEYS = "unnest(%(terms)s::text[], %(blocks)s::int[]) AS one (term, block)"
# Asked by key one by one, whatever the planner makes of the size of a tenant; so is `rows.DETAIL`.
_READ = f"""
SELECT one.term, one.block, posting.entries FROM {_KEYS}, LATERAL (
    SELECT posting.entries FROM vade.posting
    WHERE posting.tenant = %(tenant)s AND posting.term = one.term AND posting.block = one.block LIMIT 1
) AS posting
"""
_PUT = """
INSERT INTO vade.posting (tenant, term, block, n, entries)
SELECT %(tenant)s, one.term, one.block, one.n, one.entries
FROM unnest(%(terms)s::text[], %(blocks)s::int[], %(numbers)s::int[], %(entries)s::bytea[])
    AS one (term, block, n, entries)
ON CONFLICT (tenant, term, block)
"""
_APPEND = f"{_PUT} DO UPDATE SET n = posting.n + excluded.n, entries = posting.entries || excluded.entries"
_REPLACE = f"{_PUT} DO UPDATE SET n = excluded.n, entries = excluded.entries"
_SWEEP = "DELETE FROM vade.posting WHERE tenant = %(tenant)s AND term = ANY(%(terms)s::text[]) AND n = 0"

Place = tuple[str, int]


@lru_cache(maxsize=65_536)
def scope_code(scope: str) -> int:
    """Two bytes that stand for a scope; others may have the same."""
    return crc32(scope.encode("utf-8", "replace")) & LARGEST


def type_code(type: str) -> int:
    """One byte that stands for a type; others may have the same."""
    return crc32(type.encode("utf-8", "replace")) & 0xFF


def standing_codes(kinds: Iterable[Kind], statuses: Iterable[Status]) -> list[int]:
    """Every byte that stands for one of the kinds and one of the statuses; none given means all of them."""
    sorts = [int(kind is Kind.ENTITY) for kind in kinds] or [0, 1]
    states = [_STATUSES[status] for status in statuses] or list(_STATUS_CODES)
    return [state | sort for state in states for sort in sorts]


class Weighing:
    """Weighted counts by one table of weights, rounded."""

    def __init__(self, weights: Mapping[Field, float]) -> None:
        """Take the weights: how many body occurrences one occurrence is worth; absent fields count 1."""
        self._weights = {field: weights.get(field, 1.0) for field in Field}
        self._frequencies: dict[str, int] = {}

    @property
    def told(self) -> str:
        """The table in words, for whoever must notice that it became another one."""
        return ",".join(f"{field.value}{weight:g}" for field, weight in self._weights.items())

    def frequency(self, counts: str) -> int:
        """Occurrences of a term, in units, rounded up."""
        known = self._frequencies.get(counts)
        if known is None:
            amount = sum(self._weights[field] * number for field, number in decode_counts(counts))
            known = self._frequencies[counts] = min(LARGEST, -int(-amount * FREQUENCY_UNITS // 1))
        return known

    def length(self, lengths: str) -> float:
        """Length of a record, or of all of them; what was added by expansions lengthens nothing."""
        return sum(
            self._weights[field] * number
            for field, number in decode_counts(lengths)
            if field is not Field.EXPANSION
        )

    def traits(self, entry: Entry) -> bytes:
        """What every term's entry says of the record: length, scope, kind and status, type."""
        length = min(LARGEST, int(self.length(entry.lengths) * LENGTH_UNITS))
        standing = _STATUSES[entry.status] | (entry.kind is Kind.ENTITY)
        return _TRAITS.pack(length, scope_code(entry.scope), standing, type_code(entry.type))


class Step:
    """Additions and removals of one change, written together in the order of the terms."""

    def __init__(self, weighing: Weighing) -> None:
        self._weighing = weighing
        self._come: defaultdict[Place, bytearray] = defaultdict(bytearray)
        self._gone: defaultdict[Place, set[int]] = defaultdict(set)

    def put(self, version: int, entry: Entry) -> None:
        """Add a version, which is later than all there are."""
        block, offset = divmod(version, BLOCK)
        traits, frequency = self._weighing.traits(entry), self._weighing.frequency
        for term, counts in entry.postings:
            self._come[bounded(term), block] += _PLACE.pack(offset, frequency(counts)) + traits

    def remove(self, version: int, postings: Postings) -> None:
        """Take a version away that was written before this step."""
        block, offset = divmod(version, BLOCK)
        for term, _ in postings:
            self._gone[bounded(term), block].add(offset)

    def write(self, transaction: Transaction) -> None:
        """Do it."""
        if self._gone:
            self._rewrite(transaction)
        if self._come:
            transaction.run(_APPEND, **_columns(self._come))

    def _rewrite(self, transaction: Transaction) -> None:
        left: dict[Place, bytes | bytearray] = {}
        for term, block, entries in transaction.all(_READ, **_places(self._gone)):
            place = (term, block)
            left[place] = _without(entries, self._gone[place]) + self._come.pop(place, b"")
        if left:
            transaction.run(_REPLACE, **_columns(left))
        if empty := sorted({term for (term, _), entries in left.items() if not entries}):
            transaction.run(_SWEEP, terms=empty)


def _without(entries: bytes, offsets: set[int]) -> bytes:
    """The entries of a row but those at the offsets."""
    starts = range(0, len(entries), ENTRY_BYTES)
    return b"".join(
        [
            entries[start : start + ENTRY_BYTES]
            for start in starts
            if int.from_bytes(entries[start : start + 2], "little") not in offsets
        ]
    )


def _places(places: Iterable[Place]) -> dict[str, object]:
    ordered = sorted(places)
    return {"terms": [term for term, _ in ordered], "blocks": [block for _, block in ordered]}


def _columns(rows: Mapping[Place, bytes | bytearray]) -> dict[str, object]:
    ordered = sorted(rows)
    return {
        **_places(ordered),
        "numbers": [len(rows[place]) // ENTRY_BYTES for place in ordered],
        "entries": [bytes(rows[place]) for place in ordered],
    }
