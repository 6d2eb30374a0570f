"""What was written into which settings, so that it can be taken out again to the byte."""

from __future__ import annotations

import json
import os
from contextlib import suppress

from vademecum.hooks.notes import put
from vademecum.model.value import value
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


@value(kw_only=True)
class Written:
    """A file that was written to.

    Attributes:
        path: of the file.
        before: its bytes before, None when it was not there or when others wrote to it between two of our
            changes, so that going back would undo theirs.
        existed: it was there.
        after: digest of its bytes after.
        pieces: what was put into it, in that order.
        folders: that were made for it, outermost first.
    """

    path: str
    before: bytes | None
    existed: bool
    after: str
    pieces: tuple[str, ...]
    folders: tuple[str, ...]


class Records:
    """The records of a home, one for each host and project.

    Args:
        home: the home.
    """

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, "state", "installs")

    def read(self, host: str, project: str | None) -> dict[str, Written]:
        """Path -> what was written; empty when nothing was."""
        try:
            with open(self._path(host, project), "rb") as file:
                said = json.loads(file.read())
            return {path: self._written(path, one) for path, one in said["files"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    @staticmethod
    def _written(path: str, said: dict[str, Any]) -> Written:
        before = said["before"]
        return Written(
            path=path,
            before=bytes.fromhex(before) if isinstance(before, str) else None,
            existed=said["existed"] is True,
            after=str(said["after"]),
            pieces=tuple(map(str, said["pieces"])),
            folders=tuple(map(str, said["folders"])),
        )

    def keep(self, host: str, project: str | None, written: dict[str, Written]) -> None:
        """Keep what was written; nothing at all removes the record."""
        path = self._path(host, project)
        if not written:
            with suppress(FileNotFoundError):
                os.unlink(path)
            return
        files = {
            one.path: {
                "before": None if one.before is None else one.before.hex(),
                "existed": one.existed,
                "after": one.after,
                "pieces": list(one.pieces),
                "folders": list(one.folders),
            }
            for one in written.values()
        }
        put(path, json.dumps({"host": host, "project": project, "files": files}).encode())

    def installed(self) -> Iterator[tuple[str, str | None]]:
        """Host and project of every record."""
        try:
            names = sorted(os.listdir(self._folder))
        except OSError:
            return
        for name in names:
            if name.startswith("."):
                continue
            try:
                with open(os.path.join(self._folder, name), "rb") as file:
                    said = json.loads(file.read())
                yield str(said["host"]), said["project"]
            except (OSError, ValueError, KeyError, TypeError):
                continue

    def _path(self, host: str, project: str | None) -> str:
        mark = "" if project is None else f"-{sha256_hex(os.fsencode(project))[:16]}"
        return os.path.join(self._folder, f"{host}{mark}.json")
