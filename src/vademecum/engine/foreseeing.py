"""What a change would bring about: the verb itself is asked without writing, and its answer is compared with
what there is."""

from __future__ import annotations

from vademecum.engine.rederiving import Turn, placed, turned
from vademecum.errors import UnknownName
from vademecum.graph.net import moment
from vademecum.model.answer import Stored
from vademecum.model.brief import COUNTED
from vademecum.model.edges import ID_SIGN, id_end
from vademecum.model.foreseen import Foreseen, ForeseenEdge, ForeseenRecord
from vademecum.model.receipt import Receipt
from vademecum.model.record import Entity, MemoryId
from vademecum.model.value import fields_of
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.edges import Said
    from vademecum.model.record import Key, Record
    from vademecum.model.rules import Rederived

    _Held = tuple[Record, Key]

VERBS = (
    *("remember", "edit", "supersede", "retract", "deprecate", "archive", "restore"),
    *("link", "unlink", "forget"),
)
"""Those that can be tried; each has a `dry_run` of its own."""

MOST_DERIVED = 1_000
"""Derived edges that are told to come, and to go."""

_STAMPS = frozenset({"updated"})
"""Fields that change with every writing, and tell nothing."""


def checked_verb(name: str) -> str:
    """A verb that can be tried, by its name.

    Raises:
        UnknownName: there is none of that name.
    """
    if name not in VERBS:
        raise UnknownName("change", name, suggestions=nearest(name, VERBS) or VERBS[:3])
    return name


class Foreseeing:
    """Compares what a verb would leave with what there is."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def told(self, verb: str, answer: Any) -> Foreseen:
        """What a verb's answer to a dry run means.

        Args:
            verb: one of `VERBS`.
            answer: what it answered.
        """
        outcome = str(getattr(answer, "outcome", "changed"))
        pairs = [(old, new) for old, new in self._pairs(answer) if old != new]
        # What waits for a person changes nothing that holds.
        waits = outcome == "proposed"
        edges = () if waits else tuple(self._edges(pairs))
        derived, left_out = ((), False) if waits else self._derived(pairs)
        return Foreseen(
            verb=verb,
            outcome=outcome,
            records=tuple(_record(old, new) for old, new in pairs),
            edges=(*edges, *derived),
            doubted=getattr(answer, "doubted", ()),
            relinked=tuple(one.key for one in getattr(answer, "relinked", ())),
            provisional=getattr(answer, "provisional", ()),
            truncated=left_out,
            warnings=answer.warnings,
        )

    def _pairs(self, answer: Any) -> Iterator[tuple[_Held | None, _Held | None]]:
        """Every record that an answer tells of, as it is and as it would be."""
        if isinstance(answer, Receipt):
            yield from ((self._before(one.id), None) for one in answer.forgotten if one.id)
        told = [answer, *(getattr(answer, name, None) for name in ("replaced", "memory"))]
        for one in told:
            if isinstance(one, Stored):
                yield self._before(one.record.id), (one.record, one.key)

    def _before(self, id: MemoryId) -> _Held | None:
        row = self._parts.index.rows((id,)).get(id)
        if row is None:
            return None
        document = self._storing.document(row)
        return document.record, document.key

    def _edges(self, pairs: Iterable[tuple[_Held | None, _Held | None]]) -> Iterator[ForeseenEdge]:
        for old, new in pairs:
            was, will = _said(old), _said(new)
            for change, these, those, record in (("goes", was, will, old), ("comes", will, was, new)):
                if record is not None:
                    yield from (self._edge(change, one, record) for one in these if one not in those)

    def _derived(
        self, pairs: Sequence[tuple[_Held | None, _Held | None]]
    ) -> tuple[tuple[ForeseenEdge, ...], bool]:
        """What rules would derive and take back, and whether that is more than is told."""
        turns = [
            Turn(old=old and old[0], new=new and new[0], key=held[1])
            for old, new in pairs
            if (held := new or old) is not None
        ]
        found = turned(self._parts.index, turns)
        names = self._named(found.edges, pairs)
        told = tuple(
            ForeseenEdge(
                change=change,
                subject=names[one.subject],
                predicate=one.predicate,
                object=names[one.object],
                since=None,
                until=None,
                said_by=one.subject_name,
            )
            for change, edges in (("goes", found.edges.goes), ("comes", found.edges.comes))
            for one in edges[:MOST_DERIVED]
        )
        most = max(len(found.edges.goes), len(found.edges.comes))
        return told, found.truncated or most > MOST_DERIVED

    def _named(self, edges: Rederived, pairs: Sequence[tuple[_Held | None, _Held | None]]) -> dict[str, str]:
        """The names of derived edges' ends."""
        own = {id_end(held[0].id): _name(held) for pair in pairs for held in pair if held is not None}
        ends = dict.fromkeys(end for one in (*edges.goes, *edges.comes) for end in (one.subject, one.object))
        nodes = self._parts.index.edges().nodes([MemoryId(end[1:]) for end in ends])
        return {id_end(id): node.name for id, node in nodes.items()} | own

    def _edge(self, change: str, said: Said, record: _Held) -> ForeseenEdge:
        return ForeseenEdge(
            change=change,
            subject=said.subject_name or self._name(said.subject, record),
            predicate=said.predicate,
            object=said.object_name or self._name(said.object, record),
            since=moment(said.since),
            until=moment(said.until),
            said_by=record[1],
        )

    def _name(self, end: str, own: _Held) -> str:
        if not end.startswith(ID_SIGN):
            return end
        id = MemoryId(end[1:])
        if id == own[0].id:
            return _name(own)
        vertex = self._parts.index.edges().nodes((id,)).get(id)
        return id if vertex is None else vertex.name


def _name(held: _Held) -> str:
    record, key = held
    return record.name if isinstance(record, Entity) else record.title or key


def _counts(held: _Held | None) -> bool:
    return held is not None and held[0].status in COUNTED


def _said(held: _Held | None) -> tuple[Said, ...]:
    """The edges that a record states and that count."""
    if held is None or not _counts(held):
        return ()
    return placed(*held).said


def _record(old: _Held | None, new: _Held | None) -> ForeseenRecord:
    known = new or old
    assert known is not None
    changed: tuple[str, ...] = ()
    if old is not None and new is not None:
        names = [name for name in fields_of(type(new[0])) if name not in _STAMPS]
        changed = tuple(name for name in names if getattr(old[0], name, None) != getattr(new[0], name, None))
    return ForeseenRecord(
        id=known[0].id,
        key=known[1],
        before=None if old is None else old[0].status.value,
        after=None if new is None else new[0].status.value,
        changed=changed,
    )
