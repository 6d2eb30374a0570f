"""`RowConversations`: what was said, whose lines are rows."""

from __future__ import annotations

import os
import re
from collections import OrderedDict

from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations import chain, checking
from vademecum.vault.conversations.chain import End, Fresh, Tail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import TypeVar

    from vademecum.model.conversation import (
        Appended,
        ConversationId,
        Event,
        EventKind,
        NewConversation,
        NewTurn,
    )
    from vademecum.model.file import Stamp
    from vademecum.model.transcript import Line, Mark, Verification
    from vademecum.ports.truth import TalkRows
    from vademecum.vault.conversations.ends import Ends

    T = TypeVar("T")

_YEAR = re.compile(r"[0-9]{4}")
_TAILS = 64
"""Conversations whose end and origin ids are remembered between two appends, as on a disk."""


def _salt() -> str:
    return os.urandom(16).hex()


def _dropped(conversation: ConversationId, torn: bytes) -> None:
    del conversation, torn


class RowConversations:
    """Implements `ports.Conversations`.

    Args:
        rows: the lines.
        ends: what is known of the end of each.
        salt: makes a new one.
        aside: keeps what stands behind the last whole line of a conversation that goes on, e.g. half a line
            of a copy that was taken in.
    """

    def __init__(
        self,
        rows: TalkRows,
        ends: Ends,
        *,
        salt: Callable[[], str] = _salt,
        aside: Callable[[ConversationId, bytes], None] = _dropped,
    ) -> None:
        self._rows = rows
        self._ends = ends
        self._salt = salt
        self._aside = aside
        self._tails: OrderedDict[ConversationId, tuple[Stamp, Tail]] = OrderedDict()

    def stamps(self) -> dict[ConversationId, Stamp]:
        return self._rows.stamps()

    def lines(self, conversation: ConversationId, since: Mark | None = None) -> Iterator[Line]:
        return chain.parsed(self._rows.lines(conversation, since.end if since else 0), since)

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        return frozenset(self._tail(conversation).origins)

    def locate(self, conversation: ConversationId) -> str:
        return f"conversations/{self._must(conversation)}/{conversation}.jsonl"

    def _must(self, conversation: ConversationId) -> str:
        """The year it is filed under."""
        year = self._rows.year(conversation)
        if not year:
            raise chain.no_such(conversation)
        return year

    def known(self) -> tuple[ConversationId, ...]:
        return tuple(self._ends.all())

    def verify(self, conversation: ConversationId) -> Verification:
        end = self._ends.of(conversation)
        return checking.verify(conversation, self._rows.lines(conversation), end)

    def append(self, new: NewConversation, at: datetime, *, folder: str | None = None) -> Appended:
        conversation = conversation_id(new.host, new.origin_id)
        turns, failure = _read(new.turns)

        def append() -> Appended:
            tail = self._tail(conversation)
            fresh = Fresh(turns, tail, self._salt)
            is_new = tail.line == 0
            lines = list(fresh.lines(chain.header_of(new, folder=folder) if is_new else None))
            if lines:
                self._put(conversation, lines, tail, _year(new.started, at))
            return fresh.appended(conversation, created=is_new)

        appended = self._changed(conversation, append)
        if failure is not None:
            raise failure
        return appended

    def _changed(self, conversation: ConversationId, work: Callable[[], T]) -> T:
        """Do it in one step. What is remembered of the end counts again once it was seen to be kept."""
        try:
            return self._rows.whole(work)
        except BaseException:
            self._tails.pop(conversation, None)
            raise

    def _tail(self, conversation: ConversationId) -> Tail:
        """Where it ends now."""
        known = self._tails.pop(conversation, None)
        if known is not None and known[0] == self._rows.stamps().get(conversation):
            return known[1]
        return Tail.of(self._rows.lines(conversation))

    def _put(self, conversation: ConversationId, lines: Sequence[bytes], tail: Tail, year: str) -> None:
        if tail.torn:
            self._aside(conversation, tail.torn)
            before = list(self._rows.lines(conversation))[:-1]
            self._rows.replace(conversation, [*before, *lines], self._rows.year(conversation))
            tail.torn = b""
        else:
            self._rows.append(conversation, lines, year)
        self._ends.keep(conversation, End(tail.line, tail.hash))
        self._tails[conversation] = (self._rows.stamps()[conversation], tail)
        while len(self._tails) > _TAILS:
            self._tails.popitem(last=False)

    def note(
        self, conversation: ConversationId, event: EventKind, at: datetime, text: str | None = None
    ) -> Event:
        def note() -> Event:
            year = self._must(conversation)
            tail = self._tail(conversation)
            made, line = chain.happened(event, at.isoformat(), tail, text=text)
            self._put(conversation, [line], tail, year)
            return made

        return self._changed(conversation, note)

    def redact(self, conversation: ConversationId, turns: Sequence[int], at: datetime) -> int:
        def redact() -> int:
            year = self._must(conversation)
            self._tails.pop(conversation, None)
            made = chain.redacted(self._rows.lines(conversation), turns, at.isoformat())
            if made.number:
                self._rows.replace(conversation, made.data.splitlines(keepends=True), year)
                self._ends.keep(conversation, End(made.tail.line, made.tail.hash))
            return made.number

        return self._rows.whole(redact)

    def erase(self, conversation: ConversationId) -> int:
        def erase() -> int:
            self._tails.pop(conversation, None)
            number = int(self._rows.erase(conversation))
            self._ends.forget(conversation)
            return number

        return self._rows.whole(erase)


def _read(turns: Iterable[NewTurn]) -> tuple[list[NewTurn], Exception | None]:
    """Every turn, or those before reading failed, and by what: a step done anew cannot read them again."""
    read: list[NewTurn] = []
    try:
        read.extend(turns)
    except Exception as error:  # noqa: BLE001  # raised again once what came before is kept
        return read, error
    return read, None


def _year(started: str | None, at: datetime) -> str:
    claimed = (started or "")[:4]
    return claimed if _YEAR.fullmatch(claimed) and claimed.isascii() else f"{at.year:04}"
