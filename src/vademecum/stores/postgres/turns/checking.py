"""Faults of the index of conversations of a tenant."""

from __future__ import annotations

from collections import Counter

from vademecum.stores.postgres import vector_rows
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.turns.totals import LANGUAGE, RECORDS, TERMS
from vademecum.stores.postgres.turns.word_rows import ENTRY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.stores.postgres.transaction import Transaction

_AT_ONCE = 4_096
_HOMELESS = """
SELECT count(*) FROM vade.turn WHERE turn.tenant = %(tenant)s AND NOT EXISTS (
    SELECT FROM vade.conversation
    WHERE conversation.tenant = %(tenant)s AND conversation.number = turn.conversation)
"""
_TURNS = """
SELECT turn.version, turn.lang, turn.length, turn.bag FROM vade.turn
WHERE turn.tenant = %(tenant)s AND turn.version > %(after)s ORDER BY turn.version LIMIT %(most)s
"""
_WORDS = """
SELECT turn_word.word, sum(length(turn_word.entries))::bigint FROM vade.turn_word
WHERE turn_word.tenant = %(tenant)s GROUP BY turn_word.word
"""
_TERMS = "SELECT turn_term.word, turn_term.turns FROM vade.turn_term WHERE turn_term.tenant = %(tenant)s"
_TOTALS = """
SELECT turn_total.sort, turn_total.name, turn_total.number FROM vade.turn_total
WHERE turn_total.tenant = %(tenant)s
"""


def faults(transaction: Transaction) -> tuple[str, ...]:
    """One line each; empty when everything that is stored twice agrees."""
    return (
        *_homeless(transaction),
        *_statistics(transaction),
        *vector_rows.faults(transaction, vector_rows.TURNS, "turn"),
    )


def _homeless(transaction: Transaction) -> Iterator[str]:
    (number,) = transaction.one(_HOMELESS) or (0,)
    if number:
        yield f"conversations: {number} turns without a conversation"


def _statistics(transaction: Transaction) -> Iterator[str]:
    words: Counter[str] = Counter()
    totals: Counter[tuple[str, str]] = Counter()
    after = 0
    while found := transaction.all(_TURNS, after=after, most=_AT_ONCE):
        after = found[-1][0]
        for _, lang, length, bag in found:
            words.update(set(map(bounded, bag.split())))
            totals.update({(RECORDS, ""): 1, (TERMS, ""): length, (LANGUAGE, lang): 1})
    if dict(transaction.all(_WORDS)) != {word: number * ENTRY.size for word, number in words.items()}:
        yield "conversations: the words that are searched are not those of the turns"
    if dict(transaction.all(_TERMS)) != dict(words):
        yield "conversations: document frequencies differ from the turns'"
    stored = {(sort, name): number for sort, name, number in transaction.all(_TOTALS)}
    if stored != {name: number for name, number in totals.items() if number}:
        yield "conversations: totals differ from the turns'"
