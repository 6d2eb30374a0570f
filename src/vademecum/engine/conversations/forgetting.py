"""Forgetting conversations and redacting turns: from the file, from the index, and proven."""

from __future__ import annotations

from vademecum.engine.conversations.parts import mark_of
from vademecum.errors import Busy, StoreError
from vademecum.indexing.turns import searched_text
from vademecum.model.conversation import Header, Turn
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
    from vademecum.model.conversation import ConversationId
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

    def forget(self, conversations: Sequence[ConversationId], *, dry_run: bool) -> ConversationForgotten:
        """Erase whole conversations.

        Raises:
            Busy, VaultError: a file cannot be erased; those before it are gone.
        """
        words = self._words(conversations, None)
        if dry_run:
            return ConversationForgotten(
                outcome="planned", conversations=tuple(conversations), turns=words.turns
            )
        files = 0
        for conversation in conversations:
            at = self._parts.now()
            self._parts.open_ledger().bury((conversation,), mark_of(conversation), at)
            files += self._parts.keeper.erase(conversation)
        self._parts.turns.apply(TurnChanges(gone=tuple(conversations)))
        proof, warnings = self._proven(words, conversations)
        held = proof is not None and proof.holds
        return ConversationForgotten(
            outcome="forgotten" if held else "unproven",
            conversations=tuple(conversations),
            turns=words.turns,
            files=files,
            proof=proof,
            warnings=warnings,
        )

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
        number = self._parts.keeper.redact(conversation, turns, self._parts.now())
        self._listener.run()
        proof, warnings = self._proven(words, ())
        held = proof is not None and proof.holds
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
                if isinstance(content, Header) and only is None and content.title:
                    texts.append(content.title)
                if isinstance(content, Turn) and (only is None or content.seq in only):
                    number += 1
                    text = searched_text(content)
                    texts.append(text)
                    terms.update(analyzer.stems(text, analyzer.detect(text[:400])))
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
