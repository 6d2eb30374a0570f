"""Copies of a home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.copies import BroughtRules, CopiedFile, HomeCopy
    from vademecum.model.fields import Declaration
    from vademecum.model.file import AliasEntry


class Copies(Protocol):
    """Takes and reads copies of a home."""

    def take(self, target: str, *, whole: bool) -> HomeCopy:
        """Copy the home as it stands at one moment; others may write meanwhile.

        Args:
            target: a folder that is not there or empty, or the name of a new archive that ends in ``.zip``.
            whole: with all of its state; else without what only this machine can use.

        Raises:
            UsageError: the target is there already, or lies in the home.
            Busy: another process wrote for too long.
            VaultError: the disk refuses.
        """
        ...

    def read(self, source: str) -> Iterator[CopiedFile] | None:
        """The files of a copy in a fixed order, each held against the copy's own list; None when the source
        is no copy of a home.

        Raises:
            UsageError: a file is missing, changed, or leads out of the copy; told when it is reached.
            VaultError: it cannot be read.
        """
        ...

    def place(self, file: CopiedFile) -> bool:
        """Put a file of a copy where it stood, byte for byte; False when something stands there.

        Raises:
            ForbiddenPath: no copy may hold a file there.
            VaultError: the disk refuses.
        """
        ...

    def present(self, path: str) -> bytes | None:
        """Bytes of a file of this home, None when it is not there."""
        ...

    def place_conversation(self, file: CopiedFile, ends: bytes) -> bool:
        """As `place`, for a conversation that this home does not have under any year.

        Args:
            file: of the conversation.
            ends: what the copy knows of the ends of conversations.
        """
        ...

    def add_rows(self, file: CopiedFile) -> None:
        """Add the rows of a journal of the copy that this home's does not have.

        Raises:
            Busy, VaultError: the journal cannot be written.
        """
        ...

    def aliases_of(self, file: CopiedFile) -> tuple[AliasEntry, ...]:
        """Entries of a vocabulary of the copy; none when it does not parse."""
        ...

    def fields_of(self, file: CopiedFile) -> Declaration | None:
        """What the copy's declaration of fields says; None when it does not parse."""
        ...

    def add_rules(self, file: CopiedFile) -> BroughtRules:
        """Add the rules of the copy that this home has none of under their names; those that stand here stay.

        Raises:
            Busy, VaultError: the file cannot be written.
        """
        ...
