"""The verbs that change what holds: supersede, retract, deprecate, archive, restore."""

from __future__ import annotations

from vademecum.engine.opened import Opened
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Unpack

    from vademecum.engine.intake import MemoryFields
    from vademecum.engine.revising import HowFields, Revising
    from vademecum.model.revision import Revised, Superseded


class CorrectingVerbs(Opened):
    """What makes one memory give way to another, or to nothing."""

    @property
    def _revising(self) -> Revising:
        from vademecum.engine.revising import Revising

        return Revising(self._parts, self._storing, self._pages)

    def supersede(
        self,
        handle: str,
        text: str,
        *,
        reason: str | None = None,
        expected_updated: datetime | None = None,
        **fields: Unpack[MemoryFields],
    ) -> Superseded:
        """Say what is true now in the place of a memory, which goes on saying what was true until then.

        Args:
            handle: id, key or unique prefix of an id of the old one.
            text: what is true now.
            reason: why; kept in the old one's history.
            expected_updated: refuse when the old one's `updated` is another.
            **fields: what is known of the new one, see `MemoryFields`. Tags, aliases, whom it is about, type,
                claim, scope and importance are taken over from the old one unless stated, and the title
                unless the new text takes back a word of it. ``source="agent"`` makes it a proposal, unless
                the settings trust agents.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            UsageError: the old one cannot be superseded from where it stands; the message says what can.
            Conflict: the old one changed meanwhile; it is as it was left.
        """
        from vademecum.engine.intake import Screen
        from vademecum.engine.revising import How, screened

        screen = Screen()
        dry_run = bool(fields.get("dry_run", False))
        how = screened(How(reason=reason, expected_updated=expected_updated, dry_run=dry_run), screen)

        def supersede() -> Superseded:
            self._syncer.before_write()
            return self._revising.supersede(handle, text, fields, how)

        done = self._addressed(supersede)
        return replace(done, warnings=(*screen.warnings(), *done.warnings))

    def retract(self, handle: str, **how: Unpack[HowFields]) -> Revised:
        """Say that a memory was never true. Nobody is shown it again, and nothing brings it back.

        Args:
            handle: id, key or unique prefix of an id.
            **how: why, who says so, what is expected, or a dry run: see `HowFields`.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            UsageError: refused from where it stands; the message says what to do instead.
            Conflict: the record or its file changed meanwhile; nothing was written.
        """
        return self._move("retract", handle, how)

    def deprecate(self, handle: str, **how: Unpack[HowFields]) -> Revised:
        """Say that what a memory holds still works but should not be used; it is shown last, marked.

        Arguments and errors are those of `retract`.
        """
        return self._move("deprecate", handle, how)

    def archive(self, handle: str, **how: Unpack[HowFields]) -> Revised:
        """Put a memory out of the way; only `list` with everything shows it.

        Arguments and errors are those of `retract`.
        """
        return self._move("archive", handle, how)

    def restore(self, handle: str, **how: Unpack[HowFields]) -> Revised:
        """Undo `deprecate` or `archive`.

        Arguments and errors are those of `retract`.
        """
        return self._move("restore", handle, how)

    def _move(self, verb: str, handle: str, how: HowFields) -> Revised:
        from vademecum.engine.intake import Screen
        from vademecum.engine.revising import How, screened
        from vademecum.lifecycle.transitions import Move

        screen = Screen()
        said = screened(How(**how), screen)
        done = self._addressed(lambda: self._revising.move(handle, Move(verb), said))
        return replace(done, warnings=(*screen.warnings(), *done.warnings))
