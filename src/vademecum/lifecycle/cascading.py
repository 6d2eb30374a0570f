"""What comes into doubt when something ceases to hold: only what has a stated reason to.

A memory is in doubt when it names what changed, derives from it or rests on it, when it claims something
about the same subject that depends on it by a table, or about a subject that is joined to that one by a
relation over which it depends on it. What rests on a memory in doubt is in doubt too. Nothing is doubted
because texts resemble each other.
"""

from __future__ import annotations

from vademecum.lifecycle.predicates import depends, name_of
from vademecum.markdown.body_relations import body_relations
from vademecum.markdown.inline import record_ids, wikilinks
from vademecum.model.record import HOLDING, NeedsReview
from vademecum.model.value import replace, value
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from vademecum.model.record import Memory, MemoryId, Relation


@value
class Joint:
    """A subject that is joined to one of which something changed.

    Attributes:
        names: folded names of it.
        told: the relation in words.
        following: predicates of it that may no longer hold.
    """

    names: frozenset[str]
    told: str
    following: frozenset[str]


@value(kw_only=True)
class Cause:
    """What ceased to hold, or came into doubt, as others may name it.

    Attributes:
        memory: as it was.
        what: it and what became of it, in words.
        ids: of it and of what it took the place of.
        names: folded names that mean one of those and nothing else in its scope (`names_of`, less those of
            entities).
        resting: names of relations by which something rests on what they name.
        certain: it ceased to hold. What only came into doubt bears on nothing but what rests on it.
        subjects: folded names of its subject.
        following: predicates of the same subject that may no longer hold (`predicates.dependents`).
        joints: subjects that are joined to its own.
    """

    memory: Memory
    what: str
    ids: frozenset[MemoryId]
    names: frozenset[str]
    resting: frozenset[str]
    certain: bool = True
    subjects: frozenset[str] = frozenset()
    following: frozenset[str] = frozenset()
    joints: tuple[Joint, ...] = ()


def names_of(id: str, key: str, title: str, aliases: Iterable[str]) -> frozenset[str]:
    """Folded names by which a link may mean a memory: its id, key, title and aliases."""
    forms = (fold_name(name) for name in (id, key, title, *aliases))
    return frozenset(form for form in forms if form)


def subject_forms(subjects: Iterable[str], predicate: str | None) -> frozenset[str]:
    """Folded names by which a relation may mean what is claimed of a subject: its own, and with the predicate
    behind it what is claimed of that alone."""
    bare = frozenset(subjects)
    return bare | {f"{one} {name_of(predicate)}" for one in bare if predicate}


def doubt(other: Memory, cause: Cause) -> NeedsReview | None:
    """Why `other` is in doubt; None when it is not, when it holds no longer, or is in doubt for a reason."""
    gone = cause.memory
    if other.id in cause.ids or other.id in gone.supersedes or not cause.ids.isdisjoint(other.supersedes):
        return None
    if other.status not in HOLDING or other.needs_review is not None:
        return None
    why = _resting(other, cause) or (_bearing(other, cause) if cause.certain else None)
    return NeedsReview(reason=why, because=gone.id) if why else None


def _resting(other: Memory, cause: Cause) -> str | None:
    """How a memory says that it rests on the cause."""
    sources = (source.ref or "" for source in other.sources)
    if any(not cause.ids.isdisjoint(record_ids(ref)) for ref in sources):
        return f"derives from {cause.what}"
    rests = [one.object for one in _relations(other) if depends(one.predicate, cause.resting)]
    if _means(_names(other, cause), rests):
        return f"depends on {cause.what}"
    gone = cause.memory
    forms = subject_forms(cause.subjects, gone.predicate)
    if other.scope == gone.scope and _means(forms, rests):
        return f"depends on {gone.subject}: {cause.what}"
    return None


def _bearing(other: Memory, cause: Cause) -> str | None:
    """What else a memory says by which a change bears on it."""
    gone, names = cause.memory, _names(other, cause)
    if _means(names, [relation.object for relation in other.relations]):
        return f"is related to {cause.what}"
    if not cause.ids.isdisjoint(record_ids(other.body)) or _means(names, wikilinks(other.body)):
        return f"names {cause.what}"
    if not other.subject or not other.predicate or other.scope != gone.scope:
        return None
    subject = fold_name(other.subject)
    if subject in cause.subjects and depends(other.predicate, cause.following):
        return f"{other.predicate} may depend on {gone.predicate} of {gone.subject}: {cause.what}"
    for joint in cause.joints:
        if subject in joint.names and depends(other.predicate, joint.following):
            what = f"{gone.predicate} of {gone.subject}: {cause.what}"
            return f"{other.predicate} may depend, since {joint.told}, on {what}"
    return None


def _relations(memory: Memory) -> tuple[Relation, ...]:
    return (*memory.relations, *body_relations(memory.body))


def _names(other: Memory, cause: Cause) -> frozenset[str]:
    if other.scope == cause.memory.scope:
        return cause.names
    return frozenset(fold_name(id) for id in cause.ids)


def _means(names: Collection[str], links: Collection[str]) -> bool:
    return any(fold_name(link) in names for link in links)


def doubted(other: Memory, why: NeedsReview) -> Memory:
    """The memory with the doubt on it. What it says did not change, so the time of its change does not."""
    return replace(other, needs_review=why)
