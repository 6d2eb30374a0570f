"""`MemoryAccounts`: every part of `ports.tenancy` over dictionaries."""

from __future__ import annotations

import threading
from collections import Counter, deque

from vademecum.errors import Conflict, NotFound, quoted
from vademecum.model.tenancy import Standing, TokenId
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.audit import AuditEntry, AuditQuery
    from vademecum.model.tenancy import (
        BreakGlass,
        Grant,
        Group,
        Issuer,
        Tenant,
        TenantId,
        Token,
        User,
        UserName,
    )


class _Shelf:
    """All that is one tenant's own."""

    def __init__(self) -> None:
        self.users: dict[UserName, User] = {}
        self.groups: dict[str, Group] = {}
        self.grants: dict[tuple[str, str], Grant] = {}
        self.tokens: dict[TokenId, Token] = {}
        self.glasses: dict[str, BreakGlass] = {}
        self.log: deque[AuditEntry] = deque()
        self.leased: Counter[int] = Counter()


class MemoryAccounts:
    """Accounts without a database, of one process; `usage` answers what `use` was told last."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._tenants: dict[TenantId, Tenant] = {}
        self._deleted: set[TenantId] = set()
        self._shelves: dict[TenantId, _Shelf] = {}
        self._issuers: dict[str, Issuer] = {}
        self._used: dict[TenantId, tuple[int, int]] = {}

    def create(self, tenant: Tenant) -> None:
        """See `ports.tenancy.Tenants.create`."""
        with self._lock:
            if tenant.id in self._tenants or tenant.id in self._deleted:
                raise Conflict(f"the tenant id {quoted(tenant.id)} is taken; choose another one")
            self._tenants[tenant.id] = tenant
            self._shelves[tenant.id] = _Shelf()

    def change(self, tenant: Tenant) -> None:
        """See `ports.tenancy.Tenants.change`."""
        with self._lock:
            if tenant.id not in self._tenants:
                raise _no_tenant(tenant.id)
            self._tenants[tenant.id] = tenant

    def delete(self, tenant: TenantId) -> None:
        """See `ports.tenancy.Tenants.delete`."""
        with self._lock:
            if self._tenants.pop(tenant, None) is not None:
                self._deleted.add(tenant)
            self._shelves.pop(tenant, None)

    def tenants(self, *, after: str = "", limit: int = 100) -> tuple[Tenant, ...]:
        """See `ports.tenancy.Tenants.tenants`."""
        with self._lock:
            return tuple([self._tenants[id] for id in sorted(self._tenants) if id > after][:limit])

    def tenant(self, tenant: TenantId) -> Tenant | None:
        """See `ports.tenancy.Tenants.tenant`."""
        return self._tenants.get(tenant)

    def put_user(self, tenant: TenantId, user: User) -> None:
        """See `ports.tenancy.Members.put_user`."""
        with self._lock:
            self._shelf(tenant).users[user.name] = user

    def remove_user(self, tenant: TenantId, name: UserName) -> None:
        """See `ports.tenancy.Members.remove_user`."""
        with self._lock:
            shelf = self._shelf(tenant)
            shelf.users.pop(name, None)
            shelf.tokens = {id: one for id, one in shelf.tokens.items() if one.user != name}
            shelf.grants = {key: one for key, one in shelf.grants.items() if key[0] != f"user:{name}"}
            for group in tuple(shelf.groups.values()):
                left = tuple([member for member in group.members if member != name])
                self.put_group(tenant, replace(group, members=left))

    def users(self, tenant: TenantId) -> tuple[User, ...]:
        """See `ports.tenancy.Members.users`."""
        with self._lock:
            held = self._shelf(tenant).users
            return tuple([held[name] for name in sorted(held)])

    def put_group(self, tenant: TenantId, group: Group) -> None:
        """See `ports.tenancy.Members.put_group`."""
        with self._lock:
            shelf = self._shelf(tenant)
            for member in group.members:
                self._must_be_user(tenant, member)
            if group.members:
                shelf.groups[group.name] = replace(group, members=tuple(sorted(set(group.members))))
                return
            shelf.groups.pop(group.name, None)
            gone = f"group:{group.name}"
            shelf.grants = {key: one for key, one in shelf.grants.items() if key[0] != gone}

    def groups(self, tenant: TenantId) -> tuple[Group, ...]:
        """See `ports.tenancy.Members.groups`."""
        with self._lock:
            held = self._shelf(tenant).groups
            return tuple([held[name] for name in sorted(held)])

    def grant(self, tenant: TenantId, grant: Grant) -> None:
        """See `ports.tenancy.Grants.grant`."""
        with self._lock:
            self._shelf(tenant).grants[grant.holder, grant.scope] = grant

    def withdraw(self, tenant: TenantId, holder: str, scope: str) -> bool:
        """See `ports.tenancy.Grants.withdraw`."""
        with self._lock:
            return self._shelf(tenant).grants.pop((holder, scope), None) is not None

    def grants(self, tenant: TenantId) -> tuple[Grant, ...]:
        """See `ports.tenancy.Grants.grants`."""
        with self._lock:
            held = self._shelf(tenant).grants
            return tuple([held[key] for key in sorted(held)])

    def keep(self, tenant: TenantId, token: Token) -> None:
        """See `ports.tenancy.Tokens.keep`."""
        with self._lock:
            self._must_be_user(tenant, token.user)
            held = self._shelf(tenant).tokens
            for old in tuple(held.values()):
                if old.parent and old.parent == token.parent and old.expires and old.expires <= token.created:
                    del held[old.id]
            held[token.id] = token

    def revoke(self, tenant: TenantId, token: TokenId, at: datetime) -> bool:
        """See `ports.tenancy.Tokens.revoke`."""
        with self._lock:
            held = self._shelf(tenant).tokens
            if token not in held:
                return False
            if held[token].revoked is None:
                held[token] = replace(held[token], revoked=at)
            return True

    def tokens(self, tenant: TenantId) -> tuple[Token, ...]:
        """See `ports.tenancy.Tokens.tokens`."""
        with self._lock:
            return tuple(sorted(self._shelf(tenant).tokens.values(), key=lambda one: (one.created, one.id)))

    def note_use(self, tenant: TenantId, token: TokenId, at: datetime) -> None:
        """See `ports.tenancy.Tokens.note_use`."""
        day = at.replace(hour=0, minute=0, second=0, microsecond=0)
        with self._lock:
            held = self._shelf(tenant).tokens
            if token in held:
                held[token] = replace(held[token], used=day)

    def open_glass(self, tenant: TenantId, glass: BreakGlass) -> None:
        """See `ports.tenancy.Looks.open_glass`."""
        with self._lock:
            self._must_be_user(tenant, glass.user)
            self._shelf(tenant).glasses[glass.id] = glass

    def close_glass(self, tenant: TenantId, glass: str, at: datetime) -> bool:
        """See `ports.tenancy.Looks.close_glass`."""
        with self._lock:
            held = self._shelf(tenant).glasses
            found = held.get(glass)
            if found is None or found.closed is not None:
                return False
            held[glass] = replace(found, closed=at)
            return True

    def glasses(self, tenant: TenantId) -> tuple[BreakGlass, ...]:
        """See `ports.tenancy.Looks.glasses`."""
        with self._lock:
            return tuple(sorted(self._shelf(tenant).glasses.values(), key=lambda one: (one.opened, one.id)))

    def standing(
        self, tenant: TenantId, *, token: TokenId | None = None, user: UserName | None = None, glass: str = ""
    ) -> Standing | None:
        """See `ports.tenancy.StandingPort.standing`."""
        with self._lock:
            home, shelf = self._tenants.get(tenant), self._shelves.get(tenant)
            if home is None or shelf is None:
                return None
            named = _bound(shelf, token) if token is not None else None
            if token is not None and named is None:
                return None
            name = named.user if named else user
            found = shelf.users.get(name) if name is not None else None
            if found is None:
                return None
            holders = {f"user:{found.name}"}
            holders |= {f"group:{one.name}" for one in shelf.groups.values() if found.name in one.members}
            opened = tuple([shelf.grants[key] for key in sorted(shelf.grants) if key[0] in holders])
            return Standing(
                tenant=home, user=found, grants=opened, token=named, glass=shelf.glasses.get(glass)
            )

    def record(self, tenant: TenantId, entry: AuditEntry) -> None:
        """See `ports.tenancy.AuditLog.record`."""
        with self._lock:
            log = self._shelf(tenant).log
            log.append(replace(entry, number=log[-1].number + 1 if log else 1))

    def audit(self, tenant: TenantId, query: AuditQuery) -> tuple[AuditEntry, ...]:
        """See `ports.tenancy.AuditLog.audit`."""
        with self._lock:
            wanted = [one for one in reversed(self._shelf(tenant).log) if _is_wanted(one, query)]
            return tuple(wanted[: query.limit])

    def retain_audit(self, tenant: TenantId, since: datetime) -> int:
        """See `ports.tenancy.AuditLog.retain_audit`."""
        with self._lock:
            shelf = self._shelf(tenant)
            stays = deque(one for one in shelf.log if one.at >= since)
            dropped, shelf.log = len(shelf.log) - len(stays), stays
            return dropped

    def lease(self, tenant: TenantId, minute: int, wanted: int, limit: int) -> int:
        """See `ports.tenancy.Allowances.lease`."""
        with self._lock:
            leased = self._shelf(tenant).leased
            got = max(0, min(wanted, limit - leased[minute]))
            leased[minute] += got
            return got

    def put_issuer(self, issuer: Issuer) -> None:
        """See `ports.tenancy.Issuers.put_issuer`."""
        with self._lock:
            self._issuers[issuer.issuer] = issuer

    def drop_issuer(self, issuer: str) -> bool:
        """See `ports.tenancy.Issuers.drop_issuer`."""
        with self._lock:
            return self._issuers.pop(issuer, None) is not None

    def issuers(self) -> tuple[Issuer, ...]:
        """See `ports.tenancy.Issuers.issuers`."""
        with self._lock:
            return tuple([self._issuers[address] for address in sorted(self._issuers)])

    def usage(self, tenant: TenantId) -> tuple[int, int]:
        """See `ports.tenancy.Accounts.usage`."""
        return self._used.get(tenant, (0, 0))

    def use(self, tenant: TenantId, memories: int, size: int) -> None:
        """Say how much a tenant keeps."""
        self._used[tenant] = memories, size

    def _shelf(self, tenant: TenantId) -> _Shelf:
        if tenant not in self._shelves:
            raise _no_tenant(tenant)
        return self._shelves[tenant]

    def _must_be_user(self, tenant: TenantId, name: UserName) -> None:
        if name not in self._shelf(tenant).users:
            raise NotFound(f"there is no user {quoted(name)} in the tenant {quoted(tenant)}")


def _bound(shelf: _Shelf, id: TokenId) -> Token | None:
    """A token that ends when its parent does."""
    token = shelf.tokens.get(id)
    parent = shelf.tokens.get(TokenId(token.parent)) if token and token.parent else None
    if token is None or parent is None:
        return token
    ends = [one.expires for one in (token, parent) if one.expires]
    return replace(token, revoked=token.revoked or parent.revoked, expires=min(ends, default=None))


def _no_tenant(id: TenantId) -> NotFound:
    return NotFound(f"there is no tenant {quoted(id)}; `vade service tenant list` shows those there are")


def _is_wanted(entry: AuditEntry, query: AuditQuery) -> bool:
    return (
        (not query.user or entry.user == query.user)
        and (not query.action or entry.action == query.action)
        and (query.since is None or entry.at >= query.since)
        and (query.before is None or entry.number < query.before)
    )
