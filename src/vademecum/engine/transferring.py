"""The verbs that cross the border of a home: what comes in from elsewhere, and what goes out."""

from __future__ import annotations

from functools import partial

from vademecum.engine.opened import Opened
from vademecum.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from vademecum.engine.importing import ImportFields
    from vademecum.model.copies import HomeCopy
    from vademecum.model.importing import Imported
    from vademecum.model.proposed import Proposals


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
            watch: called with the name of a file, how many of its bytes are done, and how many it has; at
                last with no name, how many conversations can be found, and how many are to be.
            **fields: see `ImportFields`; `dry_run=True` writes nothing.

        Raises:
            NotFound: there is no such path or host.
            UsageError: nothing in it is of a known format, or a file is of several.
            LimitExceeded: it is larger than can be meant.
            VaultError: the disk refuses; what was taken in before it did stays.
        """
        from vademecum.engine.import_keeping import Keeping
        from vademecum.engine.importing import Importing
        from vademecum.engine.remembering import Remembering

        def run() -> Imported:
            if not fields.get("dry_run"):
                self._syncer.before_write()
            storing, pages = self._storing, self._pages
            importing = Importing(
                self._parts,
                self._parts.open_imports(),
                Keeping(self._parts.open_conversations(), live=fields.get("live", False)),
                remembering=Remembering(self._parts, storing, pages),
                storing=storing,
                pages=pages,
                given=fields,
            )
            answer = importing.run(source, watch)
            if not answer.dry_run and answer.imported:
                if answer.copied:
                    self._syncer.run()
                self._make_findable(watch)
            return answer

        return self._guarded(run)

    def propose_from_conversations(self, *handles: str, dry_run: bool = False) -> Proposals:
        """Put before the person what they asked to be kept, or told of themselves, in conversations.

        Rules and word lists read what the person said; no model is asked. Each statement becomes a memory
        that is proposed: it names its turn, and waits in the review. What was proposed once is not proposed
        again, whatever was decided; conversations that did not grow are not read again.

        Args:
            *handles: ids of conversations, or unique beginnings of ids; all when none is given.
            dry_run: tell what would be proposed, and write nothing.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several conversations.
            VaultError: the disk refuses; what was proposed before it did stays.
        """
        from vademecum.engine.conversations.listening import Listener
        from vademecum.engine.proposing import Proposing
        from vademecum.engine.remembering import Remembering

        def propose() -> Proposals:
            said = self._parts.open_conversations()
            if handles:
                Listener(said, 0.0).run()
            wanted = tuple(said.resolve(handle) for handle in handles)
            self._syncer.before_write()
            remembering = Remembering(self._parts, self._storing, self._pages)
            ledger = self._parts.open_imports().ledger
            return Proposing(self._parts, said, ledger, remembering, dry_run=dry_run).run(wanted)

        return self._guarded(propose)

    def _make_findable(self, watch: Callable[[str, int, int], None] | None) -> None:
        """Index what was taken in, as a whole and at its end, which is cheaper than a piece at a time."""
        from vademecum.engine.conversations.listening import Listener

        parts = self._parts.open_conversations()
        progress = partial(watch, "") if watch else None
        if self._said is not None:
            self._said.sync(progress)
        else:
            Listener(parts, 0.0).run(progress)
        parts.turns.flush()
        self._parts.index.flush()

    def export_to(self, target: str, *, whole: bool = False) -> HomeCopy:
        """Copy the home as it stands at one moment; others may write meanwhile.

        What the copy holds are the files themselves: memories, conversations, aliases, settings, tombstones
        with their key. `import_from` brings them into another home, and an empty one answers as this one
        does. What a team shares in its repository stays there. Equal homes give equal archives.

        Args:
            target: a folder that is not there yet or empty, or the name of a new archive ending in ``.zip``.
            whole: all of the home's state too, as for a backup.

        Raises:
            UsageError: the target is there already or lies in the home, or the home lives in memory.
            Busy: another process wrote for too long.
            VaultError: the disk refuses.
        """
        with self._lock:
            copies = self._parts.open_imports().copies
            if copies is None:
                raise UsageError("a home that lives in memory has no files to copy")
            return copies.take(target, whole=whole)
