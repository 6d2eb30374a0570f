"""The truth as rows of a database, where many people share one service.

There are files of a vault with every version that they had, lines of conversations, and journals. What the
bytes mean is no concern of whoever keeps them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.conversation import ConversationId
    from vademecum.model.file import Listing, Stamp

T = TypeVar("T")

Row = dict[str, Any]
"""Plain JSON types."""


class FileWhole(Protocol):
    """Changes several files in one step."""

    def whole(self, path: str, work: Callable[[], T]) -> T:
        """Do it while nobody else changes a file; it is kept as a whole on return, or not at all.

        Args:
            path: of a file or folder that it is about; other files are of the same scope.
            work: may be called several times, when the database undid it.

        Raises:
            Busy: somebody else changes something for too long, or the database cannot be reached.
            StoreError: the database failed; nothing was changed.
        """
        ...


class FileReading(Protocol):
    """Reads files of a vault."""

    def revision(self) -> str:
        """Another one after every change of a file, never one that was before."""
        ...

    def stamps(self, paths: Sequence[str] | None = None) -> dict[str, Stamp]:
        """Of those of the paths that are files, of all files when none are named; sorted by path."""
        ...

    def contents(self, paths: Sequence[str]) -> dict[str, tuple[bytes, Stamp]]:
        """What those of the paths say that are files."""
        ...

    def named(self, folder: str, names: Sequence[str]) -> tuple[str, ...]:
        """Paths of the files below a folder, at any depth, that have one of these folded names, sorted.

        Args:
            folder: at the root; empty for all of them.
            names: as they were folded for `FileChanging.put`.
        """
        ...

    def holding(self, needles: Sequence[bytes]) -> dict[str, frozenset[bytes]]:
        """Files that hold a needle -> the needles, sorted by path."""
        ...

    def versions(self, path: str) -> tuple[bytes, ...]:
        """What a file said before, oldest first."""
        ...


class FileChanging(Protocol):
    """Changes files of a vault."""

    def put(self, path: str, data: bytes, name: str) -> None:
        """Write a file, over what is there; that becomes a version.

        Args:
            path: where it stands.
            data: what it says.
            name: its name, folded so that two that some file system cannot tell apart are one.
        """
        ...

    def move(self, path: str, to: str, name: str) -> None:
        """Give a file and its versions another path; nothing stands there."""
        ...

    def erase(self, path: str) -> None:
        """Delete a file and its versions; nothing happens when there is none."""
        ...

    def erase_versions(self, path: str) -> None:
        """Delete what a file said before."""
        ...


class FileFollowing(Protocol):
    """Tells whoever keeps an index what changed."""

    def followed(self, index: str) -> Listing | None:
        """What changed since `follow` was last told that an index of this name is right, of every file and
        not of notes alone; None where nothing changed. Everything where a file went, or where `follow` never
        was told so.
        """
        ...

    def follow(self, index: str, trace: str) -> bool:
        """An index of this name knows every change up to that of a listing with this trace.

        Changes of the last seconds are told again all the same: who made one may be slow to tell the index,
        and then tells it of a state that is past.

        Returns:
            Whether nothing is left to be told again.
        """
        ...


class FileRows(FileWhole, FileReading, FileChanging, Protocol):
    """The files of a vault."""


class TalkRows(Protocol):
    """The lines of conversations."""

    def whole(self, work: Callable[[], T]) -> T:
        """As `FileWhole.whole`, of conversations."""
        ...

    def stamps(self) -> dict[ConversationId, Stamp]:
        """Every conversation that has lines, sorted by id. Another stamp after every change."""
        ...

    def year(self, conversation: ConversationId) -> str:
        """The year it is filed under; empty when there is no such conversation."""
        ...

    def lines(self, conversation: ConversationId, since: int = 0) -> Iterator[bytes]:
        """Its lines from a byte on, with their ends."""
        ...

    def append(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """Add lines at the end; the first ones begin it, under the year."""
        ...

    def replace(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """Put these lines in the place of all that are there."""
        ...

    def erase(self, conversation: ConversationId) -> bool:
        """Delete its lines; False when there were none."""
        ...


class JournalRows(Protocol):
    """Journals by name: rows in the order in which they were added."""

    def hold(self) -> AbstractContextManager[None]:
        """Nobody else changes a journal meanwhile; what is done inside is kept at its end, or not at all.

        Raises:
            Busy, StoreError: as of `FileWhole.whole`.
        """
        ...

    def rows(self, journal: str) -> list[Row]:
        """Every row."""
        ...

    def size_bytes(self, journal: str) -> int:
        """About how much a journal holds."""
        ...

    def append(self, journal: str, rows: Sequence[Row]) -> None:
        """Add rows at the end."""
        ...

    def rewrite(self, journal: str, rows: Sequence[Row]) -> None:
        """Put these in the place of all."""
        ...

    def names(self, beginning: str) -> tuple[str, ...]:
        """Journals that hold something and whose names begin so, sorted."""
        ...


class Holding(Protocol):
    """Names that one process holds until it lets go of them, or dies."""

    def hold(self, name: str) -> bool:
        """Hold a name from now on; False when somebody else holds it, or this process does already."""
        ...

    def let_go(self, name: str) -> None:
        """Hold it no longer; nothing happens when it was not held."""
        ...
