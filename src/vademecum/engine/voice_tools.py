"""The two tools of a voice model over a live session: `recall_context` and `manage_memory`.

A model may ask and suggest; the session's rules decide what is told and what is written. Whatever goes wrong
is an answer and not an exception, because a model can read an answer.
"""

from __future__ import annotations

from contextlib import suppress

from vademecum.engine.unsaying import ambiguous
from vademecum.errors import Ambiguous, InvalidValue, NotFound, VadeError
from vademecum.lifecycle.admission import MIN_CONFIDENCE, Refusal, admission
from vademecum.model.extracted import Explicitness, Operation, Statement
from vademecum.model.record import MemoryType
from vademecum.model.session import Origin
from vademecum.model.voice import (
    ManageMemory,
    ManageStatus,
    RecallContext,
    RecallScope,
    RecallStatus,
    ToldFact,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from vademecum.engine.sessions import Session
    from vademecum.model.session import Noted, RecalledFact

_PASSING = (MemoryType.EPISODIC, MemoryType.COMMITMENT, MemoryType.TODO)
KINDS = {
    RecallScope.RECENT: _PASSING,
    RecallScope.PERSISTENT: tuple(kind for kind in MemoryType if kind not in _PASSING),
    RecallScope.ALL: (),
}
"""Sorts of memory of each scope. The founding planner knew nine sorts and named seven of them persistent;
here most memories are notes and facts, and a filter that left them out would find nothing in most homes."""

_LISTS: tuple[type[Any], ...] = (list, tuple)
_REFUSALS = {
    Refusal.RESTRICTED: "it holds a secret or what must not be stored",
    Refusal.ORDERS: "it tells the assistant what to do instead of what is so",
    Refusal.EMPTY: "it says nothing",
}


def recall_context(
    session: Session,
    query: str,
    scope: str = RecallScope.ALL.value,
    about: str | None = None,
    attribute: str | None = None,
) -> RecallContext:
    """What is known about something, for the turn in progress.

    Args:
        session: the live session.
        query: what is asked, in any language; a blank one finds nothing.
        scope: ``recent``, ``persistent`` or ``all``: sorts of memory to be kept to.
        about: whom or what it concerns, a name of the memory map; a hint.
        attribute: which attribute, a predicate of the memory map; a hint.

    Raises:
        ValueError: another scope, which the schema forbids.
    """
    kinds = tuple(kind.value for kind in KINDS[RecallScope(_word(scope) or RecallScope.ALL)])
    query, about, attribute = _said(query), _said(about) or None, _said(attribute) or None
    if not query:
        return RecallContext(status=RecallStatus.NOT_FOUND, facts=(), token_count=0)
    try:
        snapshot = session.recall(query, about=about, attribute=attribute, kinds=kinds)
    except VadeError as error:
        return RecallContext(
            status=RecallStatus.NOT_FOUND, facts=(), token_count=0, warnings=(error.message,)
        )
    facts = _told(snapshot.facts)
    return RecallContext(
        status=RecallStatus.FOUND if facts else RecallStatus.NOT_FOUND,
        facts=facts,
        token_count=snapshot.tokens,
        warnings=snapshot.warnings,
    )


def manage_memory(session: Session, operation: str, statement: str = "") -> ManageMemory:
    """Remember, correct, forget, delete or list something because the user asked for it.

    Args:
        session: the live session.
        operation: ``remember``, ``correct``, ``forget`` (put out of sight), ``delete`` (erased for good) or
            ``list``.
        statement: what is to be kept, or what is meant: a statement, a key or an id. Only ``list`` may
            leave it empty, and then lists what was said in this session.

    Raises:
        ValueError: another operation, which the schema forbids.
    """
    wanted, statement = Operation(_word(operation)), _said(statement)
    if wanted is Operation.LIST:
        return _listed(session, statement)
    if not statement:
        return _answer(
            wanted,
            ManageStatus.NEEDS_CLARIFICATION,
            reason=f"say what is to be done with: {wanted.value} what?",
        )
    try:
        return _done(session, wanted, statement)
    except Ambiguous as error:
        return _answer(
            wanted, ManageStatus.NEEDS_CLARIFICATION, candidates=error.candidates, reason=error.message
        )
    except NotFound as error:
        return _answer(
            wanted, ManageStatus.NEEDS_CLARIFICATION, candidates=error.suggestions, reason=error.message
        )
    except VadeError as error:
        return _answer(wanted, ManageStatus.REFUSED, reason=error.message)


def _done(session: Session, wanted: Operation, statement: str) -> ManageMemory:
    if wanted in (Operation.FORGET, Operation.DELETE):
        noted = session.forget(statement, erase=wanted is Operation.DELETE)
        return _answer(wanted, ManageStatus.ACCEPTED, noted)
    refusal = admission(
        Statement(
            operation=wanted, text=statement, confidence=MIN_CONFIDENCE, explicitness=Explicitness.COMMAND
        )
    ).refusal
    if refusal is not None:
        return _answer(wanted, ManageStatus.REFUSED, reason=_REFUSALS.get(refusal, refusal.value))
    if wanted is Operation.CORRECT:
        return _corrected(session, statement)
    return _answer(wanted, ManageStatus.ACCEPTED, session.note(statement, type=MemoryType.FACT.value))


def _corrected(session: Session, statement: str) -> ManageMemory:
    """Put a statement in the place of what its key names, or else of the one thing that is most alike."""
    key, colon, text = statement.partition(":")
    if colon and text.strip() and " " not in key:
        with suppress(NotFound, InvalidValue):
            return _accepted(session.correct(text.strip(), replaces=key))
    alike = [fact for fact in session.recall(statement).facts if fact.terms]
    best = [fact for fact in alike if fact.covered == max(one.covered for one in alike)]
    if len(best) > 1:
        raise ambiguous("it may correct", best, "say the key, a colon and what holds")
    if not best:
        return _accepted(session.correct(statement, type=MemoryType.FACT.value), "nothing known was alike")
    (wrong,) = best
    if wrong.origin is Origin.SESSION:
        noted = session.note(statement, type=MemoryType.FACT.value)
        if noted.id != wrong.id:  # said in the same words, it stands
            session.forget(wrong.id)
        return _accepted(noted)
    return _accepted(session.correct(statement, replaces=wrong.id))


def _accepted(noted: Noted, reason: str = "") -> ManageMemory:
    return _answer(Operation.CORRECT, ManageStatus.ACCEPTED, noted, reason=reason)


def _listed(session: Session, statement: str) -> ManageMemory:
    facts: tuple[ToldFact, ...] = ()
    if statement:
        facts = recall_context(session, statement).facts
    else:
        facts = tuple(
            ToldFact(key=noted.id, statement=noted.text, kind=noted.deed.value, origin=Origin.SESSION.value)
            for noted in session.told()
        )
    return ManageMemory(
        status=ManageStatus.ACCEPTED,
        operation=Operation.LIST.value,
        effective_in_session=False,
        durable_commit="none",
        facts=facts,
    )


def _answer(
    wanted: Operation,
    status: ManageStatus,
    noted: Noted | None = None,
    *,
    candidates: Iterable[str] = (),
    reason: str = "",
) -> ManageMemory:
    accepted = status is ManageStatus.ACCEPTED
    return ManageMemory(
        status=status,
        operation=wanted.value,
        effective_in_session=accepted,
        durable_commit="pending" if accepted else "none",
        id=noted.id if noted else None,
        candidates=tuple(candidates),
        reason=reason or " ".join(noted.warnings if noted else ()),
    )


def _said(argument: Any) -> str:
    """An argument as text, whatever a model made of it: nothing for null, the first of a list."""
    if isinstance(argument, _LISTS):
        return next((_said(one) for one in argument), "")
    return "" if argument is None else str(argument).strip()


def _word(argument: object) -> str:
    return _said(argument).casefold()


def _told(facts: Iterable[RecalledFact]) -> tuple[ToldFact, ...]:
    return tuple(
        ToldFact(key=fact.key or fact.id, statement=fact.statement, kind=fact.type, origin=fact.origin.value)
        for fact in facts
    )
