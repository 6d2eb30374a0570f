"""The audit log and the minute's requests as rows."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

from vademecum.model.audit import AuditEntry
from vademecum.stores.postgres.accounts.members import must_exist
from vademecum.stores.postgres.accounts.tokens import TokenRows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.model.audit import AuditQuery
    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.transaction import Transaction

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BITS = 10
"""Of a number, for what falls into one microsecond."""

_LINE = "number, at, request, member, bearer, action, targets, writes, status, look"
_RECORD = f"""
INSERT INTO vade.audit (tenant, {_LINE}) VALUES (%(tenant)s, %(number)s, %(at)s, %(request)s, %(member)s,
    %(bearer)s, %(action)s, %(targets)s, %(writes)s, %(status)s, %(look)s)
ON CONFLICT (tenant, number) DO NOTHING
"""
_AUDIT = f"""
SELECT {_LINE} FROM vade.audit
WHERE tenant = %(tenant)s AND (%(member)s = '' OR member = %(member)s)
    AND (%(action)s = '' OR action = %(action)s) AND number >= %(since)s AND number < %(before)s
ORDER BY number DESC LIMIT %(limit)s
"""
_RETAIN = "DELETE FROM vade.audit WHERE tenant = %(tenant)s AND number < %(since)s"
_LEASED = "SELECT minute, leased FROM vade.allowance WHERE tenant = %(tenant)s FOR UPDATE"
_FIRST = """
INSERT INTO vade.allowance (tenant, minute, leased) VALUES (%(tenant)s, 0, 0) ON CONFLICT (tenant) DO NOTHING
"""
_LEASE = "UPDATE vade.allowance SET minute = %(minute)s, leased = %(leased)s WHERE tenant = %(tenant)s"
_LAST = 2**63 - 1


def _number(at: datetime, nth: int) -> int:
    since = at - _EPOCH
    microseconds = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    return microseconds << _BITS | nth % (1 << _BITS)


class LogRows(TokenRows):
    """Implements `ports.tenancy.AuditLog` and `Allowances`."""

    _nth = count()
    """Of one process, so that its lines of one microsecond keep their order."""

    def record(self, tenant: TenantId, entry: AuditEntry) -> None:
        """See `ports.tenancy.AuditLog.record`."""

        def work(now: Transaction) -> None:
            while not now.run(
                _RECORD,
                number=_number(entry.at, next(self._nth)),
                at=entry.at,
                request=entry.request,
                member=entry.user,
                bearer=entry.bearer,
                action=entry.action,
                targets=list(entry.targets),
                writes=entry.writes,
                status=entry.status,
                look=entry.glass,
            ):
                pass  # another process has told of this very microsecond; the next number is free

        self._of(tenant).write(work, hurried=not entry.writes)

    def audit(self, tenant: TenantId, query: AuditQuery) -> tuple[AuditEntry, ...]:
        """See `ports.tenancy.AuditLog.audit`."""
        rows = self._of(tenant).read(
            lambda now: now.all(
                _AUDIT,
                member=query.user,
                action=query.action,
                since=_number(query.since, 0) if query.since else 0,
                before=_LAST if query.before is None else query.before,
                limit=query.limit,
            )
        )
        return tuple([_entry_of(row) for row in rows])

    def retain_audit(self, tenant: TenantId, since: datetime) -> int:
        """See `ports.tenancy.AuditLog.retain_audit`."""
        return self._of(tenant).write(lambda now: now.run(_RETAIN, since=_number(since, 0)), repeatable=True)

    def lease(self, tenant: TenantId, minute: int, wanted: int, limit: int) -> int:
        """See `ports.tenancy.Allowances.lease`."""

        def work(now: Transaction) -> int:
            held = now.one(_LEASED)
            if held is None:
                must_exist(now)
                now.run(_FIRST)
                held = now.one(_LEASED) or (0, 0)
            latest, leased = held
            if minute > latest:
                latest, leased = minute, 0
            got: int = max(0, min(wanted, limit - leased))
            now.run(_LEASE, minute=latest, leased=leased + got)
            return got

        return self._of(tenant).write(work, hurried=True)


def _entry_of(row: Sequence[Any]) -> AuditEntry:
    number, at, request, member, bearer, action, targets, writes, status, look = row
    return AuditEntry(
        at=at,
        request=request,
        user=member,
        bearer=bearer,
        action=action,
        targets=tuple(targets),
        writes=writes,
        status=status,
        glass=look,
        number=number,
    )
