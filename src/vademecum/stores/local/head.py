"""The catalogue's one row about itself."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.stores.local.faults import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

_SELECT = (
    "SELECT store, changes, last_version, folder, lexical, stamp, next_lexical, next_stamp, vocabulary "
    "FROM head"
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

    @property
    def known_to_engine(self) -> int:
        """Highest version the engine may hold."""
        return max(self.lexical, self.next_lexical)


def read_head(connection: sqlite3.Connection) -> Head:
    """Read it.

    Raises:
        Damaged: there is none.
    """
    row = connection.execute(_SELECT).fetchone()
    if row is None:
        raise Damaged("the catalogue has no head")
    return Head(*row)
