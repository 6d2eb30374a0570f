"""One open home as the tools meet it: what they may read, in which session, at what time."""

from __future__ import annotations

from collections import deque
from threading import Lock
from uuid import uuid4

from vademecum.errors import InvalidValue, NotFound, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.engine.moments import Span
    from vademecum.engine.sessions import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Recall, Stored
    from vademecum.ports import Clock


MOST_SHOWN = 256
"""Answers of which a client may keep an echo: those of an hour, if it asks every quarter of a minute."""


class Client:
    """What is known of a client from one call to the next. Safe to share between threads.

    Attributes:
        name: under which the home keeps what the client was shown, so that it keeps no echo of it.
    """

    def __init__(self) -> None:
        self.name = f"mcp-{uuid4().hex}"
        self._lock = Lock()
        self._shown: deque[Recall] = deque(maxlen=MOST_SHOWN)

    def show(self, answer: Recall) -> None:
        """Remember that it is shown this. Only who remembers something must know, and keeping it at each
        recall took longer than all of the protocol."""
        self._shown.append(answer)

    def shown(self) -> list[Recall]:
        """What it was shown since this was asked last."""
        with self._lock:
            return [self._shown.popleft() for _ in range(len(self._shown))]


class Desk:
    """What every tool works at. Safe to share between threads.

    Attributes:
        vade: the open home.
        scopes: what the tools are bound to; None for all that belong to the working folder.
        client: who works at it.
    """

    def __init__(
        self,
        vade: Vade,
        clock: Clock,
        *,
        scopes: tuple[str, ...] | None = None,
        client: Client | None = None,
    ) -> None:
        self.vade = vade
        self.scopes = scopes
        self.client = client or Client()
        self._clock = clock
        self._lock = Lock()
        self._live: Session | None = None

    def keep_shown(self) -> None:
        """Let the home know what the client was shown."""
        if shown := self.client.shown():
            self.vade.note_shown(self.client.name, *shown)

    def record(self, handle: str) -> Stored:
        """A record that may be read here; a foreign one is answered like one that is not there.

        Raises:
            NotFound, Ambiguous: the handle means nothing that may be read here, or several records.
            Unreadable: its file does not parse.
        """
        stored = self.vade.get(handle)
        if not self.vade.may_read(stored.record.scope, self.scopes):
            raise NotFound(f"no memory has the id or key {quoted(handle)}; `recall` tells ids and keys")
        return stored

    def write_scope(self, asked: str | None) -> str | None:
        """Where a memory goes.

        Raises:
            InvalidValue: elsewhere than what the tools are bound to.
        """
        if asked is None or self.scopes is None or not {asked, "all"}.isdisjoint(self.scopes):
            return asked
        raise InvalidValue("scope", f"this server is bound to {self.scopes[0]}; leave scope out")

    def moment(self, name: str, text: str | None, span: Span, *, ends: bool = False) -> datetime | None:
        """The point in time that an argument means, None for None.

        Raises:
            InvalidValue: it means none; the message says what would.
        """
        from vademecum.engine.moments import advice, moment

        if text is None:
            return None
        at = moment(text, self._clock.now(), span, ends=ends)
        if at is None:
            raise InvalidValue(name, advice(text, span))
        return at

    def live(self) -> Session:
        """The live session of this client, begun when it is first needed.

        Raises:
            VaultError: what earlier sessions left cannot be read.
        """
        with self._lock:
            if self._live is None:
                self._live = self.vade.session(self.client.name, scopes=self.scopes)
            return self._live

    def has_conversations(self) -> bool:
        """Whether there is a place where conversations are kept."""
        from vademecum.errors import VadeError

        try:
            return bool(self.vade.conversations)
        except VadeError:
            return False

    def close(self) -> None:
        """Write for good what the live session holds; the home stays open."""
        with self._lock:
            if self._live is not None:
                self._live.close()
                self._live = None
