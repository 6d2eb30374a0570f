"""`MemoryIndex`: every part of `ports.Index` over dictionaries."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count

from vademecum.errors import UnknownName
from vademecum.model.ask import Ask, Candidate, Corpus, Filters, Proposal, holds
from vademecum.model.entry import REPLACEMENT, Changes, Entry, Row, candidate_of
from vademecum.model.file import AliasEntry, FileState, Quarantined, Stamp
from vademecum.model.postings import decode_counts
from vademecum.model.record import Kind, MemoryId, Scope
from vademecum.model.rules import RuleBook
from vademecum.model.value import replace, value
from vademecum.stores.memory.census import census_of
from vademecum.stores.memory.derivations import MemoryDerivations
from vademecum.stores.memory.edges import MemoryEdges
from vademecum.stores.memory.fields import MemoryFields
from vademecum.stores.memory.passing import or_oldest, passes
from vademecum.stores.memory.vectors import MemoryVectors
from vademecum.stores.vocabulary import leading_words
from vademecum.text.passages import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from vademecum.model.brief import Census
    from vademecum.ports.deriving import Compile

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER_SEEN = FileState(Stamp(0, 0, 0, 0), "", racy=True)
_SHORTEST_PREFIX = 4
_MOST_HANDLES = 10
_stores = count(1)


@value
class _Held:
    """An entry with the number of its version."""

    version: int
    entry: Entry


class _Contents:
    """Everything an index holds; swapped as a whole by a rebuild."""

    def __init__(self) -> None:
        self.store = f"memory{next(_stores)}"
        self.changes = self.last_version = 0
        self.records: dict[MemoryId, _Held] = {}
        self.states: dict[str, FileState] = {}
        self.owners: dict[str, MemoryId] = {}
        self.quarantine: dict[str, Quarantined] = {}
        self.aliases: tuple[AliasEntry, ...] = ()
        self.vocabulary_state = self.trace = ""
        self.book, self.rules_state = RuleBook(), ""


class MemoryIndex:
    """An index without a disk. Shared between threads; every call sees one consistent state."""

    def __init__(self, rules: Compile | None = None) -> None:
        """Begin empty.

        Args:
            rules: makes rules of a book; without it nothing is derived.
        """
        self._lock = threading.RLock()
        self._now = _Contents()
        self._vectors = MemoryVectors(self._numbered, self._passing)
        self._rules = rules
        self._derivations = MemoryDerivations(rules, lambda: self._now, self._traited)
        self._fields = MemoryFields(self._everything, self._grow)

    def propose(self, ask: Ask) -> Proposal:
        with self._lock:
            found = [
                candidate_of(held.entry, held.version)
                for held in self._now.records.values()
                if self._passes(ask.filters, held.entry) and holds(ask.where, held.entry.postings)
            ]
        return Proposal(tuple(found), exhausted=True, ceiling=0.0)

    def at(self, ids: Sequence[MemoryId]) -> tuple[Candidate, ...]:
        with self._lock:
            held = [self._now.records[each] for each in dict.fromkeys(ids) if each in self._now.records]
        return tuple(candidate_of(each.entry, each.version) for each in held)

    def corpus(self) -> Corpus:
        with self._lock:
            counted = [decode_counts(held.entry.lengths) for held in self._now.records.values()]
        lengths: Counter[str] = Counter()
        for fields in counted:
            lengths.update({field.value: number for field, number in fields})
        longest = max((sum(number for _, number in fields) for fields in counted), default=0)
        return Corpus(len(counted), dict(sorted(lengths.items())), longest)

    def frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        with self._lock:
            postings = [held.entry.postings for held in self._now.records.values()]
        counted = {term: sum(term in each for each in postings) for term in terms}
        return {term: number for term, number in counted.items() if number}

    def expand_prefix(self, prefix: str, limit: int) -> tuple[str, ...]:
        found: Counter[str] = Counter()
        with self._lock:
            for held in self._now.records.values():
                found.update(term for term, _ in held.entry.postings if term.startswith(prefix))
        return tuple(sorted(found, key=lambda term: (-found[term], term))[: max(0, limit)])

    def languages(self) -> tuple[str, ...]:
        with self._lock:
            found = Counter(lang for held in self._now.records.values() for lang in held.entry.languages)
        return tuple(sorted(found, key=lambda lang: (-found[lang], lang)))

    def lingering(self, terms: Sequence[str]) -> frozenset[str]:
        return frozenset(self.frequencies(terms))

    def rows(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
        with self._lock:
            held = {each: self._now.records[each] for each in ids if each in self._now.records}
            return {each: self._row(one) for each, one in held.items()}

    def resolve(self, handle: str) -> tuple[MemoryId, ...]:
        spellings = (handle, handle.upper())
        with self._lock:
            records = self._now.records
            exact = [MemoryId(each) for each in spellings if each in records]
            if exact:
                return (exact[0],)
            keyed = [each for each, held in records.items() if held.entry.key == handle]
            if not keyed and len(handle) >= _SHORTEST_PREFIX:
                keyed = [each for each in records if each.startswith(spellings)]
            return tuple(sorted(keyed)[:_MOST_HANDLES])

    def page(self, filters: Filters, *, limit: int, offset: int = 0) -> tuple[tuple[Row, ...], int]:
        with self._lock:
            held = [each for each in self._now.records.values() if self._passes(filters, each.entry)]
            held.sort(key=lambda each: (-or_oldest(each.entry.updated), each.entry.id))
            start = max(0, offset)
            shown = held[start : start + max(0, limit)]
            return tuple(self._row(each) for each in shown), len(held)

    def repeats(self, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
        with self._lock:
            entries = [held.entry for held in self._now.records.values()]
        return tuple(sorted(e.id for e in entries if e.scope == scope and e.body_hash == body_hash))

    def named(self, forms: Sequence[str], scopes: Sequence[Scope]) -> dict[str, tuple[MemoryId, ...]]:
        wanted = set(forms)
        found: dict[str, set[MemoryId]] = {}
        with self._lock:
            for held in self._now.records.values():
                if not scopes or held.entry.scope in scopes:
                    for form in wanted.intersection(held.entry.name_forms):
                        found.setdefault(form, set()).add(held.entry.id)
        return {form: tuple(sorted(found[form])) for form in sorted(found)}

    def tally(self, attribute: str, scopes: Sequence[Scope] = ()) -> dict[str, int]:
        reading = _ATTRIBUTES.get(attribute)
        if reading is None:
            raise UnknownName("attribute", attribute)
        with self._lock:
            entries = [held.entry for held in self._now.records.values()]
        seen = [e for e in entries if not scopes or e.scope in scopes]
        counted = [e for e in seen if attribute in ("kind", "scope") or e.kind is Kind.MEMORY]
        return dict(sorted(Counter(value for e in counted for value in set(reading(e))).items()))

    def census(self, scopes: Sequence[Scope]) -> Census:
        with self._lock:
            return census_of([held.entry for held in self._now.records.values()], scopes)

    def states(self) -> dict[str, FileState]:
        with self._lock:
            return dict(self._now.states)

    def state(self, path: str) -> FileState | None:
        with self._lock:
            return self._now.states.get(path)

    def known_files(self) -> int:
        with self._lock:
            return len(self._now.states)

    def owner(self, record: MemoryId) -> str | None:
        with self._lock:
            held = self._now.records.get(record)
        return held.entry.path if held else None

    def file_of(self, scope: Scope) -> str | None:
        with self._lock:
            for held in self._now.records.values():
                if held.entry.scope == scope and "/." not in held.entry.path:
                    return held.entry.path
        return None

    def quarantined(self) -> tuple[Quarantined, ...]:
        with self._lock:
            return tuple(self._now.quarantine[path] for path in sorted(self._now.quarantine))

    def revision(self) -> str:
        with self._lock:
            return f"{self._now.store}.{self._now.changes}"

    def trace(self) -> str:
        with self._lock:
            return self._now.trace

    def matching(self, words: Sequence[str], scopes: Sequence[Scope]) -> tuple[AliasEntry, ...]:
        wanted = set(words)
        with self._lock:
            entries = self._now.aliases
        return tuple(
            entry
            for entry in entries
            if (not scopes or entry.scope in scopes) and not wanted.isdisjoint(leading_words(entry))
        )

    def vocabulary_state(self) -> str:
        with self._lock:
            return self._now.vocabulary_state

    def apply(self, changes: Changes) -> None:
        if changes.is_empty:
            return
        with self._lock:
            for path in changes.gone:
                self._vacate(path)
            for entry in changes.put:
                self._put(entry)
            for path, state in changes.touched:
                if path in self._now.states:
                    self._now.states[path] = state
            for quarantined, seen in changes.quarantine:
                self._vacate(quarantined.path)
                self._now.quarantine[quarantined.path] = quarantined
                self._now.states[quarantined.path] = seen or _NEVER_SEEN
            self._now.changes += 1
            self._now.trace = ""

    def put_trace(self, trace: str, revision: str) -> None:
        with self._lock:
            if revision == self.revision():
                self._now.trace = trace

    def put_vocabulary(self, entries: Sequence[AliasEntry], state: str) -> None:
        with self._lock:
            self._now.aliases = tuple(entries)
            self._now.vocabulary_state = state
            self._now.changes += 1

    def flush(self, *, threshold: int = 0) -> bool:
        return True

    def scrub(self) -> None:
        return

    def vectors(self) -> MemoryVectors[MemoryId, Filters]:
        return self._vectors

    @contextmanager
    def rebuilding(self) -> Generator[MemoryIndex]:
        fresh = MemoryIndex(self._rules)
        fresh._vectors.follow(self._vectors, only_space=True)
        yield fresh
        with self._lock:
            self._now = fresh._now
            self._vectors.follow(fresh._vectors)
            self._fields.follow(fresh._fields)

    @contextmanager
    def steady(self) -> Generator[None]:
        with self._lock:
            yield

    def close(self) -> None:
        return

    def check(self) -> tuple[str, ...]:
        return ()

    def size_bytes(self) -> int:
        return 0

    def edges(self) -> MemoryEdges:
        return MemoryEdges(self._everything, self._derivations.edges)

    def derivations(self) -> MemoryDerivations:
        return self._derivations

    def _traited(self) -> list[tuple[Entry, tuple[bytes, ...]]]:
        with self._lock:
            return [(held.entry, self._vectors.rows(held.version)) for held in self._now.records.values()]

    def fields(self) -> MemoryFields:
        return self._fields

    def _everything(self) -> list[Entry]:
        with self._lock:
            return [held.entry for held in self._now.records.values()]

    def _grow(self) -> None:
        with self._lock:
            self._now.changes += 1

    def entries(self) -> Iterator[Entry]:
        with self._lock:
            held = [self._now.records[self._now.owners[path]] for path in sorted(self._now.owners)]
            stored = [replace(each.entry, state=self._now.states[each.entry.path]) for each in held]
        yield from stored

    def _numbered(self) -> dict[MemoryId, int]:
        with self._lock:
            return {each: held.version for each, held in self._now.records.items()}

    def _passing(self, among: Filters) -> Iterator[MemoryId]:
        with self._lock:
            held = list(self._now.records.values())
            yield from (each.entry.id for each in held if self._passes(among, each.entry))

    def _passes(self, filters: Filters, entry: Entry) -> bool:
        successor = self._now.records.get(entry.superseded_by) if entry.superseded_by else None
        return passes(filters, entry, successor.entry if successor else None, settled=self._settled(entry))

    def _settled(self, entry: Entry) -> bool:
        """Whether it is no proposal, or one that took its place before."""
        others = self._now.records.values()
        return entry.review != REPLACEMENT or any(each.entry.superseded_by == entry.id for each in others)

    def _vacate(self, path: str) -> None:
        self._now.states.pop(path, None)
        self._now.quarantine.pop(path, None)
        owner = self._now.owners.pop(path, None)
        if owner is not None:
            self._vectors.drop(self._now.records.pop(owner).version)

    def _put(self, entry: Entry) -> None:
        before = self._now.records.get(entry.id)
        self._now.last_version += 1
        if before is not None:
            read = digest(entry.card.text, entry.card.title)
            self._vectors.carry(before.version, self._now.last_version, read)
            self._vacate(before.entry.path)
        self._vacate(entry.path)
        self._now.records[entry.id] = _Held(self._now.last_version, entry)
        self._now.states[entry.path] = entry.state
        self._now.owners[entry.path] = entry.id

    def _row(self, held: _Held) -> Row:
        entry = held.entry
        return Row(
            version=held.version,
            id=entry.id,
            kind=entry.kind,
            scope=entry.scope,
            key=entry.key,
            path=entry.path,
            type=entry.type,
            status=entry.status,
            superseded_by=entry.superseded_by,
            supersedes=entry.supersedes,
            review=entry.review,
            pinned=entry.pinned,
            confidence=entry.confidence,
            created=entry.created,
            updated=entry.updated,
            valid_from=entry.valid_from,
            valid_until=entry.valid_until,
            expires=entry.expires,
            body_hash=entry.body_hash,
            card=entry.card,
            state=self._now.states[entry.path],
            warnings=entry.warnings,
        )


def _months(entry: Entry) -> tuple[str, ...]:
    at = entry.created if entry.created is not None else entry.updated
    return () if at is None else ((_EPOCH + timedelta(microseconds=at)).isoformat()[:7],)


_ATTRIBUTES: dict[str, Callable[[Entry], Iterable[str]]] = {
    "scope": lambda entry: (entry.scope,),
    "type": lambda entry: (entry.type,),
    "status": lambda entry: (entry.status.value,),
    "kind": lambda entry: (entry.kind.value,),
    "month": _months,
    "tag": lambda entry: entry.folded_tags,
    "review": lambda entry: (entry.review,) if entry.review else (),
}
