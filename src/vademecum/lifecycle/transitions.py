"""The state machine of a memory: which verb is allowed from which state, and what it leaves in the memory.

                 deprecate                     supersede
      active ◂───────────────▸ deprecated ──────────────────▸ superseded   (its status never changes again)
        ▴  ╲      restore          │  │        (from active too)
        │   ╲                      │  │
        │    ╲ archive             │  └─ retract ─▸ retracted              (it was never true; terminal)
        │     ╲                    │                    ▴  (from active and archived too)
        └──── archived ◂───────────┘ archive            │
       restore   └───────────────────── retract ────────┘

A verb that asks for the state a memory is in already succeeds and changes nothing, so that repeating one
whose answer was lost does no harm.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.errors import InvalidValue
from vademecum.lifecycle.reviewing import named
from vademecum.model.record import HOLDING, Memory, Review, ReviewEvent, Sensitivity, Status
from vademecum.model.value import replace
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from vademecum.model.record import Record


class Move(StrEnum):
    """What somebody does with a memory that is stored."""

    SUPERSEDE = "supersede"
    RETRACT = "retract"
    DEPRECATE = "deprecate"
    ARCHIVE = "archive"
    RESTORE = "restore"


_EDGES: Mapping[tuple[Status, Move], Status] = {
    (Status.ACTIVE, Move.SUPERSEDE): Status.SUPERSEDED,
    (Status.ACTIVE, Move.RETRACT): Status.RETRACTED,
    (Status.ACTIVE, Move.DEPRECATE): Status.DEPRECATED,
    (Status.ACTIVE, Move.ARCHIVE): Status.ARCHIVED,
    (Status.ACTIVE, Move.RESTORE): Status.ACTIVE,
    (Status.DEPRECATED, Move.SUPERSEDE): Status.SUPERSEDED,
    (Status.DEPRECATED, Move.RETRACT): Status.RETRACTED,
    (Status.DEPRECATED, Move.DEPRECATE): Status.DEPRECATED,
    (Status.DEPRECATED, Move.ARCHIVE): Status.ARCHIVED,
    (Status.DEPRECATED, Move.RESTORE): Status.ACTIVE,
    (Status.RETRACTED, Move.RETRACT): Status.RETRACTED,
    (Status.ARCHIVED, Move.RETRACT): Status.RETRACTED,
    (Status.ARCHIVED, Move.ARCHIVE): Status.ARCHIVED,
    (Status.ARCHIVED, Move.RESTORE): Status.ACTIVE,
}
"""Every allowed edge, with where it leads."""

_PAST = "is superseded, and what was true then stays so; {instead} what replaced it"
_NEVER = "is retracted: it was never true, and that is final; `vade remember` says what is true instead"
_AWAY = "is archived; `vade restore` comes first"
_REFUSED: Mapping[tuple[Status, Move], str] = {
    (Status.SUPERSEDED, Move.SUPERSEDE): _PAST.format(instead="supersede"),
    (Status.SUPERSEDED, Move.RETRACT): _PAST.format(instead="retract"),
    (Status.SUPERSEDED, Move.DEPRECATE): _PAST.format(instead="deprecate"),
    (Status.SUPERSEDED, Move.ARCHIVE): _PAST.format(instead="archive"),
    (Status.SUPERSEDED, Move.RESTORE): _PAST.format(instead="supersede"),
    (Status.RETRACTED, Move.SUPERSEDE): _NEVER,
    (Status.RETRACTED, Move.DEPRECATE): _NEVER,
    (Status.RETRACTED, Move.ARCHIVE): _NEVER,
    (Status.RETRACTED, Move.RESTORE): _NEVER,
    (Status.ARCHIVED, Move.SUPERSEDE): _AWAY,
    (Status.ARCHIVED, Move.DEPRECATE): _AWAY,
}
"""Every other edge, with the reason and the way out."""

_FINAL = (Status.RETRACTED, Status.SUPERSEDED)
_RESTORED = (Status.ACTIVE, Status.DEPRECATED)
"""States that `restore` gives back, whatever a person wrote into a file by hand."""


def leads_to(status: Status, move: Move) -> Status | None:
    """The state a verb leads to; None when it is refused from there."""
    return _EDGES.get((status, move))


def refusal(record: Record, move: Move, *, placed: bool = False) -> str | None:
    """Why a verb is refused for a record, None when it is allowed.

    Args:
        record: as it stands.
        move: the verb.
        placed: it took the place of what it names, so that it holds whatever a review says of it.
    """
    if (record.status, move) in _REFUSED:
        return _REFUSED[record.status, move]
    if not isinstance(record, Memory):
        return "is an entity's page, which nothing supersedes; edit it" if move is Move.SUPERSEDE else None
    if not record.supersedes or placed:
        return None
    if record.review is Review.PROPOSED and move in (Move.SUPERSEDE, Move.DEPRECATE):
        return "is only proposed, nothing holds by it yet; decide that first with `vade review`"
    if record.review is Review.REJECTED and move is Move.RESTORE:
        return "was rejected as a replacement; `vade review propose` puts it forward again"
    return None


def moved(
    record: Record,
    move: Move,
    *,
    at: datetime,
    reason: str | None = None,
    by: str = "user",
    placed: bool = False,
) -> Record:
    """The record after a verb other than `Move.SUPERSEDE`; equal to `record` when nothing changes.

    Args:
        record: as it stands.
        move: the verb.
        at: the moment of the change.
        reason: why; kept as a step of the memory's history. An entity's page has no place for one.
        by: who says so.
        placed: as in `refusal`.

    Raises:
        InvalidValue: the verb is refused for this record.
    """
    allowed(record, move, placed=placed)
    after = _destination(record, move)
    if after is record.status:
        return record
    if isinstance(record, Memory):
        if after is Status.ACTIVE and record.archived_from is Status.SUPERSEDED and record.valid_until:
            # What had taken its place is forgotten: when that began is no end any longer.
            reason = f"{reason or 'restored'}; it had ended at {record.valid_until.isoformat()}"
            record = replace(record, valid_until=None)
        return _closed(record, after, at=at, reason=reason, by=by)
    return replace(record, status=after, archived_from=_left(record.status, after), updated=at)


def _destination(record: Record, move: Move) -> Status:
    """Where an allowed verb leads; what was archived comes back as what it was."""
    before = record.archived_from
    if record.status is Status.ARCHIVED and move is Move.RESTORE and before and before in _RESTORED:
        return before
    return _EDGES[record.status, move]


def _left(before: Status, after: Status) -> Status | None:
    """The state that an archived record keeps to come back to; active need not be said."""
    return before if after is Status.ARCHIVED and before is not Status.ACTIVE else None


def allowed(record: Record, move: Move, *, placed: bool = False) -> None:
    """Refuse what is refused; see `refusal`.

    Raises:
        InvalidValue: with the reason and the way out.
    """
    why = refusal(record, move, placed=placed)
    if why is not None:
        name = named(record) if isinstance(record, Memory) else repr(record.name)
        raise InvalidValue("status", f"{name} {why}")


def successor(new: Memory, old: Memory, *, at: datetime, by: str = "user") -> Memory:
    """`new` as what replaces `old`: it names it, and does not stand as reviewed by what its predecessor was.

    What takes a reviewed memory's place was seen by nobody, so it is not approved; a draft stays a draft.
    In the place of what a team has it is approved by who put it there: the team reads in its own file that
    something took its place, so that the new one has to be at hand for `publish`.
    """
    named = replace(new, supersedes=tuple(dict.fromkeys((*new.supersedes, old.id))))
    if new.review is not None:
        return named
    if owed(new, old):
        event = ReviewEvent(at=at, by=by, after=Review.APPROVED, note="in the place of what is published")
        return replace(named, review=Review.APPROVED, review_history=(*new.review_history, event))
    return replace(named, review=Review.DRAFT) if old.review is Review.DRAFT else named


def owed(new: Memory, old: Memory) -> bool:
    """Whether a team that has `old` will look for `new` in its own folder."""
    meant = new.scope == old.scope and new.sensitivity is Sensitivity.NORMAL
    return old.review is Review.PUBLISHED and meant


def superseded(
    old: Memory, new: Memory, *, at: datetime, reason: str | None = None, by: str = "user"
) -> Memory:
    """`old` once `new` has taken its place: it held until the new one begins, or until it ended before.

    Whether `old` is only proposed itself is for the caller to ask (`allowed`), who can look at what it names.

    Raises:
        InvalidValue: `old` cannot be superseded from where it stands, or by itself.
    """
    allowed(old, Move.SUPERSEDE, placed=True)
    if old.id == new.id:
        raise InvalidValue("supersedes", f"{named(old)} cannot take its own place")
    over = new.valid_from or new.created or at
    if old.valid_until is not None:
        over = min(over, old.valid_until)
    if old.valid_from is not None:
        over = max(over, old.valid_from)  # replaced before it began: it never held, and no file may say less
    closed = _closed(old, Status.SUPERSEDED, at=at, reason=reason, by=by)
    return replace(closed, superseded_by=new.id, valid_until=over)


def _closed(memory: Memory, after: Status, *, at: datetime, reason: str | None, by: str) -> Memory:
    """The memory in another state; what was proposed or doubted about it is settled by that."""
    doubt = memory.needs_review
    if after in _FINAL or (doubt is not None and doubt.proposes is not None):
        doubt = None
    history = memory.review_history
    # Of what was superseded its own fields tell by what and when; what was approved is told already.
    approved = [told_state(event) for event in history if (event.at, event.after) == (at, Review.APPROVED)]
    if reason or (after is not Status.SUPERSEDED and after not in approved):
        note = f"{after.value}: {reason}" if reason else after.value
        history = (*history, ReviewEvent(at=at, by=by, after=Review.APPROVED, note=note))
    return replace(
        memory,
        status=after,
        archived_from=_left(memory.status, after),
        needs_review=doubt,
        review_history=history,
        updated=at,
    )


def told_state(event: ReviewEvent) -> Status | None:
    """The state of the memory that a step of its history tells of; None for one of the review itself."""
    return _STATES.get((event.note or "").partition(": ")[0])


_STATES = {status.value: status for status in Status}


def half_written(new: Memory, old: Memory, *, placed: bool = False) -> bool:
    """Whether a crash, or a person who edits by hand, left a replacement of which the old side knows nothing.

    Only within one scope: a file that came with a cloned project must not retire what is personal.

    Args:
        new: it names the old one.
        old: as its file says.
        placed: of `old`, as in `refusal`.
    """
    return (
        old.id in new.supersedes
        and old.id != new.id
        and old.scope == new.scope
        and old.status in HOLDING
        and new.status not in (Status.RETRACTED, Status.ARCHIVED)
        and new.review not in (Review.PROPOSED, Review.REJECTED)
        and refusal(old, Move.SUPERSEDE, placed=placed) is None
    )


def kept_title(old: Memory, text: str) -> str | None:
    """The old title, unless the new text takes back a word of it.

    "Deployment day" outlives a move from Tuesday to Thursday; "Port 8080" would become a lie above a text
    that says 8081. A word of the title is taken back when the old text has it and the new one has not.
    """
    if old.title is None:
        return None
    before, now = set(fold_name(old.body).split()), set(fold_name(text).split())
    return None if (before - now).intersection(fold_name(old.title).split()) else old.title
