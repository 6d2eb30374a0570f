"""What may be repaired without asking: only where no file loses anything that it says."""

from __future__ import annotations

from vademecum.model.record import Memory, Review
from vademecum.model.value import replace
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ALONE = (
    "scope",
    "type",
    "lang",
    "subject",
    "predicate",
    "value",
    "qualifier",
    "relations",
    "sensitivity",
    "valid_from",
    "valid_until",
    "expires",
    "pinned",
    "importance",
    "status",
    "needs_review",
)
"""Fields in which a repeat must say exactly what the kept one says."""


def adds_nothing(repeat: Memory, kept: Memory) -> bool:
    """Whether a memory with the same text says nothing at all that the other does not.

    Sources do not count: they are taken over. What is under review, or stands in a chain, is never a mere
    repeat.
    """
    if repeat.review is not None or kept.review is Review.PUBLISHED:
        return False
    if repeat.supersedes or repeat.superseded_by or repeat.review_history or repeat.extra:
        return False
    if any(getattr(repeat, name) != getattr(kept, name) for name in _ALONE):
        return False
    if repeat.title is not None and fold_name(repeat.title) != fold_name(kept.title or ""):
        return False
    return all(
        _names(getattr(repeat, name)) <= _names(getattr(kept, name))
        for name in ("tags", "aliases", "entities")
    )


def _names(names: Iterable[str]) -> set[str]:
    return {fold_name(name) for name in names}


def with_sources(kept: Memory, repeat: Memory) -> Memory:
    """The kept memory with the sources of a repeat behind its own; confidence and evidence stay."""
    sources = tuple(dict.fromkeys((*kept.sources, *repeat.sources)))
    return replace(kept, sources=sources)
