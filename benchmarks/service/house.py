"""A service with many tenants in a database of its own, for the proofs of this folder.

One tenant is filled through the engine; the rows of the others are copies of its rows, made by the database,
because a million memories through the engine take hours and would be the same rows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import psycopg
from psycopg import sql
from tests.postgres_server import ADMIN, APPLICATION, OWNER, Server

from generator import Generator
from vademecum.model.tenancy import Quota, TenantId
from vademecum.settings import defaults
from vademecum.wiring_accounts import migrate, operating
from vademecum.wiring_service import open_service

USER, SCOPE = "user:ann", "org:team"
"""Everything is in one shared scope, which one user of each tenant may read and write."""

_NAME = "service"
_RATE = 10_000_000


class House:
    """A server of PostgreSQL, tenants in it, and as many processes of ours before it as one likes."""

    def __init__(self) -> None:
        self.server = Server()
        self.server.create(_NAME, migrated=False)
        self.owner = self.server.url(OWNER, _NAME)
        self.url = self.server.url(APPLICATION, _NAME)
        migrate(self.owner, APPLICATION)
        self.tokens: dict[str, str] = {}
        self._folder = tempfile.TemporaryDirectory()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.close()
        self._folder.cleanup()

    def tenant(self, name: str) -> None:
        """A tenant with one user, who has a token."""
        with operating(self.owner) as (tenantry, _):
            tenantry.add(name, Quota(requests_per_minute=_RATE))
            tenantry.add_user(TenantId(name), USER.partition(":")[2])
            tenantry.grant(TenantId(name), USER, SCOPE, write=True)
            self.tokens[name] = tenantry.create_token(TenantId(name), USER.partition(":")[2]).text

    def fill(self, name: str, memories: int, seed: int = 1) -> list[str]:
        """Remember generated texts through the engine; questions about some of them."""
        generator = Generator(seed)
        with open_service(self.url, defaults()) as service:
            vade = service.vade(name, USER.partition(":")[2])
            for memory in generator.memories(memories):
                vade.remember(memory.body, scope=SCOPE)
            vade.sync()
        return [one.text for one in generator.queries(100, words=5, own=3, corpus=max(memories, 100))]

    def copies(self, name: str, count: int) -> list[str]:
        """As many tenants more, with the same rows."""
        names = [f"{name}-{number}" for number in range(count)]
        for one in names:
            self.tenant(one)
        with psycopg.connect(self.server.url(ADMIN, _NAME), autocommit=True) as admin:
            for table, columns in self._tables(admin):
                kept = sql.SQL(", ").join(map(sql.Identifier, columns))
                admin.execute(
                    sql.SQL(
                        "INSERT INTO vade.{table} (tenant, {kept}) "
                        "SELECT {name} || '-' || copy.which, {kept} "
                        "FROM vade.{table}, generate_series(0, {last}) AS copy(which) WHERE tenant = {name} "
                        "ON CONFLICT DO NOTHING"
                    ).format(
                        table=sql.Identifier(table),
                        kept=kept,
                        name=sql.Literal(name),
                        last=sql.Literal(count - 1),
                    )
                )
            admin.execute("ANALYZE")
        return names

    def _tables(self, admin: psycopg.Connection[tuple[Any, ...]]) -> list[tuple[str, list[str]]]:
        """Tables of what a tenant stores, with their columns but `tenant`; not those of its accounts."""
        found = admin.execute(
            "SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FROM pg_class c "
            "JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE n.nspname = 'vade' AND c.relkind = 'p' AND a.attnum > 0 AND NOT a.attisdropped "
            "AND a.attgenerated = '' "
            "AND c.relname <> ALL (%s) GROUP BY c.relname ORDER BY c.relname",
            (_ACCOUNTS,),
        ).fetchall()
        return [(name, [one for one in columns if one != "tenant"]) for name, columns in found]

    def serve(self, port: int = 0) -> Process:
        """One process of ours before the database."""
        return Process(self.url, Path(self._folder.name), port)

    def database_worked_s(self) -> float:
        """CPU time of the database's processes until now, those that ended included (Linux)."""
        assert self.server.process is not None
        parent = self.server.process.pid
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(FileNotFoundError, ProcessLookupError):
                cells = stat.read_text(encoding="ascii", errors="replace").rpartition(") ")[2].split()
                if stat.parent.name == str(parent):
                    ticks += sum(map(int, cells[11:15]))
                elif cells[1] == str(parent):
                    ticks += int(cells[11]) + int(cells[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def bytes_each(self) -> dict[str, int]:
        """Bytes of each table with its indexes, largest first."""
        with psycopg.connect(self.server.url(ADMIN, _NAME)) as admin:
            rows = admin.execute(
                "SELECT p.relname, sum(pg_total_relation_size(i.inhrelid))::bigint FROM pg_inherits i "
                "JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace n ON n.oid = p.relnamespace "
                "WHERE n.nspname = 'vade' AND p.relkind = 'p' GROUP BY 1 ORDER BY 2 DESC"
            ).fetchall()
        return {str(name): int(size) for name, size in rows}


_ACCOUNTS = [
    "account", "member", "person_space", "membership", "scope_grant", "token", "look", "audit", "allowance",
    "issuer", "replay", "job", "job_file", "held", "closed",
]  # fmt: skip


class Process:
    """`vade serve` before a database."""

    def __init__(self, url: str, folder: Path, port: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vademecum", "serve", "--port", str(port), "--json", "--drain", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "VADE_DATABASE_URL": url, "VADE_HOME": str(folder / "home")},
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        if "url" not in told:
            raise RuntimeError(f"it does not serve: {told}")
        address = urlsplit(told["url"])
        assert address.hostname is not None
        assert address.port is not None
        self.host, self.port = address.hostname, address.port

    def worked_s(self) -> float:
        """CPU time of the process until now (Linux)."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        self.process.terminate()
        self.process.wait()
