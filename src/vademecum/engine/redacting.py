"""Redact: one secret goes from a record, its file and the index; the record stays."""

from __future__ import annotations

from vademecum.engine.forgetting import terms_of
from vademecum.engine.proving import Text, proven
from vademecum.engine.wiping import Wiping
from vademecum.errors import InvalidValue, quoted
from vademecum.lifecycle.blotting import BLOT, blotted, comments_blotted
from vademecum.model.receipt import Redacted
from vademecum.model.value import replace
from vademecum.text.names import fold_name
from vademecum.text.pieces import SHORTEST, spelt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.record import Record

SHORTEST_SECRET = 3
"""Characters; a shorter one stands in too many words that are meant to stay."""


class Redacting:
    """The use case of blotting a secret out of a record."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing
        self._wiping = Wiping(parts, storing)

    def redact(
        self, handle: str, text: str | None, span: tuple[int, int] | None, *, dry_run: bool
    ) -> Redacted:
        """Blot out every occurrence of a text, whatever its case.

        Args:
            handle: id, key or unique prefix of an id.
            text: what is to go, or None when `span` says it.
            span: first character of it in the body, counted from 0, and the one behind its last.
            dry_run: report what would change, and write nothing.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: the text is too short or does not occur.
            Conflict: the file changed meanwhile; it is as it was left.
            VaultError: the file is read-only, or the disk refuses; it is as it was.
        """
        completed, waiting = ((), ()) if dry_run else self._wiping.complete()
        document = self._storing.changeable(handle)
        secret = _secret(document.record, text, span)
        found = blotted(document.record, secret)
        finishes = document.record.id in [erasure.id for erasure in completed]
        if not found.occurrences and (beside := self._beside(document, secret)):
            found = replace(found, occurrences=len(beside), fields=beside)
        if not found.occurrences and not finishes:
            raise InvalidValue("text", f"does not occur in {document.key}; nothing was redacted")
        answer = Redacted(
            outcome="planned",
            memory=replace(self._storing.answer(document), record=found.record),
            occurrences=found.occurrences,
            fields=found.fields,
            completed=tuple(erasure.id for erasure in completed),
            warnings=waiting,
            dry_run=True,
        )
        return answer if dry_run else self._redacted(document, answer, secret)

    def _redacted(self, document: Document, planned: Redacted, secret: str) -> Redacted:
        terms = terms_of(self._parts, document)
        changed = replace(planned.memory.record, updated=self._parts.now())

        def write() -> tuple[Document, tuple[str, ...]]:
            if planned.occurrences:
                return self._written(document, changed, secret)
            return document, ("an earlier run that was broken off had blotted it out already",)

        stored, after, told = self._wiping.rewritten(document, write)
        unclean = self._wiping.scrub()
        gone = terms - terms_of(self._parts, after)
        own = () if len(secret.encode()) < SHORTEST else (after.path,)
        files = (self._parts.vault.locate(document.path),)
        text = Text(pieces=_needles(secret), terms=gone, own=own, files=files)
        proof, doubts = proven(self._parts, text, lambda _: ())
        held = proof is not None and proof.holds and not unclean
        if held:
            self._parts.ledger.finish(document.record.id)
        return replace(
            planned,
            outcome="redacted" if held else "unproven",
            memory=stored,
            proof=proof,
            warnings=(*planned.warnings, *stored.warnings, *told, *unclean, *doubts),
            dry_run=False,
        )

    def _beside(self, document: Document, secret: str) -> tuple[str, ...]:
        """Where a file tells it outside of the record's fields."""
        blank, data = self._without_comments(document, secret)
        told = {"key": _is_named(document, secret), "comments": blank != data}
        return tuple(name for name, is_told in told.items() if is_told)

    def _without_comments(self, document: Document, secret: str) -> tuple[bytes, bytes]:
        """A file with the comments of its front matter blotted, and as it is."""
        data = self._parts.vault.read_bytes(document.path)
        text = data.decode("utf-8", "surrogateescape")
        blank = comments_blotted(text, document.body_line, secret)
        return blank.encode("utf-8", "surrogateescape"), data

    def _written(self, document: Document, record: Record, secret: str) -> tuple[Document, tuple[str, ...]]:
        """The file without the secret, under another name where the name itself told it."""
        vault = self._parts.vault
        after = vault.redact(document.path, record, document.state)
        blank, data = self._without_comments(after, secret)
        if blank != data:
            after = vault.redact(after.path, blank, after.state)
        if not _is_named(document, secret):
            return after, ()
        renamed = vault.rename(after.path, after.state)
        return renamed, (f"its file told it in its name, so it is called {renamed.key} now",)


def _is_named(document: Document, secret: str) -> bool:
    """Whether the name of a file tells it."""
    form = fold_name(secret)
    return bool(form) and form in fold_name(document.key.replace("-", " "))


def _secret(record: Record, text: str | None, span: tuple[int, int] | None) -> str:
    if (text is None) == (span is None):
        raise InvalidValue("text", "say either the text or its span, e.g. --span 10:24")
    if span is not None:
        first, behind = span
        if not 0 <= first < behind <= len(record.body):
            raise InvalidValue(
                "span", f"{first}:{behind} is not within the {len(record.body)} characters of the body"
            )
        text = record.body[first:behind]
    secret = (text or "").strip()
    if len(secret) < SHORTEST_SECRET:
        raise InvalidValue(
            "text", f"{quoted(secret)} is shorter than {SHORTEST_SECRET} characters; say more of it"
        )
    if secret.casefold() in BLOT:
        raise InvalidValue("text", f"{quoted(secret)} is what stands in place of what was redacted")
    return secret


def _needles(secret: str) -> tuple[bytes, ...]:
    forms = dict.fromkeys((secret, secret.lower(), secret.upper(), secret.casefold()))
    return spelt(form for form in forms if len(form.encode()) >= SHORTEST)
