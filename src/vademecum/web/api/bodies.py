"""What a verb answered, as the JSON that its command prints with ``--json``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vademecum.indexing.entry import summary_of_record
from vademecum.model.answer import Stored
from vademecum.model.plain import plain
from vademecum.model.value import is_value, value
from vademecum.surface import answers, graphs, recollections

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vademecum.surface.operations.shape import Operation

    Body = dict[str, Any]


@value(kw_only=True)
class Called:
    """One call that was answered.

    Attributes:
        arguments: what the verb was given, by name.
        result: what it returned.
        before: what stood there before, where the answer tells whether anything changed.
    """

    operation: Operation
    arguments: Mapping[str, Any]
    result: Any
    before: Any = None


def body_of(call: Called) -> Body:
    """The keys of the answer between its frame and its meta."""
    make = _BODIES.get(call.operation.name) or _BODIES.get(call.operation.command)
    return _fields(call) if make is None else make(call)


def stored_of(result: Any) -> Stored | None:
    """The record that an answer is about, with its place; None where there is none."""
    found = result if isinstance(result, Stored) else getattr(result, "memory", None)
    return found if isinstance(found, Stored) else None


def _summary(stored: Stored) -> str:
    return summary_of_record(stored.record)


def _fields(call: Called) -> Body:
    """Of a value that stands in the answer as it is."""
    if not is_value(call.result):
        return {}
    return {name: one for name, one in plain(call.result).items() if name != "warnings"}


def _shown(call: Called) -> Body:
    return answers.shown(call.result, _summary(call.result))


def _edited(call: Called) -> Body:
    return {**_shown(call), "dry_run": bool(call.arguments.get("dry_run"))}


def _of_record(make: Callable[[Any, str], Body]) -> Callable[[Called], Body]:
    return lambda call: make(call.result, _summary(call.result.memory))


def _superseded(call: Called) -> Body:
    result = call.result
    return answers.superseded(result, _summary(result.memory), _summary(result.replaced))


def _written(call: Called) -> Body:
    memory = call.result.memory
    return graphs.written(call.result, answers.shown(memory, _summary(memory)))


def _plain(make: Callable[[Any], Body]) -> Callable[[Called], Body]:
    return lambda call: make(call.result)


def _alias_added(call: Called) -> Body:
    outcome = "existing" if call.result in (call.before or ()) else "created"
    return {**answers.aliases([call.result]), "outcome": outcome, **_dry(call)}


def _aliases_removed(call: Called) -> Body:
    return {**answers.aliases(call.result), **_dry(call)}


def _dry(call: Called) -> Body:
    return {"dry_run": bool(call.arguments.get("dry_run"))}


def _talk(call: Called) -> Body:
    return {"conversation": recollections.conversation(call.result)}


_REMEMBERED = _of_record(answers.remembered)
_REVISED = _of_record(answers.revised)
_REVIEWED = _of_record(answers.reviewed)

_BODIES: Mapping[str, Callable[[Called], Body]] = {
    "remember": _REMEMBERED,
    "entity add": _REMEMBERED,
    "edit": _edited,
    "show": _shown,
    "entity show": _shown,
    "recall": _plain(answers.recall),
    "search": _plain(answers.search),
    "list": _plain(answers.listed),
    "entity list": _plain(answers.listed),
    "why": _plain(answers.why),
    "plan": _plain(answers.planned),
    "capture": lambda call: answers.captured(call.result, _summary),
    "supersede": _superseded,
    "retract": _REVISED,
    "deprecate": _REVISED,
    "archive": _REVISED,
    "restore": _REVISED,
    "review list": _plain(answers.queue),
    "review propose": _REVIEWED,
    "review approve": _REVIEWED,
    "review reject": _REVIEWED,
    "review publish": _REVIEWED,
    "history": _plain(answers.history),
    "tidy": _plain(answers.tidied),
    "forget": _plain(answers.forgotten),
    "redact": _of_record(answers.redacted),
    "alias list": _plain(answers.aliases),
    "alias add": _alias_added,
    "alias remove": _aliases_removed,
    "link": _written,
    "unlink": _written,
    "entity merge": _written,
    "entity unmerge": _written,
    "entity alike": _plain(graphs.alike),
    "graph node": _plain(graphs.nodes),
    "graph edges": _plain(graphs.edges),
    "graph neighborhood": _plain(graphs.neighborhood),
    "graph path": _plain(graphs.path),
    "graph central": _plain(graphs.central),
    "graph components": _plain(graphs.components),
    "graph history": _plain(graphs.history),
    "graph explain": _plain(graphs.reasons),
    "graph rules": _plain(graphs.rules),
    "graph show": lambda call: graphs.picture(call.result, None),
    "graph query": _plain(graphs.table),
    "conversations list": _plain(recollections.listed),
    "conversations show": _plain(recollections.shown),
    "conversations search": _plain(recollections.found),
    "conversations resume": _plain(recollections.resumed),
    "conversations verify": _plain(recollections.verified),
    "conversations export": _plain(recollections.exported),
    "conversations rename": _talk,
    "conversations end": _talk,
    "doctor": _plain(answers.checkup),
    "revision": lambda call: {"revision": call.result},
    "notes": lambda call: {"text": call.result},
    "session told": lambda call: {"results": [one.to_dict() for one in call.result]},
}
"""Command -> its body; what is not here is a value whose fields stand in the answer."""
