"""What the two tools of a voice model answer."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value


class RecallScope(StrEnum):
    """Which sorts of memory a voice model wants; a hard filter, because it said so."""

    RECENT = "recent"
    PERSISTENT = "persistent"
    ALL = "all"


class RecallStatus(StrEnum):
    """Whether anything is known."""

    FOUND = "found"
    NOT_FOUND = "not_found"


class ManageStatus(StrEnum):
    """What became of a request to change the memory."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NEEDS_CLARIFICATION = "needs_clarification"


@value(kw_only=True)
class ToldFact(JsonMixin):
    """One fact, as a voice model is told it.

    Attributes:
        key: by which it can be corrected or forgotten.
        kind: sort of memory.
        origin: ``memory``, or ``session`` for what was said in this conversation.
    """

    key: str
    statement: str
    kind: str
    origin: str


@value(kw_only=True)
class RecallContext(JsonMixin):
    """Answer of `recall_context`.

    Attributes:
        token_count: of all statements, estimated.
        warnings: times that could not be read, and the like.
    """

    status: RecallStatus
    facts: tuple[ToldFact, ...]
    token_count: int
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class ManageMemory(JsonMixin):
    """Answer of `manage_memory`.

    Attributes:
        effective_in_session: it counts from the next answer on.
        durable_commit: ``pending`` until the next checkpoint; ``none`` when there is nothing to write.
        id: by which it can be taken back; None when nothing was noted.
        facts: what is known, for ``list``.
        candidates: keys of what may be meant, when it is not clear.
        reason: why it was refused, or what is to be said more clearly.
    """

    status: ManageStatus
    operation: str
    effective_in_session: bool
    durable_commit: str
    id: str | None = None
    facts: tuple[ToldFact, ...] = ()
    candidates: tuple[str, ...] = ()
    reason: str = ""
