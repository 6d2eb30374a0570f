"""`PostgresScanner`: looks through every row of a tenant's, to see what an erased text has left."""

from __future__ import annotations

from vademecum.model.receipt import Place, Scan
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

    Found = tuple[str, bytes]
    """Where something stands, and what."""

BEYOND = (
    "the database's write-ahead log, its backups and replicas, and pages of it that were freed and not used "
    "again yet: each for as long as whoever runs the service keeps it (docs/service.md)"
)
_CLOSED = "home/memories/(of a scope that is not open to you)"

_NOTES = """
SELECT path, needle FROM vade.note, unnest(%(needles)s::bytea[]) AS sought (needle)
WHERE tenant = %(tenant)s AND position(needle IN content) > 0
"""
_VERSIONS = """
SELECT DISTINCT note.path, needle
FROM vade.note_version AS old JOIN vade.note AS note USING (tenant, number),
    unnest(%(needles)s::bytea[]) AS sought (needle)
WHERE old.tenant = %(tenant)s AND position(needle IN old.content) > 0
"""
_TALKS = """
SELECT DISTINCT talk.year || '/' || id, needle
FROM vade.talk_line JOIN vade.talk AS talk USING (tenant, id), unnest(%(needles)s::bytea[]) AS sought (needle)
WHERE tenant = %(tenant)s AND position(needle IN line) > 0
"""
_JOURNALS = """
SELECT DISTINCT name, needle FROM vade.journal_row, unnest(%(needles)s::bytea[]) AS sought (needle)
WHERE tenant = %(tenant)s AND position(needle IN line) > 0
"""
_SIZES = {
    "note": "size",
    "note_version": "octet_length(content)",
    "talk_line": "octet_length(line)",
    "journal_row": "octet_length(line)",
}
"""Tables that are a home's, and how long a row of each is."""

_COLUMNS = """
SELECT relname, attname, atttypid::regtype::text
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = 'vade'::regnamespace AND relkind = 'p' AND attnum > 0 AND NOT attisdropped
    AND atttypid::regtype::text IN ('text', 'bytea', 'json', 'jsonb', 'text[]')
    AND attname <> 'tenant' AND has_table_privilege(pg_class.oid, 'SELECT')
    AND EXISTS (SELECT FROM pg_attribute AS key WHERE key.attrelid = pg_class.oid AND key.attname = 'tenant')
ORDER BY relname, attnum
"""


@value(kw_only=True)
class Looked:
    """Rows that are looked through.

    Attributes:
        shows: whether a path is one that the caller may be told of.
    """

    tenancy: Tenancy
    shows: Callable[[str], bool]


class PostgresScanner:
    """Implements `ports.Scanner`. Rows that are the truth are the home; every other one is its cache."""

    def __init__(self, looked: Sequence[Looked]) -> None:
        """Remember whose rows are looked through; nothing is asked yet."""
        self._looked = tuple(looked)

    def scan(self, needles: Sequence[bytes], files: Sequence[str] = ()) -> Scan:
        """See `ports.Scanner.scan`."""
        del files
        found: dict[str, set[bytes]] = {}
        sizes = {"home": [0, 0], "cache": [0, 0]}
        for each in self._looked:
            held, counted = each.tenancy.read(lambda transaction: _scanned(transaction, needles))
            for place, needle in held:
                found.setdefault(_told(place, each.shows), set()).add(needle)
            for name, (rows, size) in counted.items():
                sizes[name][0] += rows
                sizes[name][1] += size
        return Scan(
            places=tuple(Place(name=name, files=rows, bytes=size) for name, (rows, size) in sizes.items()),
            found={place: frozenset(found[place]) for place in sorted(found)},
            unread={},
            beyond=(BEYOND,),
        )

    def erase_drafts(self, needle: bytes) -> int:
        """See `ports.Scanner.erase_drafts`; there are none."""
        del needle
        return 0


def _told(place: str, shows: Callable[[str], bool]) -> str:
    is_note, path = place.startswith("home/memories/"), place.removeprefix("home/memories/")
    return _CLOSED if is_note and not shows(path.partition("@")[0]) else place


def _scanned(
    transaction: Transaction, needles: Sequence[bytes]
) -> tuple[list[Found], dict[str, tuple[int, int]]]:
    """What stands where, and how many rows of how many bytes were looked through."""
    sought = list(needles)
    found = [(f"home/memories/{path}", held) for path, held in transaction.all(_NOTES, needles=sought)]
    found += [
        (f"home/memories/{path}@earlier", held) for path, held in transaction.all(_VERSIONS, needles=sought)
    ]
    found += [
        (f"home/conversations/{path}.jsonl", held) for path, held in transaction.all(_TALKS, needles=sought)
    ]
    found += [(f"home/state/{name}.jsonl", held) for name, held in transaction.all(_JOURNALS, needles=sought)]
    home, cache = [0, 0], [0, 0]
    for table, columns in _tables(transaction):
        if table in _SIZES:
            _count(home, transaction, table, _SIZES[table])
            continue
        texts = [_bytes_of(name, kind) for name, kind in columns]
        _count(cache, transaction, table, " + ".join(f"coalesce(octet_length({text}), 0)" for text in texts))
        holds = " OR ".join(f"position(needle IN {text}) > 0" for text in texts)
        rows = transaction.all(
            f"SELECT DISTINCT needle FROM vade.{table}, unnest(%(needles)s::bytea[]) AS sought (needle) "
            f"WHERE tenant = %(tenant)s AND ({holds})",
            needles=sought,
        )
        found += [(f"cache/{table}", held) for (held,) in rows]
    return found, {"home": (home[0], home[1]), "cache": (cache[0], cache[1])}


def _tables(transaction: Transaction) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every table of a tenant, with the columns that hold text or bytes."""
    tables: dict[str, list[tuple[str, str]]] = {}
    for table, column, kind in transaction.all(_COLUMNS):
        tables.setdefault(table, []).append((column, kind))
    yield from tables.items()


def _bytes_of(column: str, kind: str) -> str:
    return f'"{column}"' if kind == "bytea" else f"convert_to(\"{column}\"::text, 'UTF8')"


def _count(counted: list[int], transaction: Transaction, table: str, size: str) -> None:
    found = transaction.one(
        f"SELECT count(*), coalesce(sum({size}), 0)::bigint FROM vade.{table} WHERE tenant = %(tenant)s"
    )
    assert found is not None
    counted[0] += found[0]
    counted[1] += found[1]
