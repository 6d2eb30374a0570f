"""Which conversation is going on now."""

from __future__ import annotations

from vademecum.engine.conversations.parts import HERE, SHORTEST
from vademecum.model.recollection import Current
from vademecum.model.turns import Choice
from vademecum.text.chaining import conversation_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import ConversationId

_OPEN = 10_000
"""Open conversations among which the latest is looked for; a hook ends nearly all of them."""


def current_one(parts: ConversationParts, named: str | None, workspace: str = HERE) -> Current:
    """The conversation that was named, else that of the environment, else the latest open one of the
    workspace that a hook hands in, else none.

    Args:
        parts: of the home.
        named: an id, a unique beginning of one, or ``<host>:<id at the host>``.
        workspace: whose latest one.
    """
    if named and named.strip():
        return Current(id=_named(parts, named.strip()), by="argument")
    told = parts.current()
    if told is not None:
        return Current(id=told, by="environment")
    choice = Choice(fence=parts.fence(workspace), archived=True, open=True, live=True)
    candidates = {held.id for held in parts.turns.page(choice, limit=_OPEN)[0]}
    if candidates:
        # Clocks are claims, so the order in which this home wrote decides.
        latest = next((each for each in reversed(parts.keeper.known()) if each in candidates), None)
        if latest is not None:
            return Current(id=latest, by="hook")
    return Current(id=None, by="none")


def _named(parts: ConversationParts, named: str) -> ConversationId | None:
    host, colon, origin = named.partition(":")
    if colon and origin:
        return conversation_id(host, origin)
    found = parts.turns.resolve(named.lower()) if len(named) >= SHORTEST else ()
    return found[0] if len(found) == 1 else None
