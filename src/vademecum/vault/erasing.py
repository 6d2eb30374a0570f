"""Takes files out of a vault's folder for good."""

from __future__ import annotations

import os
from pathlib import Path

from vademecum.errors import NotFound, Unreadable, VaultError
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.model.file import Quarantined
from vademecum.vault.blotting import erase_file, erase_leavings, needles_in
from vademecum.vault.documents import check_unchanged, scope_of
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
        look: reads a file of the vault.
        locate: where it stands on the disk.
        hold: holds the lock of a scope's folder while something is written there.
    """

    def __init__(
        self,
        look: Callable[[str], Seen | Quarantined | None],
        locate: Callable[[str], str],
        hold: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._look = look
        self._locate = locate
        self._hold = hold

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

    def erase(self, path: str, expected: FileState) -> int:
        """See `ports.Erasing.erase`."""
        with self._hold(scope_folder(scope_of(checked(path)))):
            seen = self._look(path)
            if seen is None:
                raise NotFound(f"{path} is gone; it was moved or deleted")
            if isinstance(seen, Quarantined):
                raise Unreadable(f"{path} cannot be erased: {seen.message}")
            check_unchanged(path, seen.data, expected)
            check_writable(path, seen)
            links = erase_file(seen.place)
            link = self._locate(path)
            if os.path.islink(link):
                os.unlink(link)
        return links

    def erase_leavings(self, path: str) -> None:
        """See `ports.Erasing.erase_leavings`."""
        with self._hold(scope_folder(scope_of(checked(path)))):
            erase_leavings(Path(self._locate(path)).parent)


def check_writable(path: str, seen: Seen) -> None:
    """Let a file be replaced or erased.

    Raises:
        VaultError: it is read-only. A rename would succeed all the same; whoever made it so meant it.
    """
    if not seen.mode & 0o222 or not os.access(seen.place, os.W_OK):
        raise VaultError(f"cannot write {path}: the file is read-only; make it writable first")
