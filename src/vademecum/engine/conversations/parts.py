"""What every use case of conversations needs."""

from __future__ import annotations

from datetime import UTC

from vademecum.errors import Ambiguous, NotFound, quoted
from vademecum.model.conversation import SHORT_ID
from vademecum.model.turns import NOWHERE, Fence
from vademecum.model.value import value
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Protocol

    from vademecum.engine.meaning import Meaning
    from vademecum.model.conversation import ConversationId
    from vademecum.ports.conversations import Conversations
    from vademecum.ports.home import Clock, Scanner
    from vademecum.ports.ledger import BuriedTurns, Tombstones
    from vademecum.ports.turns import Turns
    from vademecum.text.analyzer import Analyzer

    class Buried(Tombstones, BuriedTurns, Protocol):
        """What was forgotten: whole conversations, and turns."""


HERE, EVERYWHERE = "here", "all"
"""Workspaces by another name: that of the working folder, and every one."""

SHORTEST = 4
"""Digits of an id that are taken for a beginning of one."""


@value(kw_only=True)
class ConversationParts:
    """The parts, handed in once.

    Attributes:
        keeper: the files.
        turns: the index.
        workspace: scope of the project of the working folder, None when it belongs to none.
        workspace_of: scope of the project of a folder, which need not be there any more.
        current: id of the conversation that the environment says is going on; None when it says nothing.
        open_scanner: gives what reads every byte of the home.
        open_ledger: gives what was forgotten.
        meaning: what turns are like, by their meaning; None where nobody asks.
        adrift: why the index is one that nothing keeps, empty when it is kept.
    """

    keeper: Conversations
    turns: Turns
    analyzer: Analyzer
    clock: Clock
    workspace: str | None
    workspace_of: Callable[[str], str | None]
    current: Callable[[], ConversationId | None]
    open_scanner: Callable[[], Scanner]
    open_ledger: Callable[[], Buried]
    meaning: Meaning | None = None
    adrift: str = ""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return self.clock.now().astimezone(UTC)

    def fence(self, workspace: str, *without: ConversationId | None) -> Fence:
        """Which conversations may answer.

        What belongs to no workspace is the person's, and answers in each.

        Args:
            workspace: `HERE`, `EVERYWHERE`, a scope, or a folder.
            *without: conversations that may not.
        """
        out = tuple(each for each in without if each)
        if workspace == EVERYWHERE:
            return Fence(without=out)
        named = self.workspace if workspace == HERE else self.named(workspace)
        return Fence(workspaces=tuple(dict.fromkeys((named or NOWHERE, NOWHERE))), without=out)

    def named(self, workspace: str | None) -> str | None:
        """A workspace that was handed in, as a scope."""
        if not workspace or workspace.startswith("project:"):
            return workspace or None
        return self.workspace_of(workspace)

    def resolve(self, handle: str) -> ConversationId:
        """The conversation that a handle means: an id, or a unique beginning of one.

        Raises:
            NotFound: none, or the handle is too short.
            Ambiguous: several.
        """
        wanted = handle.strip().lower()
        found: tuple[ConversationId, ...] = ()
        if len(wanted) >= SHORTEST:
            found = self.turns.resolve(wanted)
        match found:
            case (only,):
                return only
            case ():
                raise NotFound(
                    f"no conversation's id begins with {quoted(handle)}; `vade conversations list` shows them"
                )
            case _:
                candidates = ", ".join(short(each) for each in found)
                raise Ambiguous(f"{quoted(handle)} begins several conversations: {candidates}", found)


def short(conversation: ConversationId) -> str:
    """An id as it is shown."""
    return conversation[:SHORT_ID]


def mark_of(conversation: ConversationId) -> str:
    """What stands for a conversation among the tombstones."""
    return sha256_hex(f"conversation {conversation}".encode())


def mark_of_turn(host: str, origin_id: str, role: str, text: str) -> str:
    """What stands for a turn among those that were forgotten.

    Neither its id at the host alone would do, for those of some hosts are mere numbers, nor its words: many
    conversations have a turn that says `yes, go on`.
    """
    said = f"turn {host}\0{origin_id}\0{role}\0{text}"
    return sha256_hex(said.encode("utf-8", "surrogatepass"))
