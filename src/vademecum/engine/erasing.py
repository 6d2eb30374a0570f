"""The verbs that take something out of the world: forget and redact."""

from __future__ import annotations

from vademecum.engine.answering import AnsweringVerbs
from vademecum.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.receipt import Receipt, Redacted
    from vademecum.model.record import MemoryId

_MOST = 50


class ErasingVerbs(AnsweringVerbs):
    """What cannot be undone. The answers prove it by searching again, and therefore stand on those verbs."""

    def forget(
        self,
        *handles: str,
        property: str | None = None,
        fact: tuple[str, str, str] | None = None,
        aliases: bool = False,
        dry_run: bool = False,
    ) -> Receipt:
        """Erase memories or entities: file, index, links of others to it, drafts made for editors.

        A tombstone without content stays, so that an import does not bring them back; `remember` may. What
        an earlier run could not finish is finished first. Of one record a property may go instead, or of a
        page one relation; the rest of the file stays, and what other records say of it.

        Args:
            *handles: id, key or unique prefix of an id of each.
            property: only this of the one record: a free property, ``name``, ``aliases``, ``label``,
                ``tags``, ``lang`` or ``text``.
            fact: instead of handles, subject, predicate and object of a relation that a page states.
            aliases: also remove the vocabulary's entries that have one of their names on a side.
            dry_run: report what would go and what would be linked anew, and write nothing.

        Returns:
            A receipt, verified by searching again and by reading every byte of home and cache.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several records; nothing was erased.
            UsageError: a property of several records, or a fact beside handles.
            InvalidValue: a property that no record can do without, or a relation that a rule derived; the
                message names the rule.
            Conflict: a file changed meanwhile; it is as it was left.
            VaultError: a file is read-only, or the disk refuses; it is as it was.
        """
        if property is not None or fact is not None:
            return self._withdrawn(handles, property, fact, aliases=aliases, dry_run=dry_run)
        from vademecum.engine.forgetting import Forgetting

        return self._addressed(
            lambda: Forgetting(self._parts, self._storing, self._found).forget(
                handles, aliases=aliases, dry_run=dry_run
            )
        )

    def _withdrawn(
        self,
        handles: tuple[str, ...],
        property: str | None,
        fact: tuple[str, str, str] | None,
        *,
        aliases: bool,
        dry_run: bool,
    ) -> Receipt:
        """Forget a part of one record."""
        from vademecum.engine.graphs.asking import Asking
        from vademecum.engine.graphs.linking import Linking, Wanted
        from vademecum.engine.withdrawing import Withdrawing

        if aliases:
            raise UsageError("aliases go with a whole record; forget it, or `vade alias remove` them")
        if fact is not None:
            if handles or property is not None or len(fact) != 3:
                raise UsageError("a fact is named by subject, predicate and object alone")
        elif len(handles) != 1:
            raise UsageError("a property is forgotten of one record; name exactly one")

        def withdraw() -> Receipt:
            withdrawing = Withdrawing(self._parts, self._storing)
            if fact is None:
                return withdrawing.property(handles[0], property or "", dry_run=dry_run)
            self._syncer.before_write()
            self._syncer.before_answer()
            asking = Asking(self._parts, self._storing)
            linking = Linking(self._parts, self._storing, self._pages, asking)
            subject, predicate, object = fact
            wanted = Wanted(subject=subject, predicate=predicate, object=object, scope=self.scope)
            net = asking.net(None, self._viewpoint(None))
            return withdrawing.fact(linking.taken(wanted, net), dry_run=dry_run)

        return self._addressed(withdraw)

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
            lambda: Redacting(self._parts, self._storing).redact(handle, text, span, dry_run=dry_run)
        )

    def _found(self, question: str) -> Iterable[MemoryId]:
        return (hit.id for hit in self.search(question, scopes=("all",), limit=_MOST).hits)
