"""The derived copy of a tenant's alias files."""

from __future__ import annotations

from vademecum.model.file import AliasEntry
from vademecum.stores.codec import speakable
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.selecting import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.record import Scope
    from vademecum.stores.postgres.transaction import Transaction

_ALL = "SELECT alias.scope, alias.alias, alias.target FROM vade.alias WHERE alias.tenant = %(tenant)s"
_MATCHING = f"""{_ALL} AND alias.position IN (
    SELECT alias_word.position FROM vade.alias_word
    WHERE alias_word.tenant = %(tenant)s AND alias_word.word = ANY(%(words)s::text[]))
"""
_OF_SCOPES = " AND alias.scope = ANY(%(scopes)s::text[])"
_IN_ORDER = " ORDER BY alias.position"
_ANY = "SELECT FROM vade.alias WHERE alias.tenant = %(tenant)s LIMIT 1"
_CUT = (
    "DELETE FROM vade.alias WHERE tenant = %(tenant)s AND position >= %(kept)s",
    "DELETE FROM vade.alias_word WHERE tenant = %(tenant)s AND position >= %(kept)s",
)
_STATE = "UPDATE vade.head SET vocabulary = %(state)s, changes = changes + 1 WHERE tenant = %(tenant)s"


def matching(
    transaction: Transaction, words: Sequence[str], scopes: Sequence[Scope]
) -> tuple[AliasEntry, ...]:
    """`Vocabulary.matching`."""
    if not words or not transaction.once("any aliases", lambda: transaction.one(_ANY) is not None):
        return ()
    statement = f"{_MATCHING}{_OF_SCOPES if scopes else ''}{_IN_ORDER}"
    values = {"scopes": [scope for scope in scopes if speakable(scope)]} if scopes else {}
    found = transaction.all(statement, words=spoken(words), **values)
    return tuple(AliasEntry(*columns) for columns in found)


def replace_vocabulary(transaction: Transaction, entries: Sequence[AliasEntry], state: str) -> None:
    """Put the derived vocabulary in place of the old one, inside the caller's transaction."""
    # Cutting words needs tables that no other write and no read needs.
    from vademecum.stores.vocabulary import leading_words

    kept = _same_beginning(transaction, entries)  # an addition to a long vocabulary writes its own lines only
    for statement in _CUT:
        transaction.run(statement, kept=kept)
    new = list(enumerate(entries))[kept:]
    if new:
        transaction.copy(
            "alias",
            ("position", "scope", "alias", "target"),
            [(position, entry.scope, entry.alias, entry.target) for position, entry in new],
        )
    words = [
        (word, position)
        for position, entry in new
        for word in dict.fromkeys(bounded(each) for each in leading_words(entry))
    ]
    if words:
        transaction.copy("alias_word", ("word", "position"), words)
    transaction.run(_STATE, state=state)


def _same_beginning(transaction: Transaction, entries: Sequence[AliasEntry]) -> int:
    """How many entries stand in the store already as they are given, from the first on."""
    same = 0
    for columns, entry in zip(transaction.all(_ALL + _IN_ORDER), entries, strict=False):
        if columns != (entry.scope, entry.alias, entry.target):
            break
        same += 1
    return same
