"""`PostgresReplays`: answers to requests that named themselves, known to every process of a service."""

from __future__ import annotations

from datetime import timedelta

from psycopg.types.json import Jsonb

from vademecum.model.tenancy import TenantId
from vademecum.ports.replays import KEPT_S, Replay
from vademecum.stores.postgres.tenancy import Tenancy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.stores.postgres.tenancy import Pool
    from vademecum.stores.postgres.transaction import Transaction

_FIND = """
SELECT digest, status, headers, body, at FROM vade.replay
WHERE tenant = %(tenant)s AND whose = %(whose)s AND key = %(key)s AND at > %(since)s
"""
_KEEP = """
INSERT INTO vade.replay (tenant, whose, key, digest, status, headers, body, at)
VALUES (%(tenant)s, %(whose)s, %(key)s, %(digest)s, %(status)s, %(headers)s, %(body)s, %(at)s)
ON CONFLICT (tenant, whose, key) DO UPDATE SET digest = excluded.digest, status = excluded.status,
    headers = excluded.headers, body = excluded.body, at = excluded.at
"""
_DROP = "DELETE FROM vade.replay WHERE tenant = %(tenant)s AND at <= %(since)s"
_LIVES = timedelta(seconds=KEPT_S)


class PostgresReplays:
    """Implements `ports.replays.Replays`. Whose a request is begins with the tenant and a slash."""

    def __init__(self, pool: Pool) -> None:
        """Ask by the connections of an open pool, as the application."""
        self._pool = pool

    def find(self, whose: str, key: str, now: datetime) -> Replay | None:
        """See `Replays.find`."""
        row = self._of(whose).read(
            lambda tx: tx.one(_FIND, whose=whose, key=key, since=now - _LIVES),
        )
        if row is None:
            return None
        digest, status, headers, body, at = row
        return Replay(digest=digest, status=status, headers=headers, body=bytes(body), at=at)

    def keep(self, whose: str, key: str, replay: Replay) -> None:
        """See `Replays.keep`."""

        def work(now: Transaction) -> None:
            now.run(_DROP, since=replay.at - _LIVES)
            now.run(
                _KEEP,
                whose=whose,
                key=key,
                digest=replay.digest,
                status=replay.status,
                headers=Jsonb(dict(replay.headers)),
                body=replay.body,
                at=replay.at,
            )

        self._of(whose).write(work, repeatable=True)

    def forget(self, tenant: TenantId) -> None:
        """Let go of every answer of a tenant: something was erased that they may have shown."""
        Tenancy(self._pool, tenant).write(
            lambda now: now.run("DELETE FROM vade.replay WHERE tenant = %(tenant)s"), repeatable=True
        )

    def _of(self, whose: str) -> Tenancy:
        return Tenancy(self._pool, TenantId(whose.partition("/")[0]))
