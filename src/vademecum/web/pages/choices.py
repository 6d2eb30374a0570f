"""What a visitor narrows an answer by: scopes, types, tags, and how much of what does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.model.record import Status, type_names
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.web.pages.visit import Visit

INCLUDED = (
    ("active", "What holds now"),
    ("expired", "Also what ran out or has not begun"),
    ("all", "Everything, as it is stored"),
)

STATUSES = tuple(one.value for one in Status)


@value(kw_only=True)
class Narrowed:
    """How an answer is narrowed.

    Attributes:
        scopes: None for everywhere, as verbs take it.
        include: one of `INCLUDED`.
        statuses: of everything as it is stored only these; empty for what `include` says.
    """

    scopes: tuple[str, ...] | None
    types: tuple[str, ...]
    tags: tuple[str, ...]
    include: str
    statuses: tuple[str, ...]

    @property
    def query(self) -> Mapping[str, tuple[str, ...] | str]:
        """The same as a link asks for it."""
        include = "" if self.include == INCLUDED[0][0] else self.include
        narrowed = {"scope": self.scopes or (), "type": self.types, "tag": self.tags}
        return {**narrowed, "status": self.statuses, "include": include}

    @property
    def any(self) -> bool:
        """Whether anything is left out, or more is shown than usually."""
        return any(self.query.values())


def narrowed(visit: Visit) -> Narrowed:
    """What the query asks for; commas part tags."""
    tags = tuple(one.strip() for said in visit.chosen("tag") for one in said.split(",") if one.strip())
    return Narrowed(
        scopes=visit.chosen("scope") or None,
        types=visit.chosen("type"),
        tags=tags,
        include=visit.asked("include") or INCLUDED[0][0],
        statuses=visit.chosen("status"),
    )


def offered(visit: Visit, chosen: Narrowed) -> Mapping[str, object]:
    """What there is to choose from, for the templates; what is chosen is always among it."""
    stats = visit.stats()
    scopes = dict.fromkeys((*stats.by_scope, *(chosen.scopes or ())))
    return {
        "chosen": chosen,
        "scopes": tuple(scopes),
        "types": type_names,
        "tags": tuple(stats.by_tag)[:200],
        "included": INCLUDED,
        "statuses": STATUSES,
    }
