"""Values as pages show them: times, snippets with their evidence, marked changes, links to what is meant."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from vademecum.web.pages.visit import address, entity_at, memory_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from vademecum.model.answer import Contribution, Hit
    from vademecum.model.graph import Node
    from vademecum.model.reviewed import DiffLine

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MARKS = re.compile(r"(?:^|(?<=\s))(?:#{1,6}|`{3,}[\w+-]*|~{3,}[\w+-]*)(?:\s+|$)|\*\*")
"""Marks of Markdown that stand alone: of headings, of fences, of what is strong."""

_NAME = "name:"
"""Begins the id of a node that no record describes."""


def moment(said: datetime | str | None) -> datetime | None:
    """A time that is given as one, or written as RFC 3339; None for what is neither."""
    if said is None or isinstance(said, datetime):
        return said
    try:
        return datetime.fromisoformat(said)
    except ValueError:
        return None


def day(said: datetime | str | None) -> Markup:
    """A time as its day, in full when pointed at; empty for none. What is no time is shown as it is."""
    at = moment(said)
    if at is None:
        return escape(said or "")
    told = f"{at.day} {_MONTHS[at.month - 1]} {at.year}"
    return Markup('<time datetime="{}" title="{}">{}</time>').format(at.isoformat(), minute(at), told)


def minute(said: datetime | str | None) -> str:
    """A time to the minute, in UTC."""
    at = moment(said)
    if at is None:
        return str(said or "")
    shown = at.astimezone(UTC) if at.tzinfo else at
    return f"{shown:%Y-%m-%d %H:%M}{' UTC' if at.tzinfo else ''}"


def clock(said: datetime | str | None) -> Markup:
    """A time as its hour, in full when pointed at; empty for none."""
    at = moment(said)
    if at is None:
        return escape(said or "")
    return Markup('<time datetime="{}" title="{}">{}</time>').format(
        at.isoformat(), minute(at), f"{at:%H:%M}"
    )


def stamp(said: datetime | None) -> str:
    """A time as a form sends it back; empty for none."""
    return said.isoformat() if said else ""


def evidence(snippet: str) -> Markup:
    """A snippet in which what matched is marked, without the marks that made headings of its text."""
    first, *rest = _MARKS.sub("", snippet).split("«")
    parts = [escape(first)]
    for one in rest:
        match, closing, after = one.partition("»")
        parts.append(Markup("<mark>{}</mark>{}").format(match, after) if closing else escape(f"«{one}"))
    return Markup("").join(parts)


def changed(line: DiffLine) -> Markup:
    """A line of a comparison in which the words that differ are marked."""
    tag = {"-": "del", "+": "ins"}.get(line.sign)
    if tag is None:
        return escape(line.text)
    parts: list[Markup] = []
    done = 0
    for start, end in line.changed:
        parts += [
            escape(line.text[done:start]),
            Markup(f"<{tag}>{{}}</{tag}>").format(line.text[start:end]),  # noqa: S704 - one of two tags
        ]
        done = end
    return Markup("").join([*parts, escape(line.text[done:])])


def words(name: str) -> str:
    """A name of the interface as people write it."""
    return name.replace("_", " ")


def scope(name: str) -> str:
    """A scope without the digits that tell clones apart."""
    return name.partition("__")[0]


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def share(part: Contribution, parts: Sequence[Contribution]) -> float:
    """How much of the greatest addend one of them is, 0 to 100."""
    most = max((abs(one.amount) for one in parts), default=0.0)
    return round(100 * abs(part.amount) / most, 1) if most else 0.0


def bars(counts: Mapping[str, int]) -> tuple[tuple[str, int, float], ...]:
    """Numbers by name, each with its share of the greatest, 0 to 100."""
    most = max(counts.values(), default=0)
    return tuple((name, number, 100 * number / most if most else 0.0) for name, number in counts.items())


def home_of(hit: Hit) -> str:
    """Where the page of what was found is."""
    return entity_at(hit.id) if hit.kind == "entity" else memory_at(hit.id)


def node_at(node: Node) -> str:
    """Where the page of a node is."""
    if node.kind == "entity":
        return entity_at(node.id)
    return end_at(node.id, node.name)


def end_at(node_id: str, name: str) -> str:
    """Where the page of an edge's end is; of a mere name, what it may mean."""
    return address("/named", name=name) if node_id.startswith(_NAME) else memory_at(node_id)


def unique(items: Iterable[Any]) -> tuple[Any, ...]:
    """Each of them once, in their order."""
    return tuple(dict.fromkeys(items))


FILTERS: Mapping[str, Callable[..., Any]] = {
    "bars": bars,
    "changed": changed,
    "clock": clock,
    "counted": counted,
    "day": day,
    "evidence": evidence,
    "minute": minute,
    "once": unique,
    "scope": scope,
    "stamp": stamp,
    "words": words,
}

GLOBALS: Mapping[str, Callable[..., Any]] = {
    "address": address,
    "end_at": end_at,
    "entity_at": entity_at,
    "home_of": home_of,
    "memory_at": memory_at,
    "node_at": node_at,
    "share": share,
}
