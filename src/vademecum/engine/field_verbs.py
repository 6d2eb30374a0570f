"""The verbs that show and change which fields are searched."""

from __future__ import annotations

from vademecum.engine.opened import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.fields import FieldUses


class FieldVerbs(Opened):
    """What shows and changes which fields are searched."""

    def fields(self) -> FieldUses:
        """Which fields `recall` and `search` look into, and which ones records state besides."""
        from vademecum.engine.fields import FieldsTold

        return self._guarded(lambda: FieldsTold(self._parts, self._syncer.run).told())

    def declare_fields(
        self, add: Sequence[str] = (), remove: Sequence[str] = (), *, dry_run: bool = False
    ) -> FieldUses:
        """Have fields searched, or searched no more; exactly the records that state them are indexed anew.

        Args:
            add, remove: label and field, e.g. ``Person.birthplace``; the label ``Entity`` means every page,
                ``Memory`` every memory.
            dry_run: tell what would be, and change nothing.

        Raises:
            InvalidValue: what is no label and field, or is to be both.
            Unreadable: the file that says so does not parse.
            VaultError: the disk refuses; nothing was changed.
        """
        from vademecum.engine.fields import FieldsTold

        return self._guarded(
            lambda: FieldsTold(self._parts, self._syncer.run).changed(add, remove, dry_run=dry_run)
        )
