"""The ledger of imports: how far each file was read, and what each foreign memory became.

Ids and texts enter as keyed digests: who reads the journals without the home's key cannot even test a guess
against what was forgotten since.
"""

from __future__ import annotations

import hmac
import os
from functools import partial
from pathlib import Path
from typing import cast

from vademecum.model.importing import Progress, Reached, Taken
from vademecum.model.record import MemoryId
from vademecum.vault.journals import KEY_BYTES, FileJournal, MemoryJournal, make_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.vault.journals import Journal, Row

_DIGITS = 32
"""Hex digits of a digest: two foreign ids do not meet in 128 bits."""

_STALE_SHARE = 4
"""A journal of which less than a quarter still stands is written anew."""

_FEW = 1_000


class JournalImports:
    """Implements `ports.ImportLedger` over two journals.

    Each is read once and then known: only one import at a time is of use, and a second one that runs beside
    it merely reads again what both read.
    """

    def __init__(self, files: Journal, memories: Journal, made_key: Callable[[], bytes]) -> None:
        self._files, self._memories = files, memories
        self._made_key = made_key
        self._key = b""
        self._progress: dict[str, Progress] | None = None
        self._taken: dict[str, tuple[str, str]] | None = None

    def progress(self, key: str) -> Progress | None:
        """See `ports.ImportLedger.progress`."""
        return self._known_files().get(key)

    def keep_progress(self, progress: Progress) -> None:
        """See `ports.ImportLedger.keep_progress`."""
        known = self._known_files()
        with self._files.hold():
            self._files.append(_row(progress))
        known[progress.key] = progress

    def mark(self, title: str) -> str:
        """See `ports.ImportLedger.mark`."""
        return self._mac("title", title)

    def taken(self, host: str, origin_id: str, digest: str) -> Taken | None:
        """See `ports.ImportLedger.taken`."""
        found = self._known_memories().get(self._mac("origin", f"{host}\0{origin_id}"))
        if found is None:
            return None
        return Taken(id=MemoryId(found[0]), same=found[1] == self._mac("text", digest))

    def keep_taken(self, host: str, origin_id: str, digest: str, became: MemoryId) -> None:
        """See `ports.ImportLedger.keep_taken`."""
        known = self._known_memories()
        origin, said = self._mac("origin", f"{host}\0{origin_id}"), self._mac("text", digest)
        if known.get(origin) == (became, said):
            return
        with self._memories.hold():
            self._memories.append({"origin": origin, "id": became, "text": said})
        known[origin] = (became, said)

    def _mac(self, purpose: str, text: str) -> str:
        self._key = self._key or self._made_key()
        data = f"import {purpose}\0{text}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, data, "sha256").hexdigest()[:_DIGITS]

    def _known_files(self) -> dict[str, Progress]:
        if self._progress is None:
            rows = self._files.rows()
            found = (progress for row in rows if (progress := _progress(row)) is not None)
            self._progress = {progress.key: progress for progress in found}
            if len(rows) > _FEW + _STALE_SHARE * len(self._progress):
                with self._files.hold():
                    self._files.rewrite([_row(progress) for progress in self._progress.values()])
        return self._progress

    def _known_memories(self) -> dict[str, tuple[str, str]]:
        if self._taken is None:
            self._taken = {
                str(row.get("origin")): (str(row.get("id")), str(row.get("text")))
                for row in self._memories.rows()
            }
        return self._taken


def file_imports(state: str | os.PathLike[str]) -> JournalImports:
    """The ledger of imports of a home, in its folder `state`."""
    folder = Path(state)
    return JournalImports(
        FileJournal(folder, "imports.jsonl", durable=False),
        FileJournal(folder, "imported.jsonl", durable=False),
        partial(make_key, folder),
    )


def memory_imports() -> JournalImports:
    """A ledger of imports that ends with its process."""
    key = os.urandom(KEY_BYTES)
    return JournalImports(MemoryJournal(), MemoryJournal(), lambda: key)


def _row(progress: Progress) -> Row:
    return {
        "key": progress.key,
        "stamp": progress.stamp,
        "size": progress.size,
        "offset": progress.reached.offset,
        "line": progress.reached.line,
        "digest": progress.digest,
        "whole": progress.whole,
        "since": progress.since,
        "called": dict(progress.titles),
        "counts": dict(progress.counts),
    }


def _progress(row: Row) -> Progress | None:
    """A row as it was kept; None for one of another making."""
    texts = all(isinstance(row.get(name), str) for name in ("key", "stamp", "digest", "since"))
    numbers = all(isinstance(row.get(name), int) for name in ("size", "offset", "line"))
    tables = all(isinstance(row.get(name), dict) for name in ("called", "counts"))
    if not (texts and numbers and tables):
        return None
    return Progress(
        key=row["key"],
        stamp=row["stamp"],
        size=row["size"],
        reached=Reached(row["offset"], row["line"]),
        digest=row["digest"],
        whole=row.get("whole") is True,
        since=row["since"],
        titles=cast("dict[str, str]", row["called"]),
        counts=cast("dict[str, int]", row["counts"]),
    )
