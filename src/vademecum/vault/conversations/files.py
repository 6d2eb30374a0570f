"""`FileConversations`: ``conversations/<yyyy>/<id>.jsonl`` below a home."""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from vademecum.blotting import erase_file, erase_leavings, replace_blotting
from vademecum.durable import disk_refusal, make_folders, sync_folder, write_all
from vademecum.model.conversation import ConversationId
from vademecum.model.file import Stamp
from vademecum.shadows import settle
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations import chain, checking
from vademecum.vault.conversations.chain import End, Fresh, Tail
from vademecum.vault.conversations.ends import Ends, file_ends
from vademecum.vault.conversations.lines import MAX_LINE_BYTES
from vademecum.vault.locks import Locks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from datetime import datetime

    from vademecum.model.conversation import Appended, Event, EventKind, NewConversation
    from vademecum.model.transcript import Line, Mark, Verification

SUFFIX, TORN = ".jsonl", ".torn"

BLOTTING = "conversations-blotting"
"""Lock of whoever makes temporary files beside conversations, or takes those away that a crash left there."""

_ID = re.compile(r"[0-9a-f]{24}")
_YEAR = re.compile(r"[0-9]{4}")
_READ = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
_WRITE = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
_AT_ONCE = 1 << 20
"""Bytes gathered before they are written; the disk is waited for once, at the end."""

_TAILS = 64
"""Files whose end and origin ids are remembered between two appends; an importer brings a conversation in
batches, and reading what is there each time would take the square of its length."""


def is_conversation_id(text: str) -> bool:
    """Whether a text can be the name of a conversation's file; nothing else ever becomes part of a path."""
    return _ID.fullmatch(text) is not None


class FileConversations:
    """Implements `ports.Conversations`."""

    def __init__(self, home: str | os.PathLike[str], ends: Ends | None = None) -> None:
        self._home = Path(home)
        self._folder = self._home / "conversations"
        self._locks = Locks(self._home / "state" / "locks")
        self._ends = ends or file_ends(home)
        self._places: dict[ConversationId, Path] = {}
        self._tails: OrderedDict[ConversationId, tuple[Stamp, Tail]] = OrderedDict()

    def stamps(self) -> dict[ConversationId, Stamp]:
        found: dict[ConversationId, Stamp] = {}
        try:
            years = sorted(entry.path for entry in os.scandir(self._folder) if _is_year(entry))
            for year in reversed(years):  # of two files of one id the older year's stands
                with os.scandir(year) as entries:
                    for entry in entries:
                        name = entry.name.removesuffix(SUFFIX)
                        if entry.name.endswith(SUFFIX) and is_conversation_id(name):
                            found[ConversationId(name)] = _stamp(entry.stat(follow_symlinks=False))
        except FileNotFoundError:
            return dict(sorted(found.items()))
        except OSError as error:
            raise disk_refusal("look into", self._folder, error) from error
        return dict(sorted(found.items()))

    def _path(self, conversation: ConversationId) -> Path | None:
        if not is_conversation_id(conversation):
            return None
        known = self._places.get(conversation)
        if known is not None and os.path.lexists(known):
            return known
        places = (self._folder / year / f"{conversation}{SUFFIX}" for year in self._years())
        found = next((place for place in places if os.path.lexists(place)), None)
        if found is not None:
            self._places[conversation] = found
        return found

    def _years(self) -> list[str]:
        try:
            return sorted(entry.name for entry in os.scandir(self._folder) if _is_year(entry))
        except OSError:
            return []

    def _must(self, conversation: ConversationId) -> Path:
        path = self._path(conversation)
        if path is None:
            raise chain.no_such(conversation)
        return path

    def locate(self, conversation: ConversationId) -> str:
        return str(self._must(conversation))

    def lines(self, conversation: ConversationId, since: Mark | None = None) -> Iterator[Line]:
        path = self._path(conversation)
        if path is None:
            return
        yield from chain.parsed(_raw(path, since.end if since else 0), since)

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        path = self._path(conversation)
        return frozenset(self._tail(conversation, path).origins) if path else frozenset()

    def known(self) -> tuple[ConversationId, ...]:
        return tuple(self._ends.all())

    def verify(self, conversation: ConversationId) -> Verification:
        with self._locks.hold(_lock(conversation)):
            path = self._path(conversation)
            lines: Iterator[bytes] = _raw(path, 0) if path else iter(())
            return checking.verify(conversation, lines, self._ends.of(conversation))

    def append(self, new: NewConversation, at: datetime, *, folder: str | None = None) -> Appended:
        conversation = conversation_id(new.host, new.origin_id)
        with self._locks.hold(_lock(conversation)):
            path = self._path(conversation)
            tail = self._tail(conversation, path) if path else Tail()
            fresh = Fresh(new.turns, tail, lambda: os.urandom(16).hex())
            # A crash may have left an empty file, or one with half a header.
            new_file = tail.line == 0
            lines = fresh.lines(chain.header_of(new, folder=folder) if new_file else None)
            place = path or self._folder / _year(new.started, at) / f"{conversation}{SUFFIX}"
            self._tails.pop(conversation, None)
            with closing(lines):
                first = next(lines, None)
                if first is not None:
                    self._write(place, first, lines, tail)
                    self._wrote(conversation, place, tail)
        return fresh.appended(conversation, created=new_file)

    def _write(self, place: Path, first: bytes, lines: Iterable[bytes], tail: Tail) -> None:
        """Write behind what is there, and wait for the disk; also when the turns stop coming by an error."""
        made = not os.path.lexists(place)
        if made:
            make_folders(place.parent)
        with _disk("write", place):
            descriptor = os.open(place, _WRITE | (os.O_CREAT if made else 0), 0o600)
        try:
            with _disk("write", place):
                _mend(descriptor, place, tail)
                if made:  # an empty file is what a death leaves, however long the other lines are in coming
                    write_all(descriptor, first)
            waiting, size = ([], 0) if made else ([first], len(first))
            try:
                for line in lines:
                    waiting.append(line)
                    size += len(line)
                    if size >= _AT_ONCE:
                        with _disk("write", place):
                            write_all(descriptor, b"".join(waiting))
                        waiting, size = [], 0
            finally:
                with _disk("write", place):
                    write_all(descriptor, b"".join(waiting))
                    os.fsync(descriptor)
                    if made:
                        sync_folder(place.parent)
                settle(place)
        finally:
            if made and not os.fstat(descriptor).st_size:  # refused before its first line: no talk is without
                with suppress(OSError):
                    place.unlink()
            os.close(descriptor)

    def _wrote(self, conversation: ConversationId, place: Path, tail: Tail) -> None:
        self._ends.keep(conversation, End(tail.line, tail.hash))
        self._tails[conversation] = (_stamp(os.stat(place)), tail)
        while len(self._tails) > _TAILS:
            self._tails.popitem(last=False)

    def _tail(self, conversation: ConversationId, path: Path) -> Tail:
        """Where the file ends now."""
        known = self._tails.get(conversation)
        try:
            if known is not None and known[0] == _stamp(os.stat(path, follow_symlinks=False)):
                return known[1]
        except OSError as error:
            raise disk_refusal("read", path, error) from error
        return Tail.of(_raw(path, 0))

    def note(
        self, conversation: ConversationId, event: EventKind, at: datetime, text: str | None = None
    ) -> Event:
        with self._locks.hold(_lock(conversation)):
            path = self._must(conversation)
            tail = self._tail(conversation, path)
            made, line = chain.happened(event, at.isoformat(), tail, text=text)
            self._tails.pop(conversation, None)
            self._write(path, line, iter(()), tail)
            self._wrote(conversation, path, tail)
        return made

    def redact(self, conversation: ConversationId, turns: Sequence[int], at: datetime) -> int:
        with self._locks.hold(BLOTTING), self._locks.hold(_lock(conversation)):
            path = self._must(conversation)
            self._tails.pop(conversation, None)
            made = chain.redacted(_raw(path, 0), turns, at.isoformat())
            torn = path.with_suffix(TORN)
            if torn.exists():
                erase_file(torn)
            if made.number:
                replace_blotting(path, made.data, mode=0o600, guard=lambda: None)
                self._ends.keep(conversation, End(made.tail.line, made.tail.hash))
            erase_leavings(path.parent)
        return made.number

    def erase(self, conversation: ConversationId) -> int:
        number = 0
        with self._locks.hold(BLOTTING), self._locks.hold(_lock(conversation)):
            self._tails.pop(conversation, None)
            while (path := self._path(conversation)) is not None:
                for each in (path, path.with_suffix(TORN)):
                    if os.path.lexists(each):
                        erase_file(each)
                        number += 1
            # Also where no file is any more: a crash may have left it under another name.
            for year in self._years():
                erase_leavings(self._folder / year)
            self._ends.forget(conversation)
        return number


def _lock(conversation: ConversationId) -> str:
    """One lock for a 256th of all conversations: a lock file each would double the number of files."""
    return f"conversation-{conversation[:2]}" if is_conversation_id(conversation) else "conversation"


@contextmanager
def _disk(action: str, place: Path) -> Generator[None]:
    """What the disk refuses, as the error that says so."""
    try:
        yield
    except OSError as error:
        raise disk_refusal(action, place, error) from error


def _raw(path: Path, start: int) -> Generator[bytes]:
    """The lines of a file from some byte on, their ends included."""
    try:
        with os.fdopen(os.open(path, _READ), "rb") as file:
            if start:
                file.seek(start)
            while line := file.readline(MAX_LINE_BYTES + 2):
                yield line
    except FileNotFoundError:
        return
    except OSError as error:
        raise disk_refusal("read", path, error) from error


def _mend(descriptor: int, place: Path, tail: Tail) -> None:
    """Set a torn last line aside, and close a whole one that lost its end."""
    size = os.fstat(descriptor).st_size
    if size and not tail.torn and os.pread(descriptor, 1, size - 1) != b"\n":
        write_all(descriptor, b"\n")
    if tail.torn:
        aside = os.open(
            place.with_suffix(TORN),
            os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW,
            0o600,
        )
        try:
            write_all(aside, tail.torn + b"\n")
            os.fsync(aside)
        finally:
            os.close(aside)
        settle(place.with_suffix(TORN))
        os.ftruncate(descriptor, size - len(tail.torn))
        tail.torn = b""


def _is_year(entry: os.DirEntry[str]) -> bool:
    return _YEAR.fullmatch(entry.name) is not None and entry.is_dir(follow_symlinks=False)


def _year(started: str | None, at: datetime) -> str:
    claimed = (started or "")[:4]
    return claimed if _YEAR.fullmatch(claimed) and claimed.isascii() else f"{at.year:04}"


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev)
