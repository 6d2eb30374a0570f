"""The vault with what others keep beside it: passages of their files, to be found and shown, never written.

A passage has the path ``<folder of the scope>/.files/<place of the file>#<its first words>``, so that whoever
sees the path knows scope, file and passage without asking anybody.
"""

from __future__ import annotations

import time
from collections import Counter

from vademecum.errors import ForbiddenPath
from vademecum.model.file import FOREIGN, Listing, OthersFile, Stamp, is_foreign, shown_path
from vademecum.model.value import replace
from vademecum.vault.paths import checked
from vademecum.vault.scopes import scope_folder
from vademecum.vault.sharing import SharedVault

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from vademecum.model.file import Document, FileState, Quarantined
    from vademecum.model.record import MemoryId, Record
    from vademecum.vault.clones import Clones
    from vademecum.vault.foreign.folders import Folders
    from vademecum.vault.foreign.looking import ForeignLook, Standing
    from vademecum.vault.foreign.reading import Read

_BETWEEN = "&"
"""Between the traces of the vault and of what stands beside it."""


class ForeignVault(SharedVault):
    """Implements `ports.Foreign` too.

    Args:
        root: ``<home>/memories``; while it is not there, nothing beside it is looked at either.
        clones: where the working trees of projects stand.
        folders: gives where hosts keep what is theirs, and in which projects somebody worked; asked at the
            first look, which not every answer begins with.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        clones: Clones,
        folders: Callable[[], Folders],
        *,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        super().__init__(root, clones, now_ns=now_ns)
        self._open_folders = folders
        self._known: Folders | None = None
        self._looked: ForeignLook | None = None
        self._read: dict[str, Read] = {}

    def list(self) -> Listing:
        """See `ports.Listings.list`."""
        return self._with(super().list())

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`."""
        own, _, theirs = trace.partition(_BETWEEN)
        if theirs != self._look().trace:
            return self.list()
        listing = super().list_unless(own)
        return None if listing is None else self._with(listing)

    @property
    def _folders(self) -> Folders:
        if self._known is None:
            self._known = self._open_folders()
        return self._known

    def _look(self) -> ForeignLook:
        from vademecum.vault.foreign.looking import ForeignLook

        self._folders.remember()
        self._looked = ForeignLook(*self._folders.known())
        # What was read in the moment of a write may say something else by now.
        self._read = {place: read for place, read in self._read.items() if not read.state.racy}
        return self._looked

    def _with(self, own: Listing) -> Listing:
        if "" in own.unreachable:
            return own
        self._folders.reconsider()
        look = self._look()
        files = {**own.files, **{path: read.state.stamp for path, read, _ in self._passages(look)}}
        trace = f"{own.trace}{_BETWEEN}{look.trace}" if own.trace else ""
        return Listing(dict(sorted(files.items())), own.unreachable, own.devices, trace)

    def _passages(self, look: ForeignLook) -> Iterator[tuple[str, Read, str]]:
        """Path, file and slug of every passage; one that an earlier file of the scope says is left out."""
        said: set[tuple[str, str]] = set()
        for file in look.files:
            read = self._of(file)
            for slug, digest in read.digests.items():
                if (file.scope, digest) not in said:
                    said.add((file.scope, digest))
                    yield f"{scope_folder(file.scope)}/{FOREIGN}{file.place}#{slug}", read, slug

    def _of(self, file: Standing) -> Read:
        from vademecum.vault.foreign.reading import read_file

        known = self._read.get(file.place)
        if known is None or known.state.stamp != file.stamp:
            known = self._read[file.place] = read_file(file.place, self._now_ns)
        return known

    def read(self, path: str) -> Document | Quarantined | None:
        """See `ports.Vault.read`; a file that cannot be read has no passages."""
        if not is_foreign(checked(path)):
            return super().read(path)
        from vademecum.vault.foreign.reading import document_of

        place, stamp = shown_path(path), self._stamp(path)
        folder = path.partition("/")[0]
        file = (self._looked or self._look()).at(place)
        if file is None or stamp is None or scope_folder(file.scope) != folder:
            return None
        return document_of(path, file.scope, self._of(replace(file, stamp=stamp)))

    def foreign(self) -> tuple[OthersFile, ...]:
        """See `ports.Foreign.foreign`."""
        look = self._look()
        served = Counter(shown_path(path) for path, _, _ in self._passages(look))
        found = [
            OthersFile(file.place, file.scope, served[file.place], self._of(file).complaint)
            for file in look.files
        ]
        scope = self._folders.scope
        found += [OthersFile(place, scope, complaint=why) for place, why in look.refused.items()]
        return (*found, *self._folders.untrusted())

    def passage(self, place: str, line: int) -> MemoryId | None:
        """See `ports.Foreign.passage`."""
        from vademecum.vault.documents import stand_in

        for path, read, slug in self._passages(self._look()):
            passage = read.passages[slug]
            if shown_path(path) == place and passage.first <= line <= passage.last:
                return stand_in(path)
        return None

    def _stamp(self, path: str) -> Stamp | None:
        if not is_foreign(path):
            return super()._stamp(path)
        from vademecum.vault.foreign.looking import stamp_at

        return stamp_at(shown_path(path))

    def _place(self, path: str) -> tuple[str, str]:
        return ("/", shown_path(path)[1:]) if is_foreign(path) else super()._place(path)

    def _own_files(self) -> Iterable[str]:
        return super().list().files

    def holding(self, needles: Sequence[bytes], *, shared: bool = False) -> dict[str, frozenset[bytes]]:
        """See `ports.Erasing.holding`; what stands in another passage of a file is not told of this one."""
        from vademecum.blotting import needles_in

        held = super().holding(needles, shared=shared)
        for path, read, slug in self._passages(self._look()):
            if found := needles_in(read.passages[slug].body.encode(), needles):
                held[path] = found
        return dict(sorted(held.items()))

    # Whatever would write comes through one of these.

    def _replaced(
        self, path: str, record: Record | bytes, expected: FileState, write: Callable[..., None]
    ) -> Document:
        self._refuse(path)
        return super()._replaced(path, record, expected, write)

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """See `ports.Vault.adopt`; a passage is known by its path."""
        return self.read(path) if is_foreign(path) else super().adopt(path, new_id, at)

    def publish(self, path: str, record: Record, expected: FileState) -> Document:
        """See `ports.Sharing.publish`."""
        self._refuse(path)
        return super().publish(path, record, expected)

    def erase(self, path: str, expected: FileState | None) -> int:
        """See `ports.Erasing.erase`."""
        self._refuse(path)
        return super().erase(path, expected)

    def rename(self, path: str, expected: FileState) -> Document:
        """See `ports.Erasing.rename`."""
        self._refuse(path)
        return super().rename(path, expected)

    @staticmethod
    def _refuse(path: str) -> None:
        """Refuse to write.

        Raises:
            ForbiddenPath: the file is not ours.
        """
        if is_foreign(path):
            raise ForbiddenPath(f"nothing is written to {shown_path(path)}: it is read where it stands")
