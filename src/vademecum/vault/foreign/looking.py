"""One look at the files of hosts and projects: which there are, and whether any of them changed.

It passes through every cold recall, so it asks the file system and reads only what may name further files.
"""

from __future__ import annotations

import os
import stat

from vademecum.model.file import Stamp
from vademecum.model.record import PERSONAL, Scope
from vademecum.model.value import value
from vademecum.text.digest import blake2b, sha256_hex
from vademecum.vault.paths import name_complaint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_FILES = 5_000
"""Files of others that are read; whoever has more has named a folder of something else."""

LARGEST = 1 << 20
"""Bytes of a file that is read: a host shows its model a fortieth of it."""

LEADS_OUT = "it leads out of the folder that was trusted"
TOO_MANY = f"of the files that are named, {MOST_FILES:,} are read, and these are more"

INSTRUCTIONS = ("CLAUDE.md", "AGENTS.override.md", "AGENTS.md", "GEMINI.md")
"""What agents are told, in any folder of a project; of two that say the same, the first one's is served."""

AT_ROOT = (
    *INSTRUCTIONS,
    "CLAUDE.local.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
)
"""What agents are told at the root of a project."""

_OF_CODEX = ("AGENTS.override.md", "AGENTS.md", "memories/MEMORY.md", "memories/memory_summary.md")
RULES = (".claude/rules", ".cursor/rules")
"""Folders of a project whose Markdown files agents are told."""

_SUFFIXES = (".md", ".mdc")
_IMPORTING = frozenset({"CLAUDE.md", "CLAUDE.local.md", "GEMINI.md"})
_IMPORTED = (*_SUFFIXES, ".markdown", ".txt")
"""What else is named behind an @ is code, an address or a package."""

_DEEPEST_IMPORT = 5
_DEEPEST_FOLDER = 8
_TRACE_BYTES = 16


@value(kw_only=True)
class Hosts:
    """Where hosts keep what is theirs.

    Attributes:
        person: the home folder of the person.
        claude, codex: folders of Claude Code and of Codex, where they usually are and wherever else they were
            met: what one process is told of by its environment, another one would take for deleted.
        further: files and folders that the owner named; of a folder every Markdown file is read.
    """

    person: str
    claude: tuple[str, ...]
    codex: tuple[str, ...]
    further: tuple[str, ...] = ()


def hosts_in(environ: Mapping[str, str], further: str) -> Hosts:
    """The folders of the person whose environment this is.

    Args:
        environ: environment variables.
        further: the setting ``files.also``.
    """
    person = os.path.abspath(os.path.expanduser("~"))
    named = (os.path.expanduser(each.strip()) for each in further.split(os.pathsep))
    return Hosts(
        person=person,
        claude=_both(f"{person}/.claude", environ.get("CLAUDE_CONFIG_DIR", "")),
        codex=_both(f"{person}/.codex", environ.get("CODEX_HOME", "")),
        further=tuple(os.path.normpath(each) for each in named if os.path.isabs(each)),
    )


def _both(usual: str, stated: str) -> tuple[str, ...]:
    found = os.path.normpath(stated) if os.path.isabs(stated) else usual
    return (usual,) if found == usual else (usual, found)


@value
class Folder:
    """A folder of a project in which somebody worked.

    Attributes:
        path: real path of its root, or of a folder below it from which a host was begun.
        trusted: whether a host's user said so; nothing is read in another one.
        inner: folders below it, relative, in which instructions were met.
    """

    scope: Scope
    path: str
    trusted: bool
    inner: tuple[str, ...] = ()


@value
class Standing:
    """A file that is to be read."""

    place: str
    scope: Scope
    stamp: Stamp


def munged(folder: str) -> str:
    """What Claude Code calls the folder in which it keeps what belongs to a project."""
    return "".join(each if each.isascii() and each.isalnum() else "-" for each in folder)


def stamp_at(place: str) -> Stamp | None:
    """Stamp of a file, links followed, None where there is none."""
    found = _regular(place)
    return None if found is None else stamp_of(found)


def stamp_of(found: os.stat_result) -> Stamp:
    """Its device is left out: another one than the vault's does not mean that a drive came or went."""
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def _regular(place: str) -> os.stat_result | None:
    try:
        found = os.stat(place)
    except (OSError, ValueError):
        return None
    return found if stat.S_ISREG(found.st_mode) else None


class ForeignLook:
    """What there is to read now.

    Attributes:
        refused: files and folders that are there and are not read -> why.
        trace: digest of all of it; equal traces mean equal files.
    """

    def __init__(self, hosts: Hosts, folders: Iterable[Folder]) -> None:
        """Look."""
        self._files: dict[str, Standing] = {}
        self.refused: dict[str, str] = {}
        self._hosts = hosts
        self._met: set[tuple[int, int]] = set()
        known = tuple(folders)
        self._person(known)
        read: set[Scope] = set()
        for folder in known:
            # Of several clones of a project one is enough: the others say the same a little differently.
            if folder.trusted and folder.scope not in read and os.path.isdir(folder.path):
                read.add(folder.scope)
                self._project(folder)
        for named in hosts.further:
            self._named(named, known)
        digest = blake2b(digest_size=_TRACE_BYTES)
        digest.update(repr([(one.place, one.scope, *one.stamp) for one in self.files]).encode())
        self.trace = digest.hexdigest()

    @property
    def files(self) -> list[Standing]:
        """In the order in which one of several that say the same is chosen."""
        return list(self._files.values())

    def at(self, place: str) -> Standing | None:
        """The file that is to be read at a place."""
        return self._files.get(place)

    def _person(self, known: Iterable[Folder]) -> None:
        for claude in self._hosts.claude:
            self._file(f"{claude}/CLAUDE.md", PERSONAL)
            self._below(f"{claude}/rules", PERSONAL)
        for codex in self._hosts.codex:
            for name in _OF_CODEX:
                self._file(f"{codex}/{name}", PERSONAL)
            self._below(f"{codex}/memories/rollout_summaries", PERSONAL)
        self._file(f"{self._hosts.person}/.gemini/GEMINI.md", PERSONAL)
        scopes = {munged(folder.path): folder.scope for folder in known}
        for projects in (f"{claude}/projects" for claude in self._hosts.claude):
            for name in _names(projects):
                self._below(f"{projects}/{name}/memory", scopes.get(name) or _unmet(name))

    def _project(self, folder: Folder) -> None:
        for name in AT_ROOT:
            self._file(f"{folder.path}/{name}", folder.scope, within=folder.path)
        for name in RULES:
            self._below(f"{folder.path}/{name}", folder.scope, within=folder.path)
        for inner in folder.inner:
            for name in INSTRUCTIONS:
                self._file(f"{folder.path}/{inner}/{name}", folder.scope, within=folder.path)

    def _named(self, place: str, known: Iterable[Folder]) -> None:
        around = [folder for folder in known if f"{place}/".startswith(f"{folder.path}/")]
        scope = max(around, key=lambda folder: len(folder.path)).scope if around else PERSONAL
        # Where a link leads that the owner names is named by them, too.
        self._file(place, scope, within=os.path.dirname(os.path.realpath(place)))
        self._below(place, scope, within=place)

    def _below(self, top: str, scope: Scope, within: str = "") -> None:
        """Every Markdown file below a folder; hidden ones and folders behind links are left out."""
        pending = [(top, 0)]
        while pending:
            folder, depth = pending.pop()
            for name in _names(folder):
                if name[0] == ".":
                    continue
                place = f"{folder}/{name}"
                if name.endswith(_SUFFIXES):
                    if len(self._files) >= MOST_FILES:
                        self.refused[top] = TOO_MANY
                        return
                    self._file(place, scope, within=within)
                elif depth < _DEEPEST_FOLDER and os.path.isdir(place) and not os.path.islink(place):
                    pending.append((place, depth + 1))

    def _file(self, place: str, scope: Scope, *, within: str = "", depth: int = 0) -> None:
        found = _regular(place)
        if found is None or len(self._files) >= MOST_FILES or (found.st_dev, found.st_ino) in self._met:
            return  # nothing, or another name of a file that is read already
        if complaint := self._complaint(place, within):
            self.refused[place] = complaint
            return
        self._met.add((found.st_dev, found.st_ino))
        self._files[place] = Standing(place, scope, stamp_of(found))
        if depth < _DEEPEST_IMPORT and (depth or os.path.basename(place) in _IMPORTING):
            for target in _imports(place, self._hosts.person):
                self._file(target, scope, within=within, depth=depth + 1)

    @staticmethod
    def _complaint(place: str, within: str) -> str:
        """Why a file is not read; empty when it is."""
        if complaint := next(filter(None, map(name_complaint, place[1:].split("/"))), None):
            return f"its path cannot be used: {complaint}"
        if within and not f"{os.path.realpath(place)}/".startswith(f"{os.path.realpath(within)}/"):
            return LEADS_OUT
        return ""


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _unmet(name: str) -> Scope:
    """Where the memory of a project stands in which nobody was met yet: in a scope of its own, that nobody
    asks, so that no other project is told of it."""
    words = "-".join("".join(each if each.isalnum() else " " for each in name.lower()).split())
    return Scope(f"project:{words[-40:].strip('-') or 'project'}__{sha256_hex(os.fsencode(name))[:12]}")


def _imports(place: str, person: str) -> list[str]:
    """Files that instructions name as ``@path``, outside of code."""
    try:
        with open(place, "rb") as file:
            data = file.read(LARGEST)
    except OSError:
        return []
    if b"@" not in data:
        return []
    import re

    text = re.sub(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)|`[^`\n]*`", "", data.decode("utf-8", "replace"))
    named = (found.rstrip(".,;:") for found in re.findall(r"(?<!\S)@((?:\\ |[^\s@])+)", text))
    folder = os.path.dirname(place)
    return [
        os.path.normpath(os.path.join(folder, person + each[1:] if each.startswith("~/") else each))
        for each in (name.replace("\\ ", " ") for name in named)
        if each.endswith(_IMPORTED)
    ]
