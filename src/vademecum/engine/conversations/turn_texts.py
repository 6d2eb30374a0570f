"""The words of turns, read from their files."""

from __future__ import annotations

from contextlib import suppress

from vademecum.errors import VaultError
from vademecum.indexing.turns import searched_text
from vademecum.model.conversation import Turn
from vademecum.model.turns import Choice, Fence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.conversation import ConversationId
    from vademecum.ports.conversations import ConversationReading
    from vademecum.ports.turns import Turns

_AT_ONCE = 256
_EVERY = Choice(fence=Fence(), archived=True)


class TurnTexts:
    """The texts of an index of conversations.

    Args:
        turns: the index.
        keeper: the files.
    """

    def __init__(self, turns: Turns, keeper: ConversationReading) -> None:
        self._turns = turns
        self._keeper = keeper

    def sample(self, number: int) -> Iterator[str]:
        """Of the latest conversations, whole ones."""
        held, _ = self._turns.page(_EVERY, limit=min(number, _AT_ONCE))
        for each in held:
            with suppress(VaultError):  # one that cannot be read now keeps no other from being embedded
                for line in self._keeper.lines(each.id):
                    if isinstance(line.content, Turn):
                        yield searched_text(line.content)

    def read(self, keys: Sequence[tuple[tuple[ConversationId, int], int]]) -> Iterator[tuple[int, str, str]]:
        """Each file is read once, from the first turn that is wanted to the last."""
        wanted: dict[ConversationId, dict[int, int]] = {}
        for (conversation, seq), version in keys:
            wanted.setdefault(conversation, {})[seq] = version
        for conversation, versions in wanted.items():
            with suppress(VaultError):  # a file that cannot be read now is tried again the next time
                yield from self._read(conversation, dict(versions))

    def _read(self, conversation: ConversationId, left: dict[int, int]) -> Iterator[tuple[int, str, str]]:
        for line in self._keeper.lines(conversation, self._turns.place(conversation, min(left))):
            turn = line.content
            if isinstance(turn, Turn) and turn.seq in left:
                yield left.pop(turn.seq), "", searched_text(turn)
            if not left:
                return
