"""What becomes of the memories that name a forgotten one: no link leads to where nothing is."""

from __future__ import annotations

from vademecum.markdown.inline import record_ids
from vademecum.model.record import HOLDING, Memory, MemoryId, NeedsReview, Review, Source, Status
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_RESTED = "rested on something that was forgotten"

_UNDECIDED = (Review.PROPOSED, Review.REJECTED)


@value(kw_only=True)
class Link:
    """A record that is forgotten, as its chain knows it.

    Attributes:
        before: what it took the place of, in the order in which its successor shall name it.
        after: what took its place, None when nothing did.
    """

    gone: MemoryId
    before: tuple[MemoryId, ...] = ()
    after: MemoryId | None = None


def unlinked(memory: Memory, link: Link) -> tuple[Memory, tuple[str, ...]]:
    """A memory without what it says of a forgotten one, and what changed, in words.

    The chain is joined around it: what it replaced is replaced by its successor. Where it was the newest,
    nothing says what is true now; what it replaced is not true again for that, so it is archived, from where
    `restore` brings it back.
    """
    changes: list[str] = []
    changed = memory
    if link.gone in memory.supersedes:
        named = _joined(memory, link)
        changes.append(
            "takes its place in the chain" if set(named) - set(memory.supersedes) else "replaces it no more"
        )
        changed = replace(changed, supersedes=named)
    if memory.superseded_by == link.gone:
        changed = replace(changed, superseded_by=link.after)
        if link.after is not None:
            changes.append("is replaced by its successor")
        elif memory.status is Status.SUPERSEDED:
            changed = replace(changed, status=Status.ARCHIVED, archived_from=Status.SUPERSEDED)
            changes.append("is archived, since what replaced it is gone")
        else:
            changes.append("is replaced by it no more")
    if memory.needs_review is not None and memory.needs_review.because == link.gone:
        # The reason names it by its key, which is made of its words.
        doubt = replace(memory.needs_review, reason=_RESTED, because=None)
        changed = replace(changed, needs_review=doubt)
        changes.append("is in doubt for a reason that is gone")
    sources = tuple(_without(source, link.gone) for source in memory.sources)
    if sources != memory.sources:
        changed = replace(changed, sources=sources)
        changes.append("names it as a source no more")
    relations = tuple(one for one in memory.relations if link.gone not in record_ids(one.object))
    if relations != memory.relations:
        changed = replace(changed, relations=relations)
        changes.append("is related to it no more")
    rested = sources != memory.sources or relations != memory.relations
    # What was forgotten after something took its place had left its doubt when that happened.
    if rested and link.after is None and changed.needs_review is None and changed.status in HOLDING:
        changed = replace(changed, needs_review=NeedsReview(reason=_RESTED))
        changes.append("is in doubt, since it rested on it")
    return changed, tuple(changes)


def predecessors(memories: Iterable[Memory], gone: MemoryId) -> tuple[MemoryId, ...]:
    """Those that a forgotten memory took the place of, oldest first."""
    return tuple(sorted(memory.id for memory in memories if memory.superseded_by == gone))


def heir(memories: Sequence[Memory], gone: MemoryId, stated: MemoryId | None) -> MemoryId | None:
    """What took a forgotten memory's place: what it says itself, if that is there, or the newest memory that
    says so of itself. A proposal has taken nobody's place yet."""
    there = {memory.id for memory in memories}
    if stated is not None and stated in there:
        return stated
    claims = [
        memory.id for memory in memories if gone in memory.supersedes and memory.review not in _UNDECIDED
    ]
    return max(claims, default=None)


def _joined(memory: Memory, link: Link) -> tuple[MemoryId, ...]:
    """What it replaces instead. What nobody approved yet waits for a decision about what holds now, since
    without anything to replace it would hold itself."""
    heir = (link.after,) if link.after is not None and memory.review in _UNDECIDED else ()
    own = link.before if memory.id == link.after else heir
    named: list[MemoryId] = []
    for one in memory.supersedes:
        named += own if one == link.gone else (one,)
    return tuple(dict.fromkeys(one for one in named if one != memory.id))


def _without(source: Source, gone: MemoryId) -> Source:
    if source.ref is None or gone not in source.ref:
        return source
    return replace(source, ref=None, quote_hash=None)
