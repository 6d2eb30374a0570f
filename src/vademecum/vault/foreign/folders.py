"""In which projects somebody worked, and in which of them what stands there is trusted.

A repository that was cloned may say anything. Its instructions are read once a person told a host to trust
the folder; the home remembers that, and forgets it when the host does.
"""

from __future__ import annotations

import os

from vademecum.errors import VadeError
from vademecum.model.file import ForeignFile
from vademecum.model.record import PERSONAL
from vademecum.model.value import replace
from vademecum.vault.foreign.looking import INSTRUCTIONS, Folder, munged
from vademecum.vault.scopes import folder_scope, scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.record import Scope
    from vademecum.vault.foreign.looking import Hosts
    from vademecum.vault.scopes import StrPath

_NAME = "folders"
_MAX_BYTES = 1 << 20
_TRUSTED, _MET = "trusted", "met"
_UNTRUSTED = (
    "neither Claude Code nor Codex was told to trust this folder; trust it there, or name the file in "
    "files.also"
)


class Folders:
    """What is kept of them in ``state/folders`` of a home.

    Args:
        home: the home's folder.
        hosts: where hosts keep what is theirs.
        here: project of the working folder, its root, and the working folder itself; None outside any.
    """

    def __init__(self, home: StrPath, hosts: Hosts, here: tuple[Scope, str, str] | None = None) -> None:
        self.hosts = hosts
        self._file = os.path.join(home, "state", _NAME)
        self._here = here
        self._known: tuple[Folder, ...] | None = None

    @property
    def scope(self) -> Scope:
        """Of the project of the working folder, personal outside any."""
        return self._here[0] if self._here else PERSONAL

    def known(self) -> tuple[Folder, ...]:
        """Every folder that was met, in the order in which they were."""
        if self._known is None:
            self._known = tuple(_read(self._file))
        return self._known

    def remember(self) -> None:
        """Keep the working folder when something of it is to be read. Nothing depends on it in this process,
        so what the disk refuses is left undone."""
        if self._here is None or not os.path.isdir(os.path.dirname(self._file)):
            return
        scope, root, folder = self._here
        known = {one.path: one for one in self.known()}
        found = dict(known)
        for path in {root, folder}:
            if path not in known and os.path.isdir(f"{self.hosts.claude}/projects/{munged(path)}/memory"):
                found[path] = Folder(scope, path, trusted=False)
        inner = _with_instructions(root, folder)
        present = found.get(root, Folder(scope, root, trusted=False))
        if inner or _at_root(root):
            by = {root} if present.trusted else self._trusted((root, folder))
            through = [] if root in by else [os.path.relpath(one, root) for one in by]
            if by:
                kept = tuple(sorted({*present.inner, *inner, *through}))
                found[root] = replace(present, scope=scope, trusted=True, inner=kept)
        if found != known:
            self._keep(found.values())

    def reconsider(self) -> None:
        """Forget the trust that no host has any more; asked when files are read, not at each look."""
        held = [folder for folder in self.known() if folder.trusted]
        trusted = (
            self._trusted(path for folder in held for path in _with_inner(folder)) if held else frozenset()
        )
        lost = {folder.path for folder in held if trusted.isdisjoint(_with_inner(folder))}
        if lost:
            self._keep(replace(one, trusted=one.trusted and one.path not in lost) for one in self.known())

    def untrusted(self) -> tuple[ForeignFile, ...]:
        """Instructions of the working folder's project that are not read because nobody trusted it."""
        if self._here is None:
            return ()
        scope, root, _ = self._here
        if any(one.path == root and one.trusted for one in self.known()):
            return ()
        places = (f"{root}/{name}" for name in INSTRUCTIONS)
        named = (place for place in places if place not in self.hosts.further)
        return tuple(ForeignFile(each, scope, complaint=_UNTRUSTED) for each in named if os.path.isfile(each))

    def _trusted(self, folders: Iterable[str]) -> frozenset[str]:
        from vademecum.vault.foreign.trust import trusted

        return trusted(self.hosts, folders)

    def _keep(self, folders: Iterable[Folder]) -> None:
        self._known = tuple(folders)
        try:
            _write(self._file, self._known)
        except (VadeError, OSError):
            return


def _at_root(root: str) -> bool:
    names = (*INSTRUCTIONS, "CLAUDE.local.md", ".claude", ".cursor/rules", ".github/copilot-instructions.md")
    return any(os.path.exists(f"{root}/{name}") for name in names)


def _with_instructions(root: str, folder: str) -> list[str]:
    """Folders on the way from a root to a folder below it, relative, that hold instructions."""
    found: list[str] = []
    inner = os.path.relpath(folder, root) if f"{folder}/".startswith(f"{root}/") else "."
    while inner not in ("", "."):
        if any(os.path.isfile(f"{root}/{inner}/{name}") for name in INSTRUCTIONS):
            found.append(inner)
        inner = os.path.dirname(inner)
    return found


def _with_inner(folder: Folder) -> tuple[str, ...]:
    return (folder.path, *(f"{folder.path}/{inner}" for inner in folder.inner))


def _read(file: str) -> Iterable[Folder]:
    try:
        with open(file, "rb") as stream:
            text = stream.read(_MAX_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return
    for line in text.split("\n"):
        state, *rest = line.split("\t")
        scope = folder_scope(rest[0]) if len(rest) > 1 else None
        if state in (_TRUSTED, _MET) and scope is not None and os.path.isabs(rest[1]):
            inner = tuple(each for each in rest[2:] if each and ".." not in each.split("/"))
            yield Folder(scope, rest[1], state == _TRUSTED, inner)


def _write(name: str, folders: Iterable[Folder]) -> None:
    from pathlib import Path

    from vademecum.vault.durable import create_exclusive, replace_file
    from vademecum.vault.locks import Locks

    rows = (
        (_TRUSTED if one.trusted else _MET, scope_folder(one.scope), one.path, *one.inner) for one in folders
    )
    lines = ["\t".join(row) + "\n" for row in rows if not any(set(each) & {"\n", "\t"} for each in row)]
    file, data = Path(name), "".join(lines).encode("utf-8", "surrogateescape")
    with Locks(file.parent / "locks").hold(_NAME):
        if file.exists():
            replace_file(file, data, mode=0o600, guard=lambda: None)
        else:
            create_exclusive(file.parent, (_NAME,), data)
