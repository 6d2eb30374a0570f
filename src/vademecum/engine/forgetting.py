"""Forget: a record goes from its file, the index and whatever names it, and that is proven."""

from __future__ import annotations

from contextlib import suppress

from vademecum.engine.aftermath import Aftermaths
from vademecum.engine.curating import Curating
from vademecum.engine.discarding import Discarding, Unread
from vademecum.engine.mentions import abandoned
from vademecum.engine.proving import Text, proven
from vademecum.engine.reaching import refuse_foreign
from vademecum.engine.wiping import Wiping
from vademecum.errors import NotFound, Unreadable, UsageError, VadeError
from vademecum.model.ledger import Erasure
from vademecum.model.receipt import Forgotten, Receipt
from vademecum.model.record import Entity, Memory, MemoryId, SourceKind
from vademecum.model.value import replace, value
from vademecum.text.lines import first_sentence
from vademecum.text.names import fold_name
from vademecum.text.pieces import pieces_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.engine.wiping import Found
    from vademecum.lifecycle.forgetting import Link
    from vademecum.model.file import AliasEntry, Document
    from vademecum.model.receipt import Aftermath, Proof, Relinked
    from vademecum.model.record import Record


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
        self._discarding = Discarding(parts, self._wiping)
        self._ask = ask

    def forget(self, handles: Sequence[str], *, aliases: bool, dry_run: bool) -> Receipt:
        """Forget records, after what earlier runs left undone.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several records; nothing was erased.
            UsageError: nothing is named, and nothing was left undone.
            Conflict: a file changed meanwhile; it is as it was left.
            VaultError: a file is read-only, or the disk refuses; it is as it was.
        """
        completed, waiting = ((), ()) if dry_run else self._wiping.complete()
        if not (handles or completed or waiting):
            raise UsageError("nothing is named; say which memory to forget, e.g. `vade forget oat-milk`")
        meant = [
            one for handle in handles if (one := self._meant(handle, lenient=bool(completed or waiting)))
        ]
        plans = [self._plan(one) for one in dict.fromkeys(each for each in meant if isinstance(each, str))]
        unread = {each.path: each for each in meant if isinstance(each, Unread)}
        if dry_run:
            return self._planned(plans, unread.values(), self._aliases(plans) if aliases else ())
        dropped = self._aliases(plans) if aliases else ()
        receipt = self._forgotten(plans, tuple(unread.values()), dropped)
        return replace(
            receipt,
            completed=tuple(erasure.id for erasure in completed),
            warnings=(
                *map(broken_off, (one for one in completed if not one.whole)),
                *waiting,
                *receipt.warnings,
            ),
        )

    def _meant(self, handle: str, *, lenient: bool) -> MemoryId | Unread | None:
        """What a handle means: a record, or a file that cannot be read as one.

        Args:
            lenient: nothing of the name is no mistake, as it may have been completed just now.
        """
        try:
            return self._storing.row(handle).id
        except (NotFound, Unreadable):
            if unread := self._discarding.named(handle):
                return unread
            if self._parts.index.state(handle) is not None:  # the path of a file that was read
                present = self._storing.present(handle)
                if present is not None:
                    return present.record.id
            if lenient:
                return None
            raise

    def _plan(self, record_id: MemoryId) -> _Planned:
        row = self._storing.row(record_id)
        refuse_foreign(row)
        document = self._storing.document(row)
        record = document.record
        found = self._wiping.found(record_id, _origins(record))
        if not any(own.path == document.path for own in found.own):
            found = replace(found, own=(document, *found.own))
        stated = record.superseded_by if isinstance(record, Memory) else None
        forgotten = Forgotten(
            id=record.id,
            key=document.key,
            kind=record.kind,
            scope=record.scope,
            paths=tuple(own.path for own in found.own),
        )
        return _Planned(forgotten, found, self._wiping.link(record.id, found, stated), record)

    def _planned(
        self, plans: Sequence[_Planned], unread: Iterable[Unread], aliases: tuple[AliasEntry, ...]
    ) -> Receipt:
        return Receipt(
            outcome="planned",
            forgotten=(*(plan.forgotten for plan in plans), *(file.forgotten for file in unread)),
            relinked=tuple(one for plan in plans for one in self._wiping.plan(plan.found, plan.link)),
            aliases=aliases,
            aftermath=self._aftermath(plans, aliases),
            dry_run=True,
        )

    def _forgotten(
        self, plans: Sequence[_Planned], unread: Sequence[Unread], dropped: tuple[AliasEntry, ...]
    ) -> Receipt:
        text = self._text(plans, unread)
        aftermath = self._aftermath(plans, dropped)
        relinked: list[Relinked] = []
        told: list[str] = []
        gone: list[MemoryId] = []
        for number, plan in enumerate(plans):
            # The one before may have been a neighbour of this one, and have been taken out of its links.
            changed, unwritten, warnings = self._erase(self._plan(plan.forgotten.id) if number else plan)
            relinked += changed
            told += (*unwritten, *warnings)
            if not unwritten:
                gone.append(plan.forgotten.id)
        for file in unread:
            changed, warnings = self._discarding.erase(file)
            relinked += changed
            told += warnings
            gone.append(MemoryId(file.path))
        for entry in dropped:
            self._drop(entry)
        proof, doubts, held = self._proven(text, gone) if plans or unread else (None, (), True)
        for key in abandoned(self._parts.index, (plan.record for plan in plans)):
            told.append(f"the page {key} was begun by a mention of it; `vade forget {key}` erases that too")
        return Receipt(
            outcome="forgotten" if held else "unproven",
            forgotten=(*(plan.forgotten for plan in plans), *(file.forgotten for file in unread)),
            relinked=tuple(relinked),
            aliases=dropped,
            aftermath=aftermath,
            proof=proof,
            warnings=(*told, *doubts),
        )

    def _aftermath(self, plans: Iterable[_Planned], dropped: tuple[AliasEntry, ...]) -> tuple[Aftermath, ...]:
        """What that does to the graph, told of the graph as it is before."""
        aftermaths = Aftermaths(self._parts)
        return tuple(aftermaths.of_record(plan.record, plan.forgotten.key, dropped=dropped) for plan in plans)

    def _proven(self, text: Text, gone: Iterable[MemoryId]) -> tuple[Proof | None, tuple[str, ...], bool]:
        """Take the freed bytes out of the index and look whether anything is left; what is proven is done."""
        unclean = self._wiping.scrub()
        proof, doubts = proven(self._parts, text, self._ask)
        held = proof is not None and proof.holds and not unclean
        if held:
            for erased in gone:
                self._parts.ledger.finish(erased)
        return proof, (*unclean, *doubts), held

    def _erase(self, plan: _Planned) -> tuple[tuple[Relinked, ...], tuple[str, ...], tuple[str, ...]]:
        """Erase one record but for the freed bytes in the index; neighbours that were linked anew, those that
        could not be, and what else has to be told."""
        ledger = self._parts.ledger
        gone, at = plan.forgotten, self._parts.now()
        ledger.begin(Erasure(id=gone.id, paths=gone.paths, at=at, after=plan.link.after))
        fresh = self._wiping.bury(plan.found, gone.id, at)
        try:
            told = self._wiping.erase(plan.found.own)
        except VadeError:
            if self._parts.vault.read(gone.paths[0]) is not None:
                ledger.finish(gone.id)
                for digest in fresh:
                    ledger.exhume(digest, at)
            raise
        told += self._wiping.clear(gone.paths)
        # Names of files tell of what was in them; from here on the id is enough to go on.
        ledger.begin(Erasure(id=gone.id, paths=(), at=at, after=plan.link.after))
        ledger.bury_earlier(gone.id, at)
        relinked, unwritten = self._wiping.unlink(plan.found, plan.link)
        if drafts := self._parts.open_scanner().erase_drafts(gone.id.encode()):
            told += (f"{drafts} {'copy' if drafts == 1 else 'copies'} made for an editor went with it",)
        return relinked, unwritten, told

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

    def _text(self, plans: Sequence[_Planned], unread: Sequence[Unread]) -> Text:
        documents = [document for plan in plans for document in plan.found.own]
        pieces = pieces_of(text for document in documents for text in texts_of(document.record))
        terms = {term for document in documents for term in terms_of(self._parts, document)}
        terms.update(stem for file in unread for stem in self._parts.analyzer.stems(file.text))
        paths = [*(document.path for document in documents), *(file.path for file in unread)]
        return Text(
            ids=(
                *(plan.forgotten.id for plan in plans),
                *(file.orphan for file in unread if file.orphan is not None),
            ),
            pieces=tuple(dict.fromkeys((*pieces, *(piece for file in unread for piece in file.pieces)))),
            terms=frozenset(terms),
            questions=tuple(question for document in documents for question in questions_of(document.record)),
            files=tuple(map(self._parts.vault.locate, paths)),
        )


def terms_of(parts: Parts, document: Document) -> frozenset[str]:
    """Whatever the index knows a document by."""
    entry = parts.entry(document)
    terms = (term for term, _ in entry.postings)
    return frozenset((*terms, *entry.folded_tags, *entry.about, *entry.name_forms))


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


def _origins(record: Record) -> tuple[str, ...]:
    """Ids under which a record may come again from where it was imported."""
    sources = record.sources if isinstance(record, Memory) else ()
    return tuple(
        dict.fromkeys(source.ref for source in sources if source.kind is SourceKind.IMPORT and source.ref)
    )


def broken_off(erasure: Erasure) -> str:
    """What to tell of a redaction that an earlier run did not finish: what the secret was, nobody kept."""
    return (
        f"a redaction of {erasure.id} was broken off; its traces are gone, but look whether the file still "
        "says what was to go, and repeat `vade redact` or `vade forget` if it does"
    )
