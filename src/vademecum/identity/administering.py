"""What is changed about a tenant, each change with its line in the audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.access.naming import holder, shared_scope, tenant_id, user_name
from vademecum.errors import InvalidValue, NotFound, quoted
from vademecum.identity.issuing import fresh_id, issue, look
from vademecum.model.audit import AuditEntry
from vademecum.model.tenancy import EVERY_RIGHT, Grant, Group, Role, Tenant, User
from vademecum.model.value import replace, value

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from vademecum.identity.derivation import Derivation
    from vademecum.identity.issuing import Issued
    from vademecum.model.tenancy import BreakGlass, Quota, Right, TenantId, Token, UserName
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import Accounts, Operations

_PERSONAL = "personal"


@value(kw_only=True)
class Hand:
    """Whose hand does it, for the audit log.

    Attributes:
        user: who; empty for the operator.
        bearer: by which token; ``operator`` at the command line.
        request: id of the request; a fresh one for each change where there is none.
    """

    user: str = ""
    bearer: str = "operator"
    request: str = ""


OPERATOR = Hand()


class Administration:
    """Changes of a tenant's users, groups, grants, tokens and looks."""

    def __init__(
        self, accounts: Accounts, clock: Clock, derivation: Derivation, hand: Hand = OPERATOR
    ) -> None:
        """Change `accounts` in the name of `hand`."""
        self._accounts = accounts
        self._clock = clock
        self._derivation = derivation
        self._hand = hand

    def add_user(self, tenant: TenantId, name: str, *, admin: bool = False) -> User:
        """Let somebody in; one who is there takes the role.

        Raises:
            InvalidValue: nobody can be called so.
        """
        wanted = user_name(name)
        role = Role.ADMIN if admin else Role.MEMBER
        there = {one.name: one for one in self._accounts.users(tenant)}.get(wanted)
        user = replace(there, role=role) if there else User(name=wanted, created=self._now(), role=role)
        self._accounts.put_user(tenant, user)
        self._done(tenant, "user.add", user.name)
        return user

    def suspend_user(self, tenant: TenantId, name: str, *, suspended: bool = True) -> User:
        """Refuse every token of somebody from now on, or no longer.

        Raises:
            NotFound: there is no such user.
        """
        user = replace(self._user(tenant, name), suspended=suspended)
        self._accounts.put_user(tenant, user)
        self._done(tenant, "user.suspend" if suspended else "user.resume", user.name)
        return user

    def remove_user(self, tenant: TenantId, name: str) -> User:
        """Take somebody out; what they remembered stays.

        Raises:
            NotFound: there is no such user.
        """
        user = self._user(tenant, name)
        self._accounts.remove_user(tenant, user.name)
        self._done(tenant, "user.remove", user.name)
        return user

    def set_group(self, tenant: TenantId, name: str, members: Sequence[str]) -> Group:
        """Say who is in a group; without anybody it is gone."""
        group = Group(name=user_name(name), members=tuple(map(user_name, members)))
        self._accounts.put_group(tenant, group)
        self._done(tenant, "group.set", f"group:{group.name}", *group.members)
        return group

    def grant(self, tenant: TenantId, to: str, scope: str, *, write: bool = False) -> Grant:
        """Open a shared scope to a user or a group."""
        granted = Grant(holder=holder(to), scope=shared_scope(scope), write=write)
        self._accounts.grant(tenant, granted)
        self._done(tenant, "grant.add", granted.holder, granted.scope)
        return granted

    def withdraw(self, tenant: TenantId, of: str, scope: str) -> Grant:
        """Take a grant back.

        Raises:
            NotFound: there was none.
        """
        gone = Grant(holder=holder(of), scope=shared_scope(scope))
        if not self._accounts.withdraw(tenant, gone.holder, gone.scope):
            raise NotFound(f"{gone.scope} is not granted to {gone.holder}; see `vade service grant list`")
        self._done(tenant, "grant.remove", gone.holder, gone.scope)
        return gone

    def create_token(
        self,
        tenant: TenantId,
        user: str,
        *,
        label: str = "",
        rights: frozenset[Right] = EVERY_RIGHT,
        scopes: Sequence[str] = (),
        expires: datetime | None = None,
    ) -> Issued:
        """Make a token; its text is shown this once.

        Raises:
            InvalidValue: it would be of no use.
            NotFound: there is no such user.
        """
        only = tuple([one if one == _PERSONAL else shared_scope(one) for one in scopes])
        issued = issue(
            self._accounts,
            self._derivation,
            tenant,
            user_name(user),
            self._now(),
            label=label,
            rights=rights,
            scopes=only,
            expires=expires,
        )
        self._done(tenant, "token.create", issued.token.id, issued.token.user)
        return issued

    def revoke_token(self, tenant: TenantId, id: str, *, of: UserName | None = None) -> Token:
        """Revoke a token for every request that begins from now on.

        Args:
            tenant: whose.
            id: the token, or its beginning as lists show it.
            of: only if it is this user's.

        Raises:
            NotFound: there is no such token, or it is somebody else's.
        """
        short = id.removeprefix(f"vade_{tenant}_")[:12]
        found = [one for one in self._accounts.tokens(tenant) if one.id == short and of in (None, one.user)]
        if not found:
            raise NotFound(f"there is no token {quoted(id)}")
        self._accounts.revoke(tenant, found[0].id, self._now())
        self._done(tenant, "token.revoke", found[0].id, found[0].user)
        return next(one for one in self._accounts.tokens(tenant) if one.id == found[0].id)

    def open_look(
        self, tenant: TenantId, *, admin: UserName, user: str, reason: str, lasts: timedelta
    ) -> BreakGlass:
        """Begin a look into somebody's personal scope.

        Raises:
            InvalidValue: without a reason, or for too long, or into one's own.
            NotFound: there is no such user.
        """
        seen = user_name(user)
        if seen == admin:
            raise InvalidValue("user", "your own personal scope is open to you without it")
        glass = look(self._accounts, tenant, self._now(), admin=admin, user=seen, reason=reason, lasts=lasts)
        self._done(tenant, "look.open", glass.id, glass.user)
        return glass

    def close_look(self, tenant: TenantId, glass: str) -> None:
        """End a look.

        Raises:
            NotFound: there is none that is open.
        """
        if not self._accounts.close_glass(tenant, glass, self._now()):
            raise NotFound(f"there is no open look {quoted(glass)}")
        self._done(tenant, "look.close", glass)

    def drop_audit(self, tenant: TenantId, since: datetime) -> int:
        """Drop lines of the log from before a moment; that it was done stands in the log."""
        dropped = self._accounts.retain_audit(tenant, since)
        self._done(tenant, "audit.drop", since.isoformat())
        return dropped

    def _user(self, tenant: TenantId, name: str) -> User:
        wanted = user_name(name)
        for user in self._accounts.users(tenant):
            if user.name == wanted:
                return user
        raise NotFound(f"there is no user {quoted(wanted)} in the tenant {quoted(tenant)}")

    def _now(self) -> datetime:
        return self._clock.now()

    def _done(self, tenant: TenantId, action: str, *targets: str) -> None:
        entry = AuditEntry(
            at=self._now(),
            request=self._hand.request or fresh_id(),
            user=self._hand.user,
            bearer=self._hand.bearer,
            action=action,
            targets=targets,
            writes=True,
        )
        self._accounts.record(tenant, entry)


class Tenantry(Administration):
    """What the operator of a service does besides: tenants themselves."""

    def __init__(self, operations: Operations, clock: Clock, derivation: Derivation) -> None:
        """Change `operations` as the operator."""
        super().__init__(operations, clock, derivation)
        self._operations = operations

    def add(self, name: str, quota: Quota) -> Tenant:
        """Make a tenant.

        Raises:
            Conflict: the id is taken.
            InvalidValue: it cannot be one.
        """
        tenant = Tenant(id=tenant_id(name), created=self._now(), quota=quota)
        self._operations.create(tenant)
        self._done(tenant.id, "tenant.add", tenant.id)
        return tenant

    def find(self, name: str) -> Tenant:
        """A tenant.

        Raises:
            NotFound: there is none of that id.
        """
        found = self._operations.tenant(tenant_id(name))
        if found is None:
            raise NotFound(
                f"there is no tenant {quoted(name)}; `vade service tenant list` shows those there are"
            )
        return found

    def change(self, tenant: Tenant) -> Tenant:
        """Keep another state or quota of a tenant."""
        self._operations.change(tenant)
        self._done(tenant.id, "tenant.change", tenant.id)
        return tenant

    def delete(self, name: str) -> Tenant:
        """Delete a tenant with all that is its own, its audit log too.

        Raises:
            NotFound: there is none of that id.
        """
        tenant = self.find(name)
        self._operations.delete(tenant.id)
        return tenant
