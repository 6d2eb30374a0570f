"""The review: which step is allowed from which state, what it leaves in the memory, and what waits for whom.

    (none) ─┐
    draft ──┼─ propose ─▸ proposed ─ approve ─▸ approved ─ publish ─▸ published
    rejected┘                │
       ▴──── reject ─────────┘   (a draft and what was only approved may be rejected too)

Two further things wait for a person beside these states: a proposal to *retire* a memory, which stands on the
memory itself (`NeedsReview.proposes`), and a *doubt*, which somebody resolves by saying that it still holds.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.errors import InvalidValue, quoted
from vademecum.model.record import HOLDING, PERSONAL, NeedsReview, Review, ReviewEvent, Sensitivity, Status
from vademecum.model.value import replace
from vademecum.text.lines import first_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from vademecum.model.record import Memory, MemoryId


class Step(StrEnum):
    """What somebody does with a memory under review."""

    PROPOSE = "propose"
    APPROVE = "approve"
    REJECT = "reject"
    PUBLISH = "publish"


class Waiting(StrEnum):
    """Why a memory stands in the queue, most pressing first."""

    REPLACEMENT = "replacement"  # would take another memory's place once it is approved
    RETIREMENT = "retirement"  # somebody wants it retracted, deprecated or archived
    PROPOSAL = "proposal"
    DOUBT = "doubt"
    APPROVED = "approved"  # may be published
    DRAFT = "draft"


RETIRED = (Status.RETRACTED, Status.DEPRECATED, Status.ARCHIVED)
"""States that may be proposed for a memory that holds."""

_STATES: Mapping[tuple[Review | None, Step], Review] = {
    (None, Step.PROPOSE): Review.PROPOSED,
    (Review.DRAFT, Step.PROPOSE): Review.PROPOSED,
    (Review.DRAFT, Step.REJECT): Review.REJECTED,
    (Review.PROPOSED, Step.APPROVE): Review.APPROVED,
    (Review.PROPOSED, Step.REJECT): Review.REJECTED,
    (Review.APPROVED, Step.REJECT): Review.REJECTED,
    (Review.APPROVED, Step.PUBLISH): Review.PUBLISHED,
    (Review.REJECTED, Step.PROPOSE): Review.PROPOSED,
}
"""Every allowed edge."""

_AGAIN = "is {state} already"
_TEAM = "is published: the team has it; supersede, deprecate or retract it instead"
_FIRST = "{state}; `vade review propose` comes first"
_REFUSED: Mapping[tuple[Review | None, Step], str] = {
    (None, Step.APPROVE): _FIRST.format(state="was not proposed"),
    (None, Step.REJECT): "was not proposed, so there is nothing to reject; archive or retract it instead",
    (None, Step.PUBLISH): "was not approved; `vade review propose` and `approve` come first",
    (Review.DRAFT, Step.APPROVE): _FIRST.format(state="is a draft"),
    (Review.DRAFT, Step.PUBLISH): "is a draft; `vade review propose` and `approve` come first",
    (Review.PROPOSED, Step.PROPOSE): _AGAIN.format(state="proposed"),
    (Review.PROPOSED, Step.PUBLISH): "is only proposed; `vade review approve` comes first",
    (Review.APPROVED, Step.PROPOSE): "is approved already; `vade review publish` gives it to the team",
    (Review.APPROVED, Step.APPROVE): _AGAIN.format(state="approved"),
    (Review.PUBLISHED, Step.PROPOSE): _AGAIN.format(state="published"),
    (Review.PUBLISHED, Step.APPROVE): _AGAIN.format(state="published"),
    (Review.PUBLISHED, Step.REJECT): _TEAM,
    (Review.PUBLISHED, Step.PUBLISH): _AGAIN.format(state="published"),
    (Review.REJECTED, Step.APPROVE): _FIRST.format(state="was rejected"),
    (Review.REJECTED, Step.REJECT): _AGAIN.format(state="rejected"),
    (Review.REJECTED, Step.PUBLISH): "was rejected; only what is approved is published",
}
"""Every other edge, with the reason."""


def is_replacement(memory: Memory) -> bool:
    """Whether it is only proposed to take another memory's place; nobody but its reviewer sees it."""
    return memory.review is Review.PROPOSED and bool(memory.supersedes)


def waiting(memory: Memory) -> tuple[Waiting, ...]:
    """What a person may want to decide about a memory, most pressing first; empty for most."""
    found: list[Waiting] = []
    if memory.status in (Status.RETRACTED, Status.SUPERSEDED, Status.ARCHIVED):
        return ()
    if memory.review is Review.PROPOSED:
        found.append(Waiting.REPLACEMENT if memory.supersedes else Waiting.PROPOSAL)
    if memory.needs_review is not None:
        found.append(Waiting.RETIREMENT if memory.needs_review.proposes else Waiting.DOUBT)
    if memory.scope.startswith("project:"):
        if memory.review is Review.APPROVED:
            found.append(Waiting.APPROVED)
        elif memory.review is Review.DRAFT:
            found.append(Waiting.DRAFT)
    return tuple(sorted(found, key=list(Waiting).index))


def refusal(memory: Memory, step: Step) -> str | None:
    """Why a memory may not take a step, None when it may."""
    before = memory.review
    if (before, step) not in _STATES:
        return _REFUSED[before, step]
    if memory.status in (Status.RETRACTED, Status.SUPERSEDED):
        return f"is {memory.status.value}; only what holds is reviewed"
    if memory.status is Status.ARCHIVED and not (before is Review.REJECTED and step is Step.PROPOSE):
        return "is archived; `vade restore` comes first"
    if step is Step.PROPOSE and memory.scope == "personal" and not memory.supersedes:
        return "is personal; only what belongs to a project or an organisation is put before a team"
    if before is Review.APPROVED and step is Step.REJECT and memory.supersedes:
        return "took another memory's place when it was approved; supersede or retract it instead"
    return _unpublishable(memory) if step is Step.PUBLISH else None


def _unpublishable(memory: Memory) -> str | None:
    if not memory.scope.startswith("project:"):
        return f"belongs to {memory.scope}; only a project's memories have a repository to stand in"
    if memory.sensitivity is not Sensitivity.NORMAL:
        return f"is {memory.sensitivity.value}; what is not for everybody stays in the home"
    return None


def stepped(memory: Memory, step: Step, *, by: str, at: datetime, note: str | None = None) -> Memory:
    """The memory after a step, one event longer.

    A rejected replacement is archived: nobody should meet it, nor a rejected proposal of what is personal,
    which has no team that could take it up again. Proposed again, it comes back.

    Raises:
        InvalidValue: the step is not allowed from where the memory stands.
    """
    reason = refusal(memory, step)
    if reason is not None:
        raise InvalidValue("review", f"{named(memory)} {reason}")
    after = _STATES[memory.review, step]
    status = memory.status
    if after is Review.REJECTED and (memory.supersedes or memory.scope == PERSONAL):
        status = Status.ARCHIVED
    elif after is Review.PROPOSED and memory.status is Status.ARCHIVED:
        status = Status.ACTIVE
    event = ReviewEvent(at=at, by=by, before=memory.review, after=after, note=note)
    return replace(
        memory,
        status=status,
        review=after,
        review_history=(*memory.review_history, event),
        needs_review=None if after is Review.APPROVED else memory.needs_review,
        updated=at,
    )


def named(memory: Memory) -> str:
    """A memory as a message names it: by its title, else by how it begins."""
    return quoted(memory.title or first_sentence(memory.body) or memory.id)


def replacement(new: Memory, old: Memory, *, by: str, at: datetime, note: str | None = None) -> Memory:
    """`new` as a proposal to take the place of `old`, which holds until somebody approves."""
    event = ReviewEvent(at=at, by=by, before=None, after=Review.PROPOSED, note=note)
    return replace(
        new,
        supersedes=tuple(dict.fromkeys((*new.supersedes, old.id))),
        review=Review.PROPOSED,
        review_history=(*new.review_history, event),
    )


def retirement(
    memory: Memory, proposes: Status, *, by: str, at: datetime, reason: str, because: MemoryId | None = None
) -> Memory:
    """A memory of which somebody proposes that it be retracted, deprecated or archived; it still holds.

    Raises:
        InvalidValue: it cannot be retired, or waits for such a decision already.
    """
    if proposes not in RETIRED:
        allowed = ", ".join(status.value for status in RETIRED)
        raise InvalidValue("status", f"{proposes.value} cannot be proposed, only {allowed}")
    if memory.status not in HOLDING or memory.status is proposes:
        raise InvalidValue("status", f"{named(memory)} is {memory.status.value} already")
    if memory.needs_review is not None and memory.needs_review.proposes is not None:
        wanted = memory.needs_review.proposes.value
        raise InvalidValue("review", f"{named(memory)} is proposed to be {wanted} already; decide that first")
    doubt = NeedsReview(reason=reason, because=because, proposes=proposes, by=by)
    event = ReviewEvent(at=at, by=by, after=Review.PROPOSED, note=f"{proposes.value}: {reason}")
    return replace(memory, needs_review=doubt, review_history=(*memory.review_history, event), updated=at)


def settled(memory: Memory, *, approved: bool, by: str, at: datetime, note: str | None = None) -> Memory:
    """A memory whose doubt or proposed retirement somebody decided; its status is not changed here.

    Raises:
        InvalidValue: nothing is in doubt, or a doubt was to be rejected, which says nothing of what is true.
    """
    doubt = memory.needs_review
    if doubt is None:
        raise InvalidValue("review", f"nothing about {named(memory)} waits for a decision")
    if not approved and doubt.proposes is None:
        raise InvalidValue(
            "review",
            f"{named(memory)} is only in doubt; approve it when it still holds, "
            "else supersede, deprecate or retract it",
        )
    before = Review.PROPOSED if doubt.proposes else None
    what = f"{doubt.proposes.value if doubt.proposes else 'still holds'}: {note or doubt.reason}"
    after = Review.APPROVED if approved else Review.REJECTED
    event = ReviewEvent(at=at, by=by, before=before, after=after, note=what)
    return replace(memory, needs_review=None, review_history=(*memory.review_history, event), updated=at)
