"""What conversations tell that may be worth remembering."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import RememberOutcome
    from vademecum.model.record import MemoryId


@value(kw_only=True)
class Proposal(JsonMixin):
    """One thing that somebody said in a conversation.

    Attributes:
        turn: where it was said, ``turn:<conversation>#<seq>``.
        text: what would be remembered.
        cue: the words that showed it.
        outcome: what became of it; ``proposed`` or ``created`` wait for approval, ``existing`` and
            ``reinforced`` were known and gained the turn as a source.
        id, key: of the memory; None in a trial run that would make a new one.
        similar: memories that say nearly the same.
    """

    turn: str
    text: str
    cue: str
    outcome: RememberOutcome
    id: MemoryId | None
    key: str | None
    similar: tuple[MemoryId, ...] = ()


@value(kw_only=True)
class Proposals(JsonMixin):
    """Answer of `propose_from_conversations`.

    Attributes:
        items: in the order in which they were said, conversation by conversation.
        conversations, turns: how many were read; what was read before and did not grow is not.
        refused: statements that no memory is made of: secrets, orders to an assistant, guesses.
    """

    items: tuple[Proposal, ...]
    conversations: int
    turns: int
    refused: int
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
