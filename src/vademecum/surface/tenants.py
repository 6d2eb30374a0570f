"""Tenants, users, tokens and the audit log as JSON; of a secret, or what was derived from one, nothing."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime
    from typing import Any, TypeVar

    from vademecum.model.audit import AuditEntry
    from vademecum.model.jobs import Job
    from vademecum.model.tenancy import BreakGlass, Grant, Group, Issuer, Tenant, Token, User

    Shown = TypeVar("Shown")


def listed(make: Callable[[Shown], dict[str, Any]], found: Iterable[Shown]) -> dict[str, Any]:
    """A list of results."""
    return {"results": [make(one) for one in found]}


def tenant(one: Tenant) -> dict[str, Any]:
    """A tenant with its bounds; null is none."""
    return {
        "tenant": one.id,
        "created": one.created.isoformat(),
        "suspended": one.suspended,
        "memories": one.quota.memories,
        "bytes": one.quota.bytes,
        "requests_per_minute": one.quota.requests_per_minute,
    }


def user(one: User) -> dict[str, Any]:
    """A user."""
    return {
        "user": one.name,
        "created": one.created.isoformat(),
        "role": one.role.value,
        "suspended": one.suspended,
    }


def group(one: Group) -> dict[str, Any]:
    """A group."""
    return {"group": one.name, "members": list(one.members)}


def grant(one: Grant) -> dict[str, Any]:
    """A grant."""
    return {"holder": one.holder, "scope": one.scope, "write": one.write}


def token(one: Token) -> dict[str, Any]:
    """A token as it may be shown at any time."""
    return {
        "id": one.id,
        "user": one.user,
        "label": one.label,
        "rights": sorted(one.rights),
        "scopes": list(one.scopes),
        "created": one.created.isoformat(),
        "expires": _moment(one.expires),
        "revoked": _moment(one.revoked),
        "used": _moment(one.used),
    }


def issuer(one: Issuer) -> dict[str, Any]:
    """A provider of identities."""
    return {
        "issuer": one.issuer,
        "audience": one.audience,
        "jwks": one.jwks,
        "tenant": one.tenant,
        "tenant_claim": one.tenant_claim,
        "user_claim": one.user_claim,
        "provision": one.provision,
    }


def look(one: BreakGlass) -> dict[str, Any]:
    """A look into a personal scope."""
    return {
        "id": one.id,
        "admin": one.admin,
        "user": one.user,
        "reason": one.reason,
        "opened": one.opened.isoformat(),
        "expires": one.expires.isoformat(),
        "closed": _moment(one.closed),
    }


def line(one: AuditEntry) -> dict[str, Any]:
    """A line of the audit log."""
    return {
        "number": one.number,
        "at": one.at.isoformat(),
        "request": one.request,
        "user": one.user,
        "bearer": one.bearer,
        "action": one.action,
        "targets": list(one.targets),
        "writes": one.writes,
        "status": one.status,
        "look": one.glass,
    }


def job(one: Job) -> dict[str, Any]:
    """A job."""
    return {
        "id": one.id,
        "kind": one.kind.value,
        "user": one.user,
        "state": one.state.value,
        "attempts": one.attempts,
        "done": one.done,
        "total": one.total,
        "created": one.created.isoformat(),
        "started": _moment(one.started),
        "ended": _moment(one.ended),
        "arguments": json.loads(one.arguments),
        "result": json.loads(one.result) if one.result else None,
        "error": one.error or None,
    }


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
