"""What stands in a home that should not: leavings of killed processes, loose permissions, links."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vademecum.blotting import erase_leaving
from vademecum.durable import disk_refusal, is_stale, is_temporary
from vademecum.model.answer import Finding
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FIX = "vade doctor --deep --fix"
_LOOSE = stat.S_IRWXG | stat.S_IRWXO


@value(kw_only=True)
class Inspection:
    """What a look at every name in a home found.

    Attributes:
        leavings: temporary files that no living write can need.
        loose: files and folders that others than the owner may open.
        links: links outside the folder of memories, with the place where each leads; a folder that is one is
            followed, a file that is one is not.
        is_shut: others cannot enter the home, so that what is loose in it is out of their reach.
    """

    leavings: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    is_shut: bool = True

    def findings(self) -> tuple[Finding, ...]:
        """Each with the command that mends it."""
        return (*map(_leaving, self.leavings), *self._loose(), *(_link(*link) for link in self.links))

    def _loose(self) -> Iterator[Finding]:
        if self.loose:
            number, first = len(self.loose), self.loose[0]
            named = f"{first or 'the home'}{f' and {number - 1:,} more' if number > 1 else ''}"
            reach = "; the home itself is shut, so that nobody gets there" if self.is_shut else ""
            yield Finding(
                level="note" if self.is_shut else "warning",
                code="loose_permissions",
                subject="permissions",
                message=f"others than you may open {named}{reach}",
                fix=FIX,
            )


def inspect(home: str | os.PathLike[str]) -> Inspection:
    """Look at every name in a home; links are not followed, and what cannot be listed is left out."""
    root = os.fspath(home)
    leavings: list[str] = []
    loose: list[str] = []
    links: list[tuple[str, str]] = []
    for path, found in _below(root):
        if stat.S_ISLNK(found.st_mode):
            if not path.startswith("memories/"):  # of those the plain check-up speaks
                links.append((path, _target(os.path.join(root, path))))
            continue
        if _is_leaving(path, found):
            leavings.append(path)
        if os.name != "nt" and found.st_mode & _LOOSE:
            loose.append(path)
    return Inspection(
        leavings=tuple(leavings), loose=tuple(loose), links=tuple(links), is_shut="" not in loose
    )


def mend(home: str | os.PathLike[str]) -> int:
    """Blot out what killed processes left, and take from others what they may open.

    Returns:
        How many files and folders were mended.

    Raises:
        VaultError: the disk refuses.
    """
    found = inspect(home)
    root = Path(home)
    for path in found.leavings:
        erase_leaving(root / path)
    loose = [path for path in found.loose if path not in found.leavings]
    for path in loose:
        try:
            mode = (root / path).lstat().st_mode
            (root / path).chmod(stat.S_IMODE(mode) & ~_LOOSE)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise disk_refusal("change the permissions of", root / path, error) from error
    return len(found.leavings) + len(loose)


def _below(root: str) -> Iterator[tuple[str, os.stat_result]]:
    """Every name in a folder by its path there, sorted within each; the folder itself as an empty one."""
    try:
        yield "", os.stat(root)
    except OSError:
        return
    pending = [""]
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(os.path.join(root, folder)) as listed:
                entries = sorted(listed, key=_name)
        except OSError:
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            yield path, found
            if stat.S_ISDIR(found.st_mode) and entry.name != ".git":
                pending.append(path)


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _is_leaving(path: str, found: os.stat_result) -> bool:
    name = path.rpartition("/")[2]
    is_ours = is_temporary(name)
    # A talk gets its file before its first line; one that was emptied later is missed by the note of its end.
    is_ours |= path.startswith("conversations/") and name.endswith(".jsonl") and not found.st_size
    return is_ours and stat.S_ISREG(found.st_mode) and is_stale(found)


def _leaving(path: str) -> Finding:
    message = "a process died while it wrote this; nothing that was acknowledged is in it"
    return Finding(level="warning", code="left_behind", subject=path, message=message, fix=FIX)


def _target(link: str) -> str:
    """The folder where a link leads, in full; empty when it is none."""
    return os.path.realpath(link) if os.path.isdir(link) else ""


def _link(path: str, target: str) -> Finding:
    if target:
        message = (
            f"a symbolic link that is followed: it leads to {target}, and no copy of the home holds that"
        )
        fix = f"if you did not make it, remove it; `ls -l` shows what stands in {target}"
        return Finding(level="note", code="link_followed", subject=path, message=message, fix=fix)
    message = "a symbolic link to a file, or to nothing: no copy of the home holds what stands there"
    fix = "put the file itself in its place"
    return Finding(level="note", code="link_not_copied", subject=path, message=message, fix=fix)
