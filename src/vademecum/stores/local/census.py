"""How many there are of what, kept up with every write: a brief must not count a hundred thousand rows."""

from __future__ import annotations

from collections import Counter

from vademecum.model.brief import COUNTED, Census
from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.record import Kind
from vademecum.stores.local.layout import CENSUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from vademecum.model.entry import Entry
    from vademecum.model.record import Scope

    Totals = Counter[tuple[str, str]]

_RELATION = "relation"
_COUNTED = tuple(status.value for status in COUNTED)


def of_entry(entry: Entry) -> Totals:
    """What an entry adds to the totals."""
    if entry.status not in COUNTED:
        return Counter()
    predicates = [said.predicate for said in entry.place.said]
    return _counted(entry.scope, entry.kind.value, entry.place.label, predicates)


def of_record(connection: sqlite3.Connection, id: str) -> Totals:
    """What a stored record has added to them."""
    row = connection.execute(
        "SELECT scope, kind, label FROM vertex WHERE id = ? AND status IN (?, ?)", (id, *_COUNTED)
    ).fetchone()
    if row is None:
        return Counter()
    predicates = connection.execute(
        "SELECT predicate FROM edge WHERE id = ? AND position < ?", (id, FIRST_DERIVED)
    )
    scope, kind, label = row
    return _counted(scope, kind, label, [predicate for (predicate,) in predicates])


def of_all(connection: sqlite3.Connection) -> Totals:
    """What the totals must be."""
    totals: Totals = Counter()
    for (id,) in connection.execute("SELECT id FROM vertex").fetchall():
        totals.update(of_record(connection, id))
    return totals


def census(connection: sqlite3.Connection, scopes: Sequence[Scope]) -> Census:
    """`Catalogue.census`."""
    found: dict[str, Counter[str]] = {Kind.MEMORY.value: Counter(), Kind.ENTITY.value: Counter()}
    found[_RELATION] = Counter()
    for name, number in connection.execute("SELECT name, n FROM total WHERE sort = ?", (CENSUS,)):
        scope, part, label = name.split("\n", 2)
        if not scopes or scope in scopes:
            found[part][label] += number
    memories, entities, relations = (dict(sorted(counts.items())) for counts in found.values())
    return Census(memories=memories, entities=entities, relations=relations)


def _counted(scope: str, kind: str, label: str, predicates: Iterable[str]) -> Totals:
    totals: Totals = Counter({(CENSUS, f"{scope}\n{kind}\n{label}"): 1})
    totals.update((CENSUS, f"{scope}\n{_RELATION}\n{predicate}") for predicate in predicates)
    return totals
