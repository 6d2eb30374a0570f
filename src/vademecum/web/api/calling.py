"""One request becomes one call: its page, its precondition, the verb, and what the verb answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from vademecum.engine.opened import together
from vademecum.errors import Conflict, InvalidValue
from vademecum.model.value import replace, value
from vademecum.surface.operations.reading import called, of_names
from vademecum.surface.operations.shape import Upon
from vademecum.surface.operations.table import BY_NAME
from vademecum.web.api import cursors
from vademecum.web.api.bodies import Called, stored_of
from vademecum.web.api.tags import matches, tag_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vademecum.engine.vade import Vade
    from vademecum.surface.operations.shape import Operation

    Asked = Vade | Any

_MOVED = "the list changed while it was read, and what ended the last page is gone; some may be missing here"


@value(kw_only=True)
class Question:
    """What a request asks, read.

    Attributes:
        arguments: of the verb, by name.
        cursor: where its page begins; None for the first.
        if_match: tags of which the record must have one; None when any state will do.
    """

    operation: Operation
    arguments: Mapping[str, Any]
    cursor: str | None = None
    if_match: str | None = None


@value(kw_only=True)
class Done:
    """A call with what an answer tells of it besides.

    Attributes:
        next: cursor of the next page; None on the last.
        tag: of the record that it is about; None where it is about none.
        revision: of the index, after it was answered.
    """

    call: Called
    next: str | None = None
    tag: str | None = None
    revision: str = ""
    warnings: tuple[str, ...] = ()


def done(vade: Vade, question: Question, of: object | None = None) -> Done:
    """Ask the verb.

    Args:
        vade: the open home.
        question: what is asked.
        of: the live session that is asked; None where the home is.

    Raises:
        Conflict: the record is in another state than the request was made for.
        VadeError: as the verb.
    """
    if question.operation.paged:
        return together(vade, lambda: _paged(vade, question))
    if question.operation.writes:
        return _done(vade, question, of)
    return together(vade, lambda: _done(vade, question, of))


def _done(vade: Vade, question: Question, of: object | None) -> Done:
    operation, arguments = question.operation, dict(question.arguments)
    if question.if_match is not None and operation.of_record and operation.writes:
        arguments = _expecting(vade, question, arguments)
    before = _before(vade, operation, arguments)
    result = ask(vade if of is None else of, operation, arguments)
    stored = stored_of(result) if operation.of_record else None
    return Done(
        call=Called(operation=operation, arguments=arguments, result=result, before=before),
        tag=None if stored is None or arguments.get("dry_run") else tag_of(stored),
        revision=vade.revision,
    )


def ask(asked: Asked, operation: Operation, arguments: Mapping[str, Any]) -> Any:
    """What the verb answers."""
    target: Any = asked
    for name in operation.verb.split("."):
        target = getattr(target, name)
    if not callable(target):  # a property
        return target
    verb = cast("Callable[..., Any]", target)
    if operation.verb == "what_if":
        return _foreseen(verb, arguments)
    if operation.upon is Upon.SESSION:
        arguments = {name: one for name, one in arguments.items() if name != "name"}
    first, named = called(operation, arguments)
    result = verb(*first, **named)
    return tuple(result) if operation.name == "conversations.records" else result


def _foreseen(what_if: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    tried = BY_NAME[arguments["verb"]]
    given = of_names(tried, arguments.get("arguments", {}))
    first, named = called(tried, {name: one for name, one in given.items() if name != "dry_run"})
    missing = [one for one in tried.parameters if one.required and one.name not in given]
    if missing:
        raise InvalidValue(f"arguments.{missing[0].name}", "is missing; there is no such change without it")
    return what_if(tried.verb, *first, **named)


def _expecting(vade: Vade, question: Question, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with the state that the request was made for; the verb then refuses any other.

    Raises:
        Conflict: the record is in another state already.
    """
    stored = vade.get(arguments["handle"])
    assert question.if_match is not None
    if not matches(question.if_match, tag_of(stored)):
        raise Conflict(
            f"{stored.key} is in another state than If-Match says; read it again, then repeat the change",
            path=stored.path,
        )
    if "expected_updated" in question.operation.named and stored.record.updated is not None:
        arguments.setdefault("expected_updated", stored.record.updated)
    return arguments


def _before(vade: Vade, operation: Operation, arguments: Mapping[str, Any]) -> Any:
    """What stands there before a change whose answer tells whether anything changed."""
    if operation.name != "aliases.add":
        return None
    return vade.aliases(scopes=(arguments.get("scope") or vade.scope,))


def _paged(vade: Vade, question: Question) -> Done:
    """One page, and where the next one begins."""
    operation, arguments = question.operation, dict(question.arguments)
    of = cursors.digest_of(operation.name, arguments)
    found = True
    if question.cursor is not None:
        cursor = cursors.read(question.cursor, of)
        place, found = cursors.place_after(cursor, lambda begin, most: _ids(vade, question, begin, most))
        arguments["offset"] = place
    result = ask(vade, operation, arguments)
    end = arguments.get("offset", 0) + len(result.items)
    last = result.items[-1].id if result.items else ""
    more = bool(result.items) and end < result.total
    call = Called(operation=operation, arguments=arguments, result=result)
    return Done(
        call=call if found else replace(call, result=replace(result, warnings=(*result.warnings, _MOVED))),
        next=cursors.written(cursors.Cursor(offset=end, last=last, of=of)) if more else None,
        revision=vade.revision,
    )


def _ids(vade: Vade, question: Question, begin: int, most: int) -> Sequence[str]:
    asked = {**question.arguments, "offset": begin, "limit": most}
    return [item.id for item in ask(vade, question.operation, asked).items]
