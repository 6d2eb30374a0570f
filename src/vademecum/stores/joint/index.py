"""`JointIndex`: several indexes as one."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from operator import attrgetter

from vademecum.errors import Forbidden
from vademecum.model.ask import Corpus, Proposal
from vademecum.model.brief import Census
from vademecum.model.entry import Changes
from vademecum.model.value import replace
from vademecum.stores.joint.bound import slack
from vademecum.stores.joint.looking import JointManifest, summed
from vademecum.stores.joint.parts import JointDerivations, JointEdges, JointFields, JointVectors
from vademecum.stores.joint.sides import Side, Sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.ask import Ask, Candidate, Filters
    from vademecum.model.entry import Entry, Row
    from vademecum.model.file import AliasEntry
    from vademecum.model.record import MemoryId, Scope
    from vademecum.ports import Index
    from vademecum.stores.joint.gate import Gate

_MOST_RESOLVED = 10


class JointIndex(JointManifest):
    """Implements `ports.Index`. A change of records of two sides is two steps.

    Args:
        sides: the indexes; the first one takes what is declared, the last one's rules hold.
        scope_at: scope of a path.
    """

    def __init__(self, sides: Iterable[Side], scope_at: Callable[[str], Scope]) -> None:
        super().__init__(Sides(sides), scope_at)

    def propose(self, ask: Ask) -> Proposal:
        found: list[Candidate] = []
        exhausted, ceiling = True, 0.0
        for side, filters in self._sides.filtered(ask.filters):
            part = side.index.propose(_asked(ask, filters))
            found += self._sides.told(side, part.candidates)
            if not part.exhausted:
                exhausted, ceiling = False, max(ceiling, part.ceiling * self._slack(side, ask.rank_by))
        return Proposal(tuple(found), exhausted, ceiling)

    def _slack(self, side: Side, terms: Sequence[str]) -> float:
        counts = side.index.frequencies(terms)
        return slack(side.index.corpus(), self.corpus(), counts, self.frequencies(terms))

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        found = {one.id: one for side in self._sides for one in self._sides.told(side, side.index.at(ids))}
        return tuple(
            found[own] for own in dict.fromkeys(ids) if own in found and self._sides.shows(found[own].scope)
        )

    def corpus(self) -> Corpus:
        parts = [side.index.corpus() for side in self._sides]
        return Corpus(
            records=sum(part.records for part in parts),
            lengths=summed(part.lengths for part in parts),
            longest=max((part.longest for part in parts), default=0),
        )

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        found = summed(side.index.frequencies(terms) for side in self._sides)
        return {term: found[term] for term in terms if term in found}

    def expand_prefix(self, prefix: str, limit: int) -> tuple[str, ...]:
        found = {term for side in self._sides for term in side.index.expand_prefix(prefix, limit)}
        counts = self.frequencies(sorted(found))
        return tuple(sorted(found, key=lambda term: (-counts.get(term, 0), term))[:limit])

    def languages(self) -> tuple[str, ...]:
        spoken: dict[str, int] = {}
        for side in self._sides:
            for rank, language in enumerate(side.index.languages()):
                spoken[language] = min(rank, spoken.get(language, rank))
        return tuple(sorted(spoken, key=lambda language: (spoken[language], language)))

    def lingering(self, terms: Sequence[str]) -> frozenset[str]:
        return frozenset[str]().union(*(side.index.lingering(terms) for side in self._sides))

    def rows(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
        found = (row for side in self._sides for row in self._sides.told(side, side.index.rows(ids).values()))
        return {row.id: row for row in found if self._sides.shows(row.scope)}

    def resolve(self, handle: str) -> tuple[MemoryId, ...]:
        found = sorted({own for side in self._sides for own in side.index.resolve(handle)})
        if any(side.bounded for side in self._sides):
            seen = self.rows(found)
            found = [own for own in found if own in seen]
        return tuple(found[:_MOST_RESOLVED])

    def page(self, filters: Filters, *, limit: int, offset: int = 0) -> tuple[tuple[Row, ...], int]:
        rows: list[Row] = []
        total = 0
        for side, narrowed in self._sides.filtered(filters):
            found, number = side.index.page(narrowed, limit=offset + limit)
            rows += self._sides.told(side, found)
            total += number
        rows.sort(key=_newest_first)
        return tuple(rows[offset : offset + limit]), total

    def repeats(self, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
        side = self._sides.of(scope)
        return side.index.repeats(scope, body_hash) if side is not None and side.shows(scope) else ()

    def named(self, forms: Sequence[str], scopes: Sequence[Scope]) -> dict[str, tuple[MemoryId, ...]]:
        found: dict[str, set[MemoryId]] = {}
        for side, seen in self._sides.asked(scopes):
            for form, ids in side.index.named(forms, seen).items():
                found.setdefault(form, set()).update(ids)
        return {form: tuple(sorted(ids)) for form, ids in found.items()}

    def tally(self, attribute: str, scopes: Sequence[Scope] = ()) -> dict[str, int]:
        parts = [side.index.tally(attribute, seen) for side, seen in self._sides.asked(scopes)]
        return dict(sorted(summed(parts).items()))

    def census(self, scopes: Sequence[Scope]) -> Census:
        parts = [side.index.census(seen) for side, seen in self._sides.asked(scopes)]
        counted = {
            name: dict(sorted(summed(map(attrgetter(name), parts)).items()))
            for name in ("memories", "entities", "relations")
        }
        return Census(**counted)

    def matching(self, words: Sequence[str], scopes: Sequence[Scope]) -> tuple[AliasEntry, ...]:
        found = [
            one
            for side, seen in self._sides.asked(scopes, self._sides.all)
            for one in side.index.matching(words, seen)
            if side.shows(one.scope)
        ]
        return tuple(sorted(found, key=lambda entry: entry.scope))

    def vocabulary_state(self) -> str:
        return "+".join(dict.fromkeys(side.index.vocabulary_state() for side in self._sides.all))

    def apply(self, changes: Changes) -> None:
        for side in self._sides.all:
            part = Changes(
                put=tuple(one for one in changes.put if side.holds(one.scope)),
                gone=tuple(path for path in changes.gone if side.holds(self._scope_at(path))),
                touched=tuple(one for one in changes.touched if side.holds(self._scope_at(one[0]))),
                quarantine=tuple(
                    one for one in changes.quarantine if side.holds(self._scope_at(one[0].path))
                ),
            )
            if not part.is_empty:
                side.index.apply(part)
        self._sides.changed()

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        for side in self._sides.all:
            side.index.put_vocabulary([one for one in entries if side.holds(one.scope)], state)

    def flush(self, *, threshold: int = 0) -> bool:
        flushed = [side.index.flush(threshold=threshold) for side in self._sides.all]
        return all(flushed)

    def scrub(self) -> None:
        for side in self._sides.all:
            side.index.scrub()

    def rebuilding(self) -> AbstractContextManager[Index]:
        return self._rebuilding()

    @contextmanager
    def _rebuilding(self) -> Generator[JointIndex]:
        with ExitStack() as stack:
            fresh = [
                Side(index=stack.enter_context(side.index.rebuilding()), holds=side.holds, scopes=side.scopes)
                for side in self._sides.all
            ]
            yield JointIndex(fresh, self._scope_at)

    def steady(self) -> AbstractContextManager[None]:
        return self._sides.steady()

    def close(self) -> None:
        for side in self._sides.all:
            side.index.close()

    def check(self) -> tuple[str, ...]:
        return tuple(fault for side in self._sides.all for fault in side.index.check())

    def size_bytes(self) -> int:
        return sum(side.index.size_bytes() for side in self._sides.all)

    def vectors(self) -> JointVectors:
        return JointVectors(self._sides)

    def edges(self) -> JointEdges:
        return JointEdges(self._sides)

    def fields(self) -> JointFields:
        return JointFields(self._sides)

    def derivations(self) -> JointDerivations:
        return JointDerivations(self._sides)

    def entries(self) -> Iterator[Entry]:
        found = (one for side in self._sides for one in side.index.entries() if side.shows(one.scope))
        yield from sorted(found, key=lambda entry: entry.path)


def _asked(ask: Ask, filters: Filters) -> Ask:
    return ask if filters is ask.filters else replace(ask, filters=filters)


def _newest_first(row: Row) -> tuple[bool, int, MemoryId]:
    return row.updated is None, -(row.updated or 0), row.id


class GrantedIndex(JointIndex):
    """A joint index for one caller of a service, who keeps none of the sides: who does looks at all files."""

    def __init__(self, sides: Iterable[Side], scope_at: Callable[[str], Scope], gate: Gate) -> None:
        super().__init__(sides, scope_at)
        self._gate = gate

    @contextmanager
    def steady(self) -> Generator[None]:
        """See `Index.steady`.

        Raises:
            Busy: too many are asking, for too long.
        """
        with self._gate.passed(), super().steady():
            yield

    def renewed(self) -> None:
        """Whoever keeps the sides may have put something into one that held nothing until now."""
        self._sides.changed()

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        """See `IndexWriter.put_vocabulary`; who keeps a side has read its vocabularies by now."""

    def put_trace(self, trace: str, revision: str) -> None:
        """See `IndexWriter.put_trace`; a caller's look is none."""

    def rebuilding(self) -> AbstractContextManager[Index]:
        """See `IndexWriter.rebuilding`.

        Raises:
            Forbidden: always.
        """
        raise Forbidden("the index is shared, and rebuilt by whoever runs the service; nothing was changed")
