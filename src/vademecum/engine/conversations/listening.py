"""Keeping the index of conversations true to their files: what was added since the last look is read on."""

from __future__ import annotations

from datetime import timedelta

from vademecum.errors import Unreadable, VaultError
from vademecum.indexing.turns import UNREAD, Following, spoken_of
from vademecum.model.conversation import Event, Turn
from vademecum.model.transcript import Fault, FaultKind, Mark
from vademecum.model.turns import Heard, TurnChanges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import ConversationId
    from vademecum.model.file import Stamp
    from vademecum.model.turns import Held, Spoken
    from vademecum.ports.turns import Turns

    Progress = Callable[[int, int], None]
    """Called with (conversations done, conversations to do)."""

BATCH_TURNS, BATCH_BYTES = 2_000, 8 << 20
"""A step of the index: large enough that a transaction's cost vanishes, small enough to bound memory."""


class _Batch:
    """Changes as they gather."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._heard: list[Heard] = []
        self._number = self._bytes = 0

    def add(self, heard: Heard) -> None:
        self._heard.append(heard)
        self._number += len(heard.turns) + 1
        self._bytes += sum(len(turn.bag) for turn in heard.turns)
        if self._number >= BATCH_TURNS or self._bytes >= BATCH_BYTES:
            self.close()

    def close(self) -> None:
        self._turns.apply(TurnChanges(heard=tuple(self._heard)))
        self._heard, self._number, self._bytes = [], 0, 0


class Listener:
    """Looks at the files when an answer needs it."""

    def __init__(self, parts: ConversationParts, interval_s: float) -> None:
        self._parts = parts
        self._interval = timedelta(seconds=interval_s)
        self._looked_at: datetime | None = None
        self._warnings: tuple[str, ...] = ()
        self._nameless: list[ConversationId] = []

    def before_answer(self) -> tuple[str, ...]:
        """Look unless a recent look still serves.

        Returns:
            What the answer has to warn of.
        """
        now = self._parts.now()
        if self._looked_at is None or not timedelta(0) <= now - self._looked_at < self._interval:
            self.run()
        adrift = self._parts.adrift
        return (adrift, *self._warnings) if adrift else self._warnings

    def heard_of(self) -> None:
        """Something was written here; the next answer looks."""
        self._looked_at = None

    def run(self, progress: Progress | None = None) -> int:
        """Look at every file's stamp and read on where one changed; how many did."""
        self._warnings = ()
        at = self._parts.now()
        try:
            stamps = self._parts.keeper.stamps()
        except VaultError as error:
            # Unreachable is not deleted: what is known goes on answering.
            self._warnings = (error.message,)
            return 0
        number = self._read(self._parts.turns, stamps, progress)
        self._looked_at = at
        return number

    def rebuild(self, progress: Progress | None = None) -> int:
        """Derive everything again beside the present index; how many conversations there are."""
        stamps = self._parts.keeper.stamps()
        with self._parts.turns.rebuilding() as fresh:
            return self._read(fresh, stamps, progress)

    def _read(self, turns: Turns, stamps: dict[ConversationId, Stamp], progress: Progress | None) -> int:
        known = turns.stamps()
        gone = tuple(each for each in known if each not in stamps)
        if gone:
            turns.apply(TurnChanges(gone=gone))
        changed = [each for each, stamp in stamps.items() if known.get(each) != stamp]
        batch = _Batch(turns)
        held = turns.held(changed)
        for number, conversation in enumerate(changed):
            if progress:
                progress(number, len(changed))
            for heard in self._heard(conversation, stamps[conversation], held.get(conversation)):
                batch.add(heard)
        batch.close()
        # Without its header nobody knows where a conversation belongs, so none of it may answer.
        nameless, self._nameless = tuple(each for each in self._nameless if each in known), []
        turns.apply(TurnChanges(gone=nameless))
        if progress and changed:
            progress(len(changed), len(changed))
        return len(changed) + len(gone)

    def _heard(self, conversation: ConversationId, stamp: Stamp, held: Held | None) -> Iterator[Heard]:
        if held is not None and self._goes_on(held, stamp):
            yield from self._portions(Following(held), conversation, stamp, anew=False)
        else:
            yield from self._portions(Following(), conversation, stamp, anew=True)

    def _goes_on(self, held: Held, stamp: Stamp) -> bool:
        """Whether the file is the one that was read, with something behind it."""
        before, mark = held.stamp, held.mark
        if (before.inode, before.device) != (stamp.inode, stamp.device) or stamp.size <= mark.end:
            return False
        try:
            line = next(self._parts.keeper.lines(held.id, mark), None)
        except VaultError:
            return False
        match line and line.content:
            case Fault(kind=kind):
                return kind is FaultKind.TORN
            case Turn(prev_hash=prev_hash) | Event(prev_hash=prev_hash):
                return prev_hash == mark.hash
            case _:
                return False

    def _portions(
        self, following: Following, conversation: ConversationId, stamp: Stamp, *, anew: bool
    ) -> Iterator[Heard]:
        portion: list[Spoken] = []
        size = 0
        before = following.mark if not anew else Mark(0, 0, "")
        analyzer = self._parts.analyzer
        try:
            for line in self._parts.keeper.lines(conversation, None if anew else before):
                turn = following.take(line)
                if turn is not None and following.begun:
                    portion.append(spoken_of(turn, before, analyzer, following.claimed))
                    size += len(portion[-1].bag)
                before = line.mark
                if len(portion) >= BATCH_TURNS or size >= BATCH_BYTES:
                    held = following.held(UNREAD)
                    assert held is not None
                    yield Heard(conversation=held, anew=anew, turns=tuple(portion))
                    portion, size, anew = [], 0, False
        except (VaultError, Unreadable) as error:
            self._warnings = (*self._warnings, error.message)
        held = following.held(stamp)
        if held is not None and held.id == conversation:
            yield Heard(conversation=held, anew=anew, turns=tuple(portion))
        else:
            self._warnings = (
                *self._warnings,
                f"conversation {conversation} has no header; it is not searched",
            )
            self._nameless.append(conversation)
