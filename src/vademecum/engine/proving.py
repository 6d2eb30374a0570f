"""Makes sure that a text is gone: by asking for it again, and by reading every byte."""

from __future__ import annotations

from vademecum.errors import Busy, StoreError
from vademecum.model.ask import Filters
from vademecum.model.file import shown_path
from vademecum.model.receipt import Proof
from vademecum.model.value import value
from vademecum.text.pieces import SHORTEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.model.record import MemoryId
    from vademecum.ports import Index

MOST_QUESTIONS = 8
MOST_TOLD = 20
"""Files that a receipt names; of more it says how many."""

_NOTES = "home/memories/"
_STATE = "home/state/"
_SAID = "home/state/sessions/"
"""What sessions said and have not written yet: other words of a person's that say it too are theirs."""

_CACHE = "cache/"


@value(kw_only=True)
class Text:
    """What was to go.

    Attributes:
        ids: records that are gone.
        pieces: of the text, as bytes.
        terms: under which the index knew it.
        questions: searches that found it before.
        own: files of the vault in which nothing of it may stand any more.
        files: where on the disk it stood.
    """

    ids: tuple[MemoryId, ...] = ()
    pieces: tuple[bytes, ...] = ()
    terms: frozenset[str] = frozenset()
    questions: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def proven(
    parts: Parts, text: Text, ask: Callable[[str], Iterable[MemoryId]]
) -> tuple[Proof | None, tuple[str, ...]]:
    """As `prove`, with what has to be told beside it; no proof where the index cannot be asked."""
    try:
        proof = prove(parts, text, ask)
    except (Busy, StoreError) as error:
        return None, (
            f"whether it is gone could not be asked: {error.message}; `vade forget` goes on with it",
        )
    return proof, doubts(proof)


def prove(parts: Parts, text: Text, ask: Callable[[str], Iterable[MemoryId]]) -> Proof:
    """Look for a text in every place where this program keeps anything.

    What a person's other files say too is theirs; it is named, and proves nothing against the erasure.

    Args:
        parts: of the home.
        text: what was to go.
        ask: ids that a search for these words finds, in every scope.
    """
    questions = [question for question in dict.fromkeys(text.questions) if question][:MOST_QUESTIONS]
    answered = {one for question in questions for one in ask(question)} | parts.index.rows(text.ids).keys()
    terms = text.terms - parts.index.frequencies(tuple(text.terms)).keys()
    lingering = parts.index.lingering(tuple(sorted(terms)))
    others = _said_by_others(parts.index, lingering)
    terms, lingering = terms - others, lingering - others
    scan = parts.open_scanner().scan(text.pieces, text.files)
    # A scan that read the home has met every note but those that a team shares.
    holding = parts.vault.holding(text.pieces, shared=bool(scan.places))
    notes = {f"{_NOTES}{path}": held for path, held in holding.items()}
    yours = {path: held for path, held in {**scan.found, **notes}.items() if not _is_ours(path)}
    said = frozenset(piece for held in yours.values() for piece in held)
    remnants = [path for path, held in scan.found.items() if _is_ours(path) and held - said]
    own = {f"{_NOTES}{path}" for path in text.own}
    remnants += [path for path in yours if path in own]
    if lingering:
        noun = "word" if len(lingering) == 1 else "words"
        remnants.append(f"index: {len(lingering)} {noun} of it")
    return Proof(
        places=scan.places,
        pieces=len(text.pieces),
        terms=len(terms),
        questions=len(questions),
        answered=tuple(sorted(answered & set(text.ids))),
        remnants=_told(remnants),
        elsewhere=_told([shown_path(path.removeprefix(_NOTES)) for path in yours if path not in own]),
        unread=tuple(f"{path}: {why}" for path, why in scan.unread.items()),
        beyond=scan.beyond,
    )


def _said_by_others(index: Index, terms: frozenset[str]) -> frozenset[str]:
    """Those by which the index knows other records too: names that they are about, tags, their types."""
    pages = index.named(tuple(sorted(terms)), ())

    def is_said(term: str) -> bool:
        ways = (Filters(about=(term,)), Filters(tags=(term,)), Filters(types=(term,)))
        return term in pages or any(index.page(filters, limit=1)[1] for filters in ways)

    return frozenset(term for term in terms if is_said(term))


def _is_ours(path: str) -> bool:
    return path.startswith((_CACHE, _STATE)) and not path.startswith(_SAID)


def _told(paths: Sequence[str]) -> tuple[str, ...]:
    shown = tuple(sorted(set(paths)))
    if len(shown) <= MOST_TOLD:
        return shown
    return (*shown[:MOST_TOLD], f"and {len(shown) - MOST_TOLD} more")


def doubts(proof: Proof) -> tuple[str, ...]:
    """What a reader of a proof has to be told beside it."""
    told: list[str] = []
    if not proof.pieces:
        told.append(
            f"the text is shorter than {SHORTEST} bytes, so only the index was asked whether it is gone"
        )
    if proof.elsewhere:
        named = ", ".join(proof.elsewhere[:3])
        more = f" and {len(proof.elsewhere) - 3} more" if len(proof.elsewhere) > 3 else ""
        told.append(f"words of it stand in other files of yours, which were left alone: {named}{more}")
    if proof.unread:
        told.append(f"{len(proof.unread)} files could not be read, so nothing is known of them")
    return tuple(told)
