"""The last word on any plan, whoever made it: blanks and repeats go, everything has a bound."""

from __future__ import annotations

from functools import lru_cache

from vademecum.model.plan import Intent, Plan, PlannedEntity
from vademecum.model.value import replace
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from vademecum.model.plan import Temporal

# The caps of the founding planner, seeds.md B.2.
MAX_ENTITIES, MAX_TOPICS, MAX_PREDICATES, MAX_QUERIES, MAX_SCOPES = 5, 8, 5, 3, 5
MAX_QUERY_WORDS = 16
MAX_ALTERNATES = 4


def normalised(plan: Plan) -> Plan:
    """The plan within its bounds; doing so again changes nothing."""
    entities = tuple([_entity(each) for each in plan.entities if each.surface.strip()])[:MAX_ENTITIES]
    queries = _distinct([_cut(query) for query in plan.lexical_queries], MAX_QUERIES)
    wanted = bool(queries or entities)
    bounded: dict[str, Any] = {
        "requires_memory": plan.requires_memory and wanted,
        "intent": plan.intent if wanted else Intent.NONE,
        "confidence": _clamped(plan.confidence),
        "entities": entities,
        "topics": _distinct(plan.topics, MAX_TOPICS),
        "predicates": _closed(plan.predicates, MAX_PREDICATES),
        "lexical_queries": queries,
        "scopes": _closed(plan.scopes, MAX_SCOPES),
        "kind_filter": _distinct(plan.kind_filter, len(plan.kind_filter)),
        "subject_hint": _stated(plan.subject_hint),
        "predicate_hint": _stated(plan.predicate_hint),
        "alternates": plan.alternates[:MAX_ALTERNATES],
        "unread": plan.unread[:MAX_ALTERNATES],
    }
    # A plan of our own planner keeps the bounds already, and looking is cheaper than making it anew.
    changed = {name: kept for name, kept in bounded.items() if getattr(plan, name) != kept}
    return replace(plan, **changed) if changed else plan


def cache_key(plan: Plan) -> str:
    """Equal for plans that must be answered alike: everything that changes the answer is in it.

    The order of queries, entities and preferences is not: their rankings are fused. Nor are whose turn it is,
    how sure the planner was, and the signals it was sure by.
    """
    spoken = (
        plan.requires_memory,
        plan.intent.value,
        plan.topics,
        sorted(plan.lexical_queries),
        sorted((each.surface, each.form, each.candidates) for each in plan.entities),
        sorted(plan.scopes),
        sorted(plan.predicates),
        sorted(plan.kind_filter),
        plan.subject_hint,
        plan.predicate_hint,
        plan.listing,
        plan.temporal and _timed(plan.temporal),
        [_timed(each) for each in plan.alternates],
        [(_folded(each.said), each.why) for each in plan.unread],
    )
    return sha256_hex(repr(spoken).encode("utf-8", "surrogatepass"))


def _timed(time: Temporal) -> tuple[object, ...]:
    return _moment(time.after), _moment(time.before), time.label, time.grain, _folded(time.said)


def _folded(said: str) -> str:
    return _spaced(said.casefold())


def _moment(at: datetime | None) -> float | None:
    return None if at is None else at.timestamp()


def _entity(entity: PlannedEntity) -> PlannedEntity:
    canonical = _stated(entity.canonical)
    names = (*entity.candidates, *([canonical] if canonical else []))
    candidates = tuple(sorted({_spaced(name) for name in names} - {""}))
    surface = _spaced(entity.surface)
    if (surface, canonical, candidates) == (entity.surface, entity.canonical, entity.candidates):
        return entity
    return PlannedEntity(surface, canonical, candidates)


def _spaced(text: str) -> str:
    return text if text.isalnum() else " ".join(text.split())


def _stated(text: str | None) -> str | None:
    return (_spaced(text) or None) if text is not None else None


def _cut(query: str) -> str:
    words = query.split()
    return query if len(words) <= MAX_QUERY_WORDS else " ".join(words[:MAX_QUERY_WORDS])


def _distinct(texts: Sequence[str], most: int) -> tuple[str, ...]:
    """The first of those that differ by more than case and white space."""
    if not texts:
        return ()
    kept: dict[str, str] = {}
    for text in texts:
        spaced = _spaced(text)
        if spaced:
            kept.setdefault(spaced.casefold(), spaced)
    return tuple(kept.values())[:most]


_closed = lru_cache(maxsize=64)(_distinct)
"""The same for lists that are taken from a handful, with our own planner."""


def _clamped(confidence: float) -> float:
    return min(1.0, max(0.0, confidence))  # in this order NaN, which a model may say, becomes 0
