"""What a change would bring about: the verb itself is asked without writing, and its answer is compared with
what there is."""

from __future__ import annotations

from vademecum.errors import UnknownName
from vademecum.graph.net import moment
from vademecum.indexing.edges import place_of
from vademecum.model.answer import Stored
from vademecum.model.brief import COUNTED
from vademecum.model.edges import ID_SIGN, EdgeOrigin, id_end
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.foreseen import Foreseen, ForeseenEdge, ForeseenRecord
from vademecum.model.receipt import Receipt
from vademecum.model.record import Entity, MemoryId
from vademecum.model.value import fields_of
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.edges import Said
    from vademecum.model.record import Key, Record

    _Held = tuple[Record, Key]

VERBS = (
    *("remember", "edit", "supersede", "retract", "deprecate", "archive", "restore"),
    *("link", "unlink", "forget"),
)
"""Those that can be tried; each has a `dry_run` of its own."""

_MOST_DERIVED = 1_000
_UNSEEN = FileState(Stamp(0, 0, 0, 0), "")
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
        edges = () if outcome == "proposed" else tuple(self._edges(pairs))
        return Foreseen(
            verb=verb,
            outcome=outcome,
            records=tuple(_record(old, new) for old, new in pairs),
            edges=edges,
            doubted=getattr(answer, "doubted", ()),
            relinked=tuple(one.key for one in getattr(answer, "relinked", ())),
            provisional=getattr(answer, "provisional", ()),
            warnings=answer.warnings,
        )

    def _pairs(self, answer: Any) -> Iterator[tuple[_Held | None, _Held | None]]:
        """Every record that an answer tells of, as it is and as it would be."""
        if isinstance(answer, Receipt):
            yield from ((self._before(one.id), None) for one in answer.forgotten if one.id)
            return
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
            if old is not None and _counts(old) and not _counts(new):
                yield from self._derived(old[0].id)

    def _derived(self, id: MemoryId) -> Iterator[ForeseenEdge]:
        """What rules derived from a record that would count no more."""
        index = self._parts.index.edges()
        stated = [
            one for one in index.touching((id_end(id),), most=_MOST_DERIVED) if one.origin is EdgeOrigin.RULE
        ]
        ends = [MemoryId(end[1:]) for one in stated for end in (one.subject, one.object)]
        nodes = index.nodes(ends)
        for one in stated:
            subject, object = (nodes.get(MemoryId(end[1:])) for end in (one.subject, one.object))
            if subject is not None and object is not None:
                yield ForeseenEdge(
                    change="goes",
                    subject=subject.name,
                    predicate=one.predicate,
                    object=object.name,
                    since=moment(one.since),
                    until=moment(one.until),
                    said_by=one.subject_name,
                )

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
            return own[0].name if isinstance(own[0], Entity) else own[0].title or own[1]
        vertex = self._parts.index.edges().nodes((id,)).get(id)
        return id if vertex is None else vertex.name


def _counts(held: _Held | None) -> bool:
    return held is not None and held[0].status in COUNTED


def _said(held: _Held | None) -> tuple[Said, ...]:
    """The edges that a record states and that count."""
    if held is None or not _counts(held):
        return ()
    record, key = held
    return place_of(Document(record, "", key, record.scope, _UNSEEN)).said


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
