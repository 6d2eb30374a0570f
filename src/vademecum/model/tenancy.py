"""Who shares a service: tenants, their users and groups, what each may see, and by which token they ask.

A tenant is not a user and a user is not a scope. A tenant holds users and groups; shared scopes are granted
to either; the personal scope belongs to its user alone and is never granted.
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import NewType

    TenantId = NewType("TenantId", str)
    """Short name of a tenant: a lower-case letter, then letters, digits and hyphens, at most 40 of them."""

    UserName = NewType("UserName", str)
    """Name of a user within a tenant, lower case; what memories are owned by, so it never changes."""

    TokenId = NewType("TokenId", str)
    """Public half of an API token, twelve letters and digits; shown in lists and in the audit log."""
else:
    TenantId = UserName = TokenId = str

EVERY_SHARED_SCOPE = "*"
"""In a grant: all shared scopes of the tenant, those still to come too. Never a personal one."""


class Right(StrEnum):
    """What a token may be used for; a request needs exactly one of them."""

    READ = "read"
    WRITE = "write"
    ERASE = "erase"  # what cannot be undone
    ADMIN = "admin"  # users, groups, grants, tokens and the audit log of the own tenant


EVERY_RIGHT = frozenset(Right)


class Role(StrEnum):
    """What a user is in a tenant. An administrator sees no more memories than anybody else."""

    MEMBER = "member"
    ADMIN = "admin"


@value(kw_only=True)
class Quota:
    """Bounds of one tenant; None is no bound.

    Attributes:
        memories: records of all scopes together.
        bytes: of all records' files together.
        requests_per_minute: over all processes of the service.
    """

    memories: int | None = None
    bytes: int | None = None
    requests_per_minute: int | None = None


@value(kw_only=True)
class Tenant:
    """One tenant.

    Attributes:
        suspended: every token of it is refused, nothing of it is lost.
    """

    id: TenantId
    created: datetime
    quota: Quota = field(default_factory=Quota)
    suspended: bool = False


@value(kw_only=True)
class User:
    """One user of one tenant."""

    name: UserName
    created: datetime
    role: Role = Role.MEMBER
    suspended: bool = False


@value(kw_only=True)
class Group:
    """Users who are granted scopes together.

    Attributes:
        members: sorted.
    """

    name: str
    members: tuple[UserName, ...] = ()


@value(kw_only=True)
class Grant:
    """A shared scope, opened to a user or a group.

    Attributes:
        holder: ``user:<name>`` or ``group:<name>``.
        scope: ``project:…``, ``org:…`` or ``*``.
        write: whether it may be written to as well as read.
    """

    holder: str
    scope: str
    write: bool = False


@value(kw_only=True)
class Token:
    """An API token as it is kept: its secret half is known to its bearer alone.

    Attributes:
        label: what its owner calls it.
        digest: what the key derivation made of the secret half, with its parameters and salt.
        rights: what it may be used for; what its user may not do, it may not either.
        scopes: the only scopes it reaches; empty for all that its user reaches.
        used: the day of its last use, None when it never was.
        parent: the token that a person logged in with to get this one, whose end is its end too; else empty.
    """

    id: TokenId
    user: UserName
    label: str
    digest: str
    rights: frozenset[Right]
    created: datetime
    scopes: tuple[str, ...] = ()
    expires: datetime | None = None
    revoked: datetime | None = None
    used: datetime | None = None
    parent: str = ""


@value(kw_only=True)
class BreakGlass:
    """An administrator's look into the personal scope of somebody else, for a reason and a short time.

    Attributes:
        id: what a request names to use it.
        admin: who looks.
        user: whose personal scope is looked into.
        closed: when it was ended before it expired.
    """

    id: str
    admin: UserName
    user: UserName
    reason: str
    opened: datetime
    expires: datetime
    closed: datetime | None = None


@value(kw_only=True)
class Issuer:
    """A provider of identities whose bearer tokens are accepted.

    Attributes:
        issuer: exactly what stands in `iss`; https, or http on loopback.
        audience: what must stand in `aud`.
        jwks: where its keys are published; empty to ask its discovery document.
        tenant: the tenant of all its users; empty where a claim tells it.
        tenant_claim: name of the claim that tells the tenant.
        user_claim: name of the claim that tells the user.
        provision: whether a user who is not known yet is made a member.
    """

    issuer: str
    audience: str
    jwks: str = ""
    tenant: str = ""
    tenant_claim: str = ""
    user_claim: str = "sub"
    provision: bool = False


@value(kw_only=True)
class Standing:
    """All that decides what one request may do, read in one look.

    Attributes:
        grants: those of the user and of every group of theirs.
        token: the token named, where one was.
        glass: the look into somebody's personal scope that was named, where one was.
    """

    tenant: Tenant
    user: User
    grants: tuple[Grant, ...] = ()
    token: Token | None = None
    glass: BreakGlass | None = None


@value(kw_only=True)
class Caller:
    """Who asks, as far as it has been proven, and what they may do.

    Attributes:
        user: whose personal scope is seen; with a `glass`, the one looked into.
        reads: shared scopes that may be read; ``*`` for all of them.
        writes: shared scopes that may be written to; ``*`` for all of them.
        personal: whether the personal scope is reached.
        bearer: what the proof is called in the audit log: the id of a token, or ``oidc``.
        only: the scopes that the token is bound to; empty where it is not.
        glass: id of the look into somebody's personal scope, else empty.
        admin: who looks through it, else empty.
    """

    tenant: TenantId
    user: UserName
    rights: frozenset[Right]
    reads: frozenset[str]
    writes: frozenset[str]
    personal: bool
    bearer: str
    quota: Quota
    only: tuple[str, ...] = ()
    glass: str = ""
    admin: str = ""
