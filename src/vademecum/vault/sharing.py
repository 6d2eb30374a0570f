"""The vault with what teams share: ``<repository>/.vademecum``, seen below the folder of its project's scope.

A note of a team has the path ``project__<name>__<hash>/.vademecum/<file>``, whichever clone it is read from.
A look never writes there: a file without an id is known by its path, to everybody alike.
"""

from __future__ import annotations

import os
import time

from vademecum.errors import ForbiddenPath, NotFound, VaultError
from vademecum.model.file import TEAM, Document, Listing, Quarantined, QuarantineReason, in_team
from vademecum.vault.files import FileVault
from vademecum.vault.listing import LEAVES, Look
from vademecum.vault.paths import checked
from vademecum.vault.scopes import scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime
    from pathlib import Path
    from typing import TypeVar

    from vademecum.model.file import FileState, OthersFile
    from vademecum.model.record import MemoryId, Record, Scope
    from vademecum.vault.clones import Clones
    from vademecum.vault.seeing import Seen

    Said = TypeVar("Said")

_UNWRITTEN = "a look does not write into a team's folder; edit it to give it one"
_NOWHERE = "no clone of this project is known; open it in one"


class SharedVault(FileVault):
    """Implements `ports.Sharing` too.

    Args:
        root: ``<home>/memories``.
        clones: where the working trees of projects stand.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        clones: Clones,
        *,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        super().__init__(root, now_ns=now_ns)
        self._clones = clones

    def list(self) -> Listing:
        """See `ports.Listings.list`."""
        return self._listing(self._looks())

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`."""
        looks = self._looks()
        return None if trace and trace == _trace(looks) else self._listing(looks)

    def _looks(self) -> dict[str, Look | str]:
        """Prefix of the paths -> what the folder holds, or why it cannot be entered."""
        return {"": self._own_look(), **self._team_looks()}

    def _team_looks(self) -> dict[str, Look | str]:
        looks: dict[str, Look | str] = {}
        for scope, tree in self._clones.look().items():
            team = os.path.join(tree, TEAM)
            prefix = f"{scope_folder(scope)}/{TEAM}/"
            if os.path.islink(team):
                looks[prefix] = LEAVES
            elif os.path.isdir(team):
                looks[prefix] = Look(team)
            # A clone that is not there was deleted if the folder it stood in can be looked into.
            elif not os.path.isdir(tree) and not os.path.isdir(os.path.dirname(tree)):
                looks[prefix] = f"the clone {tree} is not there; mount its drive"
        return looks

    def _listing(self, looks: dict[str, Look | str]) -> Listing:
        whole = Listing({}, {}, {}, _trace(looks))
        for prefix, look in looks.items():
            if isinstance(look, str):
                whole.unreachable[prefix.rstrip("/")] = look
                continue
            listing = look.listing() if prefix else self._own_listing(look)
            whole.files.update({prefix + path: stamp for path, stamp in listing.files.items()})
            whole.unreachable.update(_below(prefix, listing.unreachable))
            whole.devices.update(_below(prefix, listing.devices))
        ordered = dict(sorted(whole.files.items())) if len(looks) > 1 else whole.files
        return Listing(ordered, whole.unreachable, whole.devices, whole.trace)

    def _shared_files(self) -> Iterable[str]:
        return self._listing(self._team_looks()).files

    def _place(self, path: str) -> tuple[str, str]:
        team = self._team(path)
        if team is None:
            return self._root, path
        return team, path.split("/", 2)[2]

    def _team(self, path: str) -> str | None:
        """The team's folder that a path leads into, None for a path of the home."""
        if not in_team(path):
            return None
        from vademecum.vault.documents import scope_of

        tree = self._clones.places().get(scope_of(path))
        return None if tree is None else os.path.join(tree, TEAM)

    def _see(self, path: str) -> Seen | Quarantined | None:
        if in_team(checked(path)):
            team = self._team(path)
            if team is None or os.path.islink(team):
                why = LEAVES if team else _NOWHERE
                return Quarantined(path, QuarantineReason.UNREADABLE, why)
        return super()._see(path)

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """See `ports.Vault.adopt`; in a team's folder an id made of the path stands in."""
        if not in_team(path):
            return super().adopt(path, new_id, at)
        from vademecum.vault.documents import unwritten

        found = self.read(path)
        if not isinstance(found, Document) or found.record.id:
            return found
        return unwritten(found, _UNWRITTEN)

    def foreign(self) -> tuple[OthersFile, ...]:
        """See `ports.Foreign.foreign`; the owner wants none to be read."""
        return ()

    def passage(self, place: str, line: int) -> MemoryId | None:
        """See `ports.Foreign.passage`; there is none."""
        return None

    def publish(self, path: str, record: Record, expected: FileState) -> Document:
        """See `ports.Sharing.publish`.

        Raises:
            InvalidValue: another id or scope than the file's, or what no file may say.
            Busy: another process held the lock past the deadline.
        """
        from vademecum.durable import create_exclusive, make_folders
        from vademecum.vault.documents import document, replaced, scope_of
        from vademecum.vault.naming import fold

        scope = scope_of(checked(path))
        with self._hold(scope_folder(scope)):
            seen = self._present(path)
            found = document(path, seen.data, seen.stamp, racy=seen.racy)
            data = replaced(seen.data, found, record, expected)
            team = self._team_for(scope)
            make_folders(team)
            taken = {fold(name) for name in os.listdir(team)}
            name = create_exclusive(team, _names(path, record, taken), data)
            self._remove(path, seen)
        self._clones.remember()
        return self._written(f"{scope_folder(scope)}/{TEAM}/{name}", data)

    def _team_for(self, scope: Scope) -> Path:
        from pathlib import Path

        tree = self._clones.places().get(scope)
        if tree is None or not os.path.isdir(tree):
            raise NotFound(f"no clone of {scope} is known; run this inside its repository")
        team = Path(tree, TEAM)
        if team.is_symlink():
            raise ForbiddenPath(f"nothing is written to {team}: {LEAVES}")
        return team

    def _remove(self, path: str, seen: Seen) -> None:
        """Remove the file of the home; what is in the team's folder is durable by now."""
        from pathlib import Path

        from vademecum.durable import remedy, sync_folder

        try:
            for place in {seen.place, Path(self._root, path)}:
                place.unlink(missing_ok=True)
                sync_folder(place.parent)
        except OSError as error:
            raise VaultError(
                f"{path} was published, but could not be removed from the home: {remedy(error)}; delete it"
            ) from error


def _below(prefix: str, found: Mapping[str, Said]) -> Iterator[tuple[str, Said]]:
    """What is said of the folders of one look, by their paths in the vault."""
    return (((prefix + folder).rstrip("/"), said) for folder, said in found.items())


def _trace(looks: dict[str, Look | str]) -> str:
    """The trace of all looks together, empty when one has none."""
    traces = [(prefix, look.trace if isinstance(look, Look) else "") for prefix, look in looks.items()]
    if not all(trace for _, trace in traces):
        return ""
    return "+".join(f"{prefix}{trace}" for prefix, trace in traces)


def _names(path: str, record: Record, taken: set[str]) -> Iterator[str]:
    """The name it has, if nobody in the team has it, else one that nobody has."""
    from vademecum.vault.naming import file_names, fold

    present = path.rpartition("/")[2]
    if fold(present) not in taken:
        yield present
    yield from file_names(record, taken)
