"""The last line of every conversation as this home wrote it: what a file that was cut short cannot say.

The rows are not synced one by one. After a crash a row may be missing, which makes the home expect less than
there is; never more.
"""

from __future__ import annotations

from pathlib import Path

from vademecum.model.conversation import ConversationId
from vademecum.vault.conversations.chain import End
from vademecum.vault.journals import FileJournal, MemoryJournal, rows_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from vademecum.vault.journals import Journal, Row

_NAME = "conversation-ends.jsonl"
_TIDY_ABOVE = 8_192
"""Rows after which the file is rewritten when most of them are outdated."""


class Ends:
    """Remembers ends in a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._added = 0

    def keep(self, conversation: ConversationId, end: End) -> None:
        """The file of a conversation ends so now."""
        with self._journal.hold():
            self._journal.append({"id": conversation, "line": end.line, "hash": end.hash})
            self._added += 1
            if self._added >= _TIDY_ABOVE:
                self._tidy()

    def _tidy(self) -> None:
        self._added = 0
        rows = self._journal.rows()
        latest: dict[object, Row] = {}
        for row in rows:
            latest.pop(row.get("id"), None)
            latest[row.get("id")] = row
        if len(rows) > max(_TIDY_ABOVE, 2 * len(latest)):
            self._journal.rewrite(list(latest.values()))

    def all(self) -> dict[ConversationId, End]:
        """Every known end, in the order in which this home last wrote there."""
        return _latest(self._journal.rows())

    def of(self, conversation: ConversationId) -> End | None:
        """How the file of a conversation ended when this home last wrote there."""
        rows = reversed(self._journal.rows())
        found = next((row for row in rows if row.get("id") == conversation and _is_end(row)), None)
        return None if found is None else _end(found)

    def forget(self, conversation: ConversationId) -> None:
        """Nothing is known of it any more; no byte of it stays."""
        with self._journal.hold():
            rows = self._journal.rows()
            kept = [row for row in rows if row.get("id") != conversation]
            if len(kept) < len(rows):
                self._journal.rewrite(kept)


def file_ends(home: str | os.PathLike[str]) -> Ends:
    """The ends of a home on the disk."""
    return Ends(FileJournal(Path(home) / "state", _NAME, durable=False))


def memory_ends() -> Ends:
    """The ends of a home in memory."""
    return Ends(MemoryJournal())


def ends_in(data: bytes) -> dict[ConversationId, End]:
    """Every end that the bytes of such a journal tell of, as those of a copy."""
    return _latest(rows_in(data))


def _latest(rows: Iterable[Row]) -> dict[ConversationId, End]:
    latest: dict[ConversationId, End] = {}
    for row in rows:
        if _is_end(row):
            latest.pop(ConversationId(row["id"]), None)
            latest[ConversationId(row["id"])] = _end(row)
    return latest


def _is_end(row: Row) -> bool:
    return isinstance(row.get("id"), str) and isinstance(row.get("line"), int) and "hash" in row


def _end(row: Row) -> End:
    return End(row["line"], str(row["hash"]))
