"""What tenants, users, groups and scopes may be called, and how a token is written."""

from __future__ import annotations

import re

from vademecum.errors import InvalidValue, quoted
from vademecum.model.tenancy import EVERY_SHARED_SCOPE, TenantId, TokenId, UserName
from vademecum.model.value import value

_TENANT = re.compile(r"[a-z][a-z0-9-]{0,39}")
_OF_A_PERSON = "u-"
"""What the names of personal spaces in the database begin with, so that no tenant can be called like one."""

_USER = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,127}")
_SCOPE = re.compile(r"(?:org:[a-z0-9-]{1,64}|project:[^\s\x00-\x1f/\\]{1,200}|\*)")
_TOKEN = re.compile(r"vade_([a-z][a-z0-9-]{0,39})_([a-z0-9]{12})_([0-9a-f]{64})")


@value
class Presented:
    """A token as its bearer sends it, taken apart.

    Attributes:
        secret: the half that is nowhere kept: 64 hex digits, 256 bits by chance.
    """

    tenant: TenantId
    token: TokenId
    secret: str


def written(presented: Presented) -> str:
    """The text of a token, which is shown once; no letter needs escaping anywhere."""
    return f"vade_{presented.tenant}_{presented.token}_{presented.secret}"


def presented(text: str) -> Presented | None:
    """A token taken apart; None when the text is none."""
    found = _TOKEN.fullmatch(text)
    return found and Presented(TenantId(found[1]), TokenId(found[2]), found[3])


def shown(tenant: TenantId, token: TokenId) -> str:
    """As much of a token as may be shown at any time."""
    return f"vade_{tenant}_{token}_…"


def tenant_id(text: str) -> TenantId:
    """The id of a tenant.

    Raises:
        InvalidValue: it cannot be one.
    """
    if _TENANT.fullmatch(text) is None or text.startswith(_OF_A_PERSON):
        raise InvalidValue(
            "tenant",
            f"{quoted(text)} is no id of a tenant; take a lower-case letter, then up to 39 letters, digits"
            " or hyphens, and begin with anything but u-; e.g. acme",
        )
    return TenantId(text)


def user_name(text: str) -> UserName:
    """The name of a user, lower case.

    Raises:
        InvalidValue: it cannot be one.
    """
    name = text.casefold()
    if _USER.fullmatch(name) is None:
        raise InvalidValue(
            "user",
            f"{quoted(text)} is no name of a user; take up to 128 letters, digits and . _ @ + -, e.g."
            " ann@example.org",
        )
    return UserName(name)


def shared_scope(text: str) -> str:
    """A scope that may be granted.

    Raises:
        InvalidValue: it is personal, or none.
    """
    if text == "personal":
        raise InvalidValue(
            "scope", "the personal scope belongs to its user alone; a look into it is opened by break-glass"
        )
    if _SCOPE.fullmatch(text) is None:
        raise InvalidValue(
            "scope", f"{quoted(text)} is no shared scope; write project:KEY, org:KEY, or {EVERY_SHARED_SCOPE}"
        )
    return text


def holder(text: str) -> str:
    """Whom a grant is for: ``user:<name>`` or ``group:<name>``.

    Raises:
        InvalidValue: it names neither.
    """
    kind, colon, name = text.partition(":")
    if not colon or kind not in ("user", "group"):
        raise InvalidValue("holder", f"{quoted(text)} names nobody; write user:NAME or group:NAME")
    return f"{kind}:{user_name(name)}"
