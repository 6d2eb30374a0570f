"""What a model may know of the store, so that it need not invent names."""

from __future__ import annotations

from collections import Counter

from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.ask import Filters
from vademecum.model.extracted import Acquainted
from vademecum.model.prompt import MAX_NAMES, MAX_PREDICATES
from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.engine.parts import Parts
    from vademecum.model.record import Scope

_NEWEST = 2_000
"""Memories that are counted; what was not touched since is looked for by its words."""


def acquainted(parts: Parts, scopes: tuple[Scope, ...]) -> Acquainted:
    """Names of entities and the predicates in use, most frequent first; no text and no value of any memory.

    Args:
        parts: the open home.
        scopes: none means every scope.
    """
    now_us = parts.now_us()
    entities, _ = parts.index.page(Filters(scopes=scopes, kinds=(Kind.ENTITY,)), limit=MAX_NAMES)
    rows, _ = parts.index.page(Filters(scopes=scopes, kinds=(Kind.MEMORY,)), limit=_NEWEST)
    visible = [row for row in rows if standing(row, now_us) is Standing.VISIBLE]
    subjects = _frequent([row.card.subject for row in visible if row.card.subject])
    predicates = _frequent([row.card.predicate for row in visible if row.card.predicate])
    names = dict.fromkeys([*subjects, *(row.card.title for row in entities)])
    return Acquainted(names=tuple(names)[:MAX_NAMES], predicates=tuple(predicates)[:MAX_PREDICATES])


def _frequent(names: Iterable[str]) -> list[str]:
    counted = Counter(names)
    return sorted(counted, key=lambda name: (-counted[name], name))
