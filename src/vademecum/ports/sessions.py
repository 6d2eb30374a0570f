"""What a session needs: optional channels, time limits for them, and journals that outlive a crash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.ask import Filters
    from vademecum.model.plan import Plan
    from vademecum.model.record import MemoryId

Result = TypeVar("Result")

Row = dict[str, Any]
"""Plain JSON types."""


class Channel(Protocol):
    """A way to find memories besides their words. It may be slow or fail; a session then does without."""

    @property
    def name(self) -> str:
        """What answers call it, e.g. ``meaning``."""
        ...

    @property
    def weight(self) -> float:
        """What its ranking is worth where that of the words is worth 1."""
        ...

    def ask(self, text: str, plan: Plan, filters: Filters, limit: int) -> Sequence[MemoryId]:
        """Ids of memories that are relevant, best first. What is stale, or not the index's any more, is left
        out by whoever asks; what the filters exclude is, too."""
        ...


class Deadlines(Protocol):
    """Waits so long and no longer."""

    def within(self, name: str, seconds: float, act: Callable[[], Result]) -> tuple[Result | None, str]:
        """The result and an empty reason, or None and why there is none: late, busy or failed.

        What is late goes on by itself, its result is dropped, and nothing more is begun under the name until
        it has ended, so that what hangs for ever costs one wait.
        """
        ...


class SessionJournal(Protocol):
    """What one session has acknowledged and not written for good yet; held until it is closed."""

    def rows(self) -> list[Row]:
        """Every row in order."""
        ...

    def append(self, row: Row) -> None:
        """Keep a row; durable on return.

        Raises:
            VaultError: the disk refuses; nothing was kept.
        """
        ...

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """Blot out all rows but those that stay; without rows nothing is left.

        Raises:
            VaultError: the disk refuses; what was there stands.
        """
        ...

    def close(self) -> None:
        """Let go of it; safe to call twice."""
        ...


class SessionJournals(Protocol):
    """The journals of a home."""

    def open(self, session: str) -> SessionJournal:
        """The journal of a session, made with its first row.

        Raises:
            Busy: another process has a session of this name open.
        """
        ...

    def left(self) -> tuple[SessionJournal, ...]:
        """Journals whose sessions are gone and that hold something; the caller holds them from now on."""
        ...

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """Blot out all rows but those that stay, of every session, also of those that go on.

        Raises:
            Busy: one of them is being written past the deadline.
            VaultError: the disk refuses.
        """
        ...
