"""Notes that are rows, taken out for good: with every version that they had."""

from __future__ import annotations

from vademecum.errors import NotFound
from vademecum.model.file import TEAM, in_team
from vademecum.vault.documents import check_unchanged, scope_of
from vademecum.vault.naming import file_names, fold
from vademecum.vault.paths import checked
from vademecum.vault.rows.notes import RowNotes, is_listed
from vademecum.vault.scopes import scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.file import Document, FileState
    from vademecum.model.record import Record, Scope


class RowErasing(RowNotes):
    """Implements `ports.Erasing`, and moves between folders."""

    _clones: frozenset[Scope]

    def holding(self, needles: Sequence[bytes], *, shared: bool = False) -> dict[str, frozenset[bytes]]:
        """See `ports.Erasing.holding`."""
        found = self._rows.holding(needles)
        return {
            path: held for path, held in found.items() if is_listed(path) and (in_team(path) or not shared)
        }

    def read_bytes(self, path: str) -> bytes:
        """See `ports.Erasing.read_bytes`."""
        found = self._found(path)
        return found[0] if found else b""

    def versions(self, path: str) -> tuple[bytes, ...]:
        """What a file said before, oldest first."""
        return self._rows.versions(checked(path))

    def erase(self, path: str, expected: FileState | None) -> int:
        """See `ports.Erasing.erase`.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
        """

        def erase() -> int:
            data = self._bytes(path)
            if expected is not None:
                check_unchanged(path, data, expected)
            self._rows.erase(path)
            return 0

        return self._rows.whole(path, erase)

    def rename(self, path: str, expected: FileState) -> Document:
        """See `ports.Erasing.rename`; raises as `erase` does."""

        def rename() -> Document:
            data, document = self._bytes(path), self._present(path)
            check_unchanged(path, data, expected)
            folder = path.rpartition("/")[0]
            taken = self._taken(document.record, path.partition("/")[0])
            name = next(iter(file_names(document.record, set(taken.values()))))
            self._rows.move(path, f"{folder}/{name}", fold(name))
            return self._present(f"{folder}/{name}")

        return self._rows.whole(path, rename)

    def redact(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Erasing.redact`; raises as `replace` does."""

        def redact() -> Document:
            written = self._replace(path, record, expected)
            self._rows.erase_versions(path)
            return written

        return self._rows.whole(path, redact)

    def erase_leavings(self, path: str) -> None:
        """See `ports.Erasing.erase_leavings`; there are none."""
        checked(path)

    def publish(self, path: str, record: Record, expected: FileState) -> Document:
        """See `ports.Sharing.publish`; raises what `replace` does."""
        scope = scope_of(path)
        if scope not in self._clones:
            raise NotFound(f"no clone of {scope} is known; run this inside its repository")

        def publish() -> Document:
            self._replace(path, record, expected)
            team = f"{scope_folder(scope)}/{TEAM}"
            name = path.rpartition("/")[2]
            if self._in(team, [fold(name)]):
                taken = {one for other, one in self._taken(record).items() if other.startswith(f"{team}/")}
                name = next(iter(file_names(record, taken)))
            self._rows.move(path, f"{team}/{name}", fold(name))
            return self._present(f"{team}/{name}")

        return self._rows.whole(path, publish)

    def _in(self, folder: str, names: Sequence[str]) -> tuple[str, ...]:
        found = self._rows.named(folder.partition("/")[0], names)
        return tuple(path for path in found if path.startswith(f"{folder}/"))
