"""Keeping the index true to the files: one look at the vault, and the changes it asks for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from vademecum.engine.ruling import follow_rules, reach_all, reach_on
from vademecum.errors import VadeError
from vademecum.model.answer import Synced
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import FAULTY, Document, FileState, Listing, Quarantined, QuarantineReason, Stamp
from vademecum.model.record import Status
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.record import MemoryId
    from vademecum.ports import Index

BATCH = 1_000
"""Files per transaction: large enough that its cost vanishes, small enough to bound memory."""

RACY_NS = 50_000_000
"""A file younger than this may be written again under the same stamp; coarse clocks tick every 10 ms."""

UNMOUNTED = "the drive it was on is not mounted"

_NEVER_SEEN = FileState(Stamp(0, 0, 0, 0), "", racy=True)
"""Of a file that is to be read anew and is out of reach: it is, once it is back."""

_GIVEN_WAY = (Status.SUPERSEDED, Status.RETRACTED, Status.ARCHIVED)

Progress = Callable[[int, int], None]
"""Called with (files done, files to do)."""


class _Tally:
    __slots__ = ("added", "adopted", "changed", "deleted", "quarantined")

    def __init__(self, deleted: int) -> None:
        self.added = self.changed = self.adopted = self.quarantined = 0
        self.deleted = deleted


class _Batch:
    __slots__ = ("gone", "put", "quarantine", "touched")

    def __init__(self) -> None:
        self.put: list[Entry] = []
        self.touched: list[tuple[str, FileState]] = []
        self.quarantine: list[tuple[Quarantined, FileState | None]] = []
        self.gone: list[str] = []

    def add(self, entries: Sequence[Entry]) -> None:
        """Take entries that say more than those of the same file."""
        written = {entry.path for entry in entries}
        self.put = [*(entry for entry in self.put if entry.path not in written), *entries]

    def changes(self) -> Changes:
        return Changes(
            put=tuple(self.put),
            gone=tuple(self.gone),
            touched=tuple(self.touched),
            quarantine=tuple(self.quarantine),
        )


class Syncer:
    """Brings an index up to date with the vault, now or when an answer needs it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._looked_at: datetime | None = None
        self._store = ""
        self._overdue = False
        self._unreachable: dict[str, str] = {}

    @property
    def unreachable(self) -> dict[str, str]:
        """Folders and files that the last look could not read, with the reason; what was known of them is
        kept."""
        return dict(self._unreachable)

    def before_answer(self) -> tuple[str, ...]:
        """Look at the files unless a recent look still serves or there are too many of them.

        Returns:
            Warnings for the answer: what could not be read, or that nobody looked.
        """
        if not self._parts.kept:
            return self._looked()
        with self._parts.index.steady():  # a database is asked a dozen small questions at once
            return self._looked()

    def _looked(self) -> tuple[str, ...]:
        parts = self._parts
        now = parts.now()
        interval = timedelta(seconds=parts.policy.sync_interval_s)
        recent = self._looked_at is not None and timedelta(0) <= now - self._looked_at < interval
        if recent and self._store == self.store():
            return self._told()
        if parts.glance.files() > parts.policy.sync_max_files:
            self._overdue = True
            return (*self._told(), _unlooked(parts.glance.files(), parts.policy.sync_max_files))
        self.run()
        return self._told()

    def _told(self) -> tuple[str, ...]:
        return tuple(
            f"{name or 'the vault'} cannot be read: {why}" for name, why in self._unreachable.items()
        )

    def before_write(self) -> None:
        """A new index must know the vault before a write asks it for repeats and names; after that a
        write looks at nothing but its own file, so that it costs the same in every vault."""
        if not self._parts.glance.files():
            self.run()

    def after_answer(self) -> None:
        """What could not be afforded before the answer: the look at a large vault, what new rules derive,
        then the commit."""
        if self._overdue:
            self.run()
        reach_on(self._parts.index.derivations(), self._parts.now, DERIVING)
        self._parts.index.flush(threshold=PENDING_AFTER_ANSWER)

    def complete(self, progress: Progress | None = None) -> Synced:
        """As `run`, and let new rules reach everything that is stored; other writers come between."""
        synced = self.run(progress)
        reach_all(self._parts.index.derivations())
        return synced

    def run(self, progress: Progress | None = None) -> Synced:
        """Look at every file's stamp, read those that changed, and write the difference to the index."""
        parts = self._parts
        started = parts.now()
        anew = parts.declaring.outdated(parts.index)
        listing = parts.vault.list() if anew else parts.vault.list_unless(parts.index.trace())
        if listing is None:
            synced = _unchanged(parts, started)
        else:
            synced = _synchronise(parts, parts.index, listing, progress, anew or ())
        if anew is not None:
            lost = [path for path in anew if listing is not None and path not in listing.files]
            parts.index.apply(Changes(touched=tuple([(path, _NEVER_SEEN) for path in lost])))
            parts.declaring.keep(parts.index)
        self._vocabulary(parts.index)
        follow_rules(parts.vault, parts.index, parts.index)
        self._seen(started, synced)
        return synced

    def store(self) -> str:
        """Which store answers; another one after a rebuild, or after a damaged one was given up. Empty where
        who keeps it sees to that."""
        return "" if self._parts.kept else self._parts.index.revision().partition(".")[0]

    def _seen(self, at: datetime, synced: Synced) -> None:
        self._looked_at, self._store, self._overdue = at, self.store(), False
        self._unreachable = synced.unreachable

    def _vocabulary(self, index: Index) -> None:
        state = self._parts.vault.aliases_state()
        if index.vocabulary_state().removeprefix(FAULTY) != state:
            entries, faults = self._parts.vault.read_aliases()
            index.put_vocabulary(entries, f"{FAULTY if faults else ''}{state}")

    def rebuild(self, progress: Progress | None = None) -> Synced:
        """Derive everything again beside the present index, which serves until the new one takes over."""
        from vademecum.indexing.difference import compare

        parts = self._parts
        started = parts.now()
        listing = parts.vault.list()
        unmounted = compare(listing, parts.index.states()).unmounted
        with parts.index.rebuilding() as fresh:
            parts.declaring.look(parts.index)
            parts.declaring.keep(fresh)
            synced = _synchronise(parts, fresh, listing, progress)
            self._vocabulary(fresh)
            follow_rules(parts.vault, fresh, parts.index)
            reach_all(fresh.derivations())
        self._seen(started, synced)
        return replace(
            synced,
            unreachable={**dict.fromkeys(unmounted, UNMOUNTED), **synced.unreachable},
            revision=parts.index.revision(),
            elapsed_s=(parts.now() - started).total_seconds(),
        )


def _unlooked(files: int, most: int) -> str:
    return (
        f"{files:,} files are more than sync.max_files ({most:,}), so nobody looked at them before this "
        "answer; what changed since the last look may be missing; ask again, or raise the setting"
    )


DERIVING = timedelta(seconds=1)
"""What a command may spend after its answer on what new rules derive of records that were there before."""

PENDING_AFTER_ANSWER = 64
"""Pending records that a one-shot command leaves to the next: proposing 64 costs less than a millisecond,
a commit of the lexical engine 16-90 ms."""


def _unchanged(parts: Parts, started: datetime) -> Synced:
    """What a look brought that found what the index knows."""
    elapsed = parts.now() - started
    return Synced(revision=parts.index.revision(), elapsed_s=elapsed.total_seconds())


def _synchronise(
    parts: Parts, index: Index, listing: Listing, progress: Progress | None, anew: Collection[str] = ()
) -> Synced:
    """Do it; files that are to be read `anew` are, whether they changed or not."""
    # Nearly every look needs no comparison.
    from vademecum.engine.settling import disputed, known_of, later, settle
    from vademecum.indexing.difference import compare

    started = parts.now()
    revision = index.revision()
    known = known_of(index, listing)
    difference = compare(listing, known)
    unread = sorted({*difference.unread, *listing.files.keys() & anew}) if anew else list(difference.unread)
    if unread or difference.gone:
        unread = sorted({*unread, *disputed(index, listing)})
    tally = _Tally(deleted=len(difference.gone))
    reader = _Reader(parts, index, listing, known, tally, anew=anew)
    gone = list(difference.gone)
    linked: list[Entry] = []
    for start in range(0, max(len(unread), 1), BATCH):
        batch = reader.read(unread[start : start + BATCH])
        batch.gone, gone = [*gone, *batch.gone], []
        _outgrown(parts, index, batch.put)
        linked += [entry for entry in batch.put if entry.supersedes]
        batch.add(_mended(parts, index, batch.put))
        changes = batch.changes()
        if not changes.is_empty:
            index.apply(changes)
            revision = later(revision, 1)
        if progress and unread:
            progress(min(start + BATCH, len(unread)), len(unread))
    if len(unread) > BATCH:  # the two sides of a replacement may have stood in different batches
        index.apply(Changes(put=_mended(parts, index, linked)))
    if len(unread) <= BATCH and not (difference.withheld or reader.kept):
        settle(index, listing, (*unread, *difference.gone), revision)
    return Synced(
        added=tally.added,
        changed=tally.changed,
        deleted=tally.deleted,
        adopted=tally.adopted,
        quarantined=tally.quarantined,
        unreachable={**dict.fromkeys(difference.unmounted, UNMOUNTED), **listing.unreachable, **reader.kept},
        revision=index.revision(),
        elapsed_s=(parts.now() - started).total_seconds(),
    )


def _outgrown(parts: Parts, index: Index, met: Sequence[Entry]) -> None:
    """Keep, by keyed digests, what records said before somebody edited their files."""
    rows = index.rows([entry.id for entry in met])
    said = ((entry.id, rows[entry.id].body_hash, entry.body_hash) for entry in met if entry.id in rows)
    bodies = [(record, before) for record, before, now in said if before != now]
    if bodies:
        with suppress(VadeError):  # nothing that a look writes may keep it from answering
            parts.ledger.outgrow(bodies)


def _mended(parts: Parts, index: Index, met: Sequence[Entry]) -> tuple[Entry, ...]:
    """What had to be written because a replacement is only half written: the new side was met, or an old side
    that knows nothing of it any more (a backup came back)."""
    holding = [entry.id for entry in met if entry.status not in _GIVEN_WAY]
    ahead = [row.superseded_by for row in index.rows(holding).values() if row.superseded_by]
    if not ahead and not any(entry.supersedes for entry in met):
        return ()
    from vademecum.engine.mending import Mending

    return Mending(parts, index).complete(met, index.rows(ahead).values())


class _Reader:
    """Reads changed files of one look and settles which file owns an id."""

    def __init__(
        self,
        parts: Parts,
        index: Index,
        listing: Listing,
        known: dict[str, FileState],
        tally: _Tally,
        *,
        anew: Collection[str],
    ) -> None:
        self._parts = parts
        self._anew = frozenset(anew)
        self._index = index
        self._listing = listing
        self._known = known
        self._tally = tally
        self._owners: dict[MemoryId, str] = {}
        self._faults = {fault.path: fault for fault in index.quarantined()}
        self.kept: dict[str, str] = {}
        """Files that cannot be read and are served as they were last read -> what is the matter."""

    def read(self, paths: Sequence[str]) -> _Batch:
        batch = _Batch()
        for path in paths:
            document = self._document(path)
            if document is None:
                if path in self._known:
                    batch.gone.append(path)
            elif isinstance(document, Quarantined):
                if self._keeps(document):
                    self.kept[path] = f"{document.message}; it is served as it was last read"
                else:
                    self._set_aside(batch, document)
            else:
                self._admit(batch, document)
        return batch

    def _keeps(self, fault: Quarantined) -> bool:
        """Whether a record stays although its file cannot be read: what it said last is not refuted."""
        unread = fault.reason is QuarantineReason.UNREADABLE
        return unread and fault.path in self._known and fault.path not in self._faults

    def _document(self, path: str) -> Document | Quarantined | None:
        from vademecum.indexing.entry import missing_id

        document = self._parts.vault.read(path)
        if isinstance(document, Document) and missing_id(document):
            now = self._parts.now()
            document = self._parts.vault.adopt(path, self._parts.ids.new(now), now)
            self._tally.adopted += isinstance(document, Document)
        return document

    def _admit(self, batch: _Batch, document: Document) -> None:
        known = self._known.get(document.path)
        rival = self._rival(document)
        if rival is not None and rival < document.path:
            self._set_aside(batch, _duplicate(document.path, rival, document.record.id), document.state)
            return
        if rival is not None:
            self._demote(batch, rival, document)
        self._owners[document.record.id] = document.path
        same = known is not None and known.sha256 == document.state.sha256 and self._holds(document)
        if same and document.path not in self._anew:
            if known != document.state:
                batch.touched.append((document.path, document.state))
            return
        self._parts.declaring.meet(self._index, (document,))
        batch.put.append(self._parts.entry(document))
        if known is None:
            self._tally.added += 1
        else:
            self._tally.changed += 1

    def _holds(self, document: Document) -> bool:
        return self._index.owner(document.record.id) == document.path

    def _rival(self, document: Document) -> str | None:
        """Another file of this look that holds the same id, if it still does."""
        record_id = document.record.id
        owner = self._owners.get(record_id)
        if owner is None and self._known:  # an index without files owns nothing but what this look met
            owner = self._index.owner(record_id)
        if owner is None or owner == document.path or not self._listing.holds(owner):
            return None
        present = self._parts.vault.read(owner)
        return owner if isinstance(present, Document) and present.record.id == record_id else None

    def _demote(self, batch: _Batch, rival: str, winner: Document) -> None:
        batch.put = [entry for entry in batch.put if entry.path != rival]
        fault = _duplicate(rival, winner.path, winner.record.id)
        self._set_aside(batch, fault, self._known.get(rival))

    def _set_aside(self, batch: _Batch, fault: Quarantined, state: FileState | None = None) -> None:
        """Name a file instead of serving it; saying the same of the same file again changes nothing."""
        if state is None:
            stamp = self._listing.files.get(fault.path) or self._known[fault.path].stamp
            age_ns = self._parts.now_us() * 1_000 - stamp.mtime_ns
            state = FileState(stamp, "", racy=age_ns < RACY_NS)
        if self._faults.get(fault.path) == fault and self._known.get(fault.path) == state:
            return
        self._tally.quarantined += 1
        batch.quarantine.append((fault, state))


def _duplicate(path: str, owner: str, record_id: MemoryId) -> Quarantined:
    return Quarantined(
        path,
        QuarantineReason.DUPLICATE_ID,
        f"its id {record_id} belongs to {owner}; remove the id line to give it one of its own, or delete it",
    )
