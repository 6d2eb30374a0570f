"""Tools that change what holds: revise, review."""

from __future__ import annotations

from vademecum.errors import UsageError
from vademecum.mcp.answer import Answer, link_of
from vademecum.mcp.keeping import shown
from vademecum.retrieval.packing import safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.mcp.desk import Desk
    from vademecum.model.revision import Revised, Superseded

AGENT = "agent"
ACTIONS = ("supersede", "correct", "retract", "deprecate", "archive", "restore", "forget")
DECISIONS = ("list", "approve", "reject")


def revise(
    desk: Desk,
    action: str,
    id: str,
    *,
    text: str | None = None,
    reason: str | None = None,
    by: str = AGENT,
) -> Answer:
    """Change what a memory is worth, or what it says.

    What an agent changes on its own account waits for a person, unless the settings trust agents.

    Raises:
        NotFound, Ambiguous: nothing that may be read here has the id, or several memories have.
        UsageError: the text is missing, or the change is refused from where the memory stands.
    """
    record = desk.record(id).record
    handle = record.id
    if action in ("supersede", "correct"):
        if text is None:
            raise UsageError(f"text missing; {action} needs what is true now")
        return _rewritten(desk, handle, action, text, reason, by)
    if action == "forget":
        return _forgotten(desk, handle, by)
    moves = {
        "retract": desk.vade.retract,
        "deprecate": desk.vade.deprecate,
        "archive": desk.vade.archive,
        "restore": desk.vade.restore,
    }
    return _moved(action, moves[action](handle, reason=reason, by=by))


def _rewritten(desk: Desk, handle: str, action: str, text: str, reason: str | None, by: str) -> Answer:
    """Another text in the place of the old one: beside it in a chain, or, corrected by a person, in it."""
    waits = by == AGENT and desk.vade.policy.review_agents
    if action == "correct" and not waits:
        edited = desk.vade.edit(handle, text=text)
        data = {
            "action": action,
            "outcome": "corrected",
            **shown(edited),
            "warnings": list(edited.warnings),
        }
        return Answer(data=data, links=(link_of(edited),))
    why = reason or ("a correction" if action == "correct" else None)
    done = desk.vade.supersede(handle, text, reason=why, source=by)
    return _moved(action, done, replaced=done.replaced.record.id)


def _moved(action: str, done: Revised | Superseded, **more: Any) -> Answer:
    data = {
        "action": action,
        "outcome": done.outcome,
        **shown(done.memory),
        **more,
        "doubted": [safe_line(one.key) for one in done.doubted],
        "warnings": list(done.warnings),
    }
    return Answer(data=data, links=(link_of(done.memory),))


def _forgotten(desk: Desk, handle: str, by: str) -> Answer:
    """Erase for good; nobody but a person decides that.

    Raises:
        UsageError: an agent asks.
    """
    if by == AGENT and desk.vade.policy.review_agents:
        raise UsageError(
            "forget erases for good, so a person decides: ask the user, then repeat with by: user; "
            "archive only puts it out of sight"
        )
    receipt = desk.vade.forget(handle)
    data = {
        "action": "forget",
        "outcome": receipt.outcome,
        "id": handle,
        "key": safe_line(receipt.forgotten[0].key) if receipt.forgotten else "",
        "status": "gone",
        "proven": receipt.proof is not None and receipt.proof.holds,
        "relinked": [safe_line(one.key) for one in receipt.relinked],
        "warnings": list(receipt.warnings),
    }
    return Answer(data=data)


def review(
    desk: Desk,
    action: str,
    *,
    id: str | None = None,
    note: str | None = None,
    by: str = AGENT,
    limit: int = 20,
) -> Answer:
    """What waits for a person, and their decision.

    Raises:
        NotFound, Ambiguous: nothing that may be read here has the id, or several memories have.
        UsageError: nothing waits there, the id is missing, or an agent decides.
    """
    if action == "list":
        queue = desk.vade.queue(scopes=desk.scopes, limit=limit)
        results = [
            {
                "waits_as": item.waits_as,
                "id": item.id,
                "key": safe_line(item.key),
                "summary": safe_line(item.summary),
                "by": safe_line(item.by or ""),
                "note": safe_line(item.note or ""),
                "replaces": list(item.replaces),
            }
            for item in queue.items
        ]
        return Answer(data={"results": results, "total": queue.total, "warnings": list(queue.warnings)})
    if id is None:
        raise UsageError(f"id missing; say what to {action}: `review` with action list names what waits")
    handle = desk.record(id).record.id
    decide = desk.vade.approve if action == "approve" else desk.vade.reject
    done = decide(handle, by=by, note=note)
    data = {"outcome": done.outcome, **shown(done.memory), "warnings": list(done.warnings)}
    return Answer(data=data, links=(link_of(done.memory),))
