"""`PostgresFileRows`: files of a vault in the table ``note``."""

from __future__ import annotations

from vademecum.model.file import Stamp
from vademecum.stores.postgres.truth import heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

    T = TypeVar("T")

_REVISION = "SELECT store, revision FROM vade.truth WHERE tenant = %(tenant)s"
_STAMPS = "SELECT path, size, revision, number FROM vade.note WHERE tenant = %(tenant)s"
_AMONG = " AND path = ANY(%(paths)s::text[])"
_CONTENTS = "SELECT path, size, revision, number, content FROM vade.note WHERE tenant = %(tenant)s" + _AMONG
_NAMED = "SELECT path FROM vade.note WHERE tenant = %(tenant)s AND name = ANY(%(names)s::text[])"
_HOLDING = """
SELECT path, needle FROM vade.note, unnest(%(needles)s::bytea[]) AS sought (needle)
WHERE tenant = %(tenant)s AND position(needle IN content) > 0
"""
_VERSIONS = """
SELECT old.content FROM vade.note_version AS old JOIN vade.note AS note USING (tenant, number)
WHERE old.tenant = %(tenant)s AND note.path = %(path)s ORDER BY old.revision
"""
_KEEP_VERSION = """
INSERT INTO vade.note_version (tenant, number, revision, content)
SELECT tenant, number, revision, content FROM vade.note WHERE tenant = %(tenant)s AND path = %(path)s
"""
_PUT = """
INSERT INTO vade.note (tenant, path, number, revision, name, size, content)
VALUES (%(tenant)s, %(path)s, %(revision)s, %(revision)s, %(name)s, %(size)s, %(content)s)
ON CONFLICT (tenant, path) DO UPDATE SET
    revision = excluded.revision, size = excluded.size, content = excluded.content, written = now()
"""
_MOVE = """
UPDATE vade.note SET path = %(to)s, name = %(name)s, revision = %(revision)s, written = now()
WHERE tenant = %(tenant)s AND path = %(path)s
"""
_ERASE_VERSIONS = """
DELETE FROM vade.note_version AS old USING vade.note AS note
WHERE old.tenant = %(tenant)s AND note.tenant = %(tenant)s AND old.number = note.number
    AND note.path = %(path)s
"""
_WENT = "UPDATE vade.truth SET went = %(revision)s, went_at = now() WHERE tenant = %(tenant)s"
_ERASE = "DELETE FROM vade.note WHERE tenant = %(tenant)s AND path = %(path)s"


class PostgresFileRows:
    """Implements `ports.truth.FileRows` for one tenant, or one person's own part of it."""

    def __init__(self, tenancy: Tenancy) -> None:
        """Speak for a tenant; nothing is asked yet."""
        self._tenancy = tenancy

    def whole(self, path: str, work: Callable[[], T]) -> T:
        """See `FileWhole.whole`."""

        def locked(transaction: Transaction) -> T:
            heads.lock(transaction)
            return work()

        return self._tenancy.write(locked)

    def revision(self) -> str:
        """See `FileReading.revision`."""
        found = self._tenancy.read(lambda transaction: transaction.one(_REVISION))
        return f"{found[0]}.{found[1]}" if found else "none"

    def stamps(self, paths: Sequence[str] | None = None) -> dict[str, Stamp]:
        """See `FileReading.stamps`."""

        def look(transaction: Transaction) -> dict[str, Stamp]:
            if paths is None:
                found = transaction.all(_STAMPS)
            else:
                found = transaction.all(_STAMPS + _AMONG, paths=list(paths))
            return {path: _stamp(*rest) for path, *rest in sorted(found)}

        return self._tenancy.read(look) if paths is None or paths else {}

    def contents(self, paths: Sequence[str]) -> dict[str, tuple[bytes, Stamp]]:
        """See `FileReading.contents`."""
        if not paths:
            return {}
        rows = self._tenancy.read(lambda transaction: transaction.all(_CONTENTS, paths=list(paths)))
        return {path: (content, _stamp(*rest)) for path, *rest, content in rows}

    def named(self, folder: str, names: Sequence[str]) -> tuple[str, ...]:
        """See `FileReading.named`."""
        rows = self._tenancy.read(lambda transaction: transaction.all(_NAMED, names=list(names)))
        beginning = f"{folder}/" if folder else ""
        return tuple(sorted(path for (path,) in rows if path.startswith(beginning)))

    def holding(self, needles: Sequence[bytes]) -> dict[str, frozenset[bytes]]:
        """See `FileReading.holding`."""
        rows = self._tenancy.read(lambda transaction: transaction.all(_HOLDING, needles=list(needles)))
        held: dict[str, set[bytes]] = {}
        for path, needle in sorted(rows):
            held.setdefault(path, set()).add(needle)
        return {path: frozenset(found) for path, found in held.items()}

    def versions(self, path: str) -> tuple[bytes, ...]:
        """See `FileReading.versions`."""
        rows = self._tenancy.read(lambda transaction: transaction.all(_VERSIONS, path=path))
        return tuple(content for (content,) in rows)

    def put(self, path: str, data: bytes, name: str) -> None:
        """See `FileChanging.put`."""

        def put(transaction: Transaction) -> None:
            revision = heads.next_revision(transaction)
            transaction.run(_KEEP_VERSION, path=path)
            transaction.run(_PUT, path=path, revision=revision, name=name, size=len(data), content=data)

        self._tenancy.write(put)

    def move(self, path: str, to: str, name: str) -> None:
        """See `FileChanging.move`."""

        def move(transaction: Transaction) -> None:
            revision = heads.next_revision(transaction)
            transaction.run(_MOVE, path=path, to=to, name=name, revision=revision)
            transaction.run(_WENT, revision=revision)

        self._tenancy.write(move)

    def erase(self, path: str) -> None:
        """See `FileChanging.erase`."""

        def erase(transaction: Transaction) -> None:
            revision = heads.next_revision(transaction)
            transaction.run(_ERASE_VERSIONS, path=path)
            transaction.run(_ERASE, path=path)
            transaction.run(_WENT, revision=revision)

        self._tenancy.write(erase, repeatable=True)

    def erase_versions(self, path: str) -> None:
        """See `FileChanging.erase_versions`."""
        self._tenancy.write(lambda transaction: transaction.run(_ERASE_VERSIONS, path=path), repeatable=True)


def _stamp(size: int, revision: int, number: int) -> Stamp:
    """What stands for a file's times are the revisions at which it was made and written."""
    return Stamp(size, revision, revision, number)
