"""Edges that rules derive, as every back end keeps them, and keeps them true through every change of records.

A record stands in a block for every value by which a rule may find it. What a write costs depends on how many
share a value with it, never on how many records there are: a value that too many share joins nobody
(`model.rules.MOST_PAIRS`), and the numbers of those who do are kept.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

from vademecum.model.edges import EdgeOrigin, Said, id_end
from vademecum.model.rules import Rederived
from vademecum.model.value import value
from vademecum.stores.derived import derived_position, in_order, is_crowded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
    from typing import Protocol

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import RuleBook, Stand, Traits
    from vademecum.ports.deriving import Compile, Deriving

    Crowd = tuple[int, int]
    """How many stand in a block, as subjects and as objects."""

    Standing = tuple[Stand, MemoryId]
    """Who stands where."""

    Edges = dict[tuple[str, int], Said]
    """Subject and position -> edge."""
else:
    Protocol = object  # a shape for the type checkers; `typing` is not loaded for it

PORTION = 200
"""Records that new rules reach in one step. Five rules take half a second, a whole one where many share
a value (docs/benchmarks.md), and so long another writer waits."""


@value
class Reach:
    """How far rules that are new have come.

    Attributes:
        rules: names of those that have not reached every record.
        last: id of the last record that they have; none behind it stands anywhere by them.
    """

    rules: frozenset[str] = frozenset()
    last: str = ""

    def holds(self, rule: str, record: str) -> bool:
        """Whether a rule has reached a record."""
        return rule not in self.rules or record <= self.last


def derived_edge(rule: str, predicate: str, subject: str, object: str) -> Said:
    """What a rule derived of two records, from what is kept of it.

    Args:
        rule: its name.
        predicate: how its edges are called.
        subject: id of the record.
        object: the other end, as edges have it.
    """
    return Said(id_end(subject), predicate, object, rule, "", None, None, EdgeOrigin.RULE)


def by_rule(stands: Iterable[Stand]) -> dict[str, set[Stand]]:
    """Stands by their rule."""
    found: dict[str, set[Stand]] = {}
    for stand in stands:
        found.setdefault(stand.rule, set()).add(stand)
    return found


class Kept(Protocol):
    """What a back end keeps of rules, inside the transaction of a change of records."""

    def traits(self, ids: Sequence[MemoryId], *, rows: bool) -> dict[MemoryId, Traits]:
        """What rules read of those of the records that exist; with `rows` their vectors too."""
        raise NotImplementedError

    def traits_after(self, record: str, most: int, *, rows: bool) -> dict[MemoryId, Traits]:
        """The same of the next records by id; empty at the end."""
        raise NotImplementedError

    def crowds(self, blocks: Collection[int]) -> dict[int, Crowd]:
        """How many stand in those of the blocks in which somebody does."""
        raise NotImplementedError

    def standing(self, blocks: Collection[int], *, as_object: bool) -> list[MemoryId]:
        """Who stands in any of the blocks on one side, each once."""
        raise NotImplementedError

    def edges(self, rule: str, predicate: str, record: MemoryId) -> Edges:
        """What a rule derived of a record, in either direction (`derived_edge`)."""
        raise NotImplementedError

    def reach(self) -> Reach:
        """How far new rules have come, as it was put last."""
        raise NotImplementedError


class Keeping(Kept, Protocol):
    """The same, where it is changed."""

    def move(self, gone: Sequence[Standing], come: Sequence[Standing]) -> None:
        """Records stand no longer here, and from now on there; who stands there already stays."""

    def put_crowds(self, crowds: Mapping[int, tuple[str, Crowd]]) -> None:
        """Keep of blocks their rule and how many stand there; one in which nobody does goes."""

    def put_edges(self, edges: Edges) -> None:
        """Keep edges; what is there stays."""

    def drop_edges(self, places: Sequence[tuple[str, int]]) -> None:
        """Take edges away."""

    def forget(self, rules: Sequence[str]) -> None:
        """Take back whatever these rules brought."""

    def put_reach(self, reach: Reach) -> None:
        """Keep how far new rules have come."""


class _Blocks:
    """Reads who stands where, and what they are."""

    def __init__(self, kept: Kept, rules: Deriving, known: Mapping[MemoryId, Traits | None]) -> None:
        """Begin.

        Args:
            kept: of the back end.
            rules: what compares.
            known: what is known of records already; None of those that are gone.
        """
        self._kept = kept
        self._rules = rules
        self._known = dict(known)
        self._crowds: dict[int, Crowd] = {}

    def traits(self, ids: Iterable[MemoryId]) -> dict[MemoryId, Traits]:
        """Of those of the records that exist."""
        wanted = list(dict.fromkeys(ids))
        if unknown := [each for each in wanted if each not in self._known]:
            self._known |= self._kept.traits(unknown, rows=self._rules.means)
        return {each: traits for each in wanted if (traits := self._known.get(each)) is not None}

    def count(self, blocks: Iterable[int]) -> None:
        """Read at once how many stand in blocks of which it will be asked."""
        if unknown := {block for block in blocks if block not in self._crowds}:
            self._crowds |= dict.fromkeys(unknown, (0, 0)) | self._kept.crowds(unknown)

    def _asked(self, stands: Sequence[Stand]) -> list[int]:
        """Blocks in which everybody stands whom a record may be joined with: of one way when none of its
        values is one that too many have, the way with the fewest to be compared, else of all."""
        ways: dict[int, list[int]] = {}
        for stand in stands:
            ways.setdefault(stand.way, []).append(stand.block)
        whole: list[tuple[int, int]] = []
        for way, blocks in ways.items():
            crowds = [self._crowds[block] for block in blocks]
            if not any(is_crowded(*crowd) for crowd in crowds):
                whole.append((sum(map(sum, crowds)), way))
        if whole:
            return ways[min(whole)[1]]
        return [stand.block for stand in stands if not is_crowded(*self._crowds[stand.block])]

    def edges(self, rule: str, record: Traits, stands: Collection[Stand], *, before: bool = False) -> Edges:
        """What a rule derives of a record.

        Args:
            rule: its name.
            record: one end.
            stands: where the rule looks for it.
            before: only with those whose ids come before its own.
        """
        self.count(stand.block for stand in stands)
        met: dict[bool, list[MemoryId]] = {False: [], True: []}
        for as_object in (False, True):
            if blocks := self._asked([stand for stand in stands if stand.as_object is as_object]):
                those = self._kept.standing(blocks, as_object=not as_object)
                met[as_object] = [each for each in those if not before or each < record.id]
        known = self.traits([*met[False], *met[True]])
        found = [self._rules.derived(rule, record, known[other]) for other in met[False]]
        found += [self._rules.derived(rule, known[other], record) for other in met[True]]
        return {(said.subject[1:], derived_position(said)): said for said in found if said is not None}


class Step:
    """One change of records, and the edges that follow from it."""

    def __init__(self, kept: Keeping, rules: Deriving) -> None:
        """Begin; the rules are those that the back end holds."""
        self._kept = kept
        self._rules = rules
        self._reach = kept.reach()
        self._before: dict[MemoryId, Traits | None] = {}
        self._comes: Edges = {}
        self._goes: Edges = {}

    @property
    def rederived(self) -> Rederived:
        """What came of it."""
        return Rederived(in_order(self._comes.values()), in_order(self._goes.values()))

    def before(self, ids: Sequence[MemoryId]) -> None:
        """Remember what records were, before anything of them changes."""
        new = [each for each in ids if each not in self._before]
        if new:
            held = self._kept.traits(new, rows=self._rules.means)
            self._before |= {each: held.get(each) for each in new}

    def settle(self, now: Mapping[MemoryId, Traits | None] | None = None) -> None:
        """Derive and take back what follows from what became of them.

        Args:
            now: what they are; what the back end says of them when not given.
        """
        if now is None:
            now = self._kept.traits(list(self._before), rows=self._rules.means)
        changed = {each: now.get(each) for each, was in self._before.items() if now.get(each) != was}
        left = {each: self._stands(self._before[each]) for each in changed}
        held = {each: self._stands(present) for each, present in changed.items()}
        due = {(stand.rule, each): None for each in changed for stand in left[each] | held[each]}
        due |= dict.fromkeys(self._moved(left, held))
        blocks = _Blocks(self._kept, self._rules, changed)
        for rule, each in due:
            self._renew(blocks, rule, each, held.get(each))

    def extend(self, records: Mapping[MemoryId, Traits], last: MemoryId) -> None:
        """Let new rules reach more records.

        Args:
            records: all that they have not reached, by id up to `last`.
            last: the last of them.
        """
        self._reach = Reach(self._reach.rules, last)
        new = self._reach.rules
        held = {each: {one for one in self._stands(records[each]) if one.rule in new} for each in records}
        turned = dict.fromkeys(self._moved({each: set() for each in records}, held))
        blocks = _Blocks(self._kept, self._rules, records)
        blocks.count(stand.block for stands in held.values() for stand in stands)
        found: Edges = {}
        for each, record in records.items():
            for rule, stands in by_rule(held[each]).items():
                found |= blocks.edges(rule, record, stands, before=True)
        self._kept.put_edges(found)
        for rule, each in turned:
            self._renew(blocks, rule, each, held.get(each))

    def _stands(self, record: Traits | None) -> set[Stand]:
        if record is None:
            return set()
        return {one for one in self._rules.stands(record) if self._reach.holds(one.rule, record.id)}

    def _moved(
        self, left: dict[MemoryId, set[Stand]], held: dict[MemoryId, set[Stand]]
    ) -> list[tuple[str, MemoryId]]:
        """Write where records stand now; rules and records for whom a value became, or ceased to be, one that
        too many have."""
        gone = [(stand, each) for each in left for stand in left[each] - held[each]]
        come = [(stand, each) for each in held for stand in held[each] - left[each]]
        self._kept.move(gone, come)
        changes: Counter[tuple[str, int, bool]] = Counter()
        changes.update((stand.rule, stand.block, stand.as_object) for stand, _ in come)
        changes.subtract((stand.rule, stand.block, stand.as_object) for stand, _ in gone)
        before = self._kept.crowds({block for _, block, _ in changes})
        after: dict[int, tuple[str, Crowd]] = {}
        turned: list[tuple[str, MemoryId]] = []
        for rule, block in dict.fromkeys((rule, block) for rule, block, _ in changes):
            subjects, objects = before.get(block, (0, 0))
            now = subjects + changes[rule, block, False], objects + changes[rule, block, True]
            after[block] = rule, now
            if is_crowded(subjects, objects) != is_crowded(*now):
                fewer = now[1] < now[0]  # of every pair one stands among them
                turned += [(rule, each) for each in self._kept.standing([block], as_object=fewer)]
        self._kept.put_crowds(after)
        return turned

    def _renew(self, blocks: _Blocks, rule: str, record: MemoryId, stands: set[Stand] | None) -> None:
        """Make the edges of a record by a rule what they must be."""
        now = blocks.traits([record]).get(record)
        wanted: Edges = {}
        if now is not None:
            wanted = blocks.edges(rule, now, by_rule(stands or self._stands(now)).get(rule, ()))
        present = self._kept.edges(rule, self._rules.predicate(rule), record)
        lost = {one: said for one, said in present.items() if one not in wanted}
        new = {one: said for one, said in wanted.items() if one not in present}
        self._kept.drop_edges(list(lost))
        self._kept.put_edges(new)
        _note(lost, self._goes, self._comes)
        _note(new, self._comes, self._goes)


def _note(edges: Edges, side: Edges, other: Edges) -> None:
    """Keep on one side what came or went; what does both does neither."""
    for one, said in edges.items():
        if other.pop(one, None) is None:
            side[one] = said


def replace_rules(
    kept: Keeping, rules: Deriving, before: RuleBook, book: RuleBook, *, portion: int = PORTION
) -> None:
    """Derive by the rules of a book from now on; those that stay as they are keep their edges, and new ones
    reach a first portion.

    Args:
        kept: of the back end.
        rules: of the new book.
        before: the old one.
        book: the new one.
        portion: records that new rules reach at once.
    """
    known = {rule.name: rule for rule in before.rules}
    same = {rule.name for rule in book.rules if known.get(rule.name) == rule}
    kept.forget([name for name in known if name not in same])
    unfinished = kept.reach().rules & same
    begin(kept, rules, {rule.name for rule in book.rules} - same | unfinished, portion=portion)


def begin(kept: Keeping, rules: Deriving, new: Collection[str], *, portion: int = PORTION) -> None:
    """Let rules reach all records, from the first on, and a first portion at once.

    Args:
        kept: of the back end.
        rules: the book that holds.
        new: names of all that have not reached every record, of which nothing that they brought stays.
        portion: records that they reach at once.
    """
    kept.forget(sorted(new))
    kept.put_reach(Reach(frozenset(new)))
    advance(kept, rules, portion=portion)


def advance(kept: Keeping, rules: Deriving, *, portion: int = PORTION) -> None:
    """Let new rules reach the next portion.

    After each the edges are exactly what the rules say of the records up to its last. So a writer may come
    between two of them, and a process may be killed there: whoever comes next goes on.
    """
    reach = kept.reach()
    if not reach.rules:
        return
    # One more than is taken tells whether these are all.
    found = kept.traits_after(reach.last, portion + 1, rows=rules.means)
    taken = {each: found[each] for each in sorted(found)[:portion]}
    if taken:
        Step(kept, rules).extend(taken, max(taken))
    kept.put_reach(Reach(reach.rules, max(taken)) if len(found) > portion else Reach())


def foreseen(kept: Keeping, rules: Deriving, records: Mapping[MemoryId, Traits | None]) -> Rederived:
    """`Derivations.foreseen`: it is done, and the back end undoes it.

    Args:
        kept: of a transaction that will be rolled back.
        rules: the book that holds.
        records: what would be read of each; None for one that would be gone.
    """
    change = Step(kept, rules)
    change.before(list(records))
    change.settle(records)
    return change.rederived


@contextmanager
def following(
    kept: Keeping, compiled: Compile | None, book: RuleBook, ids: Sequence[MemoryId] | None
) -> Generator[None]:
    """What rules that compare meanings make of a change of vectors.

    Args:
        kept: of the transaction in which they change.
        compiled: makes rules of a book; None where nothing is derived.
        book: the present one.
        ids: of the records that get vectors; None where all lose them.
    """
    named = {rule.name for rule in book.rules if rule.when.means}
    if compiled is None or not named:
        yield
    elif ids is None:
        yield
        begin(kept, compiled(book), named | kept.reach().rules)
    else:
        change = Step(kept, compiled(book))
        change.before(ids)
        yield
        change.settle()
