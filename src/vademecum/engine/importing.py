"""Importing: every record of a foreign file gets one fate, and a second run repeats nothing.

That nothing is repeated rests on the origin ids that turns and memories carry. The ledger only makes it fast:
a file that did not change is not read, and one that grew is read from where it ended. It is written after the
records it speaks of are on the disk, so that whatever interrupts a run, the next one goes on and at most
reads again what was kept already.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypedDict, assert_never

from vademecum.engine.arriving import Arriving
from vademecum.engine.import_account import ImportAccount
from vademecum.engine.import_memories import ForeignMemories
from vademecum.engine.import_turns import ForeignTurns
from vademecum.errors import InvalidValue, UsageError, VadeError
from vademecum.model.importing import (
    Batch,
    Fate,
    ForeignEntity,
    ForeignMemory,
    Imported,
    ImportRecord,
    Left,
    Named,
    Passed,
    Progress,
    Reached,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.engine.entities import EntityPages
    from vademecum.engine.import_keeping import Keeping
    from vademecum.engine.import_parts import ImportParts
    from vademecum.engine.parts import Parts
    from vademecum.engine.remembering import Remembering
    from vademecum.engine.storing import Storing
    from vademecum.model.copies import CopiedFile
    from vademecum.model.importing import ForeignFile, Item
    from vademecum.ports.copies import Copies

    Watch = Callable[[str, int, int], None]
    """Called with the name of a file, how many of its bytes are done, and how many it has."""


class ImportFields(TypedDict, total=False):
    """What a caller may state of an import.

    Attributes:
        format: take every file for one of this format instead of looking into it.
        since: leave out files, conversations and memories in which nothing was said at or after this time;
            what tells no time is taken.
        scope: where memories go; the default scope, or the project they belong to, when not given.
        dry_run: tell what would become of each record, and write nothing.
        again: read what is known to be unchanged as well, and take in anew memories that were removed here.
        live: the host writes the source while it runs: its conversations are those that go on.
        folder: where conversations were held that do not say it themselves.
    """

    format: str | None
    since: datetime | None
    scope: str | None
    dry_run: bool
    again: bool
    live: bool
    folder: str | None


class Importing:
    """The use case of taking in what other systems kept."""

    def __init__(
        self,
        parts: Parts,
        imports: ImportParts,
        keeping: Keeping,
        *,
        remembering: Remembering,
        storing: Storing,
        pages: EntityPages,
        given: ImportFields,
    ) -> None:
        self._parts = parts
        self._storing = storing
        self._imports = imports
        self._format = given.get("format")
        self._since = _moment(given.get("since"))
        self._dry_run = given.get("dry_run", False)
        self._again = given.get("again", False)
        self._account = ImportAccount()
        self._turns = ForeignTurns(keeping, self._mark(), folder=given.get("folder"), dry_run=self._dry_run)
        self._memories = ForeignMemories(
            parts,
            imports,
            remembering,
            storing=storing,
            pages=pages,
            scope=given.get("scope"),
            dry_run=self._dry_run,
            again=self._again,
        )
        self._files = 0
        self._warnings: list[str] = []

    def run(self, source: str, watch: Watch | None = None) -> Imported:
        """Take in a source.

        Raises:
            NotFound, UsageError, LimitExceeded: it cannot be what was meant.
            VaultError: the disk refuses; what was taken in before it did stays.
        """
        copies = self._imports.copies
        copy = copies.read(source) if copies is not None and self._format is None else None
        if copy is not None and copies is not None:
            self._copy(source, copy, copies, watch or _unwatched)
        else:
            for file in self._imports.sources.files(source, self._format):
                if isinstance(file, Passed):
                    self._tell(Fate.SKIPPED, "file", file.name, "", file.reason)
                else:
                    self._file(file, watch or _unwatched)
        account = self._account
        return Imported(
            imported=account.count(Fate.IMPORTED),
            duplicate=account.count(Fate.DUPLICATE),
            skipped=account.count(Fate.SKIPPED),
            rejected=account.count(Fate.REJECTED),
            records=account.rows(),
            files=self._files,
            untold=account.untold,
            copied=copy is not None,
            dry_run=self._dry_run,
            warnings=tuple(self._warnings),
        )

    def _mark(self) -> Callable[[str], str]:
        """Marks titles; a dry run, which makes no key, by themselves, for it keeps none."""
        return str if self._dry_run else self._imports.ledger.mark

    def _copy(self, source: str, files: Iterator[CopiedFile], copies: Copies, watch: Watch) -> None:
        """Take in what another home exported.

        Raises:
            UsageError: it was asked to leave something out.
        """
        if self._dry_run or self._since:
            raise UsageError("an export of a home is taken in as a whole, without --dry-run and --since")
        arriving = Arriving(self._parts, self._storing, copies)

        def tell(fate: Fate, kind: str, place: str, reason: str, *, id: str | None) -> None:
            watch(place, 0, 0)
            self._tell(fate, kind, place, "", reason, id=id)
            self._files += 1

        arriving.take(files, tell)
        if arriving.known:
            for file in self._imports.sources.files(source):
                if not isinstance(file, Passed) and file.name in arriving.known:
                    self._file(file, watch)

    def _file(self, file: ForeignFile, watch: Watch) -> None:
        watch(file.name, 0, file.size)
        known = None if self._again else self._imports.ledger.progress(file.key)
        if known is not None and not self._covers(known):
            known = None
        if known is not None and known.whole and (known.stamp, known.size) == (file.stamp, file.size):
            self._unchanged(file, known)
        elif self._too_old(file):
            self._tell(Fate.SKIPPED, "file", file.name, "", f"nothing in it is of {self._since} or later")
        else:
            self._read(file, known, watch)
        self._files += 1
        watch(file.name, file.size, file.size)

    def _covers(self, known: Progress) -> bool:
        """Whether an earlier run left nothing out that this one wants."""
        return not known.since or (bool(self._since) and known.since <= self._since)

    def _too_old(self, file: ForeignFile) -> bool:
        if not self._since:
            return False
        active = file.active()
        return active is not None and active < self._since

    def _unchanged(self, file: ForeignFile, known: Progress) -> None:
        """Tell of a file that is not read what it was told of when it was."""
        counts = {fate: known.counts.get(fate.value, 0) for fate in Fate}
        same = counts[Fate.IMPORTED] + counts[Fate.DUPLICATE]
        for fate, count in (
            (Fate.DUPLICATE, same),
            (Fate.SKIPPED, counts[Fate.SKIPPED]),
            (Fate.REJECTED, counts[Fate.REJECTED]),
        ):
            if count:
                self._tell(fate, "file", file.name, "", "unchanged since the last import", count=count)

    def _read(self, file: ForeignFile, known: Progress | None, watch: Watch) -> None:
        begin = self._beginning(file, known)
        fresh = known is None or begin == Reached()
        self._account.begin_file({} if fresh or known is None else known.counts)
        self._turns.titles = {} if fresh or known is None else dict(known.titles)
        reached = begin
        try:
            for item in map(self._wanted(file), file.read(begin)):
                if isinstance(item, Reached):
                    reached = item
                    self._checkpoint(file, reached, whole=False)
                    watch(file.name, reached.offset, file.size)
                else:
                    self._item(file, item)
        except OSError as error:
            self._tell(Fate.REJECTED, "file", file.name, f"byte {reached.offset}", f"cannot be read: {error}")
            return
        self._checkpoint(file, reached, whole=True)

    def _beginning(self, file: ForeignFile, known: Progress | None) -> Reached:
        """Where to begin: behind what was read before, if those bytes are still the ones that were read."""
        if known is None or not file.grows or known.reached.offset > file.size:
            return Reached()
        try:
            same = file.digest(known.reached.offset) == known.digest
        except (OSError, VadeError):
            return Reached()
        return known.reached if same else Reached()

    def _checkpoint(self, file: ForeignFile, reached: Reached, *, whole: bool) -> None:
        if self._dry_run or not (whole or file.grows):
            return
        progress = Progress(
            key=file.key,
            stamp=file.stamp,
            size=file.size,
            reached=reached,
            digest=file.digest(reached.offset) if file.grows else "",
            whole=whole,
            since=self._since,
            titles=self._turns.titles,
            counts=self._account.of_file,
        )
        try:
            self._imports.ledger.keep_progress(progress)
        except VadeError as error:
            told = f"the next import reads {file.name} again, because how far it was read is not kept"
            self._warnings.append(f"{told}: {error.message}")

    def _wanted(self, file: ForeignFile) -> Callable[[Item], Item]:
        """Puts a word in the place of what is older than is asked for.

        A file that is appended to is one conversation, which is taken as a whole or not at all.
        """

        def wanted(item: Item) -> Item:
            at = None if file.grows else _time_of(item)
            if not self._since or at is None or at >= self._since:
                return item
            count = len(tuple(item.conversation.turns)) if isinstance(item, Batch) else 1
            place = "" if isinstance(item, Reached) else item.place
            return Left(fate=Fate.SKIPPED, place=place, reason=f"is older than {self._since}", count=count)

        return wanted

    def _item(self, file: ForeignFile, item: Item) -> None:
        match item:
            case Batch():
                for fate, reason, own, count in self._turns.take(item):
                    self._tell(fate, "turn", file.name, item.place, reason, id=own, count=count)
            case Named():
                became = self._turns.name(item)
                if became is not None:
                    fate, reason, own, count = became
                    self._tell(fate, "title", file.name, item.place, reason, id=own, count=count)
            case ForeignMemory():
                fate, reason, own = self._memories.take(item)
                self._tell(fate, "memory", file.name, item.place, reason, id=own)
            case ForeignEntity():
                fate, reason, own = self._memories.describe(item)
                self._tell(fate, "entity", file.name, item.place, reason, id=own)
            case Left():
                self._tell(item.fate, "line", file.name, item.place, item.reason, count=item.count)
            case Reached():
                pass
            case _:
                assert_never(item)

    def _tell(
        self,
        outcome: Fate,
        kind: str,
        file: str,
        place: str,
        reason: str = "",
        *,
        id: str | None = None,
        count: int = 1,
    ) -> None:
        self._account.tell(
            ImportRecord(
                outcome=outcome, kind=kind, file=file, place=place, reason=reason, id=id, count=count
            )
        )


def _unwatched(_file: str, _done: int, _size: int) -> None:
    """Nobody looks on."""


def _moment(since: datetime | None) -> str:
    """A moment as foreign times begin, so that as a text it comes before all that are not earlier.

    Raises:
        InvalidValue: it has no offset.
    """
    if since is None:
        return ""
    if since.tzinfo is None:
        raise InvalidValue("since", f"{since.isoformat()} has no offset; add one, e.g. +00:00")
    return since.astimezone(UTC).isoformat().removesuffix("+00:00")


def _time_of(item: Item) -> str | None:
    """When something was last said in it."""
    match item:
        case Batch():
            times = [turn.at for turn in item.conversation.turns if turn.at is not None]
            return max(times, default=None)
        case ForeignMemory():
            return item.at
        case _:
            return None
