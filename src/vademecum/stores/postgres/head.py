"""The head of a tenant's index: one row with what every question asks for."""

from __future__ import annotations

import os

from vademecum.errors import Busy
from vademecum.model.ask import Corpus
from vademecum.model.postings import decode_counts
from vademecum.model.value import value
from vademecum.stores.postgres.layout import age_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.stores.postgres.transaction import Transaction

_COLUMNS = (
    "head.store, head.layout, head.changes, head.last_version, head.records, head.files, head.longest, "
    "head.lengths, head.vocabulary, head.trace"
)
_READ = f"SELECT {_COLUMNS} FROM vade.head WHERE head.tenant = %(tenant)s"
_MAKE = """
INSERT INTO vade.head (tenant, store, layout) VALUES (%(tenant)s, %(store)s, '')
ON CONFLICT (tenant) DO NOTHING
"""
_RESET = """
UPDATE vade.head SET store = %(store)s, layout = %(layout)s, changes = 0, records = 0, files = 0, longest = 0,
    lengths = '', vocabulary = '', trace = ''
WHERE tenant = %(tenant)s
"""
_KEEP = """
UPDATE vade.head SET changes = changes + 1, last_version = %(last_version)s, records = %(records)s,
    files = %(files)s, longest = %(longest)s, lengths = %(lengths)s, trace = ''
WHERE tenant = %(tenant)s
"""
_GROW = "UPDATE vade.head SET changes = changes + 1 WHERE tenant = %(tenant)s"


@value
class Head:
    """What is known of an index as a whole; see the table.

    Attributes:
        last_version: never grows smaller, so that no number is given twice, even after a rebuild.
    """

    store: str
    layout: str
    changes: int
    last_version: int
    records: int
    files: int
    longest: int
    lengths: str
    vocabulary: str
    trace: str

    @property
    def revision(self) -> str:
        """`Manifest.revision`."""
        return f"{self.store}.{self.changes}"

    @property
    def corpus(self) -> Corpus:
        """`Statistics.corpus`."""
        by_field = {field.value: number for field, number in decode_counts(self.lengths)}
        return Corpus(self.records, dict(sorted(by_field.items())), self.longest)


class Outdated(Exception):
    """There is no index, or one of another layout; it is begun anew, never shown to a caller."""


def read_head(transaction: Transaction, layout: str) -> Head:
    """The head; read once for each state.

    Raises:
        Outdated: there is none of this layout.
    """
    known: Head | None = transaction.head
    if known is not None:
        return known
    head = _trusted(transaction.one(_READ), layout)
    if not transaction.writes:
        transaction.head = head
    return head


def lock_head(transaction: Transaction, layout: str) -> Head:
    """The head, kept from every other writer until the transaction ends.

    Raises:
        Outdated: there is none of this layout.
    """
    return _trusted(transaction.one(f"{_READ} FOR UPDATE"), layout)


def _trusted(columns: Sequence[Any] | None, layout: str) -> Head:
    if columns is None:
        raise Outdated
    head = Head(*columns)
    if head.layout != layout:
        if age_of(head.layout) > age_of(layout):
            raise Busy("a newer version of vademecum keeps this index; ask that one, or end it and try again")
        raise Outdated
    return head


def is_outdated(transaction: Transaction, layout: str) -> bool:
    """Make and lock the head, and say whether the index has to be begun anew."""
    transaction.run(_MAKE, store="")
    try:
        lock_head(transaction, layout)
    except Outdated:
        return True
    return False


def begin_anew(transaction: Transaction, layout: str) -> None:
    """Make the head of an empty index under a new name; what there was is removed behind its lock."""
    transaction.run(_MAKE, store="")
    transaction.one(f"{_READ} FOR UPDATE")
    transaction.run(_RESET, store=os.urandom(8).hex(), layout=layout)


def put_head(transaction: Transaction, head: Head) -> None:
    """Write the totals of a head that is locked, with one change more and no trace."""
    transaction.run(
        _KEEP,
        last_version=head.last_version,
        records=head.records,
        files=head.files,
        longest=head.longest,
        lengths=head.lengths,
    )


def grow(transaction: Transaction) -> None:
    """One change more."""
    transaction.run(_GROW)
