"""The catalogue's one row about itself."""

from __future__ import annotations

import sqlite3

from vademecum.model.value import value
from vademecum.stores.local.faults import Damaged

_SELECT = (
    "SELECT store, changes, last_version, folder, lexical, stamp, next_lexical, next_stamp, vocabulary, "
    "trace FROM head"
)


@value
class Head:
    """State of a catalogue.

    Attributes:
        store: token of this generation.
        changes: number of writes so far.
        last_version: highest version number ever given.
        folder: name of the lexical index's folder.
        lexical: every record up to this version was handed to the engine in the commit `stamp`.
        next_lexical, next_stamp: what a running (or crashed) flush has announced to commit.
        vocabulary: state of the alias files the vocabulary was made from.
        trace: of the last look at the vault that asked for no change; emptied by every change of files.
    """

    store: str
    changes: int
    last_version: int
    folder: str
    lexical: int
    stamp: str
    next_lexical: int
    next_stamp: str
    vocabulary: str
    trace: str

    @property
    def known_to_engine(self) -> int:
        """Highest version the engine may hold."""
        return max(self.lexical, self.next_lexical)


class Connection(sqlite3.Connection):
    """A connection that remembers, for as long as one snapshot lasts, what was read in it.

    Attributes:
        steady: it is inside a snapshot for reading.
        head: the catalogue's row about itself, once it was read in that snapshot.
    """

    steady: bool = False
    head: Head | None = None


def read_head(connection: Connection) -> Head:
    """Read it, once a snapshot.

    Raises:
        Damaged: there is none.
    """
    if connection.head is not None:
        return connection.head
    row = connection.execute(_SELECT).fetchone()
    if row is None:
        raise Damaged("the catalogue has no head")
    head = Head(*row)
    if connection.steady:
        connection.head = head
    return head
