"""What is searched: the file that says so, and the part of an index that was made by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.fields import Declaration, Pair
    from vademecum.model.file import Quarantined


class FieldFile(Protocol):
    """The home's ``fields.yaml``: the truth about what is searched."""

    def read_fields(self) -> Declaration | Quarantined:
        """What it says, in file order; nothing when there is none. Else why it cannot be read."""
        ...

    def write_fields(self, said: Mapping[Pair, bool | None]) -> Declaration:
        """Say whether pairs are searched, None for no word of them; other lines stay. Durable on return.

        Returns:
            What the file says now.

        Raises:
            Unreadable: the present file does not parse; it is not overwritten.
            Busy, Conflict: somebody else writes it at the same moment.
            VaultError: the disk refuses; the file is as it was.
        """
        ...

    def fields_state(self) -> str:
        """A digest that changes when the file changes, empty when there is none."""
        ...


class Fields(Protocol):
    """The part of an index that knows by which declaration it was made, and who states which field."""

    def declared(self) -> Declaration:
        """The declaration that was put last."""
        ...

    def state(self) -> str:
        """The `FieldFile.fields_state` that was put with it, empty when never."""
        ...

    def put(self, declaration: Declaration, state: str) -> None:
        """Keep by which declaration records are indexed from now on; those that are stay as they are.

        Raises:
            Busy, StoreError: as of `IndexWriter.apply`.
        """
        ...

    def stating(self, pairs: Sequence[Pair]) -> tuple[str, ...]:
        """Paths of the records that a pair concerns, sorted: those with its label, or of its kind, that
        state the field; of ``text``, ``name`` and ``aliases`` every one of them."""
        ...

    def uses(self) -> dict[Pair, int]:
        """How many records state a field, by label; of the fields that are not every record's. Sorted."""
        ...
