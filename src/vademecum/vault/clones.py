"""Where the clones of projects stand, so that what a team shares is found from any working folder.

A clone is met when somebody works in it. The home remembers the first one of each project that holds a team's
folder; the one around the working folder always comes before it.
"""

from __future__ import annotations

import os

from vademecum.errors import VadeError
from vademecum.model.file import TEAM
from vademecum.vault.scopes import folder_scope, scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.record import Scope
    from vademecum.vault.scopes import StrPath

_NAME = "clones"
_MAX_BYTES = 1 << 20


class Clones:
    """Working trees by the scope of their project.

    Args:
        home: the home's folder. A team's folder that is the home, or in it, or around it, is none: a
            person may keep the folder above their home in git.
        here: project of the working folder and its working tree, None outside any repository.
    """

    def __init__(self, home: StrPath, here: tuple[Scope, str] | None = None) -> None:
        self._home = os.path.realpath(home)
        self._file = os.path.join(home, "state", _NAME)
        self._here = here if here is not None and self._apart(here[1]) else None
        self._places: dict[Scope, str] | None = None

    def places(self) -> dict[Scope, str]:
        """Scope -> working tree of the one clone whose team's folder is read, sorted by scope."""
        if self._places is None:
            found = {scope: tree for scope, tree in self._kept().items() if self._apart(tree)}
            if self._here is not None:
                found[self._here[0]] = self._here[1]
            self._places = dict(sorted(found.items()))
        return self._places

    def look(self) -> dict[Scope, str]:
        """As `places`, as they are now: what another process met since, it would else take for deleted."""
        self._places = None
        return self.places()

    def remember(self) -> None:
        """Keep where the clone around the working folder stands, if it has a team's folder and no other
        clone of the project is known that has one. Nothing depends on it in this folder, so what the disk
        refuses is left undone."""
        if self._here is None or not os.path.isdir(os.path.dirname(self._file)):
            return
        scope, tree = self._here
        kept = self._kept()
        if not os.path.isdir(_team(tree)) or (scope in kept and os.path.isdir(_team(kept[scope]))):
            return
        try:
            self._write({**kept, scope: tree})
        except (VadeError, OSError):
            return

    def _apart(self, tree: str) -> bool:
        team = os.path.realpath(_team(tree))
        return not (f"{self._home}/".startswith(f"{team}/") or f"{team}/".startswith(f"{self._home}/"))

    def _kept(self) -> dict[Scope, str]:
        try:
            with open(self._file, "rb") as file:
                text = file.read(_MAX_BYTES).decode("utf-8", "surrogateescape")
        except OSError:
            return {}
        kept: dict[Scope, str] = {}
        for line in text.split("\n"):
            folder, tab, tree = line.partition("\t")
            scope = folder_scope(folder)
            if tab and scope is not None and os.path.isabs(tree):
                kept[scope] = tree
        return kept

    def _write(self, kept: dict[Scope, str]) -> None:
        from pathlib import Path

        from vademecum.durable import create_exclusive, replace_file
        from vademecum.vault.locks import Locks

        file = Path(self._file)
        lines = [
            f"{scope_folder(scope)}\t{tree}\n" for scope, tree in sorted(kept.items()) if "\n" not in tree
        ]
        data = "".join(lines).encode("utf-8", "surrogateescape")
        with Locks(file.parent / "locks").hold(_NAME):
            if file.exists():
                replace_file(file, data, mode=0o600, guard=lambda: None)
            else:
                create_exclusive(file.parent, (_NAME,), data)


def _team(tree: str) -> str:
    return os.path.join(tree, TEAM)
