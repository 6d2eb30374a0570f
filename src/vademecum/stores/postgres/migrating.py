"""The schema, as numbered files that are run once each, in order, and never backwards."""

from __future__ import annotations

import os
from hashlib import sha256

import psycopg
from psycopg import sql

from vademecum.errors import StoreError
from vademecum.model.value import value
from vademecum.stores.postgres import pgvector
from vademecum.stores.postgres.addressing import checked
from vademecum.stores.postgres.faults import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from psycopg import Connection

_FOLDER = os.path.join(os.path.dirname(__file__), "migrations")
_LOCK = 0x76616465
"""Key of the advisory lock that one migration holds at a time: ``vade`` as four bytes."""

PARTITIONS = 8
"""Parts of each table. A statement touches one of them, and costs the same with 1 as with 32 as long as it is
prepared; what grows is the catalogue of the server, which took 16 s to make with 32."""

_READ_ONLY = ("closed",)
"""Tables of tenants that the owner alone writes to."""

_LEDGER = """
CREATE SCHEMA IF NOT EXISTS vade;
CREATE TABLE IF NOT EXISTS vade.migration (
    number integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL,
    at timestamptz NOT NULL DEFAULT now())
"""


@value
class Migration:
    """One numbered file.

    Attributes:
        number: its place; files are run in this order.
        digest: SHA-256 of the text, in hex: what was run is never changed.
    """

    number: int
    name: str
    statements: str
    digest: str


def _read(folder: str) -> tuple[Migration, ...]:
    found: list[Migration] = []
    for name in sorted(os.listdir(folder)):
        stem, extension = os.path.splitext(name)
        if extension == ".sql":
            number, _, title = stem.partition("_")
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            found.append(Migration(int(number), title, text, sha256(text.encode()).hexdigest()))
    return tuple(found)


MIGRATIONS = _read(_FOLDER)
"""Every step from an empty database to the present schema, in order."""


def applied(connection: Connection[tuple[Any, ...]]) -> dict[int, str]:
    """Number -> digest of what was run; empty when nothing ever was."""
    there = connection.execute("SELECT to_regclass('vade.migration') IS NOT NULL").fetchone()
    if there != (True,):
        return {}
    return dict(connection.execute("SELECT number, digest FROM vade.migration").fetchall())


def migrate(
    owner_url: str,
    role: str,
    *,
    migrations: Sequence[Migration] = MIGRATIONS,
    partitions: int = PARTITIONS,
) -> tuple[str, ...]:
    """Bring the schema up to date, each step in a transaction of its own; safe to run twice, and at once.

    Args:
        owner_url: connection string of a role that owns the schema, or may make it.
        role: the one that the application connects as; it is granted what it needs and no more.
        migrations: what the schema consists of.
        partitions: into how many parts each new table is spread.

    Returns:
        Names of the steps that were run, in order.

    Raises:
        Busy: the database cannot be reached.
        InvalidValue: the address is none.
        StoreError: a step failed, or one that was run before reads otherwise now. What was run stays.
    """
    with told(), psycopg.connect(checked(owner_url), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        connection.execute("SELECT set_config('vade.partitions', %s, false)", (str(partitions),))
        connection.execute(_LEDGER)
        known = applied(connection)
        _compare(known, migrations)
        ran = [each for each in migrations if each.number not in known]
        for migration in ran:
            _run(connection, migration)
        pgvector.adopt(connection)
        _grant(connection, role)
    return tuple(each.name for each in ran)


def _compare(known: dict[int, str], migrations: Sequence[Migration]) -> None:
    for migration in migrations:
        if known.get(migration.number, migration.digest) != migration.digest:
            raise StoreError(
                f"step {migration.number} ({migration.name}) of the schema is not the one that this database "
                "was made by; use the version of vademecum that it is of"
            )
    unknown = known.keys() - {each.number for each in migrations}
    if unknown:
        raise StoreError(
            f"the database is of schema {max(unknown)}, which is newer than this version of vademecum; "
            "use a newer one"
        )


def _run(connection: Connection[tuple[Any, ...]], migration: Migration) -> None:
    with connection.transaction():
        connection.execute(migration.statements.encode())
        connection.execute(
            "INSERT INTO vade.migration (number, name, digest) VALUES (%s, %s, %s)",
            (migration.number, migration.name, migration.digest),
        )


def _grant(connection: Connection[tuple[Any, ...]], role: str) -> None:
    """Let the application use the tables; partitions are reached through them alone."""
    named = sql.Identifier(role)
    with connection.transaction():
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA vade TO {}").format(named))
        connection.execute(sql.SQL("GRANT SELECT ON vade.migration TO {}").format(named))
        tables = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'vade'::regnamespace "
            "AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migration'"
        ).fetchall()
        for (table,) in tables:
            rights = sql.SQL("SELECT" if table in _READ_ONLY else "SELECT, INSERT, UPDATE, DELETE")
            connection.execute(
                sql.SQL("GRANT {} ON {} TO {}").format(rights, sql.Identifier("vade", table), named)
            )
