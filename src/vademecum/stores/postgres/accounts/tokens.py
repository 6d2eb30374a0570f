"""Tokens and looks into personal scopes as rows, and the one look that a request costs."""

from __future__ import annotations

from vademecum.model.tenancy import (
    BreakGlass,
    Grant,
    Quota,
    Right,
    Standing,
    Tenant,
    Token,
    TokenId,
    UserName,
)
from vademecum.model.value import replace
from vademecum.stores.postgres.accounts.members import MemberRows, must_be_user, user_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.transaction import Transaction

_TOKEN = "id, owner, label, digest, rights, scopes, created, expires, revoked, used, parent"  # noqa: S105 - columns
_KEEP = f"""
INSERT INTO vade.token (tenant, {_TOKEN}) VALUES (%(tenant)s, %(id)s, %(owner)s, %(label)s, %(digest)s,
    %(rights)s, %(scopes)s, %(created)s, %(expires)s, %(revoked)s, %(used)s, %(parent)s)
"""
_DROP = """
DELETE FROM vade.token
WHERE tenant = %(tenant)s AND parent = %(parent)s AND parent <> '' AND expires <= %(created)s
"""
_REVOKE = """
UPDATE vade.token SET revoked = coalesce(revoked, %(at)s) WHERE tenant = %(tenant)s AND id = %(id)s
"""
_TOKENS = f"SELECT {_TOKEN} FROM vade.token WHERE tenant = %(tenant)s ORDER BY created, id"
_USE = """
UPDATE vade.token SET used = %(day)s
WHERE tenant = %(tenant)s AND id = %(id)s AND used IS DISTINCT FROM %(day)s
"""
_LOOK = "id, admin, member, reason, opened, expires, closed"
_OPEN = f"""
INSERT INTO vade.look (tenant, {_LOOK})
VALUES (%(tenant)s, %(id)s, %(admin)s, %(member)s, %(reason)s, %(opened)s, %(expires)s, %(closed)s)
"""
_CLOSE = """
UPDATE vade.look SET closed = %(at)s WHERE tenant = %(tenant)s AND id = %(id)s AND closed IS NULL
"""
_LOOKS = f"SELECT {_LOOK} FROM vade.look WHERE tenant = %(tenant)s ORDER BY opened, id"
ACCOUNT = "tenant, created, suspended, memories, bytes, requests_per_minute"
"""Columns of `vade.account` from which `tenant_of` makes a tenant."""


def _named(columns: str, table: str) -> str:
    return ", ".join([f"{table}.{name}" for name in columns.split(", ")])


# A token that is named and not there leaves `m.name` without anything to be equal to: no row, nobody.
_STANDING = f"""
SELECT {_named(ACCOUNT, "a")}, m.name, m.created, m.role, m.suspended, {_named(_TOKEN, "t")},
    p.revoked, p.expires, {_named(_LOOK, "l")}, coalesce((
        SELECT jsonb_agg(jsonb_build_array(g.holder, g.scope, g.may_write) ORDER BY g.holder, g.scope)
        FROM vade.scope_grant g
        WHERE g.tenant = %(tenant)s AND (g.holder = 'user:' || m.name OR g.holder IN (
            SELECT 'group:' || s.team FROM vade.membership s
            WHERE s.tenant = %(tenant)s AND s.member = m.name))), '[]')
FROM vade.account a
LEFT JOIN vade.token t ON t.tenant = %(tenant)s AND t.id = %(token)s
LEFT JOIN vade.token p ON p.tenant = %(tenant)s AND p.id = t.parent
JOIN vade.member m ON m.tenant = %(tenant)s AND m.name = coalesce(t.owner, %(member)s)
LEFT JOIN vade.look l ON l.tenant = %(tenant)s AND l.id = %(look)s
WHERE a.tenant = %(tenant)s AND NOT a.deleted
"""


class TokenRows(MemberRows):
    """Implements `ports.tenancy.Tokens`, `Looks` and `StandingPort`."""

    def keep(self, tenant: TenantId, token: Token) -> None:
        """See `ports.tenancy.Tokens.keep`."""

        def work(now: Transaction) -> None:
            must_be_user(now, token.user)
            now.run(_DROP, parent=token.parent, created=token.created)
            now.run(
                _KEEP,
                id=token.id,
                owner=token.user,
                label=token.label,
                digest=token.digest,
                rights=sorted(right.value for right in token.rights),
                scopes=list(token.scopes),
                created=token.created,
                expires=token.expires,
                revoked=token.revoked,
                used=token.used,
                parent=token.parent,
            )

        self._of(tenant).write(work)

    def revoke(self, tenant: TenantId, token: TokenId, at: datetime) -> bool:
        """See `ports.tenancy.Tokens.revoke`."""
        return self._of(tenant).write(lambda now: now.run(_REVOKE, id=token, at=at), repeatable=True) > 0

    def tokens(self, tenant: TenantId) -> tuple[Token, ...]:
        """See `ports.tenancy.Tokens.tokens`."""
        return tuple([token_of(row) for row in self._of(tenant).read(lambda now: now.all(_TOKENS))])

    def note_use(self, tenant: TenantId, token: TokenId, at: datetime) -> None:
        """See `ports.tenancy.Tokens.note_use`."""
        day = at.replace(hour=0, minute=0, second=0, microsecond=0)

        self._of(tenant).write(lambda now: now.run(_USE, id=token, day=day), repeatable=True, hurried=True)

    def open_glass(self, tenant: TenantId, glass: BreakGlass) -> None:
        """See `ports.tenancy.Looks.open_glass`."""

        def work(now: Transaction) -> None:
            must_be_user(now, glass.user)
            now.run(
                _OPEN,
                id=glass.id,
                admin=glass.admin,
                member=glass.user,
                reason=glass.reason,
                opened=glass.opened,
                expires=glass.expires,
                closed=glass.closed,
            )

        self._of(tenant).write(work)

    def close_glass(self, tenant: TenantId, glass: str, at: datetime) -> bool:
        """See `ports.tenancy.Looks.close_glass`."""
        return self._of(tenant).write(lambda now: now.run(_CLOSE, id=glass, at=at)) > 0

    def glasses(self, tenant: TenantId) -> tuple[BreakGlass, ...]:
        """See `ports.tenancy.Looks.glasses`."""
        return tuple([_glass_of(row) for row in self._of(tenant).read(lambda now: now.all(_LOOKS))])

    def standing(
        self, tenant: TenantId, *, token: TokenId | None = None, user: UserName | None = None, glass: str = ""
    ) -> Standing | None:
        """See `ports.tenancy.StandingPort.standing`."""
        member = user if token is None else None
        row = self._of(tenant).read(lambda now: now.one(_STANDING, token=token, member=member, look=glass))
        if row is None:
            return None
        account, person, kept, bound = row[:6], row[6:10], row[10:21], row[21:23]
        look, opened = row[23:30], row[30]
        return Standing(
            tenant=tenant_of(account),
            user=user_of(person),
            grants=tuple([Grant(holder=holder, scope=scope, write=write) for holder, scope, write in opened]),
            token=_bound(token_of(kept), *bound) if kept[0] is not None else None,
            glass=_glass_of(look) if look[0] is not None else None,
        )


def tenant_of(row: Sequence[Any]) -> Tenant:
    """A tenant from the columns `ACCOUNT`."""
    id, created, suspended, memories, size, rate = row
    quota = Quota(memories=memories, bytes=size, requests_per_minute=rate)
    return Tenant(id=id, created=created, quota=quota, suspended=suspended)


def token_of(row: Sequence[Any]) -> Token:
    """A token from the columns `_TOKEN`."""
    id, owner, label, digest, rights, scopes, created, expires, revoked, used, parent = row
    return Token(
        id=TokenId(id),
        user=UserName(owner),
        label=label,
        digest=digest,
        rights=frozenset(map(Right, rights)),
        created=created,
        scopes=tuple(scopes),
        expires=expires,
        revoked=revoked,
        used=used,
        parent=parent,
    )


def _bound(token: Token, revoked: datetime | None, expires: datetime | None) -> Token:
    """A token that ends when its parent does."""
    ends = [one for one in (token.expires, expires) if one]
    return replace(token, revoked=token.revoked or revoked, expires=min(ends, default=None))


def _glass_of(row: Sequence[Any]) -> BreakGlass:
    id, admin, member, reason, opened, expires, closed = row
    return BreakGlass(
        id=id,
        admin=UserName(admin),
        user=UserName(member),
        reason=reason,
        opened=opened,
        expires=expires,
        closed=closed,
    )
