"""What a look through every entry of the index finds to clean up."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice

from vademecum.engine.claimed import unsaid_value
from vademecum.engine.reading import nowhere
from vademecum.errors import quoted
from vademecum.lifecycle.pairing import near_pairs
from vademecum.lifecycle.repeats import COMMON_SHARE, near, signature
from vademecum.lifecycle.standing import Standing, follow, standing
from vademecum.markdown.inline import wikilinks
from vademecum.model.entry import REPLACEMENT
from vademecum.model.file import is_foreign
from vademecum.model.record import HOLDING, Kind, Review, Status
from vademecum.model.tidied import Untidy
from vademecum.text.names import fold_name
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.repeats import Signature
    from vademecum.model.entry import Entry
    from vademecum.model.record import MemoryId, Scope

_LEAST_COMMON = 0.8
"""Share of the likeness at which two texts are compared closely: an index knows function words and parts of
words too, by which texts may differ that say the same."""

_MOST_PAIRS = 1_000
"""Near repeats told; a person who has more begins with the first."""

_REJECTED = Review.REJECTED.value

_ATTACHMENT = 5
"""Letters of a suffix, as in ``.excalidraw``'s short kin ``.png`` or ``.webp``: such a link names no note."""


class Untidiness:
    """One look.

    Args:
        parts: the open home.
        scopes: where to look; none means everywhere. What is linked to may stand anywhere.
    """

    def __init__(self, parts: Parts, scopes: Sequence[Scope]) -> None:
        self._parts = parts
        self._entries = {entry.id: entry for entry in parts.index.entries()}
        self._scopes = scopes
        self._now_us = parts.now_us()
        self._signatures: dict[MemoryId, Signature] = {}
        self.warnings: tuple[str, ...] = ()

    def findings(self) -> Iterator[Untidy]:
        """Everything found, most pressing first."""
        mine = [entry for entry in self._entries.values() if self._looked_at(entry)]
        visible = [
            entry
            for entry in mine
            if entry.kind is Kind.MEMORY and standing(entry, self._now_us) is Standing.VISIBLE
        ]
        yield from self._repeats(visible)
        yield from self._chains(mine)
        yield from self._doubts(visible)
        yield from self._unsaid(visible)
        yield from self._near(visible)
        yield from self._expired(mine)
        yield from self._stubs(mine)
        yield from self._links(mine)

    def _looked_at(self, entry: Entry) -> bool:
        # What stands in somebody else's file is not ours to clean up.
        return (not self._scopes or entry.scope in self._scopes) and not is_foreign(entry.path)

    def _repeats(self, visible: Sequence[Entry]) -> Iterator[Untidy]:
        same: dict[tuple[Scope, str], list[Entry]] = defaultdict(list)
        for entry in visible:
            if entry.card.text.strip():
                same[entry.scope, entry.body_hash].append(entry)
        for group in same.values():
            kept, *others = sorted(group, key=lambda entry: (entry.review != "published", entry.id))
            for repeat in others:
                yield _untidy(
                    "exact_repeat",
                    repeat,
                    f"says the same as {kept.key}, with other fields",
                    f"vade show {repeat.key}, then edit {kept.key} and `vade archive {repeat.key}`",
                    kept.id,
                )

    def _chains(self, mine: Sequence[Entry]) -> Iterator[Untidy]:
        for entry in mine:
            if entry.status is Status.SUPERSEDED:
                end = follow(entry, self._entries.get)
                if end.fault is not None and end.id == entry.id:
                    fix = f"restore what it names, or set `status: active` in {entry.path}"
                    yield _untidy("broken_chain", entry, nowhere("it", entry, self._entries.get), fix)
            elif entry.status is Status.ARCHIVED:
                yield from self._kept_aside(entry)
            elif entry.status is not Status.RETRACTED and entry.review != REPLACEMENT:
                yield from self._half_written(entry)

    def _half_written(self, entry: Entry) -> Iterator[Untidy]:
        for old in (self._entries[one] for one in entry.supersedes if one in self._entries):
            if old.id == entry.id:
                continue
            if old.status in HOLDING and old.superseded_by is None:
                fix = (
                    f"edit {old.path}: `status: superseded` and `superseded_by: {entry.id}`, or leave it out"
                )
                message = f"says that it replaced {old.key}, which holds still"
                yield _untidy("half_written_chain", entry, message, fix, old.id)

    def _kept_aside(self, entry: Entry) -> Iterator[Untidy]:
        """A replacement for which something else was faster, or the disk was full."""
        olds = [self._entries[one] for one in entry.supersedes if one in self._entries]
        if olds and entry.review != _REJECTED and all(old.superseded_by != entry.id for old in olds):
            fix = f"`vade restore {entry.key}` if it holds, else `vade forget {entry.key}`"
            message = f"was to take the place of {olds[0].key}, which is {olds[0].status.value}"
            yield _untidy("kept_aside", entry, message, fix, *(old.id for old in olds))

    def _doubts(self, visible: Sequence[Entry]) -> Iterator[Untidy]:
        for entry in visible:
            if entry.card.needs_review is not None:
                fix = f"vade review approve {entry.key} if it still holds"
                yield _untidy("doubt", entry, f"is in doubt: {entry.card.needs_review}", fix)

    def _unsaid(self, visible: Sequence[Entry]) -> Iterator[Untidy]:
        for entry in visible:
            if value := unsaid_value(entry, self._parts.wording.small):
                fix = f"vade edit {entry.key} --set value=NEW, or say it in the text"
                message = f"claims {quoted(value)}, of which its text says nothing"
                yield _untidy("unsaid_claim", entry, message, fix)

    def _near(self, visible: Sequence[Entry]) -> Iterator[Untidy]:
        pairs = self._near_pairs(visible)
        for first, second in islice(pairs, _MOST_PAIRS):
            old, new = sorted((first, second), key=lambda entry: entry.id)
            fix = (
                f"vade show {new.key}, then `vade supersede` or `vade archive` one of them if it says no more"
            )
            yield _untidy("near_repeat", new, f"says nearly the same as {old.key}", fix, old.id)
        if next(pairs, None) is not None:
            self.warnings = (f"more than {_MOST_PAIRS:,} near repeats; only so many are shown",)

    def _near_pairs(self, visible: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
        scopes: dict[Scope, dict[MemoryId, frozenset[str]]] = defaultdict(dict)
        for entry in visible:
            words = frozenset(term for term, counts in entry.postings if "b" in counts)
            scopes[entry.scope][entry.id] = words
        for sets in scopes.values():
            for one, other in near_pairs(sets, _LEAST_COMMON * COMMON_SHARE):
                first, second = self._entries[one], self._entries[other]
                if first.body_hash != second.body_hash and self._say_the_same(first, second):
                    yield first, second

    def _expired(self, mine: Sequence[Entry]) -> Iterator[Untidy]:
        for entry in mine:
            if standing(entry, self._now_us) is Standing.EXPIRED:
                fix = (
                    f"vade edit {entry.key} --set expires= to show it again, or leave it: nobody is shown it"
                )
                yield _untidy("expired", entry, "ran out, and is shown no more", fix)

    def _stubs(self, mine: Sequence[Entry]) -> Iterator[Untidy]:
        stubs = [entry for entry in mine if entry.card.provisional and entry.status is Status.ACTIVE]
        if not stubs:
            return
        mentioned = {form for entry in self._entries.values() for form in self._mentions(entry)}
        for entry in stubs:
            if mentioned.isdisjoint(entry.name_forms) and not entry.card.text.strip():
                fix = f"vade forget {entry.key}, or `vade entity add` to say who it is"
                yield _untidy("lonely_stub", entry, "was begun by a mention; nothing mentions it now", fix)

    @staticmethod
    def _mentions(entry: Entry) -> Iterator[str]:
        if entry.kind is Kind.MEMORY:
            yield from entry.about
        else:
            yield from map(fold_name, entry.card.entities)

    def _links(self, mine: Sequence[Entry]) -> Iterator[Untidy]:
        broken = [
            (entry, target)
            for entry in mine
            if "[[" in entry.card.text and entry.status not in (Status.RETRACTED, Status.ARCHIVED)
            for target in wikilinks(entry.card.text)
            if not _is_attachment(target)
        ]
        if not broken:
            return
        known = {form for entry in self._entries.values() for form in _names(entry)}
        names = [entry.card.title or entry.key for entry in self._entries.values()]
        for entry, target in broken:
            if fold_name(target.rpartition("/")[2].removesuffix(".md")) in known:
                continue
            near = nearest(target, names) if len(names) <= _MOST_NAMES else ()
            fix = (
                f"did you mean {' or '.join(f'[[{name}]]' for name in near)}?"
                if near
                else "add it, or unlink"
            )
            yield _untidy("broken_link", entry, f"links to [[{target}]], which no note is called", fix)

    def _say_the_same(self, first: Entry, second: Entry) -> bool:
        return near(self._signature(first), self._signature(second))

    def _signature(self, entry: Entry) -> Signature:
        if entry.id not in self._signatures:
            parts = self._parts
            read = signature(entry.card.text, parts.analyzer, parts.lexicon, parts.wording)
            self._signatures[entry.id] = read
        return self._signatures[entry.id]


_MOST_NAMES = 20_000
"""Names among which one that resembles a broken link is looked for; it takes 0.1 s each."""


def _names(entry: Entry) -> Iterator[str]:
    """Folded names by which a link may mean a record."""
    yield from entry.name_forms
    for name in (entry.id, entry.key, entry.card.title, *entry.card.aliases):
        if form := fold_name(name):
            yield form


def _is_attachment(target: str) -> bool:
    stem, dot, suffix = target.rpartition(".")
    return bool(dot and stem) and suffix != "md" and suffix.isalnum() and len(suffix) <= _ATTACHMENT


def _untidy(kind: str, entry: Entry, message: str, fix: str, *others: MemoryId) -> Untidy:
    return Untidy(
        kind=kind, id=entry.id, key=entry.key, path=entry.path, message=message, fix=fix, others=others
    )
