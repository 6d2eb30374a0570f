"""The notes of a small model: one memory under a cap, and a frozen copy of it in each session."""

from __future__ import annotations

from vademecum.errors import Ambiguous, Conflict, NotFound, Unreadable
from vademecum.lifecycle.noting import CAP, body_of, entries_of, noted
from vademecum.model.recollection import Noted, OpenedTurn
from vademecum.model.record import Entity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.answer import Stored


TITLE = "Notes of the agent"
KEY = "notes-of-the-agent"
EMPTY = "§"
"""The body when there are no notes; a memory without a body would be none."""

_TRIES = 4
_SESSIONS = 256


class Notes:
    """Keeps notes in the memory ``notes-of-the-agent``, and opens memories by address."""

    def __init__(
        self,
        get: Callable[[str], Stored],
        begin: Callable[[str], object],
        write: Callable[[str, str], object],
        cap: int = CAP,
    ) -> None:
        """Take what it works with.

        Args:
            get: the memory that a handle means.
            begin: makes the memory of the notes, with its first body.
            write: gives a memory, by its id, another body.
            cap: characters of all notes together.
        """
        self._get, self._begin, self._put = get, begin, write
        self._cap = cap
        self._frozen: dict[str, str] = {}

    def note(self, action: str, text: str, old: str) -> Noted:
        """Do one thing with the notes; done again when somebody wrote them meanwhile.

        Raises:
            Conflict: somebody writes them all the time.
            VaultError: the disk refuses.
        """
        for attempt in range(_TRIES):
            stored = self._stored()
            body = stored.record.body if stored else ""
            made = noted(entries_of(body), action, text, old, self._cap)
            if made.outcome not in ("added", "replaced", "removed"):
                return made
            try:
                self._write(stored, made)
            except Conflict:
                if attempt == _TRIES - 1:
                    raise
            else:
                return made
        raise AssertionError("the loop returns or raises")

    def _write(self, stored: Stored | None, made: Noted) -> None:
        if stored is None:
            self._begin(body_of(made.entries))
        else:
            self._put(stored.record.id, body_of(made.entries) or EMPTY)

    def _stored(self) -> Stored | None:
        try:
            return self._get(KEY)
        except NotFound:
            return None

    def shown(self, session: str | None) -> str:
        """The notes, or what they were when the session first asked."""
        if session is not None and session in self._frozen:
            return self._frozen[session]
        stored = self._stored()
        text = body_of(entries_of(stored.record.body)) if stored else ""
        if session is not None:
            if len(self._frozen) >= _SESSIONS:
                self._frozen.pop(next(iter(self._frozen)))
            self._frozen[session] = text
        return text

    def opened(self, address: str, handle: str) -> OpenedTurn | None:
        """A memory in full; None when the handle means nothing, or several."""
        try:
            record = self._get(handle).record
        except (NotFound, Ambiguous, Unreadable):
            return None
        title = record.name if isinstance(record, Entity) else record.title
        return OpenedTurn(address=address, kind="memory", title=title, text=record.body)
