"""What a reader may see of the graph, by the read rule of memories."""

from __future__ import annotations

from vademecum.graph.net import Sight
from vademecum.lifecycle.standing import HIDDEN_STATUSES, Standing, Viewpoint, holds, standing
from vademecum.model.entry import REPLACEMENT
from vademecum.model.record import Kind, Status
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.standing import State
    from vademecum.model.edges import Statement, Vertex
    from vademecum.model.record import MemoryId, Scope

_SHOWN = (Standing.VISIBLE, Standing.SUPERSEDED)


def sight_of(parts: Parts, scopes: tuple[Scope, ...], view: Viewpoint) -> Sight:
    """What holds at a moment: statements of records that held then, between records that are not hidden."""

    def lookup(id: MemoryId) -> State | None:
        return parts.index.rows((id,)).get(id)

    def says(statement: Statement) -> bool:
        if not view.past and _is_plain(statement):
            return True
        return holds(_dated(statement), lookup, view)

    def shows(vertex: Vertex) -> bool:
        if _is_plain(vertex) and (not view.past or vertex.kind is Kind.ENTITY):
            return True
        # A page tells nothing of since when there is what it describes.
        known = vertex if vertex.kind is Kind.MEMORY else replace(vertex, created=None)
        return standing(known, view.at_us, past=view.past) in _SHOWN

    return Sight(frozenset(scopes), view.at_us, says, shows)


def _is_plain(state: Statement | Vertex) -> bool:
    """Whether nothing but its date of writing bounds a record, as with most: these need no judgement."""
    return (
        state.status is Status.ACTIVE
        and state.review is None
        and state.valid_from is None
        and state.valid_until is None
        and state.expires is None
    )


def whole_sight(scopes: tuple[Scope, ...]) -> Sight:
    """Whatever was said and not taken back, whenever it held."""
    return Sight(frozenset(scopes), None, _was_said, _was_there)


def _dated(statement: Statement) -> Statement:
    """A relation that tells since or until when it holds is judged by that, not by when it was written."""
    undated = statement.since is None and statement.until is None
    return statement if undated else replace(statement, created=None)


def _was_said(statement: Statement) -> bool:
    if statement.status in HIDDEN_STATUSES:
        return False
    return statement.review != REPLACEMENT or statement.status is Status.SUPERSEDED


def _was_there(vertex: Vertex) -> bool:
    return vertex.status not in HIDDEN_STATUSES
