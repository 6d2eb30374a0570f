"""Takes files out of a vault's folder for good."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from vademecum.blotting import erase_file, erase_leavings, needles_in
from vademecum.durable import create_exclusive, sync_folder
from vademecum.errors import NotFound, Unreadable, VaultError
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.model.file import Quarantined
from vademecum.shadows import settle
from vademecum.vault.documents import check_unchanged, document, scope_of
from vademecum.vault.listing import folder_stays_inside
from vademecum.vault.naming import file_names, fold
from vademecum.vault.paths import checked
from vademecum.vault.scopes import scope_folder
from vademecum.vault.seeing import Seen

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.file import FileState


class FileEraser:
    """Implements `ports.Erasing`, but for `redact`, on the vault's folder.

    Args:
        place: the folder that a path may not leave, and the path below it.
        look: reads a file of the vault.
        hold: holds the lock of a scope's folder while something is written there.
    """

    def __init__(
        self,
        place: Callable[[str], tuple[str, str]],
        look: Callable[[str], Seen | Quarantined | None],
        hold: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._place = place
        self._look = look
        self._hold = hold

    def _locate(self, path: str) -> str:
        return os.path.join(*self._place(checked(path)))

    def holding(
        self, places: Iterable[tuple[str, str]], needles: Sequence[bytes]
    ) -> dict[str, frozenset[bytes]]:
        """See `ports.Erasing.holding`; a file that cannot be read holds nothing.

        Args:
            places: paths of listed files, and where they stand on the disk.
            needles: what is looked for.
        """
        held: dict[str, frozenset[bytes]] = {}
        for path, place in places:
            if found := needles_in(self._bytes(path, place), needles):
                held[path] = found
        return held

    def _bytes(self, path: str, place: str) -> bytes:
        """What a listed file says; that of a plain file without the checks of `look`, which take ten times as
        long and would make a large vault wait half a minute."""
        try:
            descriptor = os.open(place, _FLAGS)
            try:
                return os.read(descriptor, min(os.fstat(descriptor).st_size, MAX_FILE_BYTES))
            finally:
                os.close(descriptor)
        except OSError:  # a link, or a file that only `look` can tell about
            seen = self._look(path)
            return seen.data if isinstance(seen, Seen) else b""

    def read_bytes(self, path: str) -> bytes:
        """See `ports.Erasing.read_bytes`; of a file too large to be read, as much as another may hold."""
        return self._bytes(path, self._locate(path))

    def erase(self, path: str, expected: FileState | None) -> int:
        """See `ports.Erasing.erase`."""
        with self._hold(scope_folder(scope_of(checked(path)))):
            seen = self._look(path)
            if seen is None:
                raise NotFound(f"{path} is gone; it was moved or deleted")
            if isinstance(seen, Seen):
                if expected is not None:
                    check_unchanged(path, seen.data, expected)
                check_writable(path, seen.place)
                return self._erase(path, seen.place)
            root, inner = self._place(path)
            if expected is not None or not folder_stays_inside(inner.split("/")[:-1], root):
                raise Unreadable(f"{path} cannot be erased: {seen.message}")
            return self._erase_unread(path)

    def _erase_unread(self, path: str) -> int:
        """Erase what could not be looked at; of a link the link alone, for what it names is not ours."""
        place = Path(self._locate(path))
        if not place.is_symlink():
            check_writable(path, place)
            return self._erase(path, place)
        place.unlink()
        sync_folder(place.parent)
        settle(place)
        return 0

    def _erase(self, path: str, place: Path) -> int:
        found = place.stat()
        links = erase_file(place)
        if links:
            links -= _unlink_names(self._place(path)[0], found)
        link = Path(self._locate(path))
        if link.is_symlink():
            link.unlink()
            sync_folder(link.parent)
            settle(link)
        return links

    def rename(self, path: str, expected: FileState) -> tuple[str, bytes]:
        """See `ports.Erasing.rename`; the caller holds the lock. The new name, and the bytes."""
        seen = self._look(path)
        if seen is None:
            raise NotFound(f"{path} is gone; it was moved or deleted")
        if isinstance(seen, Quarantined):
            raise Unreadable(f"{path} cannot be renamed: {seen.message}")
        found = document(path, seen.data, seen.stamp)
        if isinstance(found, Quarantined):
            raise Unreadable(f"{path} cannot be renamed: {found.message}")
        check_unchanged(path, seen.data, expected)
        check_writable(path, seen.place)
        folder = Path(self._locate(path)).parent
        names = file_names(found.record, {fold(name) for name in os.listdir(folder)})
        name = create_exclusive(folder, names, seen.data)
        self._erase(path, seen.place)
        return name, seen.data

    def erase_leavings(self, path: str) -> None:
        """See `ports.Erasing.erase_leavings`."""
        with self._hold(scope_folder(scope_of(checked(path)))):
            erase_leavings(Path(self._locate(path)).parent)


def _unlink_names(root: str, gone: os.stat_result) -> int:
    """Remove the other names below a folder of a file that is empty now; how many there were."""
    removed = 0
    for folder, _, names in os.walk(root):
        for name in names:
            place = Path(folder, name)
            with suppress(FileNotFoundError):
                found = place.lstat()
                if (found.st_ino, found.st_dev) == (gone.st_ino, gone.st_dev):
                    place.unlink()
                    sync_folder(place.parent)
                    settle(place)
                    removed += 1
    return removed


def check_writable(path: str, place: Path) -> None:
    """Let a file be replaced or erased.

    Raises:
        VaultError: it is read-only. A rename would succeed all the same; whoever made it so meant it.
    """
    if not place.stat().st_mode & 0o222 or not os.access(place, os.W_OK):
        raise VaultError(f"cannot write {path}: the file is read-only; make it writable first")
