"""The head of a tenant's truth: a row that is locked by whoever changes any of it."""

from __future__ import annotations

import uuid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.stores.postgres.transaction import Transaction

_BEGIN = "INSERT INTO vade.truth (tenant, store) VALUES (%(tenant)s, %(store)s) ON CONFLICT DO NOTHING"
_LOCK = "SELECT revision FROM vade.truth WHERE tenant = %(tenant)s FOR UPDATE"
_FILES = "UPDATE vade.truth SET revision = revision + 1 WHERE tenant = %(tenant)s RETURNING revision"
_OTHERS = "UPDATE vade.truth SET changes = changes + 1 WHERE tenant = %(tenant)s RETURNING changes"


def lock(transaction: Transaction) -> None:
    """Let nobody else change the truth until the transaction ends."""
    if transaction.one(_LOCK) is None:
        transaction.run(_BEGIN, store=uuid.uuid4().hex)
        transaction.one(_LOCK)


def next_revision(transaction: Transaction) -> int:
    """The number of the change of a file that is being made, greater than that of every one before."""
    return _next(transaction, _FILES)


def next_change(transaction: Transaction) -> int:
    """As `next_revision`, of conversations and journals."""
    return _next(transaction, _OTHERS)


def _next(transaction: Transaction, statement: str) -> int:
    found = transaction.one(statement)
    if found is None:
        lock(transaction)
        found = transaction.one(statement)
    assert found is not None
    number: int = found[0]
    return number
