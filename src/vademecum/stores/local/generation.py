"""One generation: a catalogue and its lexical index in a folder of their own, dropped as a whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from itertools import islice

from vademecum.stores.codec import CANDIDATE_COLUMNS, candidate_of
from vademecum.stores.local.catalogue import Catalogue
from vademecum.stores.local.codec import listed
from vademecum.stores.local.faults import Damaged, is_damage
from vademecum.stores.local.head import Head, read_head
from vademecum.stores.local.layout import MEMORIES
from vademecum.stores.local.lexical import Lexical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import ClassVar, Self, TypeVar

    from vademecum.model.ask import Candidate
    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.layout import Scheme
    from vademecum.stores.local.lexical import Stored

    Decoded = TypeVar("Decoded")

PREFIX = "gen-"
_CATALOGUE = "catalogue.db"
_CACHED = 32_768
"""Records kept decoded, about 1 KB each. Reading and decoding two hundred costs 1.8 ms, several times
the engine's own work, and a version never changes. A cold process never fills it."""

_FEW_PENDING = 256
_MANY_PENDING = 8_192
_SELECT = f"SELECT {CANDIDATE_COLUMNS} FROM record WHERE version IN (SELECT value FROM json_each(?))"


def kept_decoded(
    cache: dict[int, Decoded],
    versions: Sequence[int],
    read: Callable[[list[int]], Iterable[tuple[int, Decoded]]],
) -> list[Decoded]:
    """Records by their versions, out of a cache as far as it has them; those that do not exist are left out.

    Args:
        cache: what was decoded before; for threads.
        read: reads those that the cache lacks.
    """
    # Taken out first: another thread may be making room meanwhile.
    found = {version: cache.get(version) for version in versions}
    missing = [version for version, record in found.items() if record is None]
    if missing:
        if len(cache) + len(missing) > _CACHED:
            for version in list(islice(cache, _CACHED // 2)):
                cache.pop(version, None)
        for version, record in read(missing):
            found[version] = cache[version] = record
    return [record for record in found.values() if record is not None]


class Generation:
    """Everything derived, at one layout.

    Attributes:
        bulk: being built, not yet anybody's.
        most_pending: records that may wait for the engine before a write flushes by itself.
        scheme: of its catalogue.
        few_pending: `most_pending` of one that is somebody's.
    """

    scheme: ClassVar[Scheme] = MEMORIES
    few_pending: ClassVar[int] = _FEW_PENDING

    def __init__(self, folder: str, catalogue: Catalogue, *, bulk: bool) -> None:
        self.folder = folder
        self.catalogue = catalogue
        self.lexical = Lexical(folder)
        self.bulk = bulk
        self.most_pending = _MANY_PENDING if bulk else self.few_pending
        self._candidates: dict[int, Candidate] = {}
        self._dead: tuple[int, frozenset[int]] = (-1, frozenset())

    @property
    def name(self) -> str:
        """The folder's name, which `CURRENT` holds."""
        return os.path.basename(self.folder)

    @classmethod
    def create(cls, parent: str, *, bulk: bool = False) -> Self:
        """Make an empty one that nobody knows yet.

        Raises:
            OSError: the folder cannot be made.
        """
        name = os.urandom(8).hex()
        folder = os.path.join(parent, f"{PREFIX}{name}")
        os.makedirs(folder)
        path = os.path.join(folder, _CATALOGUE)
        lexical = f"lexical-{os.urandom(8).hex()}"
        catalogue = Catalogue.create(path, name, lexical, bulk=bulk, scheme=cls.scheme)
        return cls(folder, catalogue, bulk=bulk)

    @classmethod
    def open(cls, folder: str) -> Self:
        """Open what `create` made.

        Raises:
            Damaged: it is missing, unreadable, or of another layout.
        """
        path = os.path.join(folder, _CATALOGUE)
        if not os.path.isfile(path):
            raise Damaged(f"{path} is gone")
        catalogue = Catalogue(path)
        try:
            with catalogue.reading() as connection:
                layout = connection.execute("SELECT layout FROM head").fetchone()
        except sqlite3.Error as error:
            catalogue.close()
            if is_damage(error) or error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
                raise Damaged(f"{path} is no catalogue: {error}") from error
            raise
        if layout is None or layout[0] != cls.scheme.layout:
            catalogue.close()
            raise Damaged(f"{path} has another layout")
        return cls(folder, catalogue, bulk=False)

    def stored(self, head: Head, bags: Bags) -> Iterator[Stored]:
        """Records that the commit which the head announces will add."""
        from vademecum.stores.local.handing import pending

        return pending(self.catalogue, head, bags)

    def candidates(self, connection: sqlite3.Connection, versions: Sequence[int]) -> list[Candidate]:
        """Those of the versions that exist; the caller has left out the dead ones."""

        def read(missing: list[int]) -> Iterator[tuple[int, Candidate]]:
            for columns in connection.execute(_SELECT, (listed(missing),)):
                yield columns[0], candidate_of(columns)

        return kept_decoded(self._candidates, versions, read)

    def dead(self, connection: sqlite3.Connection, head: Head) -> frozenset[int]:
        """Versions the engine may still hold although their record is gone."""
        changes, dead = self._dead
        if changes != head.changes:
            dead = frozenset(row[0] for row in connection.execute("SELECT version FROM dead"))
            self._dead = (head.changes, dead)
        return dead

    def waiting(self, most: int) -> int:
        """Records the engine lacks plus those it should drop, counted up to `most`."""
        with self.catalogue.reading() as connection:
            pending, dead = connection.execute(
                "SELECT (SELECT count(*) FROM (SELECT 1 FROM record WHERE version > ? LIMIT ?)), "
                "(SELECT count(*) FROM (SELECT 1 FROM dead LIMIT ?))",
                (read_head(connection).lexical, most, most),
            ).fetchone()
        return int(pending + dead)

    def head(self) -> Head:
        """Its present state."""
        with self.catalogue.reading() as connection:
            return read_head(connection)

    def is_there(self) -> bool:
        """Whether the files are still where they were; an open file survives its folder."""
        return os.path.isfile(os.path.join(self.folder, _CATALOGUE))

    @staticmethod
    def age_ns(folder: str, now_ns: int) -> int:
        """Time since anything was written in a generation's folder; 0 when it vanishes meanwhile."""
        paths = [folder, *(os.path.join(folder, name) for name in (_CATALOGUE, f"{_CATALOGUE}-wal"))]
        try:
            return now_ns - max(os.stat(path).st_mtime_ns for path in paths if os.path.exists(path))
        except (OSError, ValueError):
            return 0

    def size_bytes(self) -> int:
        """Bytes of all its files; those that vanish meanwhile count nothing."""
        total = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with suppress(OSError):
                    total += os.stat(os.path.join(folder, name)).st_size
        return total

    def sweep(self, head: Head) -> None:
        """Remove lexical indexes that were given up, as far as possible."""
        for name in os.listdir(self.folder):
            if name.startswith("lexical-") and name != head.folder:
                self.discard(os.path.join(self.folder, name))

    def settle(self) -> None:
        """Make all of it durable, and close it."""
        self.catalogue.settle()
        self.close()
        with open(os.path.join(self.folder, _CATALOGUE), "rb+") as file:
            os.fsync(file.fileno())

    def close(self) -> None:
        """Release connections and the engine."""
        self.catalogue.close()
        self.lexical.close()

    def remove(self) -> None:
        """Close it and delete its files, as far as possible."""
        self.close()
        self.discard(self.folder)

    @staticmethod
    def discard(folder: str) -> None:
        """Delete a folder, as far as possible."""
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
