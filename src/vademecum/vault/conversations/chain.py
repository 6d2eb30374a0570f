"""Following the lines of a file: where it ends, how it goes on, and whether it is what was written."""

from __future__ import annotations

import json
import re

from vademecum.errors import NotFound
from vademecum.model.conversation import Appended, Event, EventKind, Header, Turn
from vademecum.model.transcript import Fault, FaultKind, Line, Mark
from vademecum.model.value import replace, value
from vademecum.text.chaining import conversation_id, header_hash
from vademecum.vault.conversations.lines import (
    TURN_BEGINS,
    BadLine,
    event_hash,
    event_line,
    header_line,
    read_line,
    redacted_line,
    true_hash,
    turn_line,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator

    from vademecum.model.conversation import ConversationId, NewConversation, NewTurn

_SEQ_AND_ID = rb'(\d+),"id":("(?:[^"\\]|\\.)*")'


def no_such(conversation: str) -> NotFound:
    """The error that says that a conversation is not there."""
    return NotFound(f"there is no conversation {conversation[:40]}; `vade conversations list` shows all")


class Tail:
    """Where a file ends, and which turns it has.

    Attributes:
        seq: of its last turn, 0 when it has none.
        line: number of lines.
        end: bytes up to the end of the last whole line.
        hash: of the last line that can be read; what comes next is chained to it.
        origins: ids of its turns.
        torn: bytes behind the last whole line.
    """

    __slots__ = ("end", "hash", "line", "origins", "seq", "torn")

    def __init__(self) -> None:
        self.seq = self.line = self.end = 0
        self.hash = ""
        self.origins: set[str] = set()
        self.torn = b""

    @classmethod
    def of(cls, lines: Iterable[bytes]) -> Tail:
        """Read a file's lines, their ends included; most of them only as far as `seq` and `id`."""
        tail = cls()
        last: list[bytes] = []
        known = re.compile(_SEQ_AND_ID)
        for line in lines:
            if not line.endswith(b"\n") and not _is_whole(line):
                tail.torn = line
                break
            tail.line += 1
            tail.end += len(line)
            found = known.match(line, len(TURN_BEGINS)) if line.startswith(TURN_BEGINS) else None
            if found:
                tail.seq = int(found[1])
                tail.origins.add(json.loads(found[2]))
            else:
                tail._read(line)
            last.append(line)
            del last[:-_LOOK_BACK]
        tail.hash = next((sound for each in reversed(last) if (sound := _hash_of(each))), "")
        return tail

    def _read(self, line: bytes) -> None:
        try:
            content = read_line(line)
        except BadLine:
            return
        if isinstance(content, Turn):
            self.seq = content.seq
            self.origins.add(content.id)

    def take(self, line: bytes, hash: str) -> None:
        """Count a line that was written behind it."""
        self.line += 1
        self.end += len(line)
        self.hash = hash


_LOOK_BACK = 64
"""Lines at the end among which one that can be read is looked for, to chain what comes next to it."""


def _hash_of(line: bytes) -> str:
    try:
        return read_line(line).hash
    except BadLine:
        return ""


def _is_whole(line: bytes) -> bool:
    """Whether a line without an end lost nothing but that, to an editor."""
    try:
        content = read_line(line)
    except BadLine:
        return False
    return true_hash(content) == content.hash


def header_of(new: NewConversation, *, folder: str | None) -> Header:
    """The header of a new conversation."""
    header = Header(
        id=conversation_id(new.host, new.origin_id),
        host=new.host,
        origin_id=new.origin_id,
        title=new.title,
        workspace=new.workspace,
        folder=folder,
        started=new.started,
        parent=conversation_id(new.host, new.parent) if new.parent else None,
    )
    return replace(header, hash=header_hash(header))


def begin(header: Header, tail: Tail) -> bytes:
    """The first line of a file."""
    line = header_line(header)
    tail.take(line, header.hash)
    return line


def go_on(new: NewTurn, salt: str, tail: Tail) -> bytes:
    """The line of a further turn."""
    line, hash = turn_line(new, tail.seq + 1, salt, tail.hash)
    tail.take(line, hash)
    tail.seq += 1
    tail.origins.add(new.origin_id)
    return line


class Fresh:
    """The turns of an append that are not there yet, as lines.

    Args:
        turns: all that were handed in.
        tail: where the file ends; it moves on with every line.
        salt: makes a new one.
    """

    def __init__(self, turns: Iterable[NewTurn], tail: Tail, salt: Callable[[], str]) -> None:
        self._turns = turns
        self._tail = tail
        self._salt = salt
        self._number = 0
        self._repeated: list[str] = []

    def lines(self, header: Header | None) -> Generator[bytes]:
        """Each of them; before the first one the header, when the file is new."""
        tail = self._tail
        for turn in self._turns:
            if turn.origin_id in tail.origins:
                self._repeated.append(turn.origin_id)
                continue
            if header is not None:
                yield begin(header, tail)
                header = None
            self._number += 1
            yield go_on(turn, self._salt(), tail)

    def appended(self, conversation: ConversationId, *, created: bool) -> Appended:
        """What came of it, once all lines were read."""
        number, last = self._number, self._tail.seq
        return Appended(
            id=conversation,
            created=created and number > 0,
            appended=number,
            first=last - number + 1 if number else 0,
            last=last if number else 0,
            repeated=tuple(self._repeated),
        )


def happened(
    event: EventKind, at: str, tail: Tail, *, text: str | None = None, turn: int | None = None
) -> tuple[Event, bytes]:
    """An event and its line."""
    made = Event(event=event, at=at, text=text, turn=turn, prev_hash=tail.hash, hash="")
    made = replace(made, hash=event_hash(made))
    line = event_line(made)
    tail.take(line, made.hash)
    return made, line


@value
class Redacted:
    """A file without the words of some turns.

    Attributes:
        data: all of it.
        number: how many of the turns had words.
        tail: where it ends.
    """

    data: bytes
    number: int
    tail: Tail


def redacted(lines: Iterable[bytes], turns: Collection[int], at: str) -> Redacted:
    """Take the words out of turns. A torn last line is dropped: it may hold some of them.

    Raises:
        NotFound: a turn is not there; nothing is redacted.
    """
    kept: list[bytes] = []
    missing = set(turns)
    blotted: list[int] = []
    for line in lines:
        if not line.endswith(b"\n") and not _is_whole(line):
            break
        content, whole = _turn_of(line), line if line.endswith(b"\n") else line + b"\n"
        if content is not None and content.seq in turns:
            missing.discard(content.seq)
            if not content.redacted:
                blotted.append(content.seq)
                whole = redacted_line(content)
        kept.append(whole)
    if missing:
        told = ", ".join(str(seq) for seq in sorted(missing))
        raise NotFound(f"the conversation has no turn {told}; `vade conversations show` numbers them")
    tail = Tail.of(kept)
    kept += [happened(EventKind.REDACTED, at, tail, turn=seq)[1] for seq in blotted]
    return Redacted(b"".join(kept), len(blotted), tail)


def _turn_of(line: bytes) -> Turn | None:
    try:
        content = read_line(line)
    except BadLine:
        return None
    return content if isinstance(content, Turn) else None


def parsed(lines: Iterable[bytes], since: Mark | None) -> Iterator[Line]:
    """Lines as values; a torn last one as a fault without a place of its own."""
    number, end, hash = (since.line, since.end, since.hash) if since else (0, 0, "")
    for raw in lines:
        number += 1
        try:
            content: Header | Turn | Event | Fault = read_line(raw)
        except BadLine as error:
            if not raw.endswith(b"\n"):
                yield Line(Mark(number - 1, end, hash), _torn(number))
                return
            content = Fault(kind=FaultKind.UNREADABLE, line=number, message=f"line {number}: {error}")
        end += len(raw)
        if not isinstance(content, Fault):
            hash = content.hash
        yield Line(Mark(number, end, hash), content)


def _torn(number: int) -> Fault:
    return Fault(
        kind=FaultKind.TORN,
        line=number,
        message=f"line {number} was cut off while it was written; it is set aside when the next turn comes",
    )


@value
class End:
    """The end of a file as this home last wrote it."""

    line: int
    hash: str
