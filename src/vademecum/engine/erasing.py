"""The verbs that take something out of the world: forget and redact."""

from __future__ import annotations

from vademecum.engine.answering import AnsweringVerbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.receipt import Receipt, Redacted
    from vademecum.model.record import MemoryId

_MOST = 50


class ErasingVerbs(AnsweringVerbs):
    """What cannot be undone. The answers prove it by searching again, and therefore stand on those verbs."""

    def forget(self, *handles: str, aliases: bool = False, dry_run: bool = False) -> Receipt:
        """Erase memories or entities: file, index, links of others to it, drafts made for editors.

        A tombstone without content stays, so that an import does not bring them back; `remember` may. What
        an earlier run could not finish is finished first.

        Args:
            *handles: id, key or unique prefix of an id of each.
            aliases: also remove the vocabulary's entries that have one of their names on a side.
            dry_run: report what would go and what would be linked anew, and write nothing.

        Returns:
            A receipt, verified by searching again and by reading every byte of home and cache.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several records; nothing was erased.
            Conflict: a file changed meanwhile; it is as it was left.
            VaultError: a file is read-only, or the disk refuses; it is as it was.
        """
        from vademecum.engine.forgetting import Forgetting

        return self._addressed(
            lambda: Forgetting(self._parts, self._storing, self._found).forget(
                handles, aliases=aliases, dry_run=dry_run
            )
        )

    def redact(
        self,
        handle: str,
        text: str | None = None,
        *,
        span: tuple[int, int] | None = None,
        dry_run: bool = False,
    ) -> Redacted:
        """Blot one secret out of a record, wherever it says it and whatever its case, and keep the record.

        Args:
            handle: id, key or unique prefix of an id.
            text: what is to go.
            span: instead of `text`, its first character in the body, from 0, and the one behind its last.
            dry_run: report the record as it would be, and write nothing.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: the text is too short or does not occur.
            Conflict: the file changed meanwhile; it is as it was left.
            VaultError: the file is read-only, or the disk refuses; it is as it was.
        """
        from vademecum.engine.redacting import Redacting

        return self._addressed(
            lambda: Redacting(self._parts, self._storing, self._found).redact(
                handle, text, span, dry_run=dry_run
            )
        )

    def _found(self, question: str) -> Iterable[MemoryId]:
        return (hit.id for hit in self.search(question, scopes=("all",), limit=_MOST).hits)
