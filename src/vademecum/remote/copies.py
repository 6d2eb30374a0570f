"""What crosses the line as a file: an archive to take in, an archive of everything."""

from __future__ import annotations

import os
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from vademecum.errors import NotFound, ServerFault, UsageError, VaultError, quoted
from vademecum.model.copies import MANIFEST, HomeCopy
from vademecum.remote.asking import Request, request_of
from vademecum.remote.hearing import heard, refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.remote.line import Line
    from vademecum.surface.operations.shape import Operation

MOST_SENT = 1024**3
"""Bytes of a file that is sent; a larger one is read where it stands, by `vade import` on the server."""

_SUFFIX = ".zip"


def import_from(line: Line, operation: Operation, source: str, given: Mapping[str, Any]) -> Any:
    """Send a file and have it taken in there."""
    if given.get("live"):
        raise UsageError("live is of a source that stands here; a server cannot follow it")
    named = {name: one for name, one in given.items() if name != "live"}
    asked = request_of(operation, (), {"file": Path(source).name, **named})
    request = Request(method=asked.method, path=asked.path, query=asked.query, body=_content(source))
    return heard(operation, line.ask(operation, _as(request, operation)), line.address.host)


def _content(source: str) -> bytes:
    """A file's bytes, all at once: what breaks off is sent again from its beginning.

    Raises:
        UsageError, NotFound, VaultError: it is no file that can be read and sent.
    """
    file = Path(source).expanduser()
    if file.is_dir():
        raise UsageError(f"{quoted(source)} is a folder; pack it into a zip archive, and import that")
    try:
        if file.stat().st_size > MOST_SENT:
            raise UsageError(f"{quoted(source)} is larger than {MOST_SENT:,} bytes; import it on the server")
        return file.read_bytes()
    except FileNotFoundError:
        raise NotFound(f"there is no file {quoted(source)} here; a host's own folder is not sent") from None
    except OSError as error:
        raise VaultError(f"{quoted(source)} cannot be read: {error.strerror or error}") from None


def _as(request: Request, operation: Operation) -> Request:
    return Request(
        method=request.method,
        path=request.path,
        query=request.query,
        body=request.body,
        media=operation.takes or request.media,
    )


def export_to(line: Line, operation: Operation, target: str, *, whole: bool) -> HomeCopy:
    """Fetch the archive of everything and write it here."""
    file = Path(target).expanduser()
    if file.suffix.lower() != _SUFFIX:
        raise UsageError(f"a server gives an archive; let the name end with {_SUFFIX}")
    if os.path.lexists(file):
        raise UsageError(f"{quoted(target)} is there already; name another")
    request = request_of(operation, (), {"whole": whole or None})
    response = line.ask(operation, request, wants=operation.gives or "")
    if response.status >= 300:
        raise refused(response, line.address.host)
    if response.media != operation.gives:
        raise ServerFault(f"{line.address.host} gave no archive; its version may differ from this one")
    _write(file, response.body)
    return _counted(file, line.address.host)


def _write(target: Path, data: bytes) -> None:
    """A new file, whole or not there.

    Raises:
        UsageError: it came in between.
        VaultError: the disk refuses.
    """
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.touch(mode=0o600, exist_ok=False)
        with target.open("wb") as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                target.unlink()
                raise
    except FileExistsError:
        raise UsageError(f"{quoted(str(target))} is there already; name another") from None
    except OSError as error:
        raise VaultError(f"{quoted(str(target))} cannot be written: {error.strerror or error}") from None


def _counted(target: Path, host: str) -> HomeCopy:
    """What is in an archive.

    Raises:
        ServerFault: it is none.
    """
    try:
        with ZipFile(target) as archive:
            members = [one for one in archive.infolist() if one.filename != MANIFEST]
    except BadZipFile:
        target.unlink()
        raise ServerFault(f"what {host} gave is no whole archive; nothing was written") from None
    names = [one.filename for one in members]
    return HomeCopy(
        path=str(target),
        memories=sum(
            one.filename.startswith("memories/") and one.filename.endswith(".md") for one in members
        ),
        conversations=sum(name.startswith("conversations/") for name in names),
        files=len(members),
        bytes=sum(one.file_size for one in members),
    )
