"""One atomic step of the catalogue of conversations."""

from __future__ import annotations

import json
from collections import Counter

from vademecum.model.turns import NOWHERE
from vademecum.stores.local.changing import add_statistics
from vademecum.stores.local.codec import stamp_values
from vademecum.stores.local.head import read_head
from vademecum.stores.local.turns.layout import LANGUAGE, RECORDS, TERMS
from vademecum.stores.turn_codec import rest_of
from vademecum.text.lines import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import Heard, Held, Spoken, TurnChanges
    from vademecum.stores.local.head import Connection

_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode

_PUT_CONVERSATION = """
    INSERT INTO conversation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (number) DO UPDATE SET
        workspace = excluded.workspace, host = excluded.host, ended = excluded.ended,
        archived = excluded.archived, live = excluded.live, claimed = excluded.claimed, size = excluded.size,
        mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, inode = excluded.inode,
        device = excluded.device, rest = excluded.rest"""
_PUT_TURN = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def apply_changes(connection: Connection, changes: TurnChanges) -> None:
    """Do all of it; the caller holds the transaction."""
    step = _Step(connection)
    for conversation in changes.gone:
        step.drop(conversation)
    for heard in changes.heard:
        step.take(heard)
    step.finish()


class _Step:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._head = read_head(connection)
        self._version = self._head.last_version
        self._terms: Counter[str] = Counter()
        self._totals: Counter[tuple[str, str]] = Counter()

    def _number(self, conversation: ConversationId) -> int | None:
        row = self._connection.execute(
            "SELECT number FROM conversation WHERE id = ?", (conversation,)
        ).fetchone()
        return None if row is None else int(row[0])

    def drop(self, conversation: ConversationId) -> None:
        """Nothing of it is known any more."""
        number = self._number(conversation)
        if number is not None:
            self._empty(number)
            self._connection.execute("DELETE FROM conversation WHERE number = ?", (number,))

    def _empty(self, number: int) -> None:
        connection = self._connection
        for lang, length, bag in connection.execute(
            "SELECT lang, length, bag FROM record WHERE conversation = ?", (number,)
        ):
            self._terms.subtract(set(bag.split()))
            self._count(lang, length, -1)
        connection.execute(
            "INSERT INTO dead SELECT version, '' FROM record WHERE conversation = ? AND version <= ?",
            (number, self._head.known_to_engine),
        )
        connection.execute("DELETE FROM record WHERE conversation = ?", (number,))

    def take(self, heard: Heard) -> None:
        """Put one conversation's news in."""
        number = self._number(heard.conversation.id)
        if number is None:
            row = self._connection.execute("SELECT coalesce(max(number), 0) + 1 FROM conversation").fetchone()
            number = int(row[0])
        elif heard.anew:
            self._empty(number)
        self._connection.execute(_PUT_CONVERSATION, _columns(number, heard.conversation))
        self._connection.executemany(_PUT_TURN, self._rows(number, self._missing(number, heard.turns)))

    def _missing(self, number: int, turns: Sequence[Spoken]) -> Sequence[Spoken]:
        """Those that another process, which read the same lines at the same time, has not put in already."""
        if not turns:
            return turns
        rows = self._connection.execute(
            "SELECT seq FROM record WHERE conversation = ? AND seq BETWEEN ? AND ?",
            (number, turns[0].seq, turns[-1].seq),
        )
        there = {seq for (seq,) in rows}
        return [turn for turn in turns if turn.seq not in there] if there else turns

    def _rows(self, number: int, turns: Iterable[Spoken]) -> Iterable[tuple[object, ...]]:
        for turn in turns:
            self._version += 1
            self._terms.update(set(turn.bag.split()))
            self._count(turn.lang, turn.length, 1)
            yield (
                self._version,
                number,
                turn.seq,
                turn.role.value,
                turn.line,
                turn.start,
                turn.lang,
                turn.length,
                turn.bag,
                turn.speaker,
                turn.asks,
                turn.tells,
                turn.at,
            )

    def _count(self, lang: str, length: int, sign: int) -> None:
        totals = self._totals
        totals[RECORDS, ""] += sign
        totals[TERMS, ""] += sign * length
        totals[LANGUAGE, lang] += sign

    def finish(self) -> None:
        """Write what was counted, and that there was a change."""
        add_statistics(self._connection, self._terms, self._totals)
        self._connection.execute("UPDATE head SET changes = changes + 1, last_version = ?", (self._version,))


def _columns(number: int, held: Held) -> tuple[object, ...]:
    return (
        number,
        held.id,
        storable(held.workspace or NOWHERE),
        storable(held.host),
        held.ended is not None,
        held.archived,
        held.live,
        held.claimed,
        *stamp_values(held.stamp),
        rest_of(held),
    )
