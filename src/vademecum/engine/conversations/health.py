"""Check-up and counts of conversations."""

from __future__ import annotations

from vademecum.engine.conversations.parts import short
from vademecum.errors import StoreError, VadeError
from vademecum.model.answer import Finding
from vademecum.model.transcript import FaultKind
from vademecum.model.turns import Choice, Fence
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.conversations.listening import Listener
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import ConversationId
    from vademecum.model.transcript import Verification

_EVERY = Choice(fence=Fence(), archived=True)
_REINDEX = "vade reindex"
_RESTORE = "restore the file from a backup; what is there is searched and shown as it is"
_ACCESS = "restore access to it, or mount the drive; it is read again at the next question"


@value(kw_only=True)
class Counted:
    """Totals over the conversations of a home; bytes on the disk."""

    conversations: int
    turns: int
    file_bytes: int
    index_bytes: int


class ConversationHealth:
    """Finds what is wrong with conversations, says what it means and offers the fix."""

    def __init__(self, parts: ConversationParts, listener: Listener) -> None:
        self._parts = parts
        self._listener = listener

    def check_up(self) -> tuple[Finding, ...]:
        """Everything that deserves attention; every line of every file is checked."""
        self._listener.run()
        keeper = self._parts.keeper
        try:
            every = sorted({*keeper.stamps(), *keeper.known()})
        except VadeError as error:
            return (_finding("error", "conversations_unreachable", "conversations", error.message, _ACCESS),)
        try:
            faults = self._parts.turns.check()
        except StoreError as error:
            faults = (error.message,)
        index = (_finding("error", "index_damaged", "conversations", fault, _REINDEX) for fault in faults)
        return (*index, *(found for each in every for found in self._checked(each)))

    def _checked(self, conversation: ConversationId) -> Iterator[Finding]:
        subject = short(conversation)
        try:
            verified = self._parts.keeper.verify(conversation)
        except VadeError as error:
            yield _finding("error", "conversation_unreadable", subject, error.message, _ACCESS)
            return
        if verified.faults:
            yield _faulty(verified)
        held = self._parts.turns.held([conversation]).get(conversation)
        if verified.sound and (held.turns if held else 0) != verified.turns:
            told = f"the index knows {held.turns if held else 0} of its {verified.turns} turns"
            yield _finding("error", "conversation_out_of_step", subject, told, _REINDEX)

    def counted(self) -> Counted:
        """Totals, as the index knows them."""
        self._listener.before_answer()
        turns = self._parts.turns
        return Counted(
            conversations=turns.page(_EVERY, limit=1)[1],
            turns=turns.corpus().turns,
            file_bytes=sum(stamp.size for stamp in turns.stamps().values()),
            index_bytes=turns.size_bytes(),
        )


def _faulty(verified: Verification) -> Finding:
    """All that is wrong with one file, by its first fault."""
    first, *others = verified.faults
    level, fix = "error", _RESTORE
    if verified.sound:
        level, fix = "note", ""
    elif first.kind is FaultKind.MISSING:
        fix = f"restore it from a backup, or `vade conversations forget {short(verified.id)}`"
    more = f" (and {len(others)} more; `vade conversations verify {short(verified.id)}`)" if others else ""
    return _finding(
        level, f"conversation_{first.kind.value}", short(verified.id), f"{first.message}{more}", fix
    )


def _finding(level: str, code: str, subject: str, message: str, fix: str) -> Finding:
    return Finding(level=level, code=code, subject=subject, message=message, fix=fix)
