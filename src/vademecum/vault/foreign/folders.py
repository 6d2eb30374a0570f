"""In which projects somebody worked, and in which of them what stands there is trusted.

A repository that was cloned may say anything. Its instructions are read once a person told a host to trust
the folder; the home remembers that, and forgets it when the host does.
"""

from __future__ import annotations

import os

from vademecum.errors import VadeError
from vademecum.model.file import OthersFile
from vademecum.model.record import PERSONAL
from vademecum.model.value import replace, value
from vademecum.vault.foreign.looking import AT_ROOT, INSTRUCTIONS, RULES, Folder, munged, stamp_at
from vademecum.vault.scopes import folder_scope, scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.model.record import Scope
    from vademecum.vault.foreign.looking import Hosts
    from vademecum.vault.scopes import StrPath

_NAME = "folders"
_MAX_BYTES = 1 << 20
_TRUSTED, _MET, _CLAUDE, _CODEX = "trusted", "met", "claude-code", "codex"
_UNTRUSTED = (
    "neither Claude Code nor Codex was told to trust this folder; trust it there, or name the file in "
    "files.also"
)


class Folders:
    """What is kept of them in ``state/folders`` of a home.

    Nothing of it is believed for longer than a look: other processes work in other folders meanwhile.

    Args:
        home: the home's folder.
        hosts: where hosts keep what is theirs, as far as this process knows.
        here: project of the working folder, its root, and the working folder itself; None outside any.
    """

    def __init__(self, home: StrPath, hosts: Hosts, here: tuple[Scope, str, str] | None = None) -> None:
        self._hosts = hosts
        self._file = os.path.join(home, "state", _NAME)
        self._here = here
        self._asked: tuple[object, frozenset[str]] | None = None

    @property
    def scope(self) -> Scope:
        """Of the project of the working folder, personal outside any."""
        return self._here[0] if self._here else PERSONAL

    def known(self) -> tuple[Hosts, tuple[Folder, ...]]:
        """Where hosts keep what is theirs, as far as any process met it, and every folder that was met, the
        first one first."""
        kept = _read(self._file)
        claude = tuple(dict.fromkeys((*self._hosts.claude, *kept.claude)))
        codex = tuple(dict.fromkeys((*self._hosts.codex, *kept.codex)))
        return replace(self._hosts, claude=claude, codex=codex), kept.folders

    def remember(self) -> None:
        """Keep the working folder when something of it is to be read, and where hosts are if that is unusual.
        What the disk refuses is left undone: nothing depends on it in this process."""
        if not os.path.isdir(os.path.dirname(self._file)):
            return
        kept = _read(self._file)
        found = self._found(kept)
        if found != kept:
            try:
                _write(self._file, found)
            except (VadeError, OSError):
                return

    def _found(self, kept: _Kept) -> _Kept:
        """What is kept, with what is met here."""
        claude = tuple(dict.fromkeys((*kept.claude, *self._hosts.claude[1:])))
        codex = tuple(dict.fromkeys((*kept.codex, *self._hosts.codex[1:])))
        if self._here is None:
            return _Kept(kept.folders, claude, codex)
        scope, root, folder = self._here
        found = {one.path: one for one in kept.folders}
        for path in (root, folder):
            if path not in found and any(
                os.path.isdir(f"{each}/projects/{munged(path)}/memory") for each in self._hosts.claude
            ):
                found[path] = Folder(scope, path, trusted=False)
        inner = _with_instructions(root, folder)
        present = found.get(root, Folder(scope, root, trusted=False))
        if inner or _at_root(root):
            by = {root} if present.trusted else self._trusted((root, folder))
            through = [] if root in by else [os.path.relpath(one, root) for one in by]
            if by:
                named = tuple(sorted({*present.inner, *inner, *through}))
                found[root] = Folder(scope, root, trusted=True, inner=named)
        return _Kept(tuple(found.values()), claude, codex)

    def reconsider(self) -> None:
        """Forget the trust that no host has any more; asked when files are read, not at each look."""
        kept = _read(self._file)
        held = [folder for folder in kept.folders if folder.trusted]
        if not held:
            return
        trusted = self._trusted(path for one in held for path in _with_inner(one))
        lost = {folder.path for folder in held if trusted.isdisjoint(_with_inner(folder))}
        if lost:
            folders = (replace(one, trusted=one.trusted and one.path not in lost) for one in kept.folders)
            try:
                _write(self._file, replace(kept, folders=tuple(folders)))
            except (VadeError, OSError):
                return

    def untrusted(self) -> tuple[OthersFile, ...]:
        """Instructions of the working folder's project, files and folders, that are not read because nobody
        trusted it."""
        if self._here is None:
            return ()
        scope, root, _ = self._here
        if any(one.path == root and one.trusted for one in _read(self._file).folders):
            return ()
        places = (f"{root}/{name}" for name in (*AT_ROOT, *RULES))
        named = (place for place in places if place not in self._hosts.further)
        return tuple(OthersFile(each, scope, complaint=_UNTRUSTED) for each in named if os.path.exists(each))

    def _trusted(self, folders: Iterable[str]) -> frozenset[str]:
        """Those of some folders that are trusted; asked again only after a host wrote its settings anew."""
        from vademecum.vault.foreign.trust import places_of, trusted

        hosts, wanted = self.known()[0], tuple(folders)
        question = (wanted, [stamp_at(place) for place in places_of(hosts)])
        if self._asked is None or self._asked[0] != question:
            self._asked = (question, trusted(hosts, wanted))
        return self._asked[1]


def _at_root(root: str) -> bool:
    return any(os.path.exists(f"{root}/{name}") for name in (*AT_ROOT, *RULES))


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


@value
class _Kept:
    """What the file holds: folders that were met, and unusual places of hosts."""

    folders: tuple[Folder, ...] = ()
    claude: tuple[str, ...] = ()
    codex: tuple[str, ...] = ()


def _read(file: str) -> _Kept:
    try:
        with open(file, "rb") as stream:
            text = stream.read(_MAX_BYTES).decode("utf-8", "surrogateescape")
    except OSError:
        return _Kept()
    folders: list[Folder] = []
    hosts: dict[str, list[str]] = {_CLAUDE: [], _CODEX: []}
    for line in text.split("\n"):
        state, *rest = line.split("\t")
        if state in hosts and rest and os.path.isabs(rest[0]):
            hosts[state].append(rest[0])
        scope = folder_scope(rest[0]) if len(rest) > 1 else None
        if state in (_TRUSTED, _MET) and scope is not None and os.path.isabs(rest[1]):
            inner = tuple(each for each in rest[2:] if each and ".." not in each.split("/"))
            folders.append(Folder(scope, rest[1], state == _TRUSTED, inner))
    return _Kept(tuple(folders), tuple(hosts[_CLAUDE]), tuple(hosts[_CODEX]))


def _rows(kept: _Kept) -> Iterator[tuple[str, ...]]:
    yield from ((_CLAUDE, each) for each in kept.claude)
    yield from ((_CODEX, each) for each in kept.codex)
    for one in kept.folders:
        yield (_TRUSTED if one.trusted else _MET, scope_folder(one.scope), one.path, *one.inner)


def _write(name: str, kept: _Kept) -> None:
    from pathlib import Path

    from vademecum.durable import create_exclusive, replace_file
    from vademecum.vault.locks import Locks

    rows = (row for row in _rows(kept) if not any(set(each) & {"\n", "\t"} for each in row))
    file, data = Path(name), "".join("\t".join(row) + "\n" for row in rows).encode("utf-8", "surrogateescape")
    with Locks(file.parent / "locks").hold(_NAME):
        if file.exists():
            replace_file(file, data, mode=0o600, guard=lambda: None)
        else:
            create_exclusive(file.parent, (_NAME,), data)
