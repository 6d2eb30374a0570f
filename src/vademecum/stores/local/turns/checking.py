"""Faults of a generation of the index of conversations."""

from __future__ import annotations

from collections import Counter

from vademecum.stores.local.checking import found_by
from vademecum.stores.local.turns.layout import LANGUAGE, RECORDS, TERMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from vademecum.stores.local.generation import Generation


def faults(generation: Generation) -> tuple[str, ...]:
    """One line each; empty when sound."""
    return found_by(generation, _homeless, _statistics)


def _homeless(connection: sqlite3.Connection) -> Iterator[str]:
    where = "record WHERE conversation NOT IN (SELECT number FROM conversation)"
    number = connection.execute(f"SELECT count(*) FROM {where}").fetchone()[0]
    if number:
        yield f"catalogue: {number} turns without a conversation"


def _statistics(connection: sqlite3.Connection) -> Iterator[str]:
    terms: Counter[str] = Counter()
    totals: Counter[tuple[str, str]] = Counter()
    for lang, length, bag in connection.execute("SELECT lang, length, bag FROM record"):
        terms.update(set(bag.split()))
        totals.update({(RECORDS, ""): 1, (TERMS, ""): length, (LANGUAGE, lang): 1})
    if dict(connection.execute("SELECT term, df FROM term").fetchall()) != dict(terms):
        yield "catalogue: document frequencies differ from the turns'"
    stored = {(sort, name): n for sort, name, n in connection.execute("SELECT sort, name, n FROM total")}
    if stored != {name: n for name, n in totals.items() if n}:
        yield "catalogue: totals differ from the turns'"
