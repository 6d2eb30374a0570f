"""What a session is told to keep, change or forget: checked, journalled, and in force at once."""

from __future__ import annotations

from vademecum.engine.intake import Intake, NewMemory
from vademecum.engine.keeping import but_for, row_of
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.admission import Verdict, admission
from vademecum.lifecycle.lifetimes import ends
from vademecum.model.extracted import MODEL, Explicitness, Operation
from vademecum.model.session import Deed, Noted
from vademecum.model.value import replace
from vademecum.text.digest import sha256_hex
from vademecum.text.lines import normalise_space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.engine.overlay import Overlay
    from vademecum.engine.parts import Parts
    from vademecum.model.extracted import Statement
    from vademecum.model.record import Memory, MemoryId
    from vademecum.model.session import Checkpoint
    from vademecum.ports import Ledger, SessionJournal

_TOLD = {Operation.REMEMBER: Deed.REMEMBER, Operation.CORRECT: Deed.CORRECT}


class Noting:
    """Takes in what is said; nothing is acknowledged before the journal has it.

    Args:
        session: name of the session.
        overlay: where it is told from.
        journal: what outlives a crash.
    """

    def __init__(self, session: str, overlay: Overlay, journal: SessionJournal) -> None:
        self._session = session
        self._overlay = overlay
        self._journal = journal
        self._staged: dict[str, tuple[Noted, Memory]] = {}
        self._proposed: set[str] = set()
        self._told_at: dict[str, datetime] = {}

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Texts of what was only implied, and said in no second turn."""
        return tuple(noted.text for noted, _ in self._staged.values())

    def tell(
        self,
        parts: Parts,
        new: NewMemory,
        *,
        deed: Deed,
        turn: int,
        explicitness: Explicitness,
        replaces: MemoryId | None = None,
        staged: bool = False,
    ) -> Noted:
        """Take in what is to be remembered, or holds in the place of something else.

        Raises:
            UsageError: a value that cannot be, or nothing left of the text.
            LimitExceeded: the text or a list is too long.
            VaultError: the journal cannot be written; nothing was taken in.
        """
        intake = Intake(parts)
        memory = intake.memory(new)
        name = _name(self._session, deed, memory, replaces)
        noted = Noted(
            id=name,
            deed=deed,
            text=memory.body,
            turn=turn,
            subject=memory.subject,
            predicate=memory.predicate,
            replaces=replaces,
            staged=staged,
            masked=intake.screen.masked,
            warnings=(*intake.screen.warnings(), *intake.warnings),
        )
        self._told_at[name] = parts.now()
        noted = self._journalled(noted, memory)
        self._overlay.add(noted, memory, explicitness)
        if deed is Deed.CORRECT:
            claim = self._overlay.claim_of(memory.subject, memory.predicate)
            self._overlay.suppress(name, claim=claim, memory=replaces)
        return noted

    def _journalled(self, noted: Noted, memory: Memory) -> Noted:
        """Keep it, unless it is only implied and was said in no other turn, or is kept already."""
        before = self._staged.get(noted.id)
        confirmed = before is not None and before[0].turn != noted.turn
        if noted.staged and not confirmed:
            self._staged.setdefault(noted.id, (noted, memory))
            return noted
        self._staged.pop(noted.id, None)
        firm = replace(noted, staged=False)
        kept = noted.id in self._proposed or any(row.get("id") == noted.id for row in self._journal.rows())
        if not kept:
            self._journal.append(row_of(self._session, firm, memory, self._told_at[noted.id]))
        return firm

    def end(self, memory: MemoryId, text: str, *, deed: Deed, turn: int, at: datetime) -> Noted:
        """A memory is told no more from now on, and goes for good with the next checkpoint.

        Raises:
            VaultError: the journal cannot be written; nothing changed.
        """
        name = _hashed(self._session, deed.value, memory)
        noted = Noted(id=name, deed=deed, text=text, turn=turn, replaces=memory)
        if all(row.get("id") != name for row in self._journal.rows()):
            self._journal.append(row_of(self._session, noted, None, at))
        self._overlay.suppress(name, memory=memory)
        return noted

    def take_back(self, name: str) -> None:
        """What was said is not to be kept after all; it is blotted out of the journal.

        Raises:
            VaultError: the journal cannot be written.
        """
        self._journal.retain(but_for({name}))
        self._staged.pop(name, None)
        self._proposed.discard(name)
        self._overlay.release(name)

    def settle(self, done: Checkpoint) -> None:
        """What is written for good, or refused for good, leaves the journal and the overlay.

        What is only proposed leaves the journal, too, but is told on in this session, and so is what it
        put out of sight not told: whoever said it does not hear the old again because a review is owed.
        """
        self._journal.retain(but_for(done.settled))
        self._proposed |= done.proposed
        for name in done.settled - self._proposed:
            self._overlay.release(name)

    def unsay(self, ledger: Ledger) -> None:
        """Tell no more what was forgotten by now, by whomever and wherever."""
        said = {mention.noted.id: mention.memory for mention in self._overlay.everything()}
        said |= {name: memory for name, (_, memory) in self._staged.items()}
        for name, memory in said.items():
            buried = ledger.buried(body_hash(memory.body))
            if buried is not None and self._told_at[name] <= buried.at:
                self.take_back(name)


def asked_for(statement: Statement, confidence: float) -> NewMemory:
    """The memory that a statement tells, with nothing said yet of where it comes from."""
    return NewMemory(
        text=statement.text,
        type=statement.type.value,
        subject=statement.subject,
        predicate=statement.predicate,
        value=statement.value,
        qualifier=statement.qualifier,
        lang=statement.lang or None,
        confidence=confidence,
        sensitivity=statement.sensitivity.value,
    )


def admitted(statement: Statement, at: datetime) -> tuple[NewMemory, Deed, bool] | None:
    """What a statement asks to be told: the memory, what is done with it, and whether it is only staged.

    Who corrects in so many words says outright what holds: it is written as said in person, and replaces.
    A model's reading of a correction does not.

    None for what is refused, and for orders that tell nothing. What was overheard, and is of these days
    only, expires by itself.

    Args:
        statement: what was read.
        at: when it was said.
    """
    judged = admission(statement)
    deed = _TOLD.get(statement.operation)
    if deed is None or judged.verdict not in (Verdict.DURABLE, Verdict.STAGED):
        return None
    overheard = statement.explicitness is not Explicitness.COMMAND
    new = replace(
        asked_for(statement, judged.confidence),
        source=_outright(statement).source.value,
        expires=ends(statement.type, statement.lasting, at) if overheard else None,
    )
    return new, deed, judged.verdict is Verdict.STAGED


def _outright(statement: Statement) -> Explicitness:
    corrects = statement.operation is Operation.CORRECT and statement.cue != MODEL
    said = corrects and statement.explicitness is Explicitness.STATEMENT
    return Explicitness.COMMAND if said else statement.explicitness


def _name(session: str, deed: Deed, memory: Memory, replaces: MemoryId | None) -> str:
    claim = (memory.subject or "", memory.predicate or "", memory.value or "", memory.qualifier or "")
    said = normalise_space(memory.body).casefold()
    return _hashed(session, deed.value, said, *claim, replaces or "")


def _hashed(*parts: str) -> str:
    return "session_" + sha256_hex("\0".join(parts).encode("utf-8", "surrogatepass"))[:16]
