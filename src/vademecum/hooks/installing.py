"""`vade install` and `vade uninstall`: our entries in the settings of a host, and out of them again.

A file is read, changed as text and renamed into its place, so that its owner's bytes stay what they are and a
crash leaves it whole. The record of what is put in stands in the home before the file is written; it brings
back the bytes of before as long as nobody else wrote, and else takes out exactly what was put in.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from contextlib import suppress

from vademecum.errors import InvalidValue, UnknownName, VaultError
from vademecum.hooks import splicing, tables
from vademecum.hooks.hosts import EVENTS
from vademecum.hooks.records import Records, Written
from vademecum.hooks.replacing import bytes_of, missing_folders, refuse_read_only, write
from vademecum.hooks.targets import APPROVALS, BY_DESKTOP, command, is_ours, targets
from vademecum.model.value import field, value
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.hooks.targets import Entry, Target

UNCHANGED, CREATED, WRITTEN, REMOVED = "unchanged", "created", "written", "removed"


@value(kw_only=True)
class Change:
    """What becomes of one file.

    Attributes:
        outcome: ``unchanged``, ``created``, ``written`` or ``removed`` (the whole file, which was ours).
        diff: as `diff -u` shows it, empty when nothing changes.
    """

    path: str
    outcome: str
    diff: str


@value(kw_only=True)
class Installed:
    """What `install` or `uninstall` did.

    Attributes:
        approvals: what the person has to do or to know now.
        commands: event -> the command that the host runs at it.
    """

    host: str
    project: str | None
    changes: tuple[Change, ...]
    approvals: tuple[str, ...] = ()
    commands: Mapping[str, str] = field(default_factory=dict)


class Installing:
    """Puts our entries into the settings of hosts.

    Args:
        home: the home, which keeps the records.
        environ: may name the folders of hosts.
    """

    def __init__(self, home: str, environ: Mapping[str, str]) -> None:
        self._records = Records(home)
        self._environ = environ

    def install(self, host: str, project: str | None = None, *, dry_run: bool = False) -> Installed:
        """Write our entries, unless they stand there.

        Args:
            host: one of `hosts.EVENTS`.
            project: root of the project whose settings are meant; None for those of the person.
            dry_run: tell what would be written, and write nothing.

        Raises:
            UnknownName: no such host.
            InvalidValue: a file of settings cannot be read as what it is; nothing was written.
            VaultError: a file is read-only, and nothing was written; or the disk refuses: the files before it
                are written, and a further run writes the rest.
        """
        known = _known(host)
        vade = _command(by_name=project is not None, by_desktop=known in BY_DESKTOP)
        records = self._records.read(known, project)
        planned = [_added(target) for target in targets(known, vade, project, self._environ)]
        refuse_read_only(path for path, before, after, _ in planned if before != after)
        changes: list[Change] = []
        for path, before, after, pieces in planned:
            if before == after:
                changes.append(Change(path=path, outcome=UNCHANGED, diff=""))
                continue
            outcome = WRITTEN if before is not None else CREATED
            changes.append(Change(path=path, outcome=outcome, diff=_diff(path, before, after)))
            if not dry_run:
                done = (before, after, pieces, missing_folders(path))
                told = {**records, path: _record(path, done, records.get(path))}
                self._records.keep(known, project, told)
                try:
                    write(path, before, after)
                except VaultError:
                    self._records.keep(known, project, records)
                    raise
                records = told
        return Installed(
            host=known,
            project=project,
            changes=tuple(changes),
            approvals=APPROVALS[known],
            commands={event: command(vade, event, known) for event in EVENTS[known]},
        )

    def uninstall(self, host: str, project: str | None = None, *, dry_run: bool = False) -> Installed:
        """Take our entries out; raises as `install` does."""
        known = _known(host)
        records = self._records.read(known, project)
        planned = [
            (target, before, _freed(target, before, records.get(target.path)))
            for target in targets(known, "vade", project, self._environ)
            for before in (bytes_of(target.path),)
        ]
        refuse_read_only(target.path for target, before, after in planned if before != after)
        changes: list[Change] = []
        folders: list[str] = []
        for target, before, after in planned:
            record = records.get(target.path)
            if before == after:
                changes.append(Change(path=target.path, outcome=UNCHANGED, diff=""))
            else:
                outcome = WRITTEN if after is not None else REMOVED
                changes.append(
                    Change(path=target.path, outcome=outcome, diff=_diff(target.path, before, after))
                )
            if not dry_run:
                if before != after:
                    write(target.path, before, after)
                folders += record.folders if record is not None else ()
                records.pop(target.path, None)
                self._records.keep(known, project, records)
        for folder in reversed(folders):
            with suppress(OSError):  # somebody uses it by now
                os.rmdir(folder)
        return Installed(host=known, project=project, changes=tuple(changes))


def project_root() -> str:
    """The working tree around the current folder, or that folder itself."""
    folder = here = os.path.realpath(os.getcwd())
    while not os.path.exists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return here
        folder = os.path.dirname(folder)
    return folder


def _known(host: str) -> str:
    if host not in EVENTS:
        from vademecum.text.nearest import nearest

        raise UnknownName("host", host, suggestions=nearest(host, EVENTS) or tuple(EVENTS))
    return host


def _command(*, by_name: bool, by_desktop: bool) -> str:
    """How a host runs us: by name where its search path has us or a team shares the file, else by path."""
    own = os.path.abspath(sys.argv[0])
    if os.path.basename(own) not in ("vade", "vade.exe"):
        own = os.path.join(os.path.dirname(sys.executable), "vade")
    found = shutil.which("vade")
    same = found is not None and os.path.realpath(found) == os.path.realpath(own)
    return "vade" if by_name or (same and not by_desktop) else shlex.quote(own)


def _added(target: Target) -> tuple[str, bytes | None, bytes, tuple[str, ...]]:
    """Path, bytes before, bytes after, and what was put in."""
    before = bytes_of(target.path)
    text = _text(target.path, before)
    pieces: list[str] = []
    try:
        if target.format == "toml":
            text, pieces = tables.added(text, target.entries[0])
        else:
            text = text if text.strip("\ufeff \t\r\n") else text + "{\n}\n"
            for entry in target.entries:
                text, piece = _entered(text, entry)
                pieces += [piece] if piece else []
    except ValueError as error:
        raise InvalidValue("settings", f"{target.path} cannot be read, and was left alone: {error}") from None
    if before is not None and not pieces:
        return target.path, before, before, ()
    return target.path, before, text.encode("utf-8", "surrogateescape"), tuple(pieces)


def _entered(text: str, entry: Entry) -> tuple[str, str]:
    """The text with an entry, and what was put in; nothing where it stands already."""
    found = splicing.parsed(text)
    for key in entry.path:
        below = found.member(key) if found.kind == "{" else None
        if below is None:
            return splicing.put(text, entry.path, entry.given, append=entry.append)
        found = below
    standing = splicing.plain(text, found)
    stands = isinstance(standing, list) and entry.given in standing
    if entry.shared or stands or (not entry.append and standing == entry.given):
        return text, ""
    text = splicing.without(text, entry.path, is_ours if entry.append else lambda _given: True)
    return splicing.put(text, entry.path, entry.given, append=entry.append)


def _freed(target: Target, before: bytes | None, record: Written | None) -> bytes | None:
    """The bytes without what is ours; None for no file at all."""
    if before is None:
        return None
    if record is not None and sha256_hex(before) == record.after:
        if not record.existed:
            return None
        if record.before is not None:
            return record.before
    text = _text(target.path, before)
    try:
        cut = _cut_out(text, record, target)
        freed = _taken_out(text, target) if cut is None else cut
    except ValueError as error:
        raise InvalidValue("settings", f"{target.path} cannot be read, and was left alone: {error}") from None
    return freed.encode("utf-8", "surrogateescape")


def _cut_out(text: str, record: Written | None, target: Target) -> str | None:
    """The text without the pieces that were put in; None unless that leaves it whole and free of us."""
    if record is None or not record.pieces:
        return None
    for piece in reversed(record.pieces):
        if text.count(piece) != 1:
            return None
        text = text.replace(piece, "")
    try:
        return text if text == _taken_out(text, target) else None
    except ValueError:
        return None


def _taken_out(text: str, target: Target) -> str:
    if target.format == "toml":
        return tables.removed(text, target.entries[0])
    for entry in target.entries:
        if not entry.shared:
            text = splicing.without(text, entry.path, is_ours)
    return text


def _text(path: str, raw: bytes | None) -> str:
    try:
        return (raw or b"").decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidValue("settings", f"{path} is not in UTF-8, and was left alone") from None


def _record(
    path: str, done: tuple[bytes | None, bytes, tuple[str, ...], tuple[str, ...]], known: Written | None
) -> Written:
    """The record of a file, joined with that of an earlier run."""
    before, after, pieces, folders = done
    digest = sha256_hex(after)
    if known is not None and before == known.before and (before is not None) == known.existed:
        known = None  # what it tells of was never written, or is gone again with the whole file
    if known is None:
        return Written(
            path=path,
            before=before,
            existed=before is not None,
            after=digest,
            pieces=pieces,
            folders=folders,
        )
    untouched = before is not None and sha256_hex(before) == known.after
    return Written(
        path=path,
        before=known.before if untouched else None,
        existed=known.existed or not untouched,
        after=digest,
        pieces=(*known.pieces, *pieces),
        folders=(*known.folders, *folders),
    )


def _diff(path: str, before: bytes | None, after: bytes | None) -> str:
    from difflib import unified_diff

    old = (before or b"").decode("utf-8", "replace").splitlines(keepends=True)
    new = (after or b"").decode("utf-8", "replace").splitlines(keepends=True)
    lines = unified_diff(
        old,
        new,
        path if before is not None else os.devnull,
        path if after is not None else os.devnull,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
