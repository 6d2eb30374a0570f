"""Filters as SQL; pure, so that it is tested without a database."""

from __future__ import annotations

from vademecum.model.entry import REPLACEMENT, WAITING
from vademecum.stores.codec import speakable
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.ask import Filters

TAG, ABOUT, NAME = "tag", "about", "name"
"""Sorts of ``facet``."""

_SETTLED = (
    f"(coalesce(record.review, '') <> '{REPLACEMENT}' OR EXISTS (SELECT FROM vade.record AS past "
    "WHERE past.tenant = %(tenant)s AND past.superseded_by = record.id))"
)
_IN_FORCE = (
    f"{_SETTLED} AND coalesce(record.valid_from <= %(in_force_at)s, TRUE) AND (record.pinned OR "
    "(coalesce(record.expires > %(in_force_at)s, TRUE) "
    "AND coalesce(record.valid_until > %(in_force_at)s, TRUE)))"
)
# What nobody is known to have replaced ends as it says itself.
_SUCCESSOR = (
    "(SELECT coalesce(successor.valid_from, successor.created) FROM vade.record AS successor "
    "WHERE successor.tenant = %(tenant)s AND successor.id = record.superseded_by)"
)
_HELD = (
    f"{_SETTLED} AND (record.status <> 'superseded' OR "
    f"coalesce(coalesce({_SUCCESSOR}, record.valid_until) > %(held_at)s, FALSE)) AND "
    "(record.pinned AND record.status <> 'superseded' OR "
    "(coalesce(record.expires > %(held_at)s, TRUE) AND coalesce(record.valid_until > %(held_at)s, TRUE)))"
)
_OF_TIME = (
    "(coalesce(record.created >= %(first)s AND record.created < %(behind)s, FALSE) OR "
    "coalesce(record.valid_from >= %(first)s AND record.valid_from < %(behind)s, FALSE) OR "
    "coalesce(record.valid_from < %(behind)s AND record.valid_until > %(first)s, FALSE))"
)
_TAGGED = (
    "(SELECT count(*) FROM vade.facet WHERE facet.tenant = %(tenant)s AND facet.sort = 'tag' "
    "AND facet.name = ANY(%(tags)s::text[]) AND facet.version = record.version) = %(tags_wanted)s"
)
_ABOUT = (
    "record.version = ANY(ARRAY(SELECT facet.version FROM vade.facet WHERE facet.tenant = %(tenant)s "
    "AND facet.sort = 'about' AND facet.name = ANY(%(about)s::text[])))"
)
_WAITING = (
    "(record.doubted OR record.review IS NOT NULL) AND "
    "(record.doubted OR record.review = ANY(%(waiting)s::text[]))"
)


def spoken(texts: Iterable[str]) -> list[str]:
    """Those that a stored text can equal, as short as they are stored, each once."""
    return list(dict.fromkeys(bounded(text) for text in texts if speakable(text)))


def conditions(filters: Filters) -> tuple[str, dict[str, object]]:
    """An expression over ``record`` that is true for what passes, and its parameters."""
    parts, values = ["TRUE"], dict[str, object]()
    for name, wanted in (
        ("scope", [text for text in filters.scopes if speakable(text)] if filters.scopes else None),
        ("type", [text for text in filters.types if speakable(text)] if filters.types else None),
        ("kind", [kind.value for kind in filters.kinds] or None),
        ("status", [status.value for status in filters.statuses] or None),
    ):
        if wanted is not None:
            parts.append(f"record.{name} = ANY(%({name}_in)s::text[])")
            values[f"{name}_in"] = wanted
    if filters.tags:
        parts.append(_TAGGED)
        values |= {"tags": spoken(filters.tags), "tags_wanted": len(set(filters.tags))}
    if filters.about:
        parts.append(_ABOUT)
        values["about"] = spoken(filters.about)
    timed, moments = _moments(filters)
    parts += timed
    return " AND ".join(parts), values | moments


def _moments(filters: Filters) -> tuple[list[str], dict[str, object]]:
    """Conditions on times and on what stands beside them."""
    told: tuple[tuple[str, str, object], ...] = (
        ("updated_from", "record.updated >= %(updated_from)s", filters.updated_from),
        ("updated_until", "record.updated < %(updated_until)s", filters.updated_until),
        ("in_force_at", _IN_FORCE, filters.in_force_at),
        ("held_at", _HELD, filters.held_at),
        (
            "begun_by",
            "coalesce(record.valid_from <= %(begun_by)s, record.created <= %(begun_by)s, TRUE)",
            filters.begun_by,
        ),
    )
    parts = [said for _, said, value in told if value is not None]
    values: dict[str, object] = {name: value for name, _, value in told if value is not None}
    parts += [
        said for wanted, said in ((filters.settled, _SETTLED), (filters.pinned, "record.pinned")) if wanted
    ]
    if filters.of_time is not None:
        parts.append(_OF_TIME)
        values |= {"first": filters.of_time[0], "behind": filters.of_time[1]}
    if filters.waiting:
        parts.append(_WAITING)
        values["waiting"] = list(WAITING)
    return parts, values
