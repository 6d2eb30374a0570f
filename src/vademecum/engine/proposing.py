"""From conversations to memories without a model: what the person asked to be kept, or told of themselves,
is put before them."""

from __future__ import annotations

from vademecum.engine.noting import asked_for
from vademecum.errors import VadeError
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.admission import Verdict, admission
from vademecum.model.conversation import Role, Turn
from vademecum.model.extracted import Acquainted, Operation, Said
from vademecum.model.importing import Progress, Reached
from vademecum.model.proposed import Proposal, Proposals
from vademecum.model.record import SourceKind
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.intake import NewMemory
    from vademecum.engine.parts import Parts
    from vademecum.engine.remembering import Remembering
    from vademecum.model.answer import Remembered
    from vademecum.model.conversation import ConversationId
    from vademecum.model.extracted import Statement
    from vademecum.model.file import Stamp
    from vademecum.ports.importing import ImportLedger

_HOST = "conversation"
_TELLING = (Operation.REMEMBER, Operation.CORRECT)


class Proposing:
    """The use case of reading conversations for what is worth keeping.

    What was proposed once is never proposed again, whatever was decided about it: the ledger of imports knows
    the turn and the text.
    """

    def __init__(
        self,
        parts: Parts,
        said: ConversationParts,
        ledger: ImportLedger,
        remembering: Remembering,
        *,
        dry_run: bool,
    ) -> None:
        self._parts = parts
        self._said = said
        self._ledger = ledger
        self._remembering = remembering
        self._dry_run = dry_run
        self._turns = self._read = self._refused = 0
        self._warnings: list[str] = []

    def run(self, wanted: Sequence[ConversationId]) -> Proposals:
        """Read conversations; all of them when none is named.

        Raises:
            VaultError: the disk refuses; what was proposed before it did stays.
        """
        items: list[Proposal] = []
        for conversation, stamp in self._said.keeper.stamps().items():
            if not wanted or conversation in wanted:
                items += self._conversation(conversation, stamp)
        return Proposals(
            items=tuple(items),
            conversations=self._read,
            turns=self._turns,
            refused=self._refused,
            dry_run=self._dry_run,
            warnings=tuple(self._warnings),
        )

    def _conversation(self, conversation: ConversationId, stamp: Stamp) -> Iterator[Proposal]:
        key, mark = f"{_HOST}:{conversation}", f"{stamp.size}-{stamp.mtime_ns}"
        known = self._ledger.progress(key)
        if known is not None and known.stamp == mark:
            return
        self._read += 1
        last = known.reached.line if known is not None else 0
        seen = last
        for line in self._said.keeper.lines(conversation):
            turn = line.content
            if isinstance(turn, Turn) and turn.seq > last:
                self._turns += 1
                seen = turn.seq
                if turn.role is Role.USER and turn.text:
                    yield from self._turn(conversation, turn)
        if not self._dry_run:
            reached = Reached(stamp.size, seen)
            progress = Progress(key=key, stamp=mark, size=stamp.size, reached=reached, digest="", whole=True)
            self._ledger.keep_progress(progress)

    def _turn(self, conversation: ConversationId, turn: Turn) -> Iterator[Proposal]:
        address = f"turn:{conversation}#{turn.seq}"
        extracted = self._parts.open_extractor().extract(Said(text=turn.text or ""), Acquainted())
        for statement in extracted.statements:
            if statement.operation not in _TELLING:
                continue
            if admission(statement).verdict is not Verdict.DURABLE:
                self._refused += 1
                continue
            proposal = self._proposed(address, statement)
            if proposal is not None:
                yield proposal

    def _proposed(self, address: str, statement: Statement) -> Proposal | None:
        digest = body_hash(statement.text)
        name = f"{address}:{digest}"
        if self._ledger.taken(_HOST, name, digest) is not None:
            return None
        if self._parts.ledger.buried(digest) is not None:
            return None
        try:
            near = self._remembering.remember(_new(statement, address, "", dry_run=True))
            answer = near if self._dry_run else self._kept(statement, address, near)
        except VadeError as error:
            if error.error_class not in ("usage", "limit", "conflict"):
                raise
            self._warnings.append(f"{address}: {error.message}")
            return None
        record = answer.memory.record
        if not self._dry_run:
            self._ledger.keep_taken(_HOST, name, digest, record.id)
        return Proposal(
            turn=address,
            text=statement.text,
            cue=statement.cue,
            outcome=answer.outcome,
            id=record.id,
            key=answer.memory.key,
            similar=near.similar,
        )

    def _kept(self, statement: Statement, address: str, near: Remembered) -> Remembered:
        """Write it, with what it resembles in the note that its reviewer reads."""
        like = f", much like {', '.join(near.similar)}" if near.similar else ""
        note = f"said in {address}{like}"
        return self._remembering.remember(_new(statement, address, note, dry_run=False))


def _new(statement: Statement, address: str, note: str, *, dry_run: bool) -> NewMemory:
    return replace(
        asked_for(statement, admission(statement).confidence),
        source=SourceKind.KEYWORD.value,
        ref=address,
        proposed=note or address,
        dry_run=dry_run,
    )
