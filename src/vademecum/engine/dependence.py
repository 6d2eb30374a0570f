"""Who depends on something that ceased to hold: what the index and the stated relations tell of it."""

from __future__ import annotations

from vademecum.graph.net import NAME_SIGN, Net, Sight
from vademecum.indexing.edges import predicate_form
from vademecum.lifecycle.cascading import Cause, Joint, names_of, subject_forms
from vademecum.lifecycle.predicates import dependents, dependents_over, depends, resting
from vademecum.model.ask import Filters
from vademecum.model.edges import ID_SIGN
from vademecum.model.entry import REPLACEMENT, microseconds
from vademecum.model.record import HOLDING, PERSONAL, Kind, MemoryId
from vademecum.model.value import replace
from vademecum.text.links import link_form
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.model.edges import Statement, Vertex
    from vademecum.model.entry import Row
    from vademecum.model.record import Memory, Scope
    from vademecum.model.wording import Over

LOOKED_AT = 1_000
"""Memories that name it, and as many about its subject, that are looked at, the newest first."""

MOST_JOINED = 200
"""Subjects that are joined to the one of which something changed; more would be half of a firm."""

_MOST_LINKS = 20
"""Links of a chain whose names still mean what holds at its end."""


class Dependence:
    """Finds what depends on a memory, as far as somebody stated it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._names = parts.wording.predicates

    def cause(self, memory: Memory, key: str, what: str, *, certain: bool = True) -> Cause:
        """A memory that ceased to hold, or came into doubt, with everything by which others may depend on it.

        Args:
            memory: as it was.
            key: its readable handle; empty for what is no memory of its own.
            what: it and what became of it, in words.
            certain: see `Cause`.
        """
        behind = self._behind(memory)
        forms = names_of(memory.id, key, memory.title or "", memory.aliases)
        for row in behind:
            forms |= names_of(row.id, row.key, row.card.title, row.card.aliases)
        cause = Cause(
            memory=memory,
            what=what,
            ids=frozenset((memory.id, *(row.id for row in behind))),
            names=forms.difference(self._parts.index.named(tuple(forms), ())),
            resting=resting(self._names),
            certain=certain,
        )
        if not certain or not (memory.subject and memory.predicate):
            return cause
        return replace(
            cause,
            subjects=self._called(memory.subject, memory.scope),
            following=dependents(memory.predicate, self._names),
        )

    def nominated(self, cause: Cause) -> tuple[Cause, tuple[Row, ...], int]:
        """What is to be asked of the files.

        Returns:
            The cause with the subjects that are joined to its own, rows that may be in doubt, each once, and
            how many were not looked at.
        """
        memory = cause.memory
        forms = tuple(sorted(cause.names.union(fold_name(id) for id in cause.ids)))
        rows, missed = self._page(Filters(about=forms))
        if cause.subjects:
            cause, stating, more = self._joined(cause)
            missed += more
            rows += tuple(self._parts.index.rows(stating).values())
            wanted = cause.following.union(*(joint.following for joint in cause.joints))
            subjects = cause.subjects.union(*(joint.names for joint in cause.joints))
            if wanted:
                about = Filters(scopes=(memory.scope,), about=tuple(sorted(subjects)))
                others, more = self._page(about)
                rows += tuple(row for row in others if depends(row.card.predicate or "", wanted))
                missed += more
        return cause, tuple({row.id: row for row in rows if row.kind is Kind.MEMORY}.values()), missed

    def _page(self, filters: Filters) -> tuple[tuple[Row, ...], int]:
        holding = replace(filters, kinds=(Kind.MEMORY,), statuses=HOLDING)
        rows, total = self._parts.index.page(holding, limit=LOOKED_AT)
        return rows, total - len(rows)

    def _behind(self, memory: Memory) -> tuple[Row, ...]:
        """What a memory took the place of, and what that did: whoever named those meant what holds now."""
        found: dict[MemoryId, Row] = {}
        layer = memory.supersedes
        while layer and len(found) < _MOST_LINKS:
            rows = self._parts.index.rows([id for id in layer if id not in found])
            found |= rows
            layer = tuple(id for row in rows.values() for id in row.supersedes)
        return tuple(found.values())

    # ── over relations ───────────────────────────────────────────────────────────────────────────────

    def _joined(self, cause: Cause) -> tuple[Cause, tuple[MemoryId, ...], int]:
        """The cause with its joints, the records that say that they rest on its subject, and how many joints
        were left out."""
        memory = cause.memory
        overs = dependents_over(memory.predicate or "", self._names)
        ends = [link_form(form) for form in sorted(subject_forms(cause.subjects, memory.predicate))]
        wanted = cause.resting.union(*(over.relations for over in overs))
        predicates = sorted({predicate_form(name) for name in wanted})
        touching = self._parts.index.edges().touching(ends, predicates=predicates, most=LOOKED_AT)
        now = microseconds(self._parts.now()) or 0
        stated = [
            one
            for one in touching
            if one.object in ends and one.scope in (memory.scope, PERSONAL) and _holds(one, now)
        ]
        stating = tuple(dict.fromkeys(one.id for one in stated if depends(one.predicate, cause.resting)))
        joints = self._joints(stated, overs, memory.scope)
        return replace(cause, joints=joints[:MOST_JOINED]), stating, max(0, len(joints) - MOST_JOINED)

    def _joints(self, stated: Iterable[Statement], overs: Sequence[Over], scope: Scope) -> tuple[Joint, ...]:
        found: list[Joint] = []
        for statement in stated:
            effects = [over.effects for over in overs if depends(statement.predicate, over.relations)]
            name = self._subject(statement) if effects else ""
            if name:
                told = f"{name} {statement.predicate} {statement.object_name or statement.object}"
                found.append(Joint(self._called(name, scope), told, frozenset[str]().union(*effects)))
        return tuple(dict.fromkeys(found))

    def _subject(self, statement: Statement) -> str:
        """The name of what a statement is made of; empty for a memory."""
        if not statement.subject.startswith(ID_SIGN):
            return statement.subject_name or statement.subject
        row = self._parts.index.rows([id := MemoryId(statement.subject[1:])]).get(id)
        return row.card.title if row is not None and row.kind is Kind.ENTITY else ""

    def _called(self, name: str, scope: Scope) -> frozenset[str]:
        """Folded names of whom a name means in a scope; itself alone where several pages bear it."""
        own = frozenset((fold_name(name),))
        sight = Sight(frozenset((scope, PERSONAL)), None, says=_is_there, shows=_is_there)
        net = Net(self._parts.index.edges(), sight)
        nodes = net.named(link_form(name))
        if len(nodes) != 1 or nodes[0].startswith(NAME_SIGN):
            return own
        rows = self._parts.index.rows([one.id for one in net.members(nodes[0])])
        names = (each for row in rows.values() for each in (row.card.title, *row.card.aliases))
        return own.union(fold_name(each) for each in names)


def _is_there(state: Statement | Vertex) -> bool:
    return state.status in HOLDING


def _holds(statement: Statement, now: int) -> bool:
    """Whether a relation is said to hold."""
    ends = (statement.until, statement.valid_until)
    return (
        statement.status in HOLDING
        and statement.review != REPLACEMENT
        and all(end is None or end > now for end in ends)
    )
