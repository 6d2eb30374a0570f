"""What importing needs: the foreign files, and a memory of what was taken out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.importing import ForeignFile, Passed, Progress, Taken
    from vademecum.model.record import MemoryId


class ForeignSources(Protocol):
    """Finds what a person names and tells which format it is in."""

    def files(self, source: str, wanted: str | None = None) -> Iterator[ForeignFile | Passed]:
        """The files of a path or of a host's own folder, in a fixed order.

        Args:
            source: a path, or the name of a host.
            wanted: take every file for one of this format.

        Raises:
            NotFound: there is no such path or host.
            UsageError: nothing in it is of a known format, or a single file is of several.
            LimitExceeded, VaultError: it is too large, or cannot be read.
        """
        ...


class ImportLedger(Protocol):
    """What was imported before. It makes a second run fast; that it repeats nothing rests on origin ids."""

    def progress(self, key: str) -> Progress | None:
        """How far the file of this key was imported."""
        ...

    def keep_progress(self, progress: Progress) -> None:
        """Keep how far a file was imported; the last one of a key stands.

        Raises:
            Busy, VaultError: the journal cannot be written.
        """
        ...

    def mark(self, title: str) -> str:
        """What stands for a title in `Progress.titles`; nobody reads the title from it."""
        ...

    def taken(self, host: str, origin_id: str, digest: str) -> Taken | None:
        """What the memory that `host` knows by this id became here.

        Args:
            digest: of the text to compare with the one that was taken.
        """
        ...

    def keep_taken(self, host: str, origin_id: str, digest: str, became: MemoryId) -> None:
        """Keep what a foreign memory became; the last one of an id stands.

        Raises:
            Busy, VaultError: the journal cannot be written.
        """
        ...
