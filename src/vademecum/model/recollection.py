"""What is answered about past conversations; a text for a model is one rendering of each."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import Contribution
    from vademecum.model.conversation import ConversationId, Role, Turn
    from vademecum.model.receipt import Proof
    from vademecum.model.transcript import Verification
    from vademecum.model.turns import Held


@value(kw_only=True)
class Current(JsonMixin):
    """The conversation that is going on now, which is never searched.

    Attributes:
        id: None when none is known.
        by: how it was told: ``argument``, ``environment``, ``hook`` (the latest open one of this workspace
            that a hook hands in), ``none``.
    """

    id: ConversationId | None
    by: str


@value(kw_only=True)
class Neighbour(JsonMixin):
    """A turn beside a hit.

    Attributes:
        text: one line, at most 200 characters.
    """

    seq: int
    role: Role
    text: str


@value(kw_only=True)
class ConversationHit(JsonMixin):
    """A turn of a past conversation that matched.

    Attributes:
        conversation_id: all 24 digits; the first 12 are enough when they are unique.
        seq: place of the turn among the turns of its conversation, from 1.
        snippet: one line, matches between « and ».
        rank: the smaller, the better; the negative score.
        at: RFC 3339, as the host claimed.
        address: what `open_turn` takes.
        path: the file.
        line: one-based line in it.
        before, after: neighbouring turns, in their order, when they were asked for.
        contributions: what its score is made of, when that was asked for; they sum to it.
    """

    conversation_id: ConversationId
    title: str | None
    seq: int
    role: Role
    snippet: str
    rank: float
    at: str | None
    address: str
    path: str
    line: int
    before: tuple[Neighbour, ...] = ()
    after: tuple[Neighbour, ...] = ()
    contributions: tuple[Contribution, ...] = ()


@value(kw_only=True)
class SaidTotals(JsonMixin):
    """How much was said in a time: number of conversations, and of turns."""

    conversations: int
    turns: int


@value(kw_only=True)
class ConversationSearch(JsonMixin):
    """Answer of a search in past conversations.

    Attributes:
        outcome: ``hits``, ``no_match``, or ``nothing_to_search`` when the query holds no letter and no digit.
        terms: what was looked for; empty when only function words were left, or a time alone was asked for.
        hits: best first; of a time alone: one of each conversation, the latest first, then the next of each.
        unit: ``turn`` or ``session``.
        current: what was left out because it is going on now.
        conversations: how many there are, whatever the fence.
        judged: how many turns were scored.
        partial: a turn that was not looked at might have ranked.
        time: the time that was asked for, by its name; None when the question speaks of none.
        timely: how many of the hits are of that time.
        then: how much was said in it, where it alone was asked for; None where words were.
    """

    outcome: str
    query: str
    terms: tuple[str, ...]
    hits: tuple[ConversationHit, ...]
    unit: str
    current: Current
    conversations: int
    judged: int = 0
    partial: bool = False
    time: str | None = None
    timely: int = 0
    then: SaidTotals | None = None
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Exchange(JsonMixin):
    """What a person said and what was answered.

    Attributes:
        seq: place of its first turn.
        you, me: one line each, at most 600 characters and a mark when there was more; None when that side
            said nothing.
    """

    seq: int
    you: str | None
    me: str | None


@value(kw_only=True)
class Resumed(JsonMixin):
    """The last exchanges of a conversation, oldest first."""

    current: Current
    title: str | None
    exchanges: tuple[Exchange, ...]


@value(kw_only=True)
class OpenedTurn(JsonMixin):
    """What stands at an address.

    Attributes:
        kind: ``turn`` or ``memory``; ``missing`` when there is nothing, or nothing that may be read here.
        text: all of it.
    """

    address: str
    kind: str
    title: str | None = None
    role: Role | None = None
    at: str | None = None
    text: str = ""


@value(kw_only=True)
class Noted(JsonMixin):
    """What became of a note.

    Attributes:
        outcome: ``added``, ``replaced``, ``removed`` or ``unchanged``; else why nothing was done: ``full``,
            ``no_match``, ``ambiguous``, ``refused``, ``invalid``.
        told: what a model is told.
        entries: the notes as they are now, or those in question.
        used, cap: characters that the notes take, and may take.
    """

    outcome: str
    told: str
    entries: tuple[str, ...]
    used: int
    cap: int

    @property
    def done(self) -> bool:
        """Whether what was asked for holds now."""
        return self.outcome in ("added", "replaced", "removed", "unchanged")


@value(kw_only=True)
class ConversationPage(JsonMixin):
    """A list of conversations, latest claim first, and how many there are in all."""

    items: tuple[Held, ...]
    total: int
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class ConversationShown(JsonMixin):
    """One conversation with its turns."""

    conversation: Held
    turns: tuple[Turn, ...]
    path: str


@value(kw_only=True)
class Verified(JsonMixin):
    """What came of checking conversations.

    Attributes:
        checked: how many.
        turns: how many turns they have.
        unsound: those of which something that was kept is changed or missing.
        torn: those whose last line a crash cut off; nothing that was kept is missing there.
    """

    checked: int
    turns: int
    unsound: tuple[Verification, ...]
    torn: tuple[Verification, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether all is as it was kept."""
        return not self.unsound


@value(kw_only=True)
class ConversationForgotten(JsonMixin):
    """Answer of forgetting conversations, or of redacting turns.

    Attributes:
        outcome: ``forgotten`` or ``redacted``; ``unproven`` when something was found afterwards; ``planned``
            when nothing was done.
        conversations: whose.
        turns: how many turns went.
        files: how many files were erased.
        proof: None when nothing was done.
        completed: conversations whose erasure, or redaction, an earlier run had begun.
    """

    outcome: str
    conversations: tuple[ConversationId, ...]
    turns: int
    files: int = 0
    proof: Proof | None = None
    completed: tuple[ConversationId, ...] = ()
    warnings: tuple[str, ...] = ()
