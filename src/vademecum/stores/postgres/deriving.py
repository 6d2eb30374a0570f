"""Derived edges as rows of a tenant; when they come and go is `stores.deriving`'s."""

from __future__ import annotations

from contextlib import contextmanager

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, id_end
from vademecum.model.rules import MOST_PAIRS, Rederived, RuleBook, RuleTally, book_of
from vademecum.stores import deriving
from vademecum.stores.postgres import trait_rows
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.edge_rows import put_derived
from vademecum.stores.postgres.head import grow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Traits
    from vademecum.ports.deriving import Compile
    from vademecum.stores.deriving import Crowd, Edges, Reach, Standing
    from vademecum.stores.postgres.transaction import Transaction

_BOOK = "SELECT said, state FROM vade.rule_book WHERE tenant = %(tenant)s"
_PUT_BOOK = """
INSERT INTO vade.rule_book VALUES (%(tenant)s, %(said)s, %(state)s)
ON CONFLICT (tenant) DO UPDATE SET said = excluded.said, state = excluded.state
"""
_IDS = """
SELECT record.id FROM vade.record
WHERE record.tenant = %(tenant)s AND record.version = ANY(%(versions)s::bigint[])
"""
_CROWDS = """
SELECT crowd.block, crowd.subjects, crowd.objects FROM vade.crowd
WHERE crowd.tenant = %(tenant)s AND crowd.block = ANY(%(blocks)s::bigint[])
"""
_STANDING = """
SELECT DISTINCT stand.id FROM vade.stand
WHERE stand.tenant = %(tenant)s AND stand.block = ANY(%(blocks)s::bigint[]) AND stand.as_object = %(side)s
"""
_REACH = "SELECT due, reached FROM vade.rule_book WHERE tenant = %(tenant)s"
_PUT_REACH = """
UPDATE vade.rule_book SET due = %(due)s::text[], reached = %(reached)s WHERE tenant = %(tenant)s
"""
_DUE = "SELECT count(*) FROM vade.vertex WHERE vertex.tenant = %(tenant)s AND vertex.id > %(reached)s"
_OUTWARDS = """
SELECT edge.id, edge.position, edge.object FROM vade.edge
WHERE edge.tenant = %(tenant)s AND edge.id = %(id)s AND edge.position >= %(derived)s
AND edge.subject_name = %(rule)s
"""
_INWARDS = """
SELECT edge.id, edge.position, edge.object FROM vade.edge
WHERE edge.tenant = %(tenant)s AND edge.object = %(end)s AND edge.predicate = %(predicate)s
AND edge.origin = %(origin)s AND edge.subject_name = %(rule)s
"""
_PUT_STAND = """
INSERT INTO vade.stand VALUES (%(tenant)s, %(block)s, %(side)s, %(id)s) ON CONFLICT DO NOTHING
"""
_DROP_STAND = """
DELETE FROM vade.stand
WHERE tenant = %(tenant)s AND block = %(block)s AND as_object = %(side)s AND id = %(id)s
"""
_PUT_CROWD = """
INSERT INTO vade.crowd VALUES (%(tenant)s, %(block)s, %(rule)s, %(subjects)s, %(objects)s)
ON CONFLICT (tenant, block) DO UPDATE SET subjects = excluded.subjects, objects = excluded.objects
"""
_DROP_CROWDS = "DELETE FROM vade.crowd WHERE tenant = %(tenant)s AND block = ANY(%(blocks)s::bigint[])"
_DROP_EDGE = "DELETE FROM vade.edge WHERE tenant = %(tenant)s AND id = %(id)s AND position = %(position)s"
_FORGET = (
    """
    DELETE FROM vade.stand WHERE tenant = %(tenant)s AND block IN (
        SELECT crowd.block FROM vade.crowd
        WHERE crowd.tenant = %(tenant)s AND crowd.rule = ANY(%(rules)s::text[]))
    """,
    "DELETE FROM vade.crowd WHERE tenant = %(tenant)s AND rule = ANY(%(rules)s::text[])",
)
# A condition of an index counts where the statement holds the very same number.
_FORGET_EDGES = f"""
DELETE FROM vade.edge
WHERE tenant = %(tenant)s AND position >= {FIRST_DERIVED} AND subject_name = ANY(%(rules)s::text[])
"""
_EDGES_BY_RULE = f"""
SELECT edge.subject_name, count(*) FROM vade.edge
WHERE edge.tenant = %(tenant)s AND edge.position >= {FIRST_DERIVED} GROUP BY edge.subject_name
"""
_CROWDED_BY_RULE = """
SELECT crowd.rule, count(*) FROM vade.crowd
WHERE crowd.tenant = %(tenant)s AND crowd.subjects * crowd.objects > %(most)s GROUP BY crowd.rule
"""


def stored_book(transaction: Transaction) -> tuple[RuleBook, str]:
    """The rules and the state of their file."""
    said, state = transaction.once("rule book", lambda: transaction.one(_BOOK)) or ("", "")
    return book_of(said), state


def step(transaction: Transaction, compiled: Compile | None) -> deriving.Step | None:
    """What follows one change of records; None where there is nothing to follow."""
    if compiled is None:
        return None
    book, _ = stored_book(transaction)
    return deriving.Step(RuleRows(transaction), compiled(book)) if book.rules else None


@contextmanager
def following(
    transaction: Transaction, compiled: Compile | None, versions: Sequence[int] | None
) -> Generator[None]:
    """What rules that compare meanings make of a change of vectors.

    Args:
        transaction: in which they change.
        compiled: makes rules of a book; None where nothing is derived.
        versions: of the records that get vectors; None where all lose them.
    """
    book, ids = stored_book(transaction)[0] if compiled else RuleBook(), None
    if versions is not None:
        ids = [id for (id,) in transaction.all(_IDS, versions=list(versions))] if book.rules else []
    with deriving.following(RuleRows(transaction), compiled, book, ids):
        yield


class RuleRows:
    """`stores.deriving.Keeping` in a transaction that changes the index."""

    def __init__(self, transaction: Transaction) -> None:
        self._sql = transaction

    def traits(self, ids: Sequence[MemoryId], *, rows: bool) -> dict[MemoryId, Traits]:
        return trait_rows.traits(self._sql, ids, rows=rows)

    def traits_after(self, record: str, most: int, *, rows: bool) -> dict[MemoryId, Traits]:
        return trait_rows.traits_after(self._sql, record, most, rows=rows)

    def crowds(self, blocks: Collection[int]) -> dict[int, Crowd]:
        if not blocks:
            return {}
        found = self._sql.all(_CROWDS, blocks=list(blocks))
        return {block: (subjects, objects) for block, subjects, objects in found}

    def standing(self, blocks: Collection[int], *, as_object: bool) -> list[MemoryId]:
        return [id for (id,) in self._sql.all(_STANDING, blocks=list(blocks), side=as_object)]

    def edges(self, rule: str, predicate: str, record: MemoryId) -> Edges:
        outwards = self._sql.all(_OUTWARDS, id=record, derived=FIRST_DERIVED, rule=rule)
        inwards = self._sql.all(
            _INWARDS,
            end=id_end(record),
            predicate=bounded(predicate),
            origin=EdgeOrigin.RULE.value,
            rule=rule,
        )
        return {
            (id, position): deriving.derived_edge(rule, predicate, id, object)
            for id, position, object in (*outwards, *inwards)
        }

    def reach(self) -> Reach:
        due, reached = self._sql.once("reach", lambda: self._sql.one(_REACH)) or ((), "")
        return deriving.Reach(frozenset(due), reached) if due else deriving.Reach()

    def put_reach(self, reach: Reach) -> None:
        self._sql.run(_PUT_REACH, due=sorted(reach.rules), reached=reach.last)

    def move(self, gone: Sequence[Standing], come: Sequence[Standing]) -> None:
        for statement, moved in ((_DROP_STAND, gone), (_PUT_STAND, come)):
            places = sorted((stand.block, stand.as_object, each) for stand, each in moved)
            if places:
                rows = [{"block": block, "side": side, "id": each} for block, side, each in places]
                self._sql.many(statement, rows)

    def put_crowds(self, crowds: Mapping[int, tuple[str, Crowd]]) -> None:
        rows = [
            {"block": block, "rule": rule, "subjects": crowd[0], "objects": crowd[1]}
            for block, (rule, crowd) in sorted(crowds.items())
            if any(crowd)
        ]
        if rows:
            self._sql.many(_PUT_CROWD, rows)
        if gone := [block for block, (_, crowd) in crowds.items() if not any(crowd)]:
            self._sql.run(_DROP_CROWDS, blocks=gone)

    def put_edges(self, edges: Edges) -> None:
        put_derived(self._sql, edges)

    def drop_edges(self, places: Sequence[tuple[str, int]]) -> None:
        if places:
            self._sql.many(_DROP_EDGE, [{"id": id, "position": position} for id, position in sorted(places)])

    def forget(self, rules: Sequence[str]) -> None:
        if rules:
            for statement in _FORGET:
                self._sql.run(statement, rules=list(rules))
            self._sql.run(_FORGET_EDGES, rules=list(rules))


def replace_book(
    transaction: Transaction, *, compiled: Compile, book: RuleBook, state: str, portion: int
) -> None:
    """`Derivations.put`, inside a change of the index."""
    before, _ = stored_book(transaction)
    transaction.run(_PUT_BOOK, said=book.encoded, state=state)
    deriving.replace_rules(RuleRows(transaction), compiled(book), before, book, portion=portion)
    grow(transaction)


def due(transaction: Transaction) -> int:
    """`Derivations.due`."""
    reach = RuleRows(transaction).reach()
    if not reach.rules:
        return 0
    (number,) = transaction.one(_DUE, reached=reach.last) or (0,)
    return int(number)


def advance(transaction: Transaction, *, compiled: Compile, portion: int) -> None:
    """`Derivations.advance`, inside a change of the index."""
    deriving.advance(RuleRows(transaction), compiled(stored_book(transaction)[0]), portion=portion)
    grow(transaction)


def foreseen(
    transaction: Transaction, *, compiled: Compile, records: Mapping[MemoryId, Traits | None]
) -> Rederived:
    """`Derivations.foreseen`, inside a change of the index, of which nothing is left."""
    transaction.run("SAVEPOINT foreseen")
    try:
        return deriving.foreseen(RuleRows(transaction), compiled(stored_book(transaction)[0]), records)
    finally:
        transaction.run("ROLLBACK TO SAVEPOINT foreseen")
        transaction.run("RELEASE SAVEPOINT foreseen")


def tally(transaction: Transaction) -> dict[str, RuleTally]:
    """`Derivations.tally`."""
    book, _ = stored_book(transaction)
    if not book.rules:
        return {}
    edges = dict(transaction.all(_EDGES_BY_RULE))
    crowded = dict(transaction.all(_CROWDED_BY_RULE, most=MOST_PAIRS))
    return {rule.name: RuleTally(edges.get(rule.name, 0), crowded.get(rule.name, 0)) for rule in book.rules}
