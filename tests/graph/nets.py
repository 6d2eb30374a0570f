"""Small graphs: entities by name, and what each says."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.stores.programs import samples

from vademecum.graph.net import Net, Sight
from vademecum.model.edges import EdgeOrigin, Said
from vademecum.model.entry import Entry, Place
from vademecum.model.record import PERSONAL, Kind, MemoryId, Scope
from vademecum.stores.memory.edges import MemoryEdges
from vademecum.text.links import link_form


def said(subject: str, predicate: str, object: str, **more: Any) -> Said:
    """An edge between two names; ``@`` and an id stand for a record."""
    names = [("", end) if end.startswith("@") else (end, link_form(end)) for end in (subject, object)]
    values = {"since": None, "until": None, "origin": EdgeOrigin.RELATION, **more}
    (first, one), (second, other) = names
    return Said(one, predicate, other, first, second, values["since"], values["until"], values["origin"])


def entity(number: int, *names: str, says: tuple[Said, ...] = (), **more: Any) -> Entry:
    """A page with a name and aliases."""
    forms = tuple(map(link_form, names))
    merged, apart = more.pop("merged_into", None), more.pop("distinct_from", ())
    place = Place(more.pop("label", "Thing"), names[0], forms, forms[0], merged, apart, says)
    return samples.entry(number, kind=Kind.ENTITY, place=place, **more)


def memory(number: int, key: str, says: tuple[Said, ...] = (), **more: Any) -> Entry:
    """A memory found by its key."""
    return samples.entry(number, place=Place("note", key, (), link_form(key), said=says), **more)


def id_of(number: int) -> MemoryId:
    return samples.id_of(number)


def net(*entries: Entry, scopes: tuple[Scope, ...] = (), at_us: int | None = None, most: int = 100) -> Net:
    """The graph of these records, of which everything is seen but what is retracted."""
    sight = Sight(
        frozenset(scopes),
        at_us,
        lambda statement: statement.status.value != "retracted",
        lambda vertex: vertex.status.value != "retracted",
    )
    return Net(MemoryEdges(lambda: list(entries)), sight, most=most)


def chain(*names: str) -> Net:
    """Names of which each knows the next."""
    return net(memory(1, "talk", tuple(said(one, "knows", other) for one, other in pairwise(names))))


__all__ = ["PERSONAL", "chain", "entity", "id_of", "memory", "net", "said"]
