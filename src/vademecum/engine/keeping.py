"""What a session acknowledged becomes a memory, a correction or an end, by the verbs that anybody uses.

A row of the journal says all that is needed, so that another process can finish what one did not live to do.
Doing a row twice changes nothing the second time.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from vademecum.errors import Busy, NotFound, StoreError, UsageError, VadeError, VaultError
from vademecum.model.plain import plain
from vademecum.model.record import MemoryId
from vademecum.model.session import Checkpoint, Deed, Kept, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Protocol, Unpack

    from vademecum.engine.intake import MemoryFields, RequestFields
    from vademecum.engine.revising import HowFields
    from vademecum.model.answer import Remembered
    from vademecum.model.receipt import Receipt
    from vademecum.model.record import Memory
    from vademecum.model.revision import Revised, Superseded
    from vademecum.model.session import Noted
    from vademecum.model.tidied import Tidied
    from vademecum.ports.sessions import Row

    class Verbs(Protocol):
        """The verbs of an open home by which a session writes."""

        def remember(self, text: str, **fields: Unpack[RequestFields]) -> Remembered: ...
        def supersede(
            self,
            handle: str,
            text: str,
            *,
            reason: str | None = None,
            expected_updated: datetime | None = None,
            **fields: Unpack[MemoryFields],
        ) -> Superseded: ...
        def archive(self, handle: str, **how: Unpack[HowFields]) -> Revised: ...
        def forget(self, *handles: str) -> Receipt: ...
        def sweep(self, *, apply: bool = False) -> Tidied: ...


_TIMES = ("valid_from", "valid_until", "expires")
_STATED = (
    "title", "tags", "aliases", "lang", "subject", "predicate", "value", "qualifier", "confidence", "pinned",
    *_TIMES,
)  # fmt: skip
_REASON = "put out of sight in a conversation"


class RehearsedJournal:
    """`ports.SessionJournal` of a session that writes nothing."""

    def __init__(self) -> None:
        self._rows: list[Row] = []

    def rows(self) -> list[Row]:
        """See `ports.SessionJournal.rows`."""
        return list(self._rows)

    def append(self, row: Row) -> None:
        """See `ports.SessionJournal.append`."""
        self._rows.append(row)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournal.retain`."""
        self._rows = [row for row in self._rows if stays(row)]

    def close(self) -> None:
        """See `ports.SessionJournal.close`."""


def row_of(session: str, noted: Noted, memory: Memory | None, at: datetime) -> Row:
    """What is kept in the journal of something said; it is masked and cleaned by then.

    Args:
        session: name of the session.
        noted: what was said.
        memory: what it would become; None for what is only to go.
        at: when it was said.
    """
    row: Row = {
        "session": session,
        "id": noted.id,
        "deed": noted.deed.value,
        "text": "",  # what is to be erased must not stand here either
        "turn": noted.turn,
        "at": at.isoformat(),
        "replaces": noted.replaces,
    }
    if memory is not None:
        stated = {name: plain(getattr(memory, name)) for name in _STATED}
        fields = {name: said for name, said in stated.items() if said not in (None, [], False)}
        fields |= {
            "type": memory.type.value,
            "about": list(memory.entities),
            "scope": memory.scope,
            "source": memory.sources[0].kind.value,
            "sensitivity": memory.sensitivity.value,
            "importance": memory.importance.value,
            "ref": memory.sources[0].ref or f"session:{session}#{noted.turn}",
        }
        row["text"] = memory.body
        row["fields"] = fields
    return row


def but_for(names: Collection[str]) -> Callable[[Row], bool]:
    """Whether a row is none of these."""
    return lambda row: row.get("id") not in names


def kept_all(verbs: Verbs, rows: Iterable[Row]) -> Checkpoint:
    """Do what rows say, each for itself: what one meets stops no other."""
    kept: list[Kept] = []
    refused: list[Refusal] = []
    waiting: list[Refusal] = []
    for row in rows:
        try:
            kept.append(_kept(verbs, row))
        except VadeError as error:
            refusal = Refusal(id=str(row.get("id")), text=str(row.get("text")), why=error.message)
            passing = isinstance(error, VaultError | StoreError | Busy)
            (waiting if passing else refused).append(refusal)
    return Checkpoint(kept=tuple(kept), refused=tuple(refused), waiting=tuple(waiting))


def _kept(verbs: Verbs, row: Row) -> Kept:
    name, replaces = str(row["id"]), row.get("replaces")
    match Deed(row["deed"]):
        case Deed.CORRECT if replaces:
            return _corrected(verbs, row, str(replaces))
        case Deed.REMEMBER | Deed.CORRECT:
            answer = _remembered(verbs, row)
            return Kept(id=name, memory=answer.memory.record.id, outcome=answer.outcome.value)
        case Deed.FORGET:
            revised = verbs.archive(str(replaces), reason=_REASON)
            return Kept(id=name, memory=revised.memory.record.id, outcome="archived")
        case Deed.DELETE:
            with suppress(NotFound):  # an earlier run of this row erased it
                verbs.forget(str(replaces))
            return Kept(id=name, memory=MemoryId(str(replaces)), outcome="erased")


def _corrected(verbs: Verbs, row: Row, replaces: str) -> Kept:
    """Put it in the place of what it corrects; where that cannot be, keep it rather than lose it."""
    name, text = str(row["id"]), str(row["text"])
    try:
        answer = verbs.supersede(replaces, text, **_fields(row.get("fields", {})))
        return Kept(id=name, memory=answer.memory.record.id, outcome=answer.outcome)
    except (NotFound, UsageError):  # gone or replaced by now, perhaps by an earlier run of this row
        again = _remembered(verbs, row)
        return Kept(id=name, memory=again.memory.record.id, outcome=again.outcome.value)


def _remembered(verbs: Verbs, row: Row) -> Remembered:
    """Remember a row; one that another process wrote already is not written twice, and what is said again in
    a later turn is another request."""
    return verbs.remember(
        str(row["text"]),
        idempotency_key=f"{row['session']}:{row['id']}#{row['turn']}",
        corrects=Deed(row["deed"]) is Deed.CORRECT,
        **_fields(row.get("fields", {})),
    )


def _fields(stated: Row) -> Row:
    return {
        name: datetime.fromisoformat(said) if name in _TIMES and isinstance(said, str) else said
        for name, said in stated.items()
    }
