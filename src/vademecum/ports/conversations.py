"""The conversations of a home: the truth about what was said, split by who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from vademecum.model.conversation import Appended, ConversationId, Event, EventKind, NewConversation
    from vademecum.model.file import Stamp
    from vademecum.model.transcript import Line, Mark, Verification


class ConversationReading(Protocol):
    """Reads what was said."""

    def stamps(self) -> dict[ConversationId, Stamp]:
        """Every conversation that has a file -> what the file system says of it, sorted by id."""
        ...

    def lines(self, conversation: ConversationId, since: Mark | None = None) -> Iterator[Line]:
        """The lines of one file in order, the header first; nothing when there is none.

        A line that cannot be read comes as a `Fault`, and the rest follows.

        Args:
            conversation: whose.
            since: the end of a line that was read before; reading goes on behind it.

        Raises:
            VaultError: the disk refuses.
        """
        ...

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        """Origin ids of its turns; empty when there is no such conversation."""
        ...

    def locate(self, conversation: ConversationId) -> str:
        """Where the file stands for a person.

        Raises:
            NotFound: there is none.
        """
        ...


class ConversationChecking(Protocol):
    """Finds out whether what was said is still what is read."""

    def known(self) -> tuple[ConversationId, ...]:
        """Every conversation of which this home knows an end, whether or not its file is there, in the order
        in which it last wrote there."""
        ...

    def verify(self, conversation: ConversationId) -> Verification:
        """Compute the chain anew, and compare its end with what this home knows of it."""
        ...


class ConversationWriting(Protocol):
    """Keeps what was said; whatever returns is on the disk."""

    def append(self, new: NewConversation, at: datetime, *, folder: str | None = None) -> Appended:
        """Begin a conversation, or go on with it by those of the turns that it does not have.

        Without a new turn no conversation begins. When reading `new.turns` fails, what came before is kept.

        Args:
            new: as it shall be kept: `text`s cleaned, `workspace` a scope.
            at: the present, for the year when `new.started` names none.
            folder: working folder as the host claimed it.

        Raises:
            Busy: another process wrote to it past the deadline.
            LimitExceeded: a turn is larger than a line may be.
            VaultError: the disk refuses, or the file is damaged; what was there stays.
        """
        ...

    def note(
        self, conversation: ConversationId, event: EventKind, at: datetime, text: str | None = None
    ) -> Event:
        """Keep that something happened to it.

        Raises:
            Busy, NotFound, VaultError: see `append`.
        """
        ...

    def redact(self, conversation: ConversationId, turns: Sequence[int], at: datetime) -> int:
        """Delete the words of turns for good, byte for byte; the chain goes on.

        Returns:
            How many of them had words.

        Raises:
            Busy, NotFound, VaultError: see `append`.
        """
        ...

    def erase(self, conversation: ConversationId) -> int:
        """Overwrite and delete its file and everything beside it.

        Returns:
            How many files there were.

        Raises:
            Busy, VaultError: see `append`.
        """
        ...


class Conversations(ConversationReading, ConversationChecking, ConversationWriting, Protocol):
    """All of it together, as a home offers it."""
