"""What a home is made of: its time, its files, and every byte around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from vademecum.model.file import (
        AliasEntry,
        Document,
        FileState,
        Listing,
        OthersFile,
        Quarantined,
        Stamp,
    )
    from vademecum.model.receipt import Scan
    from vademecum.model.record import MemoryId, Record, Scope


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> datetime:
        """The present moment, timezone-aware."""
        ...


class Ids(Protocol):
    """The only source of identity."""

    def new(self, at: datetime) -> MemoryId:
        """A fresh ULID carrying `at`; ids made in one process ascend."""
        ...


class Listings(Protocol):
    """Looks at the folders of a vault."""

    def list(self) -> Listing:
        """Stamps of every ``.md`` file below the vault; never raises for a folder it cannot enter."""
        ...

    def list_unless(self, trace: str) -> Listing | None:
        """As `list`, but None, at a third of the cost, when the listing would have this trace."""
        ...


class Erasing(Protocol):
    """Takes bytes out of a vault for good."""

    def holding(self, needles: Sequence[bytes], *, shared: bool = False) -> dict[str, frozenset[bytes]]:
        """Paths of the notes whose bytes hold a needle -> the needles they hold, sorted by path.

        Args:
            needles: what is looked for.
            shared: only in what a team shares, which stands outside of the home.
        """
        ...

    def read_bytes(self, path: str) -> bytes:
        """What a file says, whether it can be read as a record or not; nothing when nobody can tell."""
        ...

    def erase(self, path: str, expected: FileState | None) -> int:
        """Overwrite a file's bytes on the disk, then delete it with its other names in the vault; durable on
        return.

        Args:
            path: of the file. A link that leads nowhere, or out of the vault, goes without what it names.
            expected: how it was read; None for a file that cannot be read as a record.

        Returns:
            How many names (hard links) the file has elsewhere; what they name is empty now.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
            VaultError: the file is read-only, or the disk refuses.
        """
        ...

    def redact(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """As `Vault.replace`, and the bytes that were there are overwritten on the disk."""
        ...

    def rename(self, path: str, expected: FileState) -> Document:
        """Give a file the readable name of what it says now; its bytes stay as they are.

        Raises:
            Conflict, NotFound, VaultError: as of `erase`; it has its old name still, or both.
        """
        ...

    def erase_leavings(self, path: str) -> None:
        """Overwrite and delete what a crash left beside a file.

        Raises:
            VaultError: the disk refuses.
        """
        ...


class Vault(Listings, Erasing, Protocol):
    """The folder of Markdown files: the truth."""

    def read(self, path: str) -> Document | Quarantined | None:
        """Parse one file; None when it is gone. A file without an id is returned with an empty one."""
        ...

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """Give a file written by hand its id by one surgical edit, and read it back."""
        ...

    def create(self, record: Record, *, alone: bool = False) -> Document:
        """Write a new file under a readable name that collides with none; durable on return.

        Args:
            record: what the file shall say.
            alone: refuse instead of choosing another name when a file of the same folder has the
                readable one, so that two processes cannot both begin a page for one name.

        Raises:
            Conflict: `alone`, and the readable name is taken; nothing was created.
            VaultError: the disk refuses (full, read-only); nothing was created.
        """
        ...

    def draft(self, record: Record) -> Document:
        """What `create` would write, under the path it would have; nothing is written."""
        ...

    def replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """Write the difference between the file and `record`, changing no other byte; durable on return.

        Args:
            path: the file.
            record: what the file shall say; bytes take the place of the whole file.
            expected: what the caller read.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
            VaultError: the disk refuses; the file is as it was.
        """
        ...

    def stamps(self, paths: Iterable[str]) -> dict[str, Stamp | None]:
        """Present stamp of each path, None where there is no file."""
        ...


class Sharing(Protocol):
    """The folders that teams share, ``.vademecum`` in their repositories, as parts of the vault."""

    def publish(self, path: str, record: Record, expected: FileState) -> Document:
        """Move a file of a project into its team's folder, with the difference to `record` written into it;
        durable on return. A crash leaves it in both, of which one is served.

        Args:
            path: the file.
            record: what it shall say there.
            expected: what the caller read.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone, or no clone of the project is known.
            VaultError: the disk refuses.
        """
        ...

    def locate(self, path: str) -> str:
        """Where a file stands for a person and their editor."""
        ...

    def scope_at(self, path: str) -> Scope:
        """The scope of whatever a file says, which its folder decides."""
        ...


class Foreign(Protocol):
    """Files that are not ours, parts of the vault all the same: whoever writes to one is refused."""

    def foreign(self) -> tuple[OthersFile, ...]:
        """What is read where it stands, in the order of its precedence, then what is not read and why."""
        ...

    def passage(self, place: str, line: int) -> MemoryId | None:
        """Id of the passage that holds a one-based line of such a file, None when none does."""
        ...


class AliasFiles(Protocol):
    """The vocabularies: one ``aliases.yaml`` a scope, the truth about aliases."""

    def read_aliases(self) -> tuple[tuple[AliasEntry, ...], tuple[Quarantined, ...]]:
        """Entries of every scope in file order, and the vocabularies that could not be read."""
        ...

    def write_aliases(self, scope: Scope, entries: Sequence[AliasEntry]) -> None:
        """Replace one scope's vocabulary; durable on return.

        Raises:
            VaultError: the disk refuses; the vocabulary is as it was.
        """
        ...

    def aliases_state(self) -> str:
        """A digest that changes when any vocabulary file changes."""
        ...


class Scanner(Protocol):
    """Reads every byte of what a home consists of."""

    def scan(self, needles: Sequence[bytes], files: Sequence[str] = ()) -> Scan:
        """Which files hold a needle: in the home, in the cache, and among the drafts made for editors.

        Args:
            needles: what is looked for.
            files: where on the disk it stood, for what may keep a history of it.
        """
        ...

    def erase_drafts(self, needle: bytes) -> int:
        """Overwrite and delete the drafts made for editors that hold this; returns how many there were.

        Raises:
            VaultError: the disk refuses.
        """
        ...
