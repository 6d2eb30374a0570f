"""Keeps derived edges true through every change of records, inside its transaction.

A record stands in a block for every value by which a rule may find it. What a write costs depends on how many
share a value with it, never on how many records there are: a value that too many share joins nobody
(`model.rules.MOST_PAIRS`), and the numbers of those who do are kept.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, id_end
from vademecum.model.rules import MOST_PAIRS, RuleBook, RuleTally, book_of
from vademecum.stores.deriving import by_rule, derived_position, is_crowded
from vademecum.stores.local import trait_rows
from vademecum.stores.local.codec import listed
from vademecum.stores.local.edge_changing import put_derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Generator, Iterable, Sequence

    from vademecum.model.edges import Said
    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Stand, Traits
    from vademecum.ports.deriving import Compile, Deriving

    Crowd = tuple[int, int]
    """How many stand in a block, as subjects and as objects."""

    Edges = dict[tuple[str, int], Said]
    """Subject and position -> edge."""

_AT_ONCE = 1_000
_MOST_KNOWN = 20_000
"""Records whose traits are kept while everything is derived."""


def stored_book(connection: sqlite3.Connection) -> tuple[RuleBook, str]:
    """The rules and the state of their file."""
    said, state = connection.execute("SELECT said, state FROM rule_book").fetchone()
    return book_of(said), state


def step(connection: sqlite3.Connection, compiled: Compile | None) -> Step | None:
    """What follows one change of records; None where there is nothing to follow."""
    if compiled is None:
        return None
    said, _ = connection.execute("SELECT said, state FROM rule_book").fetchone()
    return Step(connection, compiled(book_of(said))) if said not in ("", "[]") else None


@contextmanager
def following(
    connection: sqlite3.Connection, compiled: Compile | None, versions: Sequence[int] | None
) -> Generator[None]:
    """What rules that compare meanings make of a change of vectors.

    Args:
        connection: of the transaction in which they change.
        compiled: makes rules of a book; None where nothing is derived.
        versions: of the records that get vectors; None where all lose them.
    """
    book = stored_book(connection)[0] if compiled else RuleBook()
    named = {rule.name for rule in book.rules if rule.when.means}
    if compiled is None or not named:
        yield
    elif versions is None:
        yield
        forget(connection, sorted(named))
        derive(connection, compiled(book), named)
    else:
        change = Step(connection, compiled(book))
        held = "SELECT id FROM record WHERE version IN (SELECT value FROM json_each(?))"
        change.before([id for (id,) in connection.execute(held, (listed(versions),)).fetchall()])
        yield
        change.settle()


class _Blocks:
    """Reads who stands where, and what they are."""

    def __init__(self, connection: sqlite3.Connection, rules: Deriving) -> None:
        self._sql = connection
        self._rules = rules
        self._known: dict[MemoryId, Traits] = {}
        self._crowds: dict[int, Crowd] = {}

    def traits(self, ids: Iterable[MemoryId]) -> dict[MemoryId, Traits]:
        """Of those of the records that exist."""
        wanted = list(dict.fromkeys(ids))
        if unknown := [each for each in wanted if each not in self._known]:
            if len(self._known) > _MOST_KNOWN:
                self._known = {each: self._known[each] for each in wanted if each in self._known}
            self._known |= trait_rows.traits(self._sql, unknown, rows=self._rules.means)
        return {each: self._known[each] for each in wanted if each in self._known}

    def crowd(self, block: int) -> Crowd:
        """How many stand in a block."""
        known = self._crowds.get(block)
        if known is None:
            known = self._crowds[block] = stored_crowd(self._sql, block)
        return known

    def those(self, block: int, *, as_object: bool) -> list[MemoryId]:
        """Who stands in a block on one side."""
        held = self._sql.execute("SELECT id FROM stand WHERE block = ? AND as_object = ?", (block, as_object))
        return [id for (id,) in held]

    def _asked(self, stands: Sequence[Stand]) -> list[int]:
        """Blocks in which everybody stands whom a record may be joined with: of one way when none of its
        values is one that too many have, the way with the fewest to be compared, else of all."""
        ways: dict[int, list[int]] = {}
        for stand in stands:
            ways.setdefault(stand.way, []).append(stand.block)
        whole: list[tuple[int, int]] = []
        for way, blocks in ways.items():
            crowds = [self.crowd(block) for block in blocks]
            if not any(is_crowded(*crowd) for crowd in crowds):
                whole.append((sum(map(sum, crowds)), way))
        if whole:
            return ways[min(whole)[1]]
        return [stand.block for stand in stands if not is_crowded(*self.crowd(stand.block))]

    def edges(self, rule: str, record: Traits, stands: Collection[Stand], *, inwards: bool = True) -> Edges:
        """What a rule derives of a record.

        Args:
            rule: its name.
            record: one end.
            stands: where the rule looks for it.
            inwards: also those of which it is the object.
        """
        met: dict[bool, dict[MemoryId, None]] = {False: {}, True: {}}
        for as_object in (False, True) if inwards else (False,):
            for block in self._asked([stand for stand in stands if stand.as_object is as_object]):
                met[as_object] |= dict.fromkeys(self.those(block, as_object=not as_object))
        known = self.traits([*met[False], *met[True]])
        found = [self._rules.derived(rule, record, known[other]) for other in met[False]]
        found += [self._rules.derived(rule, known[other], record) for other in met[True]]
        return {(said.subject[1:], derived_position(said)): said for said in found if said is not None}


class Step:
    """One change of records, and the edges that follow from it."""

    def __init__(self, connection: sqlite3.Connection, rules: Deriving) -> None:
        """Begin; the rules are those that the catalogue holds."""
        self._sql = connection
        self._rules = rules
        self._before: dict[MemoryId, Traits | None] = {}

    def before(self, ids: Sequence[MemoryId]) -> None:
        """Remember what records were, before anything of them changes."""
        new = [each for each in ids if each not in self._before]
        if new:
            held = trait_rows.traits(self._sql, new, rows=self._rules.means)
            self._before |= {each: held.get(each) for each in new}

    def settle(self) -> None:
        """Derive and take back what follows from what became of them."""
        now = trait_rows.traits(self._sql, list(self._before), rows=self._rules.means)
        changed = [each for each, was in self._before.items() if now.get(each) != was]
        blocks = _Blocks(self._sql, self._rules)
        left: dict[MemoryId, set[Stand]] = {}
        held: dict[MemoryId, set[Stand]] = {}
        for each in changed:
            left[each] = self._stands(self._before[each])
            held[each] = self._stands(now.get(each))
        due = {(stand.rule, each): None for each in changed for stand in left[each] | held[each]}
        due |= dict.fromkeys(self._moved(blocks, left, held))
        for rule, each in due:
            self._renew(blocks, rule, each, held.get(each))

    def _stands(self, record: Traits | None) -> set[Stand]:
        return set(self._rules.stands(record)) if record else set()

    def _moved(
        self, blocks: _Blocks, left: dict[MemoryId, set[Stand]], held: dict[MemoryId, set[Stand]]
    ) -> list[tuple[str, MemoryId]]:
        """Write where records stand now; rules and records for whom a value became, or ceased to be, one that
        too many have."""
        gone = [(stand, each) for each in left for stand in left[each] - held[each]]
        come = [(stand, each) for each in held for stand in held[each] - left[each]]
        self._sql.executemany(
            "DELETE FROM stand WHERE block = ? AND as_object = ? AND id = ?",
            [(stand.block, stand.as_object, each) for stand, each in gone],
        )
        put_stands(self._sql, [(stand, each) for stand, each in come])
        changes: Counter[tuple[str, int, bool]] = Counter()
        changes.update((stand.rule, stand.block, stand.as_object) for stand, _ in come)
        changes.subtract((stand.rule, stand.block, stand.as_object) for stand, _ in gone)
        turned: list[tuple[str, MemoryId]] = []
        for rule, block in dict.fromkeys((rule, block) for rule, block, _ in changes):
            subjects, objects = stored_crowd(self._sql, block)
            after = subjects + changes[rule, block, False], objects + changes[rule, block, True]
            put_crowd(self._sql, rule, block, after)
            if is_crowded(subjects, objects) != is_crowded(*after):
                fewer = after[1] < after[0]  # of every pair one stands among them
                turned += [(rule, each) for each in blocks.those(block, as_object=fewer)]
        return turned

    def _renew(self, blocks: _Blocks, rule: str, record: MemoryId, stands: set[Stand] | None) -> None:
        """Make the edges of a record by a rule what they must be."""
        now = blocks.traits([record]).get(record)
        wanted: Edges = {}
        if now is not None:
            wanted = blocks.edges(rule, now, by_rule(stands or self._stands(now)).get(rule, ()))
        present = self._present(rule, record)
        self._sql.executemany(
            "DELETE FROM edge WHERE id = ? AND position = ?", [one for one in present if one not in wanted]
        )
        put_derived(self._sql, {one: wanted[one] for one in wanted if one not in present})

    def _present(self, rule: str, record: MemoryId) -> set[tuple[str, int]]:
        outwards = self._sql.execute(
            "SELECT id, position FROM edge WHERE id = ? AND position >= ? AND subject_name = ?",
            (record, FIRST_DERIVED, rule),
        ).fetchall()
        inwards = self._sql.execute(
            "SELECT id, position FROM edge WHERE object = ? AND predicate = ? AND origin = ? "
            "AND subject_name = ?",
            (id_end(record), self._rules.predicate(rule), EdgeOrigin.RULE.value, rule),
        ).fetchall()
        return {*outwards, *inwards}


def stored_crowd(connection: sqlite3.Connection, block: int) -> Crowd:
    """How many stand in a block."""
    row = connection.execute("SELECT subjects, objects FROM crowd WHERE block = ?", (block,)).fetchone()
    return row or (0, 0)


def put_stands(connection: sqlite3.Connection, stands: Sequence[tuple[Stand, MemoryId]]) -> None:
    """Write where records stand."""
    connection.executemany(
        "INSERT OR IGNORE INTO stand VALUES (?, ?, ?)",
        sorted((stand.block, stand.as_object, each) for stand, each in stands),
    )


def put_crowd(connection: sqlite3.Connection, rule: str, block: int, crowd: Crowd) -> None:
    """Write how many stand in a block."""
    if any(crowd):
        connection.execute("INSERT OR REPLACE INTO crowd VALUES (?, ?, ?, ?)", (block, rule, *crowd))
    else:
        connection.execute("DELETE FROM crowd WHERE block = ?", (block,))


def replace_book(connection: sqlite3.Connection, compiled: Compile, book: RuleBook, state: str) -> None:
    """`Derivations.put`, inside the caller's transaction: rules that stay as they are keep their edges."""
    before, _ = stored_book(connection)
    known = {rule.name: rule for rule in before.rules}
    kept = {rule.name for rule in book.rules if known.get(rule.name) == rule}
    forget(connection, [name for name in known if name not in kept])
    connection.execute("UPDATE rule_book SET said = ?, state = ?", (book.encoded, state))
    derive(connection, compiled(book), {rule.name for rule in book.rules} - kept)
    connection.execute("UPDATE head SET changes = changes + 1")


def forget(connection: sqlite3.Connection, rules: Sequence[str]) -> None:
    """Take back whatever these rules brought."""
    if not rules:
        return
    named = "SELECT value FROM json_each(?)"
    blocks = f"SELECT block FROM crowd WHERE rule IN ({named})"
    connection.execute(f"DELETE FROM stand WHERE block IN ({blocks})", (listed(rules),))
    connection.execute(f"DELETE FROM crowd WHERE rule IN ({named})", (listed(rules),))
    connection.execute(
        f"DELETE FROM edge WHERE position >= ? AND subject_name IN ({named})", (FIRST_DERIVED, listed(rules))
    )


def derive(connection: sqlite3.Connection, rules: Deriving, only: set[str]) -> None:
    """Derive by some rules, of which nothing may be there, all that they derive of what is stored."""
    if not only:
        return
    crowds: Counter[tuple[str, int, bool]] = Counter()
    for record in _records(connection, rules):
        stood = [stand for stand in rules.stands(record) if stand.rule in only]
        put_stands(connection, [(stand, record.id) for stand in stood])
        crowds.update((stand.rule, stand.block, stand.as_object) for stand in stood)
    for rule, block in dict.fromkeys((rule, block) for rule, block, _ in crowds):
        put_crowd(connection, rule, block, (crowds[rule, block, False], crowds[rule, block, True]))
    blocks = _Blocks(connection, rules)
    for record in _records(connection, rules):
        for rule, stands in by_rule(stand for stand in rules.stands(record) if stand.rule in only).items():
            put_derived(connection, blocks.edges(rule, record, stands, inwards=False))


def tally(connection: sqlite3.Connection) -> dict[str, RuleTally]:
    """`Derivations.tally`."""
    book, _ = stored_book(connection)
    edges = dict(
        connection.execute(
            "SELECT subject_name, count(*) FROM edge WHERE position >= ? GROUP BY subject_name",
            (FIRST_DERIVED,),
        ).fetchall()
    )
    crowded = dict(
        connection.execute(
            "SELECT rule, count(*) FROM crowd WHERE subjects * objects > ? GROUP BY rule", (MOST_PAIRS,)
        ).fetchall()
    )
    return {rule.name: RuleTally(edges.get(rule.name, 0), crowded.get(rule.name, 0)) for rule in book.rules}


def _records(connection: sqlite3.Connection, rules: Deriving) -> Iterable[Traits]:
    after = ""
    while found := trait_rows.traits_after(connection, after, _AT_ONCE, rows=rules.means):
        yield from found.values()
        after = max(found)
