"""Forget: a record goes from its file, the index and whatever names it, and that is proven."""

from __future__ import annotations

from contextlib import suppress

from vademecum.engine.curating import Curating
from vademecum.engine.proving import Text, proven
from vademecum.engine.wiping import Found, Wiping
from vademecum.errors import NotFound, UsageError, VadeError
from vademecum.indexing.entry import body_hash, entry_of
from vademecum.model.ledger import Erasure
from vademecum.model.receipt import Forgotten, Receipt
from vademecum.model.record import Entity, Memory, SourceKind
from vademecum.model.value import value
from vademecum.text.lines import first_sentence
from vademecum.text.names import fold_name
from vademecum.text.pieces import pieces_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.forgetting import Link
    from vademecum.model.file import AliasEntry, Document
    from vademecum.model.receipt import Relinked
    from vademecum.model.record import MemoryId, Record


@value
class _Planned:
    """One record that is to go."""

    forgotten: Forgotten
    found: Found
    link: Link
    record: Record


class Forgetting:
    """The use case of forgetting records as a whole."""

    def __init__(self, parts: Parts, storing: Storing, ask: Callable[[str], Iterable[MemoryId]]) -> None:
        """Take what it works with.

        Args:
            parts: of the home.
            storing: the door to files and index.
            ask: ids that a search for these words finds, in every scope.
        """
        self._parts = parts
        self._storing = storing
        self._wiping = Wiping(parts, storing)
        self._ask = ask

    def forget(self, handles: Sequence[str], *, aliases: bool, dry_run: bool) -> Receipt:
        """Forget records, after what earlier runs left undone.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several records; nothing was erased.
            UsageError: nothing is named, and nothing was left undone.
            Conflict: a file changed meanwhile; it is as it was left.
            VaultError: a file is read-only, or the disk refuses; it is as it was.
        """
        completed = () if dry_run else self._wiping.complete()
        if not handles and not completed:
            raise UsageError("nothing is named; say which memory to forget, e.g. `vade forget oat-milk`")
        named = dict.fromkeys(one for handle in handles for one in self._meant(handle, completed))
        plans = [self._plan(one) for one in named]
        if dry_run:
            return self._planned(plans, self._aliases(plans) if aliases else ())
        return self._forgotten(plans, completed, aliases=aliases)

    def _meant(self, handle: str, completed: tuple[MemoryId, ...]) -> tuple[MemoryId, ...]:
        """The record of a handle; nothing when it may have been among what was completed just now."""
        try:
            return (self._storing.row(handle).id,)
        except NotFound:
            if completed:
                return ()
            raise

    def _plan(self, record_id: MemoryId) -> _Planned:
        row = self._storing.row(record_id)
        document = self._storing.document(row)
        found = self._wiping.found(record_id)
        if not any(own.path == document.path for own in found.own):
            found = Found((document, *found.own), found.neighbours)
        record = document.record
        stated = record.superseded_by if isinstance(record, Memory) else None
        forgotten = Forgotten(
            id=record.id,
            key=document.key,
            kind=record.kind,
            scope=record.scope,
            paths=tuple(own.path for own in found.own),
        )
        return _Planned(forgotten, found, self._wiping.link(record.id, found, stated), record)

    def _planned(self, plans: Sequence[_Planned], aliases: tuple[AliasEntry, ...]) -> Receipt:
        return Receipt(
            outcome="planned",
            forgotten=tuple(plan.forgotten for plan in plans),
            relinked=tuple(one for plan in plans for one in self._wiping.plan(plan.found, plan.link)),
            aliases=aliases,
            dry_run=True,
        )

    def _forgotten(
        self, plans: Sequence[_Planned], completed: tuple[MemoryId, ...], *, aliases: bool
    ) -> Receipt:
        text = self._text(plans)
        dropped = self._aliases(plans) if aliases else ()
        relinked: list[Relinked] = []
        told: list[str] = []
        for number, plan in enumerate(plans):
            # The one before may have been a neighbour of this one, and have been taken out of its links.
            changed, warnings = self._erase(self._plan(plan.forgotten.id) if number else plan)
            relinked += changed
            told += warnings
        for entry in dropped:
            self._drop(entry)
        unclean = self._wiping.scrub() if plans else ()
        proof, doubts = proven(self._parts, text, self._ask) if plans else (None, ())
        held = not plans or (proof is not None and proof.holds and not unclean)
        if held:
            for plan in plans:
                self._parts.ledger.finish(plan.forgotten.id)
        return Receipt(
            outcome="forgotten" if held else "unproven",
            forgotten=tuple(plan.forgotten for plan in plans),
            relinked=tuple(relinked),
            aliases=dropped,
            completed=completed,
            proof=proof,
            warnings=(*told, *unclean, *doubts),
        )

    def _erase(self, plan: _Planned) -> tuple[tuple[Relinked, ...], tuple[str, ...]]:
        """Erase one record but for the freed bytes in the index."""
        ledger = self._parts.ledger
        gone, at = plan.forgotten, self._parts.now()
        digest = known_by(plan.record)
        buried = ledger.buried(digest)
        ledger.begin(Erasure(id=gone.id, paths=gone.paths, at=at, after=plan.link.after))
        ledger.bury(_names(plan.record), digest, at)
        try:
            told = self._wiping.erase(plan.found.own)
        except VadeError:
            if self._parts.vault.read(gone.paths[0]) is not None:
                ledger.finish(gone.id)
                if buried is None:
                    ledger.exhume(digest, at)
            raise
        told += self._wiping.clear(gone.paths)
        # Names of files tell of what was in them; from here on the id is enough to go on.
        ledger.begin(Erasure(id=gone.id, paths=(), at=at, after=plan.link.after))
        relinked, unwritten = self._wiping.unlink(plan.found, plan.link)
        if drafts := self._parts.open_scanner().erase_drafts(gone.id.encode()):
            told += (f"{drafts} {'copy' if drafts == 1 else 'copies'} made for an editor went with it",)
        return relinked, (*told, *unwritten)

    def _aliases(self, plans: Iterable[_Planned]) -> tuple[AliasEntry, ...]:
        """Entries of the records' vocabularies that have one of their names on either side."""
        entries, _ = self._parts.vault.read_aliases()
        names = [(plan.record.scope, set(_folded(plan.record))) for plan in plans]
        return tuple(
            entry
            for entry in entries
            if any(
                entry.scope == scope
                and not known.isdisjoint((fold_name(entry.alias), fold_name(entry.target)))
                for scope, known in names
            )
        )

    def _drop(self, entry: AliasEntry) -> None:
        with suppress(NotFound):  # somebody was faster
            Curating(self._parts, self._storing).remove_alias(
                entry.alias, entry.target, entry.scope, dry_run=False
            )

    def _text(self, plans: Sequence[_Planned]) -> Text:
        documents = [document for plan in plans for document in plan.found.own]
        return Text(
            ids=tuple(plan.forgotten.id for plan in plans),
            pieces=pieces_of(text for document in documents for text in texts_of(document.record)),
            terms=frozenset(term for document in documents for term in self.terms(document)),
            questions=tuple(question for document in documents for question in questions_of(document.record)),
            files=tuple(self._parts.vault.locate(document.path) for document in documents),
        )

    def terms(self, document: Document) -> frozenset[str]:
        """Whatever the index knows a document by."""
        entry = entry_of(document, self._parts.analyzer, self._parts.lexicon)
        terms = (term for term, _ in entry.postings)
        return frozenset((*terms, *entry.folded_tags, *entry.about, *entry.name_forms))


def known_by(record: Record) -> str:
    """The digest under which a record is buried, and by which an import knows it again: of its body, or of
    what it is called where it has none."""
    if record.body.strip():
        return body_hash(record.body)
    return body_hash(record.name if isinstance(record, Entity) else record.title or "")


def texts_of(record: Record) -> Iterator[str]:
    """The texts of a record, longest first where it matters: the body, then what it is called."""
    yield record.body
    match record:
        case Memory():
            yield from filter(None, (record.title, record.subject, record.value, record.qualifier))
        case Entity():
            yield record.name
            yield from (text for text in record.properties.values() if isinstance(text, str))
    yield from record.aliases
    yield from record.tags


def questions_of(record: Record) -> Iterator[str]:
    """Searches that would find a record."""
    yield record.name if isinstance(record, Entity) else record.title or ""
    yield first_sentence(record.body)
    yield from record.aliases


def _folded(record: Record) -> Iterator[str]:
    yield from map(fold_name, record.aliases)
    name = record.name if isinstance(record, Entity) else record.title
    if name:
        yield fold_name(name)


def _names(record: Record) -> tuple[str, ...]:
    """Ids under which a record may come again."""
    sources = record.sources if isinstance(record, Memory) else ()
    origins = (source.ref for source in sources if source.kind is SourceKind.IMPORT and source.ref)
    return tuple(dict.fromkeys((record.id, *origins)))
