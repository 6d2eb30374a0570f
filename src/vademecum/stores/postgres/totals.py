"""Counts that are kept up with every change: a brief must not count a hundred thousand rows."""

from __future__ import annotations

from collections import Counter

from vademecum.model.brief import COUNTED, Census
from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.record import Kind
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.entry import Entry
    from vademecum.model.record import Scope
    from vademecum.stores.postgres.transaction import Transaction

LANGUAGE, SCOPE, REVIEW = "language", "scope", "review"
CENSUS = "census"
"""Sort of totals that count what may answer: scope, kind (or ``relation``) and label, a line each."""

_RELATION = "relation"
_COUNTED = [status.value for status in COUNTED]
_SEEN = """
SELECT vertex.id, vertex.scope, vertex.kind, vertex.label FROM vade.vertex
WHERE vertex.tenant = %(tenant)s AND vertex.id = ANY(%(ids)s::text[])
AND vertex.status = ANY(%(statuses)s::text[])
"""
_SAID = """
SELECT edge.id, edge.predicate FROM vade.edge
WHERE edge.tenant = %(tenant)s AND edge.id = ANY(%(ids)s::text[]) AND edge.position < %(derived)s
"""
_ADD = """
INSERT INTO vade.total (tenant, sort, name, n, whole)
SELECT %(tenant)s, one.sort, one.name, one.n, one.whole
FROM unnest(%(sorts)s::text[], %(names)s::text[], %(numbers)s::bigint[], %(wholes)s::text[])
    AS one (sort, name, n, whole)
ON CONFLICT (tenant, sort, name) DO UPDATE SET n = total.n + excluded.n
"""
_SWEEP = """
DELETE FROM vade.total
WHERE tenant = %(tenant)s AND sort = ANY(%(sorts)s::text[]) AND name = ANY(%(names)s::text[]) AND n = 0
"""
_OF_SORT = """
SELECT coalesce(total.whole, total.name), total.n FROM vade.total
WHERE total.tenant = %(tenant)s AND total.sort = %(sort)s
"""


class Totals:
    """Changes of one step, written once in the order of their keys."""

    def __init__(self) -> None:
        self._changes: Counter[tuple[str, str]] = Counter()
        self._wholes: dict[tuple[str, str], str] = {}

    @property
    def changes(self) -> dict[tuple[str, str], int]:
        """Sort and name -> how many more, where that is anything."""
        return {key: number for key, number in self._changes.items() if number}

    def add(self, sort: str, name: str, number: int) -> None:
        """So many more, or fewer."""
        key = (sort, bounded(name))
        if key[1] != name:
            self._wholes[key] = name
        self._changes[key] += number

    def put(self, entry: Entry) -> None:
        """Count an entry that comes."""
        self.count(1, entry.scope, entry.review, entry.languages)
        if entry.status in COUNTED:
            predicates = [said.predicate for said in entry.place.said]
            self._census(1, (entry.scope, entry.kind.value, entry.place.label), predicates)

    def count(self, sign: int, scope: str, review: str | None, languages: Sequence[str]) -> None:
        """Count one record more or less."""
        self.add(SCOPE, scope, sign)
        if review is not None:
            self.add(REVIEW, review, sign)
        for language in languages:
            self.add(LANGUAGE, language, sign)

    def remove(self, transaction: Transaction, ids: Sequence[str]) -> None:
        """Take records out of the census, before their nodes and edges go."""
        seen = {id: (columns, list[str]()) for id, *columns in _seen(transaction, ids)}
        for id, predicate in transaction.all(_SAID, ids=list(seen), derived=FIRST_DERIVED):
            seen[id][1].append(predicate)
        for (scope, kind, label), predicates in seen.values():
            self._census(-1, (scope, kind, label), predicates)

    def _census(self, sign: int, seen: tuple[str, str, str], predicates: Sequence[str]) -> None:
        scope, kind, label = seen
        self.add(CENSUS, f"{scope}\n{kind}\n{label}", sign)
        for predicate in predicates:
            whole, key = (f"{scope}\n{_RELATION}\n{each}" for each in (predicate, bounded(predicate)))
            if whole != key:
                self._wholes.setdefault((CENSUS, bounded(key)), whole)
            self.add(CENSUS, key, sign)

    def write(self, transaction: Transaction) -> None:
        """Do it; what comes to nothing goes."""
        changed = sorted(self.changes.items())
        if not changed:
            return
        sorts, names = [sort for (sort, _), _ in changed], [name for (_, name), _ in changed]
        transaction.run(
            _ADD,
            sorts=sorts,
            names=names,
            numbers=[number for _, number in changed],
            wholes=[self._wholes.get(key) for key, _ in changed],
        )
        if any(number < 0 for _, number in changed):
            transaction.run(_SWEEP, sorts=sorts, names=names)


def _seen(transaction: Transaction, ids: Sequence[str]) -> list[tuple[str, str, str, str]]:
    return transaction.all(_SEEN, ids=list(ids), statuses=_COUNTED)


def of_sort(transaction: Transaction, sort: str) -> dict[str, int]:
    """Name -> number, names sorted."""
    return dict(sorted(transaction.all(_OF_SORT, sort=sort)))


def census(transaction: Transaction, scopes: Sequence[Scope]) -> Census:
    """`Counting.census`."""
    found: dict[str, Counter[str]] = {Kind.MEMORY.value: Counter(), Kind.ENTITY.value: Counter()}
    found[_RELATION] = Counter()
    for name, number in transaction.all(_OF_SORT, sort=CENSUS):
        scope, part, label = name.split("\n", 2)
        if not scopes or scope in scopes:
            found[part][label] += number
    memories, entities, relations = (dict(sorted(counts.items())) for counts in found.values())
    return Census(memories=memories, entities=entities, relations=relations)
