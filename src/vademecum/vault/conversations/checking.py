"""Whether a file still is what was written."""

from __future__ import annotations

from vademecum.errors import Unreadable
from vademecum.model.conversation import Header, Turn
from vademecum.model.transcript import Fault, FaultKind, Verification
from vademecum.vault.conversations.chain import parsed
from vademecum.vault.conversations.lines import true_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.conversation import ConversationId, Event
    from vademecum.model.transcript import Line
    from vademecum.vault.conversations.chain import End


def verify(conversation: ConversationId, lines: Iterable[bytes], end: End | None) -> Verification:
    """Check every line against its hash and the line before, and the last one against what is known."""
    check = _Check(conversation)
    try:
        for line in parsed(lines, None):
            check.line(line)
    except Unreadable as error:
        check.report(FaultKind.UNREADABLE, 1, error.message)
    check.close(end)
    return Verification(
        id=conversation, turns=check.turns, redacted=check.redacted, faults=tuple(check.faults)
    )


class _Check:
    def __init__(self, conversation: ConversationId) -> None:
        self._conversation = conversation
        self._hashes: set[str] = set()
        self._expected = ""
        self._seq = 0
        self._lines = 0
        self.turns = self.redacted = 0
        self.faults: list[Fault] = []

    def report(self, kind: FaultKind, line: int, message: str) -> None:
        self.faults.append(Fault(kind=kind, line=line, message=message))

    def line(self, line: Line) -> None:
        content, number = line.content, line.mark.line
        if isinstance(content, Fault):
            self.faults.append(content)
            self._lines = number
            return
        self._lines = number
        if true_hash(content) != content.hash:
            self.report(FaultKind.CHANGED, number, f"line {number} is not what was written")
        if isinstance(content, Header):
            self._header(content, number)
        else:
            self._follow(content, number)
        self._expected = content.hash
        self._hashes.add(content.hash)

    def _header(self, header: Header, number: int) -> None:
        if number != 1:
            self.report(FaultKind.BROKEN, number, f"line {number} is a second header")
        if header.id != self._conversation:
            self.report(FaultKind.MISPLACED, number, f"the header is that of conversation {header.id}")

    def _follow(self, content: Turn | Event, number: int) -> None:
        if content.prev_hash != self._expected:
            self.report(
                FaultKind.BROKEN,
                number,
                f"line {number} does not follow the line before it: lines are missing, doubled or swapped",
            )
        if isinstance(content, Turn):
            if content.prev_hash == self._expected and content.seq != self._seq + 1:
                self.report(FaultKind.CHANGED, number, f"line {number} is not turn {self._seq + 1}")
            self._seq = content.seq
            self.turns += 1
            self.redacted += content.redacted

    def close(self, end: End | None) -> None:
        if end is not None and end.hash not in self._hashes:
            said = f"it had at least {end.line} lines, and its last known one is gone"
            kind = FaultKind.TRUNCATED if self._lines else FaultKind.MISSING
            self.report(kind, 0, said if self._lines else "the file is gone")
        elif not self._lines:
            self.report(FaultKind.MISSING, 0, "the file is gone or empty")
