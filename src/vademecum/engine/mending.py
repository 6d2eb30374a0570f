"""Completing what a crash left half written: a replacement of which the old memory does not know."""

from __future__ import annotations

from vademecum.engine.cascading import Cascading
from vademecum.errors import VadeError
from vademecum.lifecycle.standing import HIDDEN_STATUSES, follow, in_place
from vademecum.lifecycle.transitions import half_written, superseded
from vademecum.model.entry import REPLACEMENT
from vademecum.model.file import Document, in_team
from vademecum.model.record import HOLDING, Memory, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.standing import State
    from vademecum.model.entry import Entry, Row
    from vademecum.model.record import MemoryId
    from vademecum.ports import Index


class Mending:
    """Writes the old side of replacements whose new side a look at the files met."""

    def __init__(self, parts: Parts, index: Index) -> None:
        """Prepare for one look.

        Args:
            parts: the open home.
            index: the index that is being brought up to date; a rebuild fills another than the present one.
        """
        self._parts = parts
        self._index = index
        self._fresh: dict[MemoryId, Entry] = {}

    def complete(self, met: Iterable[Entry], ahead: Iterable[Row] = ()) -> tuple[Entry, ...]:
        """Complete what can be completed; what cannot be written now is tried again when it is met again.

        Args:
            met: entries that the index is about to take, or has taken.
            ahead: what the index knows to have replaced some of them until now.

        Returns:
            Entries of the files that were written, to be taken after those met.
        """
        self._fresh = {entry.id: entry for entry in met}
        written: dict[MemoryId, Entry] = {}
        known = {row.id: row for row in ahead}
        for new in dict.fromkeys((*self._fresh, *known)):
            entry = self._fresh.get(new) or known[new]  # what was met may be superseded by one before it
            if entry.status in HIDDEN_STATUSES or entry.review == REPLACEMENT:
                continue
            for old in entry.supersedes:
                for document in self._completed(entry, old):
                    fresh = self._parts.entry(document)
                    self._fresh[fresh.id] = written[fresh.id] = fresh
        return tuple(written.values())

    def _completed(self, entry: Entry | Row, old_id: MemoryId) -> tuple[Document, ...]:
        """The old file and those put in doubt by it, as written; none when nothing is to be done."""
        state = self._state(old_id)
        if state is None or state.status not in HOLDING:
            return ()
        if follow(entry, self._state).id == old_id:
            return ()  # two files that each claim to replace the other: a person decides
        path = self._fresh[old_id].path if old_id in self._fresh else self._index.owner(old_id)
        if path is not None and in_team(path):
            return ()  # a look writes nothing into a clone; `tidy --apply` completes it
        old, new = self._memory(path), self._memory(entry.path)
        if old is None or new is None or not half_written(new[1], old[1], placed=self._placed(old[1])):
            return ()
        try:
            cascading = Cascading(self._parts)
            marked, _ = cascading.spread(cascading.ripple(old[0], Status.SUPERSEDED))
            past = superseded(old[1], new[1], at=self._parts.now(), by=_said_by(new[1]))
            return (*marked, self._parts.vault.replace(old[0].path, past, old[0].state))
        except VadeError:
            return ()  # it is served as it stands, and `doctor` names it

    def _placed(self, memory: Memory) -> bool:
        return in_place(memory, memory.supersedes, self._state)

    def _memory(self, path: str | None) -> tuple[Document, Memory] | None:
        document = self._parts.vault.read(path) if path is not None else None
        if isinstance(document, Document) and isinstance(document.record, Memory):
            return document, document.record
        return None

    def _state(self, record_id: MemoryId) -> State | None:
        return self._fresh.get(record_id) or self._index.rows([record_id]).get(record_id)


def _said_by(memory: Memory) -> str:
    return memory.sources[0].kind.value if memory.sources else "user"
