"""What comes into doubt when a memory is superseded or retracted: only what has a stated reason to.

A memory is in doubt when it names the changed one, derives from it, or claims something about the same
subject that depends on it by a table. Nothing is doubted because texts resemble each other.
"""

from __future__ import annotations

from vademecum.lifecycle.predicates import depends
from vademecum.markdown.inline import record_ids, wikilinks
from vademecum.model.record import NeedsReview, Status
from vademecum.model.value import replace, value
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from vademecum.model.record import Memory

_HOLDS = (Status.ACTIVE, Status.DEPRECATED)


@value
class Cause:
    """A memory that ceased to hold, as others may name it.

    Attributes:
        memory: as it was.
        key: its readable handle.
        after: what became of it.
        names: folded names that mean it and nothing else in its scope (`names_of`, less those of entities).
        following: predicates of the same subject that may no longer hold (`predicates.dependents`).
    """

    memory: Memory
    key: str
    after: Status
    names: frozenset[str]
    following: frozenset[str] = frozenset()


def names_of(memory: Memory, key: str) -> frozenset[str]:
    """Folded names by which a link may mean a memory: its id, key, title and aliases."""
    forms = (fold_name(name) for name in (memory.id, key, memory.title or "", *memory.aliases))
    return frozenset(form for form in forms if form)


def doubt(other: Memory, cause: Cause) -> NeedsReview | None:
    """Why `other` is in doubt; None when it is not, when it holds no longer, or is in doubt for a reason."""
    gone = cause.memory
    related = other.id == gone.id or other.id in gone.supersedes or gone.id in other.supersedes
    if related or other.status not in _HOLDS or other.needs_review is not None:
        return None
    what = f"{cause.key}, which was {cause.after.value}"
    why = _why(other, cause, what)
    return NeedsReview(reason=why, because=gone.id) if why else None


def _why(other: Memory, cause: Cause, what: str) -> str | None:
    gone = cause.memory
    names = cause.names if other.scope == gone.scope else {fold_name(gone.id)}
    if any(gone.id in record_ids(source.ref or "") for source in other.sources):
        return f"derives from {what}"
    if _means(names, [relation.object for relation in other.relations]):
        return f"is related to {what}"
    if gone.id in record_ids(other.body) or _means(names, wikilinks(other.body)):
        return f"names {what}"
    shared = gone.subject and other.subject and fold_name(gone.subject) == fold_name(other.subject)
    if shared and other.scope == gone.scope and depends(other.predicate or "", cause.following):
        return f"{other.predicate} may depend on {gone.predicate} of {gone.subject}: {what}"
    return None


def _means(names: Collection[str], links: Collection[str]) -> bool:
    return any(fold_name(link) in names for link in links)


def doubted(other: Memory, why: NeedsReview) -> Memory:
    """The memory with the doubt on it. What it says did not change, so the time of its change does not."""
    return replace(other, needs_review=why)
