"""The file of a conversation as it is read: its lines, where they stand, and what is wrong with them."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.conversation import ConversationId, Event, Header, Turn


class FaultKind(StrEnum):
    """What is the matter with a conversation's file."""

    TORN = "torn"  # the last line was cut off by a crash; nothing that was acknowledged is in it
    UNREADABLE = "unreadable"  # a line that is no line of ours
    CHANGED = "changed"  # a line whose hash is not that of what it says
    BROKEN = "broken"  # lines are missing, doubled or swapped before this one
    TRUNCATED = "truncated"  # lines are missing at the end
    MISSING = "missing"  # the whole file is gone
    MISPLACED = "misplaced"  # the header belongs to another file name


@value(kw_only=True)
class Fault:
    """Something wrong with a file.

    Attributes:
        line: one-based; 0 when it concerns the file as a whole.
        message: what is wrong and what to do, one line.
    """

    kind: FaultKind
    line: int
    message: str


@value
class Mark:
    """The end of a line that was read.

    Attributes:
        line: one-based number of the line.
        end: bytes of the file up to the line's end.
        hash: of the line.
    """

    line: int
    end: int
    hash: str


@value
class Line:
    """One line of a file.

    Attributes:
        mark: its end; the hash is that of the last sound line when this one is at fault.
    """

    mark: Mark
    content: Header | Turn | Event | Fault


@value(kw_only=True)
class Verification:
    """What came of checking one conversation.

    Attributes:
        turns: number of turns that were read.
        redacted: how many of them were redacted.
        faults: by line; empty when all is as it was written. A torn last line is told, and is no damage.
    """

    id: ConversationId
    turns: int
    redacted: int
    faults: tuple[Fault, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether everything that was acknowledged is there, unchanged."""
        return all(fault.kind is FaultKind.TORN for fault in self.faults)
