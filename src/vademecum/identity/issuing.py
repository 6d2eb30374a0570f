"""New tokens and looks: chance makes their ids and secrets."""

from __future__ import annotations

import secrets

from vademecum.access.naming import Presented, written
from vademecum.errors import InvalidValue
from vademecum.model.tenancy import EVERY_RIGHT, BreakGlass, Token, TokenId
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from vademecum.identity.derivation import Derivation
    from vademecum.model.tenancy import Right, TenantId, UserName
    from vademecum.ports.tenancy import Looks, Tokens

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_LONGEST_LABEL = 100
_SHORTEST_REASON, _LONGEST_REASON = 10, 500
_LONGEST_LOOK_H = 8
"""Hours: a working day. Whoever needs longer gives the reason again."""


@value
class Issued:
    """A new token and its text, which is shown this once."""

    token: Token
    text: str


def fresh_id() -> str:
    """Twelve letters and digits, 62 bits by chance."""
    return "".join([secrets.choice(_LETTERS) for _ in range(12)])


def issue(
    tokens: Tokens,
    derivation: Derivation,
    tenant: TenantId,
    user: UserName,
    now: datetime,
    *,
    label: str = "",
    rights: frozenset[Right] = EVERY_RIGHT,
    scopes: tuple[str, ...] = (),
    expires: datetime | None = None,
    parent: str = "",
) -> Issued:
    """Make a token and keep it.

    Raises:
        InvalidValue: it would have no right, or be expired, or its label is too long.
        NotFound: its user is none.
    """
    if not rights:
        raise InvalidValue(
            "rights", "a token without any right is of no use; give read, write, erase or admin"
        )
    if expires is not None and expires <= now:
        raise InvalidValue("expires", "lies in the past; give a moment that is still to come")
    if len(label) > _LONGEST_LABEL:
        raise InvalidValue("label", f"has {len(label)} characters; take {_LONGEST_LABEL} at most")
    secret = secrets.token_hex(32)
    token = Token(
        id=TokenId(fresh_id()),
        user=user,
        label=label,
        digest=derivation.derive(secret),
        rights=rights,
        created=now,
        scopes=scopes,
        expires=expires,
        parent=parent,
    )
    tokens.keep(tenant, token)
    return Issued(token, written(Presented(tenant, token.id, secret)))


def look(
    looks: Looks,
    tenant: TenantId,
    now: datetime,
    *,
    admin: UserName,
    user: UserName,
    reason: str,
    lasts: timedelta,
) -> BreakGlass:
    """Begin a look of an administrator into the personal scope of somebody else.

    Raises:
        InvalidValue: the reason says nothing, or it would last longer than a working day.
        NotFound: there is no such user.
    """
    said = " ".join(reason.split())
    if not _SHORTEST_REASON <= len(said) <= _LONGEST_REASON:
        raise InvalidValue(
            "reason", f"say in {_SHORTEST_REASON} to {_LONGEST_REASON} characters why it must be looked into"
        )
    if not 0 < lasts.total_seconds() <= _LONGEST_LOOK_H * 3600:
        raise InvalidValue("expires", f"a look lasts {_LONGEST_LOOK_H} hours at most")
    glass = BreakGlass(id=fresh_id(), admin=admin, user=user, reason=said, opened=now, expires=now + lasts)
    looks.open_glass(tenant, glass)
    return glass
