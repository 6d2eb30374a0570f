"""Forget a part of a record: a property of it, or a fact that a page states; the rest of the file stays."""

from __future__ import annotations

from typing import cast

from vademecum.engine.aftermath import Aftermaths
from vademecum.engine.entities import DEFAULT_LABEL
from vademecum.engine.forgetting import terms_of
from vademecum.engine.properties import stated, without_property
from vademecum.engine.proving import Text, proven
from vademecum.engine.wiping import Wiping
from vademecum.errors import InvalidValue, NotFound, quoted
from vademecum.model.receipt import Receipt
from vademecum.model.record import Entity
from vademecum.model.value import replace, value
from vademecum.text.pieces import SHORTEST, pieces_of, spelt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.graphs.linking import Taken
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.receipt import Aftermath
    from vademecum.model.record import Record

OWN = ("name", "aliases", "label", "tags", "lang", "text")
"""What may be forgotten of a record besides its free properties."""

_LASTING = ("id", "kind", "type", "status", "created", "updated", "scope")


@value
class _Part:
    """A record without a part, and what that part said.

    Attributes:
        pieces: of the text that goes, as bytes.
        renamed: the file's name told it.
    """

    document: Document
    after: Record
    pieces: tuple[bytes, ...]
    renamed: bool = False


class Withdrawing:
    """The use cases of forgetting a part."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing
        self._wiping = Wiping(parts, storing)
        self._aftermaths = Aftermaths(parts)

    def property(self, handle: str, name: str, *, dry_run: bool) -> Receipt:
        """Let a record state a property no more, as if it had never been stated.

        Raises:
            NotFound: nothing has the handle, or the record does not state it; near names are suggested.
            InvalidValue: no record can do without it.
            Conflict, VaultError: the file changed meanwhile, or the disk refuses; it is as it was left.
        """
        document = self._storing.changeable(handle)
        wanted = name.strip().casefold()
        after, texts = _without(document.record, wanted)
        told = self._aftermaths.of_property(document.record, after, document.key, wanted)
        part = _Part(document, after, _needles(texts), renamed=wanted == "name")
        return self._receipt(part, told, dry_run=dry_run)

    def fact(self, taken: Taken, *, dry_run: bool) -> Receipt:
        """Let a page say a relation no more. Records that say it too are named and left alone.

        Raises:
            Conflict, VaultError: the file changed meanwhile, or the disk refuses; it is as it was left.
        """
        old, wanted = taken.document.record, taken.wanted
        fact = (wanted.subject, wanted.predicate, wanted.object)
        told = self._aftermaths.of_fact(old, taken.after, taken.document.key, fact, taken.forms)
        lines = set(taken.after.body.splitlines())
        part = _Part(
            taken.document,
            taken.after,
            pieces_of(line for line in old.body.splitlines() if line not in lines),
        )
        return self._receipt(part, told, dry_run=dry_run)

    def _receipt(self, part: _Part, told: Aftermath, *, dry_run: bool) -> Receipt:
        if not told.changed:
            stored = self._storing.answer(part.document)
            said = f"the page does not state it; {', '.join(told.notes)} does, and was left alone"
            return Receipt(
                outcome="unchanged",
                forgotten=(),
                aftermath=(told,),
                memory=stored,
                warnings=(said,),
                dry_run=dry_run,
            )
        after = replace(part.after, updated=self._parts.now())
        if dry_run:
            stored = replace(self._storing.answer(part.document), record=after)
            return Receipt(outcome="planned", forgotten=(), aftermath=(told,), memory=stored, dry_run=True)
        return self._withdrawn(part, after, told)

    def _withdrawn(self, part: _Part, after: Record, told: Aftermath) -> Receipt:
        """Write it over the old bytes, and look whether anything is left of it."""
        completed, waiting = self._wiping.complete()
        before = terms_of(self._parts, part.document)

        def write() -> tuple[Document, tuple[str, ...]]:
            written = self._parts.vault.redact(part.document.path, after, part.document.state)
            if not part.renamed:
                return written, ()
            renamed = self._parts.vault.rename(written.path, written.state)
            return renamed, (f"its file told the name, so it is called {renamed.key} now",)

        stored, written, said = self._wiping.rewritten(part.document, write)
        unclean = self._wiping.scrub()
        text = Text(
            pieces=part.pieces,
            terms=before - terms_of(self._parts, written),
            files=(self._parts.vault.locate(part.document.path),),
        )
        proof, doubts = proven(self._parts, text, lambda _: ())
        held = proof is not None and proof.holds and not unclean
        if held:
            self._parts.ledger.finish(part.document.record.id)
        return Receipt(
            outcome="forgotten" if held else "unproven",
            forgotten=(),
            aftermath=(told,),
            memory=stored,
            completed=tuple(erasure.id for erasure in completed),
            proof=proof,
            warnings=(*waiting, *stored.warnings, *said, *unclean, *doubts),
        )


def _without(record: Record, name: str) -> tuple[Record, tuple[str, ...]]:
    """A record without a property, and what that said.

    Raises:
        NotFound: it does not state it.
        InvalidValue: it cannot do without it.
    """
    if name in _LASTING:
        raise InvalidValue("property", f"every record has {name}; forget the record, or change it")
    if name == "relations":
        raise InvalidValue(
            "property", "relations go one by one: `vade forget --fact SUBJECT PREDICATE OBJECT`"
        )
    if name == "name" and isinstance(record, Entity):
        if not record.aliases:
            raise InvalidValue(
                "property",
                "a page is known by a name; give it another one first, `vade entity alias "
                f"{quoted(record.name)} --add OTHER`, or forget the page",
            )
        return replace(record, name=record.aliases[0], aliases=record.aliases[1:]), (record.name,)
    if name == "label" and isinstance(record, Entity) and record.label != DEFAULT_LABEL:
        return replace(record, label=DEFAULT_LABEL), ()
    field = "body" if name == "text" else name
    if field in ("aliases", "tags", "lang", "body"):
        held = getattr(record, field)
        if held:
            return replace(record, **{field: type(held)() if field != "lang" else None}), _texts(held)
        raise NotFound(f"the record states no {name}")
    texts = stated(record, name)
    return without_property(record, name), texts


def _texts(held: object) -> tuple[str, ...]:
    if isinstance(held, str):
        return (held,)
    return tuple(map(str, cast("tuple[object, ...]", held))) if isinstance(held, tuple) else ()


def _needles(texts: tuple[str, ...]) -> tuple[bytes, ...]:
    long = tuple(text for text in texts if len(text.encode()) >= SHORTEST)
    return tuple(dict.fromkeys((*spelt(text for text in long if "\n" not in text), *pieces_of(long))))
