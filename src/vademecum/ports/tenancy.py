"""What a service keeps of its tenants, beside their memories. Every call names the one tenant it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.audit import AuditEntry, AuditQuery
    from vademecum.model.tenancy import (
        BreakGlass,
        Grant,
        Group,
        Issuer,
        Standing,
        Tenant,
        TenantId,
        Token,
        TokenId,
        User,
        UserName,
    )


class Tenants(Protocol):
    """The tenants of a service. Only the operator calls this, never a request."""

    def create(self, tenant: Tenant) -> None:
        """Keep a new tenant.

        Raises:
            Conflict: there is one of that id, or one was deleted under it.
        """
        ...

    def change(self, tenant: Tenant) -> None:
        """Keep another state or quota of a tenant.

        Raises:
            NotFound: there is no such tenant.
        """
        ...

    def delete(self, tenant: TenantId) -> None:
        """Delete a tenant with all that is its own. Doing it again changes nothing; its id stays taken."""
        ...

    def tenants(self, *, after: str = "", limit: int = 100) -> tuple[Tenant, ...]:
        """Tenants by id, those that come after one of them."""
        ...

    def tenant(self, tenant: TenantId) -> Tenant | None:
        """One tenant."""
        ...


class Members(Protocol):
    """Users and groups of a tenant."""

    def put_user(self, tenant: TenantId, user: User) -> None:
        """Keep a user, new or changed."""
        ...

    def remove_user(self, tenant: TenantId, name: UserName) -> None:
        """Take a user out, with memberships, grants and tokens; what they remembered stays."""
        ...

    def users(self, tenant: TenantId) -> tuple[User, ...]:
        """All users, by name."""
        ...

    def put_group(self, tenant: TenantId, group: Group) -> None:
        """Keep a group and who is in it, new or changed; one without members is gone, its grants too.

        Raises:
            NotFound: one of the members is no user.
        """
        ...

    def groups(self, tenant: TenantId) -> tuple[Group, ...]:
        """All groups, by name."""
        ...


class Grants(Protocol):
    """Which shared scopes are opened to whom."""

    def grant(self, tenant: TenantId, grant: Grant) -> None:
        """Keep a grant; it replaces one of the same holder and scope."""
        ...

    def withdraw(self, tenant: TenantId, holder: str, scope: str) -> bool:
        """Take a grant back at once; False when there was none."""
        ...

    def grants(self, tenant: TenantId) -> tuple[Grant, ...]:
        """All grants, by holder and scope."""
        ...


class Tokens(Protocol):
    """API tokens of a tenant."""

    def keep(self, tenant: TenantId, token: Token) -> None:
        """Keep a new token. One with a parent takes away those of the same parent that have expired.

        Raises:
            NotFound: its user is none.
        """
        ...

    def revoke(self, tenant: TenantId, token: TokenId, at: datetime) -> bool:
        """Revoke a token for every request that begins from now on; False when there is none."""
        ...

    def tokens(self, tenant: TenantId) -> tuple[Token, ...]:
        """All tokens, oldest first."""
        ...

    def note_use(self, tenant: TenantId, token: TokenId, at: datetime) -> None:
        """Keep that a token was used on this day; nobody waits for the disk."""
        ...


class Looks(Protocol):
    """Looks of administrators into personal scopes."""

    def open_glass(self, tenant: TenantId, glass: BreakGlass) -> None:
        """Keep that a look begins."""
        ...

    def close_glass(self, tenant: TenantId, glass: str, at: datetime) -> bool:
        """End a look; False when there is none that is open."""
        ...

    def glasses(self, tenant: TenantId) -> tuple[BreakGlass, ...]:
        """All looks there ever were, oldest first."""
        ...


class StandingPort(Protocol):
    """The one look that a request costs."""

    def standing(
        self, tenant: TenantId, *, token: TokenId | None = None, user: UserName | None = None, glass: str = ""
    ) -> Standing | None:
        """What decides of a request, of one moment; None when tenant, token or user is not there.

        A token that has a parent is shown as revoked when that one is, and to expire when that one does.

        Args:
            tenant: the tenant asked for.
            token: the token named; its owner is the user.
            user: the user named, where there is no token.
            glass: id of a look into a personal scope.
        """
        ...


class AuditLog(Protocol):
    """What was asked of a tenant, by whom."""

    def record(self, tenant: TenantId, entry: AuditEntry) -> None:
        """Keep a line; of what writes, durably on return."""
        ...

    def audit(self, tenant: TenantId, query: AuditQuery) -> tuple[AuditEntry, ...]:
        """Lines that are wanted, newest first."""
        ...

    def retain_audit(self, tenant: TenantId, since: datetime) -> int:
        """Drop lines from before a moment; how many those were."""
        ...


class Allowances(Protocol):
    """How much of a minute's requests is taken, over all processes."""

    def lease(self, tenant: TenantId, minute: int, wanted: int, limit: int) -> int:
        """Take requests out of a minute; how many there were to take, at most `wanted`.

        Args:
            tenant: whose.
            minute: minutes since the epoch.
            wanted: as many as the process would like.
            limit: as many as there are in this minute, for all processes together.
        """
        ...


class Issuers(Protocol):
    """Providers of identities that the operator trusts; the same for all tenants."""

    def put_issuer(self, issuer: Issuer) -> None:
        """Keep an issuer, new or changed."""
        ...

    def drop_issuer(self, issuer: str) -> bool:
        """Trust it no longer; False when it was not trusted."""
        ...

    def issuers(self) -> tuple[Issuer, ...]:
        """All of them, by address."""
        ...


class Accounts(Members, Grants, Tokens, Looks, StandingPort, AuditLog, Allowances, Issuers, Protocol):
    """All that requests need. The operator needs `Tenants` besides."""

    def usage(self, tenant: TenantId) -> tuple[int, int]:
        """How many memories a tenant keeps, and how many bytes their files have."""
        ...


class Operations(Accounts, Tenants, Protocol):
    """All that the operator needs."""
