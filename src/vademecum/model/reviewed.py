"""Answers of the review: what waits for a person, what a proposal would change, what a step did."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.answer import Stored
    from vademecum.model.doubted import Doubted
    from vademecum.model.record import Key, MemoryId, Review, Scope, Status


@value(kw_only=True)
class FieldChange(JsonMixin):
    """A field of the front matter in two memories, as text; empty where one says nothing of it."""

    field: str
    before: str
    after: str


@value(kw_only=True)
class DiffLine(JsonMixin):
    """One line of the text.

    Attributes:
        sign: ``-`` only in the old text, ``+`` only in the new one, a space in both, ``…`` in the place of
            lines that are the same and left out.
        changed: (start, end) character offsets of the words that the other text does not have there.
    """

    sign: str
    text: str
    changed: tuple[tuple[int, int], ...] = ()


@value(kw_only=True)
class Comparison(JsonMixin):
    """What one memory says otherwise than another."""

    fields: tuple[FieldChange, ...] = ()
    lines: tuple[DiffLine, ...] = ()


@value(kw_only=True)
class Queued(JsonMixin):
    """One thing that waits for a person's decision.

    Attributes:
        waits_as: ``replacement``, ``retirement``, ``proposal``, ``doubt``, ``approved`` or ``draft``.
        by, at, note: who put it there, when and why, where the file says so.
        replaces: ids of the memories whose place it would take.
        proposes: state that somebody wants it in.
        because: the record that put it in doubt.
        against: key of what `change` compares it with; empty when there is nothing to compare.
    """

    waits_as: str
    id: MemoryId
    key: Key
    scope: Scope
    type: str
    title: str
    summary: str
    path: str
    review: Review | None = None
    by: str | None = None
    at: datetime | None = None
    note: str | None = None
    replaces: tuple[MemoryId, ...] = ()
    proposes: Status | None = None
    because: MemoryId | None = None
    against: str = ""
    change: Comparison | None = None
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Queue(JsonMixin):
    """Answer of `review list`: most pressing first, then oldest; `total` counts what a limit left out too."""

    items: tuple[Queued, ...]
    total: int
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Reviewed(JsonMixin):
    """What a step of the review did.

    Attributes:
        memory: the memory as it stands now, or would stand after a dry run.
        step: ``propose``, ``approve``, ``reject`` or ``publish``.
        outcome: what became of it, e.g. ``approved``, ``retracted``, ``still_holds``.
        replaced: memories whose place it took.
        doubted: memories that were put in doubt by it.
        relieved: keys of memories that are in doubt no more, since they were only because this one was.
    """

    memory: Stored
    step: str
    outcome: str
    replaced: tuple[Stored, ...] = ()
    doubted: tuple[Doubted, ...] = ()
    relieved: tuple[Key, ...] = ()
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
