"""The verbs that bring in what other systems kept."""

from __future__ import annotations

from vademecum.engine.opened import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from vademecum.engine.importing import ImportFields
    from vademecum.model.importing import Imported


class TransferringVerbs(Opened):
    """What crosses the border of a home."""

    def import_from(
        self,
        source: str,
        *,
        watch: Callable[[str, int, int], None] | None = None,
        **fields: Unpack[ImportFields],
    ) -> Imported:
        """Take in what another system kept: conversations, memories, pages of entities.

        Which format a file is in is found out from what stands in it. A second run repeats nothing and reads
        only what changed; an interrupted one is finished by the next. What was forgotten here stays
        forgotten.

        Args:
            source: a file, folder or zip archive, or the name of a host whose own folder is meant.
            watch: called with the name of a file, how many of its bytes are done, and how many it has.
            **fields: see `ImportFields`; `dry_run=True` writes nothing.

        Raises:
            NotFound: there is no such path or host.
            UsageError: nothing in it is of a known format, or a file is of several.
            LimitExceeded: it is larger than can be meant.
            VaultError: the disk refuses; what was taken in before it did stays.
        """
        from vademecum.engine.importing import Importing
        from vademecum.engine.remembering import Remembering

        def run() -> Imported:
            if not fields.get("dry_run"):
                self._syncer.before_write()
            storing, pages = self._storing, self._pages
            importing = Importing(
                self._parts,
                self._parts.open_imports(),
                remembering=Remembering(self._parts, storing, pages),
                storing=storing,
                pages=pages,
                given=fields,
            )
            return importing.run(source, watch)

        return self._guarded(run)
