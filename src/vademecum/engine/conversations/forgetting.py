"""Forgetting conversations and redacting turns: from the file, from the index, and proven."""

from __future__ import annotations

from contextlib import suppress

from vademecum.engine.conversations.parts import mark_of, mark_of_turn, short
from vademecum.errors import Busy, NotFound, StoreError
from vademecum.indexing.turns import language_of, searched_text
from vademecum.model.conversation import ConversationId, Event, EventKind, Header, Turn
from vademecum.model.ledger import Erasure
from vademecum.model.receipt import Proof
from vademecum.model.recollection import ConversationForgotten
from vademecum.model.record import MemoryId
from vademecum.model.turns import Fence, TurnAsk, TurnChanges
from vademecum.model.value import value
from vademecum.text.pieces import pieces_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.engine.conversations.listening import Listener
    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.transcript import Fault
    from vademecum.model.turns import TurnCandidate

MOST_TOLD = 20
_OURS = ("cache/", "home/state/")
_KEPT = "home/conversations/"


@value
class _Words:
    """What was said, as far as it is needed to look for it afterwards."""

    pieces: tuple[bytes, ...]
    terms: frozenset[str]
    turns: int


class Forgetting:
    """The use cases that take something away for good."""

    def __init__(self, parts: ConversationParts, listener: Listener) -> None:
        self._parts = parts
        self._listener = listener

    def left(self) -> tuple[Erasure, ...]:
        """What earlier runs began and did not finish."""
        return tuple(one for one in self._parts.open_ledger().unfinished() if one.conversation)

    def forget(
        self, conversations: Sequence[ConversationId], left: Sequence[Erasure], *, dry_run: bool
    ) -> ConversationForgotten:
        """Erase whole conversations, and what earlier runs left of others.

        Raises:
            Busy, VaultError: a file cannot be erased; those before it are gone.
        """
        begun = tuple(ConversationId(one.id) for one in left if one.whole)
        broken = tuple(ConversationId(one.id) for one in left if not one.whole)
        conversations = tuple(dict.fromkeys((*begun, *conversations)))
        words = self._words(conversations, None)
        if dry_run:
            return ConversationForgotten(
                outcome="planned", conversations=tuple(conversations), turns=words.turns
            )
        files = sum(map(self._erase, conversations))
        for conversation in broken:
            self._clean(conversation)
        self._listener.run()
        self._parts.turns.apply(TurnChanges(gone=conversations))
        proof, warnings = self._proven(words, conversations)
        held = proof is not None and proof.holds
        if held:
            self._finish(*conversations, *broken)
        return ConversationForgotten(
            outcome="forgotten" if held else "unproven",
            conversations=conversations,
            turns=words.turns,
            files=files,
            proof=proof,
            completed=(*begun, *broken),
            warnings=(*map(_broken_off, broken), *warnings),
        )

    def _erase(self, conversation: ConversationId) -> int:
        """Take the files of a conversation away; how many there were. What the index holds goes later, and
        the ledger knows until then that something is left to do."""
        at, ledger = self._parts.now(), self._parts.open_ledger()
        ledger.begin(Erasure(id=MemoryId(conversation), paths=(), at=at, conversation=True))
        ledger.bury((conversation,), mark_of(conversation), at)
        ledger.bury_turns(self._marks(conversation, None), at)
        return self._parts.keeper.erase(conversation)

    def _marks(self, conversation: ConversationId, only: frozenset[int] | None) -> list[str]:
        """What stands for the turns of a conversation, or for some of them, that have words."""
        host, marks = "", list[str]()
        for line in self._parts.keeper.lines(conversation):
            match line.content:
                case Header(host=named):
                    host = named
                case Turn(seq=seq, text=str(text)) as turn if only is None or seq in only:
                    marks.append(mark_of_turn(host, turn.id, turn.role.value, text))
                case _:
                    pass
        return marks

    def _clean(self, conversation: ConversationId) -> None:
        """Take away what a redaction that was broken off left beside the file."""
        with suppress(NotFound):
            self._parts.keeper.redact(conversation, (), self._parts.now())

    def _finish(self, *conversations: ConversationId) -> None:
        for conversation in conversations:
            self._parts.open_ledger().finish(MemoryId(conversation))

    def redact(
        self, conversation: ConversationId, turns: Sequence[int], *, dry_run: bool
    ) -> ConversationForgotten:
        """Take the words out of turns.

        Raises:
            NotFound: a turn is not there; nothing was redacted.
            Busy, VaultError: the file cannot be written.
        """
        words = self._words((conversation,), frozenset(turns))
        if dry_run:
            return ConversationForgotten(outcome="planned", conversations=(conversation,), turns=words.turns)
        at = self._parts.now()
        going = MemoryId(conversation) in [one.id for one in self.left() if one.whole]
        if not going:  # else it goes as a whole, and that is not to be forgotten
            begun = Erasure(id=MemoryId(conversation), paths=(), at=at, whole=False, conversation=True)
            self._parts.open_ledger().begin(begun)
        self._parts.open_ledger().bury_turns(self._marks(conversation, frozenset(turns)), at)
        number = self._parts.keeper.redact(conversation, turns, at)
        self._listener.run()
        proof, warnings = self._proven(words, ())
        held = proof is not None and proof.holds
        if held and not going:
            self._finish(conversation)
        return ConversationForgotten(
            outcome="redacted" if held else "unproven",
            conversations=(conversation,),
            turns=number,
            proof=proof,
            warnings=warnings,
        )

    def _words(self, conversations: Iterable[ConversationId], only: frozenset[int] | None) -> _Words:
        """What is said in conversations, or in some turns of one."""
        analyzer = self._parts.analyzer
        texts: list[str] = []
        terms: set[str] = set()
        number = 0
        for conversation in conversations:
            for line in self._parts.keeper.lines(conversation):
                content = line.content
                if only is None and (name := _name(content)):
                    texts.append(name)
                if isinstance(content, Turn) and (only is None or content.seq in only):
                    number += 1
                    text = searched_text(content)
                    texts.append(text)
                    terms.update(analyzer.stems(text, language_of(text, analyzer)))
        return _Words(pieces_of(texts), frozenset(terms), number)

    def _proven(self, words: _Words, gone: Sequence[ConversationId]) -> tuple[Proof | None, tuple[str, ...]]:
        try:
            self._parts.turns.scrub()
            proof = self._prove(words, gone)
        except (Busy, StoreError) as error:
            return None, (f"whether it is gone could not be asked: {error.message}; forget it once more",)
        told = f"{len(proof.elsewhere)} of your files say a part of it too; they were left alone"
        return proof, ((told,) if proof.elsewhere else ())

    def _prove(self, words: _Words, gone: Sequence[ConversationId]) -> Proof:
        turns = self._parts.turns
        # What others say too stays, and proves nothing.
        alone = words.terms - turns.frequencies(tuple(words.terms)).keys()
        lingering = turns.lingering(tuple(sorted(alone)))
        answered = _answering(turns.propose(_asking(words.terms)).candidates, gone) if gone else ()
        scan = self._parts.open_scanner().scan(words.pieces)
        ours = [path for path in scan.found if path.startswith(_OURS)]
        ours += [path for path in scan.found if path.startswith(_KEPT) and any(each in path for each in gone)]
        said = frozenset(piece for path, held in scan.found.items() if path not in ours for piece in held)
        remnants = [path for path in ours if scan.found[path] - said]
        if lingering:
            remnants.append(f"index: {len(lingering)} {'word' if len(lingering) == 1 else 'words'} of it")
        return Proof(
            places=scan.places,
            pieces=len(words.pieces),
            terms=len(alone),
            questions=1 if gone else 0,
            answered=answered,
            remnants=_told(remnants),
            elsewhere=_told([path for path in scan.found if path not in ours]),
            unread=tuple(f"{path}: {why}" for path, why in scan.unread.items()),
            beyond=scan.beyond,
        )


def _name(content: Header | Turn | Event | Fault) -> str | None:
    """What a line calls the conversation."""
    match content:
        case Header(title=name):
            return name
        case Event(event=EventKind.RENAMED, text=name):
            return name
        case _:
            return None


def _broken_off(conversation: ConversationId) -> str:
    return (
        f"a redaction of {short(conversation)} was broken off; its traces are gone, but look whether the "
        "turns still have their words, and repeat `vade conversations redact` if they do"
    )


def _asking(terms: frozenset[str]) -> TurnAsk:
    return TurnAsk(words=tuple(sorted(terms))[:64], fence=Fence(), depth=1_000)


def _answering(candidates: Iterable[TurnCandidate], gone: Sequence[ConversationId]) -> tuple[MemoryId, ...]:
    found = {each.conversation for each in candidates}
    return tuple(MemoryId(each) for each in sorted(found & set(gone)))


def _told(paths: Sequence[str]) -> tuple[str, ...]:
    shown = tuple(sorted(set(paths)))
    if len(shown) <= MOST_TOLD:
        return shown
    return (*shown[:MOST_TOLD], f"and {len(shown) - MOST_TOLD} more")
