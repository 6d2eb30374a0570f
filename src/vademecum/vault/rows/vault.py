"""`RowVault`: a vault whose files are rows."""

from __future__ import annotations

from vademecum.vault.documents import scope_of
from vademecum.vault.paths import checked
from vademecum.vault.rows.erasing import RowErasing
from vademecum.vault.rows.people import RowPeople

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.file import OthersFile
    from vademecum.model.record import MemoryId, Scope
    from vademecum.ports.truth import FileRows


class RowVault(RowErasing, RowPeople):
    """Implements `ports.Vault` and the files of people beside it.

    Args:
        rows: the files.
        clones: projects whose repository is at hand, so that their memories can be published.
    """

    def __init__(self, rows: FileRows, clones: Iterable[Scope] = ()) -> None:
        super().__init__()
        self._rows = rows
        self._clones = frozenset(clones)

    def foreign(self) -> tuple[OthersFile, ...]:
        """See `ports.Foreign.foreign`; rows stand beside nothing."""
        return ()

    def passage(self, place: str, line: int) -> MemoryId | None:
        """See `ports.Foreign.passage`; there is none."""
        return None

    def locate(self, path: str) -> str:
        """See `ports.Sharing.locate`; no editor opens a row, so it is the path itself."""
        return checked(path)

    def scope_at(self, path: str) -> Scope:
        """See `ports.Sharing.scope_at`."""
        return scope_of(checked(path))
