"""Edges that rules derive, as every back end keeps them, and keeps them true through every change of records.

A record stands in a block for every value by which a rule may find it. What a write costs depends on how many
share a value with it, never on how many records there are: a value that too many share joins nobody
(`model.rules.MOST_PAIRS`), and the numbers of those who do are kept.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager

from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.rules import MOST_PAIRS, RuleTally
from vademecum.text.digest import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
    from typing import Protocol

    from vademecum.model.edges import Said
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

_MOST_KNOWN = 20_000
"""Records whose traits are kept while everything is derived."""


def derived_position(said: Said) -> int:
    """Where a derived edge stands among those of its subject, the same wherever it is derived."""
    digest = sha256(f"{said.subject_name}\0{said.object}".encode("utf-8", "surrogatepass")).digest()
    return FIRST_DERIVED + (int.from_bytes(digest[:8], "big") >> 2)


def is_crowded(subjects: int, objects: int) -> bool:
    """Whether so many pairs share a value that it joins none of them."""
    return subjects * objects > MOST_PAIRS


class Everything:
    """All that rules derive of all records at once: what must come out however it is arrived at."""

    def __init__(self, rules: Deriving, records: Iterable[Traits]) -> None:
        """Compare whatever shares a value."""
        self._rules = rules
        self._blocks: dict[tuple[str, int], tuple[dict[MemoryId, Traits], dict[MemoryId, Traits]]] = {}
        for record in records:
            for stand in rules.stands(record):
                ends = self._blocks.setdefault((stand.rule, stand.block), ({}, {}))
                ends[stand.as_object][record.id] = record
        self.edges: dict[MemoryId, dict[int, Said]] = {}
        self.tally: dict[str, RuleTally] = {}
        for (rule, _), ends in self._blocks.items():
            self._derive(rule, *ends)
        for rule, number in self._edges_by_rule().items():
            self.tally[rule] = RuleTally(number, self.tally.get(rule, RuleTally()).crowded)

    def _derive(self, rule: str, subjects: dict[MemoryId, Traits], objects: dict[MemoryId, Traits]) -> None:
        if is_crowded(len(subjects), len(objects)):
            known = self.tally.get(rule, RuleTally())
            self.tally[rule] = RuleTally(0, known.crowded + 1)
            return
        for subject in subjects.values():
            for object in objects.values():
                if (said := self._rules.derived(rule, subject, object)) is not None:
                    self.edges.setdefault(subject.id, {})[derived_position(said)] = said

    def _edges_by_rule(self) -> dict[str, int]:
        counted: dict[str, int] = {}
        for said in (one for edges in self.edges.values() for one in edges.values()):
            counted[said.subject_name] = counted.get(said.subject_name, 0) + 1
        return counted


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

    def traits_after(self, record: str, *, rows: bool) -> dict[MemoryId, Traits]:
        """The same of the next records by id, a portion of them; empty at the end."""

    def crowds(self, blocks: Collection[int]) -> dict[int, Crowd]:
        """How many stand in those of the blocks in which somebody does."""

    def standing(self, blocks: Collection[int], *, as_object: bool) -> list[MemoryId]:
        """Who stands in any of the blocks on one side, each once."""

    def edges(self, rule: str, predicate: str, record: MemoryId) -> set[tuple[str, int]]:
        """Subject and position of what a rule derived of a record, in either direction."""


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


class _Blocks:
    """Reads who stands where, and what they are."""

    def __init__(self, kept: Kept, rules: Deriving) -> None:
        self._kept = kept
        self._rules = rules
        self._known: dict[MemoryId, Traits] = {}
        self._crowds: dict[int, Crowd] = {}

    def traits(self, ids: Iterable[MemoryId]) -> dict[MemoryId, Traits]:
        """Of those of the records that exist."""
        wanted = list(dict.fromkeys(ids))
        if unknown := [each for each in wanted if each not in self._known]:
            if len(self._known) > _MOST_KNOWN:
                self._known = {each: self._known[each] for each in wanted if each in self._known}
            self._known |= self._kept.traits(unknown, rows=self._rules.means)
        return {each: self._known[each] for each in wanted if each in self._known}

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

    def edges(self, rule: str, record: Traits, stands: Collection[Stand], *, inwards: bool = True) -> Edges:
        """What a rule derives of a record.

        Args:
            rule: its name.
            record: one end.
            stands: where the rule looks for it.
            inwards: also those of which it is the object.
        """
        self.count(stand.block for stand in stands)
        met: dict[bool, list[MemoryId]] = {False: [], True: []}
        for as_object in (False, True) if inwards else (False,):
            if blocks := self._asked([stand for stand in stands if stand.as_object is as_object]):
                met[as_object] = self._kept.standing(blocks, as_object=not as_object)
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
        self._before: dict[MemoryId, Traits | None] = {}

    def before(self, ids: Sequence[MemoryId]) -> None:
        """Remember what records were, before anything of them changes."""
        new = [each for each in ids if each not in self._before]
        if new:
            held = self._kept.traits(new, rows=self._rules.means)
            self._before |= {each: held.get(each) for each in new}

    def settle(self) -> None:
        """Derive and take back what follows from what became of them."""
        now = self._kept.traits(list(self._before), rows=self._rules.means)
        changed = [each for each, was in self._before.items() if now.get(each) != was]
        left: dict[MemoryId, set[Stand]] = {}
        held: dict[MemoryId, set[Stand]] = {}
        for each in changed:
            left[each] = self._stands(self._before[each])
            held[each] = self._stands(now.get(each))
        due = {(stand.rule, each): None for each in changed for stand in left[each] | held[each]}
        due |= dict.fromkeys(self._moved(left, held))
        blocks = _Blocks(self._kept, self._rules)
        for rule, each in due:
            self._renew(blocks, rule, each, held.get(each))

    def _stands(self, record: Traits | None) -> set[Stand]:
        return set(self._rules.stands(record)) if record else set()

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
        self._kept.drop_edges([one for one in present if one not in wanted])
        self._kept.put_edges({one: wanted[one] for one in wanted if one not in present})


def replace_rules(kept: Keeping, rules: Deriving, before: RuleBook, book: RuleBook) -> None:
    """Derive by the rules of a book from now on; those that stay as they are keep their edges.

    Args:
        kept: of the back end.
        rules: of the new book.
        before: the old one.
        book: the new one.
    """
    known = {rule.name: rule for rule in before.rules}
    same = {rule.name for rule in book.rules if known.get(rule.name) == rule}
    kept.forget([name for name in known if name not in same])
    derive(kept, rules, {rule.name for rule in book.rules} - same)


def derive(kept: Keeping, rules: Deriving, only: Collection[str]) -> None:
    """Derive by some rules, of which nothing may be there, all that they derive of what is stored."""
    if not only:
        return
    crowds: Counter[tuple[str, int, bool]] = Counter()
    for records in _portions(kept, rules):
        stood = [(stand, one.id) for one in records for stand in rules.stands(one) if stand.rule in only]
        kept.move((), stood)
        crowds.update((stand.rule, stand.block, stand.as_object) for stand, _ in stood)
    sides = dict.fromkeys((rule, block) for rule, block, _ in crowds)
    kept.put_crowds(
        {block: (rule, (crowds[rule, block, False], crowds[rule, block, True])) for rule, block in sides}
    )
    blocks = _Blocks(kept, rules)
    for records in _portions(kept, rules):
        held = [(one, by_rule(stand for stand in rules.stands(one) if stand.rule in only)) for one in records]
        blocks.count(stand.block for _, by in held for stands in by.values() for stand in stands)
        found: Edges = {}
        for record, by in held:
            for rule, stands in by.items():
                found |= blocks.edges(rule, record, stands, inwards=False)
        kept.put_edges(found)


def _portions(kept: Kept, rules: Deriving) -> Iterator[list[Traits]]:
    after = ""
    while found := kept.traits_after(after, rows=rules.means):
        yield list(found.values())
        after = max(found)


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
        kept.forget(sorted(named))
        derive(kept, compiled(book), named)
    else:
        change = Step(kept, compiled(book))
        change.before(ids)
        yield
        change.settle()
