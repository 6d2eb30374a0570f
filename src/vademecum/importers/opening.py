"""What a person names, a path or a host, as files of known formats."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path

from vademecum.errors import NotFound, UnknownName, UsageError, VadeError
from vademecum.importers import antigravity
from vademecum.importers.detection import NAMED, detect
from vademecum.importers.members import members_of
from vademecum.importers.reading import time_in
from vademecum.model.importing import ForeignFile, Format, Passed
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vademecum.importers.detection import Detected
    from vademecum.importers.members import Member

HOSTS = {
    "claude-code": ("CLAUDE_CONFIG_DIR", "~/.claude", ("projects",)),
    "codex": ("CODEX_HOME", "~/.codex", ("sessions", "archived_sessions", "memories")),
    "gemini": ("GEMINI_CONFIG_DIR", "~/.gemini", ("tmp",)),
    "antigravity": ("GEMINI_CONFIG_DIR", "~/.gemini", antigravity.FOLDERS),
}
"""Host -> variable that names its folder, where it is otherwise, and what in it holds words."""

_DIGESTED = 4096
_TAIL = 256 * 1024
_TIME = re.compile(rb'"(?:timestamp|created_at)"\s*:\s*"([^"\\]{10,40})"')


class ForeignFiles:
    """Implements `ports.importing.ForeignSources` over the disk.

    Args:
        environ: the environment, which may name a host's folder.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def files(self, source: str, wanted: str | None = None) -> Iterator[ForeignFile | Passed]:
        """See `ForeignSources.files`."""
        return foreign_files(source, self._environ, wanted)


def foreign_files(
    source: str, environ: Mapping[str, str], wanted: str | None = None
) -> Iterator[ForeignFile | Passed]:
    """The files of a source in a fixed order, each with the format it is in.

    Args:
        source: a path, or the name of a host whose own folder is meant.
        environ: the environment, which may name a host's folder.
        wanted: take every file for one of this format instead of looking into it.

    Raises:
        NotFound: there is no such path or host.
        UsageError: nothing in it is of a known format, or a file is of several.
        LimitExceeded, VaultError: it is too large, or cannot be read.
    """
    chosen = _named_format(wanted)
    passed: list[Passed] = []
    known = False
    host = source if _is_host(source) else ""
    for path in _paths(source, environ):
        for member in members_of(path):
            if host == antigravity.HOST and not antigravity.is_conversation(member):
                continue
            found = chosen or _detected(member, alone=path.is_file() and path.name == member.name)
            if not isinstance(found, Passed):
                known = True
                yield _foreign(member, found)
            elif known:
                yield found
            else:  # told only once it is clear that the source as a whole is no mistake
                passed.append(found)
    if not known:
        reasons = {one.reason for one in passed}
        which = passed[0].name if len(passed) == 1 else f"each of {len(passed):,} files"
        why = f" ({which} {reasons.pop()})" if len(reasons) == 1 else ""
        raise UsageError(
            f"nothing in {source} is of a known format{why}; these are read: {', '.join(Format)}. "
            "Markdown is known by the name .md; --as names the format of a single file"
        )
    yield from passed


def _detected(member: Member, *, alone: bool) -> Detected | Passed:
    """The format of a file; one of many that is damaged or of several formats is passed over."""
    if sealed := antigravity.sealed(member):
        return Passed(name=member.name, reason=sealed)
    try:
        return detect(member) or Passed(name=member.name, reason="is of no known format")
    except (VadeError, OSError) as error:
        if alone and isinstance(error, VadeError):
            raise
        return Passed(name=member.name, reason=f"cannot be read: {error}")


def _named_format(wanted: str | None) -> Detected | None:
    if wanted is None:
        return None
    if wanted not in NAMED:
        raise UnknownName("format", wanted, suggestions=tuple(NAMED)[:3])
    return NAMED[wanted]


def _is_host(source: str) -> bool:
    return source in HOSTS and not os.path.lexists(source)


def _paths(source: str, environ: Mapping[str, str]) -> list[Path]:
    """Where a source lies; a path that exists goes before a host of the same name."""
    path = Path(source).expanduser()
    if not _is_host(source):
        if not os.path.lexists(path):
            raise NotFound(
                f"there is no file or folder {source}, nor a host of that name; hosts: {', '.join(HOSTS)}"
            )
        return [path]
    variable, folder, parts = HOSTS[source]
    root = Path(environ.get(variable) or folder).expanduser()
    found = [root / part for part in parts if (root / part).is_dir()]
    if not found:
        raise NotFound(
            f"{source} keeps nothing at {root} ({' or '.join(parts)}); set {variable} or name the path"
        )
    return found


def _foreign(member: Member, found: Detected) -> ForeignFile:
    return ForeignFile(
        name=member.name,
        key=member.key,
        size=member.size,
        stamp=member.stamp,
        format=found.format,
        grows=found.grows and member.seekable,
        read=partial(found.read, member),
        digest=partial(_digest, member),
        active=partial(_active, member),
    )


def _digest(member: Member, offset: int) -> str:
    with member.open() as stream:
        stream.seek(max(0, offset - _DIGESTED))
        return sha256_hex(stream.read(min(offset, _DIGESTED)))


def _active(member: Member) -> str | None:
    """The latest time near the end of a file that is appended to; None where that cannot be looked at."""
    if not member.seekable:
        return None
    try:
        with member.open() as stream:
            stream.seek(max(0, member.size - _TAIL))
            times = _TIME.findall(stream.read(_TAIL))
    except (VadeError, OSError):
        return None
    read = [time_in({"at": at.decode("ascii", "replace")}, "at") for at in times]
    return max(filter(None, read), default=None)
