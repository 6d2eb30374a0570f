"""What leaves nothing of the index of conversations of a tenant, and what tells how large it is."""

from __future__ import annotations

import os

from vademecum.stores.postgres import vector_rows
from vademecum.stores.postgres.turns.changing import locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.stores.postgres.transaction import Transaction

_TABLES = ("turn_word", "turn_term", "turn_total", "turn", "conversation")
_EMPTY = "DELETE FROM vade.{table} WHERE tenant = %(tenant)s"
_ANEW = "UPDATE vade.turn_head SET store = %(store)s, changes = 0 WHERE tenant = %(tenant)s"
_SIZE = (
    "SELECT coalesce(sum(pg_column_size({table}.*)), 0) FROM vade.{table} WHERE {table}.tenant = %(tenant)s"
)


def empty(transaction: Transaction) -> None:
    """Drop everything, and begin an index of another name; versions go on where they were, so that nobody who
    is still at a text of the old one puts its vectors to another."""
    locked(transaction)
    for table in _TABLES:
        transaction.run(_EMPTY.format(table=table))
    vector_rows.empty(transaction, vector_rows.TURNS)
    transaction.run(_ANEW, store=os.urandom(8).hex())


def size_bytes(transaction: Transaction) -> int:
    """Bytes of its rows; what the server needs around them is not counted."""
    return sum(int(row[0]) for table in _TABLES if (row := transaction.one(_SIZE.format(table=table))))
