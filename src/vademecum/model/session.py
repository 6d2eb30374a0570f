"""A running session: what was heard, what was prepared for it, and what was said to be kept."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.answer import Explanation
    from vademecum.model.plan import Plan
    from vademecum.model.record import MemoryId

HEDGE = "mentioned earlier in this conversation"
"""What goes before a fact that was said in the session and is no memory yet."""


class Verdict(StrEnum):
    """Whether a partial utterance is worth looking up."""

    FIRE = "fire"
    DEBOUNCED = "debounced"  # too soon after the last look
    INSUFFICIENT_NEW_CONTENT = "insufficient_new_content"  # too few words came since
    NOTHING_STABLE = "nothing_stable"  # no word has stood through two partials yet


class Origin(StrEnum):
    """Where a fact comes from."""

    MEMORY = "memory"
    SESSION = "session"


class Deed(StrEnum):
    """What is done with something that was said."""

    REMEMBER = "remember"
    CORRECT = "correct"
    FORGET = "forget"  # put out of sight; it can be restored
    DELETE = "delete"  # erased


@value(kw_only=True)
class RecalledFact(JsonMixin):
    """One fact of a snapshot.

    Attributes:
        key: handle of a memory; empty for what was said in this session.
        statement: the whole text, one line; what was said in this session begins with the hedge.
        type: sort of memory.
        tokens: what the statement costs, estimated.
        covered, terms: as in `Hit`; both 0 for what the whole of the words did not bring.
        score: what it was ordered with among facts that cover as much.
    """

    id: MemoryId
    key: str
    statement: str
    type: str
    origin: Origin
    subject: str | None
    predicate: str | None
    tokens: int
    covered: int
    terms: int
    score: float
    explanation: Explanation


@value(kw_only=True)
class Snapshot(JsonMixin):
    """What is known for one utterance; it never changes, so that a turn sees one state.

    Attributes:
        id: follows from what it holds and for which turn.
        answer_key: equal for plans that are answered alike.
        store_revision, overlay_revision: the states that answered.
        source_turn: last turn that was finished when it was made; it serves from `eligible_from_turn` on,
            which is the turn then in progress.
        tokens: of all facts.
        facts: memories first, then what was said in this session; best first in either.
        weak: matching memories that the floor refused.
        left_out: optional channels that did not answer in time or failed, with the reason.
    """

    id: str
    answer_key: str
    store_revision: str
    overlay_revision: str
    plan: Plan
    source_turn: int
    eligible_from_turn: int
    tokens: int
    facts: tuple[RecalledFact, ...]
    weak: int
    left_out: tuple[str, ...]
    created: datetime
    expires: datetime
    warnings: tuple[str, ...] = ()

    @property
    def state(self) -> tuple[str, str, str]:
        """What decides what it holds: the plan's key and the states that answered."""
        return self.answer_key, self.store_revision, self.overlay_revision


@value(kw_only=True)
class Heard(JsonMixin):
    """What came of a partial utterance.

    Attributes:
        stable: the words that are taken for said.
        snapshot: what was prepared, when the verdict is to fire and nothing newer came meanwhile.
    """

    verdict: Verdict
    generation: int
    stable: str
    snapshot: Snapshot | None = None


@value(kw_only=True)
class Noted(JsonMixin):
    """Something that a session was told to keep, change or forget, and acknowledges.

    Attributes:
        id: ``session_<16 hex>``, the same in every replay.
        text: what is kept, masked and cleaned; of what is to go, what it says.
        staged: counts in this session only, until it is said in another turn as well.
        replaces: id or key of a memory whose place it takes, or that is to go.
        masked: kinds of secrets that were masked.
    """

    id: str
    deed: Deed
    text: str
    turn: int
    subject: str | None = None
    predicate: str | None = None
    replaces: str | None = None
    staged: bool = False
    masked: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Refusal(JsonMixin):
    """Something said that could not be done for good.

    Attributes:
        why: the reason, and what to do.
    """

    id: str
    text: str
    why: str


@value(kw_only=True)
class Kept(JsonMixin):
    """Something said that is done for good.

    Attributes:
        memory: id of the memory that was written, changed or erased.
        outcome: as `remember` tells it; ``superseded``, ``archived`` or ``erased`` for the others.
    """

    id: str
    memory: MemoryId
    outcome: str


@value(kw_only=True)
class Checkpoint(JsonMixin):
    """What a checkpoint wrote.

    Attributes:
        refused: what cannot be written as it is; it is told, and stands in the journal no more.
        waiting: what stays in the journal, because the disk or another process was in the way.
        unconfirmed: what was only implied, and said in no second turn.
    """

    kept: tuple[Kept, ...] = ()
    refused: tuple[Refusal, ...] = ()
    waiting: tuple[Refusal, ...] = ()
    unconfirmed: tuple[str, ...] = ()

    @property
    def settled(self) -> frozenset[str]:
        """Ids of what was written or refused, and what is to be done about no more."""
        return frozenset([*(one.id for one in self.kept), *(one.id for one in self.refused)])

    @property
    def proposed(self) -> frozenset[str]:
        """Ids of what is written and waits for a review."""
        return frozenset([one.id for one in self.kept if one.outcome == "proposed"])


@value(kw_only=True)
class Begun(JsonMixin):
    """A session that was begun elsewhere.

    Attributes:
        name: what it is called.
        recovered: as `Session.recovered`.
    """

    name: str
    recovered: Checkpoint


@value(kw_only=True)
class Turn(JsonMixin):
    """The answer to a finished utterance.

    Attributes:
        number: one-based.
        prepared: whether the snapshot was waiting.
        noted: what the utterance told the session to keep, change or forget.
        unresolved: what it told or ordered and could not be done, with the reason.
        checkpoint: what was written because it was time.
    """

    number: int
    snapshot: Snapshot
    prepared: bool
    noted: tuple[Noted, ...] = ()
    unresolved: tuple[Refusal, ...] = ()
    checkpoint: Checkpoint | None = None


@value(kw_only=True)
class MemoryMap(JsonMixin):
    """Of whom and of what there are memories, for a system prompt.

    Attributes:
        subjects, predicates: name and number of memories, most first, then by name; at most forty each.
        more_subjects, more_predicates: how many further ones there are.
        counted: memories that were looked at, the newest ones.
    """

    subjects: tuple[tuple[str, int], ...]
    predicates: tuple[tuple[str, int], ...]
    more_subjects: int
    more_predicates: int
    counted: int
