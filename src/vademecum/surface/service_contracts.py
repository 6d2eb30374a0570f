"""How the commands of a service's operator answer; `surface.contracts` takes it into its table."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SHAPES: Mapping[str, Mapping[str, str]] = {
    "Tenant": {
        "tenant": "str",
        "created": "datetime",
        "suspended": "bool",
        "memories": "int | None",
        "bytes": "int | None",
        "requests_per_minute": "int | None",
    },
    "User": {"user": "str", "created": "datetime", "role": "str", "suspended": "bool"},
    "Group": {"group": "str", "members": "tuple[str, ...]"},
    "Grant": {"holder": "str", "scope": "str", "write": "bool"},
    "ApiToken": {
        "id": "str",
        "user": "str",
        "label": "str",
        "rights": "tuple[str, ...]",
        "scopes": "tuple[str, ...]",
        "created": "datetime",
        "expires": "datetime | None",
        "revoked": "datetime | None",
        "used": "datetime | None",
    },
    "Issuer": {
        "issuer": "str",
        "audience": "str",
        "jwks": "str",
        "tenant": "str",
        "tenant_claim": "str",
        "user_claim": "str",
        "provision": "bool",
    },
    "AuditLine": {
        "number": "int",
        "at": "datetime",
        "request": "str",
        "user": "str",
        "bearer": "str",
        "action": "str",
        "targets": "tuple[str, ...]",
        "writes": "bool",
        "status": "int",
        "look": "str",
    },
}
"""What stands in these answers."""

_GROUP = ((), {"commands": "tuple[str, ...]"})


def _one(kind: str, **more: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    return ("writes",), {**SHAPES[kind], **more}


def _list(kind: str, **more: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    return ("results",), {"results": f"tuple[{kind}, ...]", **more}


SERVICE: Mapping[str, tuple[tuple[str, ...], Mapping[str, str]]] = {
    "service": _GROUP,
    "service migrate": (("writes",), {"steps": "tuple[str, ...]", "role": "str"}),
    "service tenant": _GROUP,
    "service tenant add": _one("Tenant"),
    "service tenant change": _one("Tenant"),
    "service tenant list": _list("Tenant"),
    "service tenant delete": _one("Tenant"),
    "service user": _GROUP,
    "service user add": _one("User"),
    "service user list": _list("User"),
    "service user suspend": _one("User"),
    "service user resume": _one("User"),
    "service user remove": _one("User"),
    "service group": _GROUP,
    "service group set": _one("Group"),
    "service group list": _list("Group"),
    "service grant": _GROUP,
    "service grant add": _one("Grant"),
    "service grant list": _list("Grant"),
    "service grant remove": _one("Grant"),
    "service token": _GROUP,
    "service token create": _one("ApiToken", token="str"),  # noqa: S106 - a type
    "service token list": _list("ApiToken"),
    "service token revoke": _one("ApiToken"),
    "service issuer": _GROUP,
    "service issuer trust": _one("Issuer"),
    "service issuer list": _list("Issuer"),
    "service issuer drop": (("writes",), {"issuer": "str"}),
    "service worker": (("writes",), {"done": "int"}),
    "service audit": _list("AuditLine", dropped="int"),
}
"""Command -> what its contract says: ``writes``, or ``results`` for a list; and its fields."""
