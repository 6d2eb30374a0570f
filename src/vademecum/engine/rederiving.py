"""What rules would make of a change of records: edges that come, and edges that go."""

from __future__ import annotations

from vademecum.indexing.edges import place_of
from vademecum.model.brief import COUNTED
from vademecum.model.edges import EdgeOrigin, Said, id_end
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.record import MemoryId
from vademecum.model.rules import Rederived, traits_of
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vademecum.model.entry import Place
    from vademecum.model.record import Key, Record, Status
    from vademecum.model.rules import Traits
    from vademecum.ports import Index

MOST_OF_ONE = 1_000
"""Derived edges of one record and side that are looked at when it comes into sight or goes out of it."""

_UNSEEN = FileState(Stamp(0, 0, 0, 0), "")


@value(kw_only=True)
class Turn:
    """A record before and after a change; None where there is none."""

    old: Record | None
    new: Record | None
    key: Key

    @property
    def id(self) -> MemoryId:
        """Of the record."""
        known = self.new or self.old
        assert known is not None
        return known.id


@value
class Turned:
    """What rules make of it.

    Attributes:
        edges: what comes and goes, of records that count.
        truncated: a record has more derived edges than are looked at.
    """

    edges: Rederived
    truncated: bool = False


def placed(record: Record, key: Key) -> Place:
    """A record as a part of the graph, though no file says it yet."""
    return place_of(Document(record, "", key, record.scope, _UNSEEN))


def turned(index: Index, turns: Sequence[Turn]) -> Turned:
    """What a change of records derives and takes back; nothing of it is kept.

    A record that is retired keeps its values, and with them what was derived; it only ceases to be told.
    """
    rules = index.derivations().book().rules
    if not rules or not turns:
        return Turned(Rederived())
    told = index.derivations().foreseen(_traits(index, turns))
    predicates = tuple(dict.fromkeys(rule.predicate for rule in rules))
    hidden = [one.id for one in turns if _counts(one.old) and one.new is not None and not _counts(one.new)]
    shown = [one.id for one in turns if one.old is not None and not _counts(one.old) and _counts(one.new)]
    lost, left_out = _present(index, hidden, predicates)
    back, more = _present(index, shown, predicates)
    before = {one.id: None if one.old is None else one.old.status for one in turns}
    after = {one.id: None if one.new is None else one.new.status for one in turns}
    edges = Rederived(
        _counted(index, (*(one for one in back if one not in told.goes), *told.comes), after),
        _counted(index, (*lost, *(one for one in told.goes if one not in lost)), before),
    )
    return Turned(edges, truncated=left_out or more)


def _traits(index: Index, turns: Iterable[Turn]) -> dict[MemoryId, Traits | None]:
    """What rules would read of the records; a text that changes has no vector at first."""
    known = index.derivations().traits([one.id for one in turns])
    found: dict[MemoryId, Traits | None] = {}
    for one in turns:
        if one.new is None:
            found[one.id] = None
            continue
        same = one.old is not None and one.old.body == one.new.body
        rows = known[one.id].rows if same and one.id in known else ()
        found[one.id] = traits_of(one.id, one.new.kind, one.new.scope, placed(one.new, one.key), rows)
    return found


def _present(
    index: Index, ids: Sequence[MemoryId], predicates: Sequence[str]
) -> tuple[tuple[Said, ...], bool]:
    """Derived edges of records, and whether there are more."""
    if not ids:
        return (), False
    ends = tuple(map(id_end, ids))
    found = index.edges().touching(ends, predicates=predicates, most=MOST_OF_ONE + 1)
    more = False
    for end in ends:
        outwards = sum(one.subject == end for one in found)
        inwards = sum(one.object == end for one in found)
        more = more or max(outwards, inwards) > MOST_OF_ONE
    derived = [one for one in found if one.origin is EdgeOrigin.RULE]
    return tuple(
        dict.fromkeys(
            Said(one.subject, one.predicate, one.object, one.subject_name, "", None, None, one.origin)
            for one in derived
        )
    ), more


def _counted(
    index: Index, edges: Iterable[Said], known: Mapping[MemoryId, Status | None]
) -> tuple[Said, ...]:
    """Edges of which both ends count."""
    told = tuple(dict.fromkeys(edges))
    ends = dict.fromkeys(MemoryId(end[1:]) for one in told for end in (one.subject, one.object))
    nodes = index.edges().nodes([end for end in ends if end not in known])
    statuses = {**{id: node.status for id, node in nodes.items()}, **known}
    counting = {id for id in ends if statuses.get(id) in COUNTED}
    return tuple(one for one in told if {one.subject[1:], one.object[1:]} <= counting)


def _counts(record: Record | None) -> bool:
    return record is not None and record.status in COUNTED
