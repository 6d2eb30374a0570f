"""Whether a request passes, and how far it reaches."""

from __future__ import annotations

from vademecum.errors import Forbidden
from vademecum.model.jobs import JobKind
from vademecum.model.tenancy import EVERY_RIGHT, EVERY_SHARED_SCOPE, Caller, Right, Role

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from vademecum.model.tenancy import BreakGlass, Standing, Token, UserName

JOB_RIGHTS = {
    JobKind.EMBED: Right.WRITE,
    JobKind.IMPORT: Right.WRITE,
    JobKind.EXPORT: Right.READ,
    JobKind.REINDEX: Right.WRITE,
    JobKind.ERASE: Right.ERASE,
}
"""The right that a kind of job needs, when it is asked for and again when it begins; the same as doing at
once what it does."""

_PERSONAL = "personal"
_LOOKING = frozenset({Right.READ})


def usable(token: Token, now: datetime) -> bool:
    """Whether a token still counts: neither revoked nor expired."""
    return token.revoked is None and (token.expires is None or now < token.expires)


def looking(glass: BreakGlass, now: datetime) -> bool:
    """Whether a look into a personal scope is still open."""
    return glass.closed is None and now < glass.expires


def caller(
    standing: Standing,
    now: datetime,
    *,
    bearer: str,
    glass: str = "",
    within: frozenset[Right] = EVERY_RIGHT,
) -> Caller | None:
    """Who asks and what they may do; None when nothing at all, for whatever reason.

    Args:
        standing: what decides, read in one look.
        now: the present.
        bearer: name of the proof for the audit log.
        glass: id of the look that the request names; one that is not open to its user refuses it.
        within: rights that the proof is for, where it is no token.
    """
    token = standing.token
    if standing.tenant.suspended or standing.user.suspended or (token and not usable(token, now)):
        return None
    own = EVERY_RIGHT if standing.user.role is Role.ADMIN else EVERY_RIGHT - {Right.ADMIN}
    rights = own & (token.rights if token else within)
    if glass:  # a token that reaches some scopes only looks into nobody's personal one
        return None if token and token.scopes else _through(standing, now, rights, bearer)
    only = frozenset(token.scopes) if token and token.scopes else None
    return Caller(
        tenant=standing.tenant.id,
        user=standing.user.name,
        rights=rights,
        reads=narrowed({one.scope for one in standing.grants}, only),
        writes=narrowed({one.scope for one in standing.grants if one.write}, only),
        personal=only is None or _PERSONAL in only,
        bearer=bearer,
        quota=standing.tenant.quota,
        only=token.scopes if token else (),
    )


def _through(standing: Standing, now: datetime, rights: frozenset[Right], bearer: str) -> Caller | None:
    """The caller who looks into somebody's personal scope: that scope alone, and reading alone."""
    glass = standing.glass
    if glass is None or Right.ADMIN not in rights or glass.admin != standing.user.name:
        return None
    if not looking(glass, now):
        return None
    return Caller(
        tenant=standing.tenant.id,
        user=glass.user,
        rights=rights & _LOOKING,
        reads=frozenset(),
        writes=frozenset(),
        personal=True,
        bearer=bearer,
        quota=standing.tenant.quota,
        glass=glass.id,
        admin=glass.admin,
    )


def issuable(
    caller: Caller, user: UserName, rights: frozenset[Right], scopes: tuple[str, ...]
) -> tuple[frozenset[Right], tuple[str, ...]]:
    """Rights and scopes of a token that a caller makes: none that their own has not.

    One for somebody else reaches nobody's personal scope: into that only a look leads, which is written down.

    Args:
        caller: who makes it.
        user: whose it will be.
        rights: wanted; all that may be when empty.
        scopes: wanted; all that may be when empty.

    Raises:
        Forbidden: it would reach further.
    """
    beyond = sorted(rights - caller.rights)
    if beyond:
        raise Forbidden(f"the right {beyond[0]} is not yours to give; ask with a token that has it")
    bound = caller.only
    if user != caller.user:
        bound = tuple([one for one in bound or (EVERY_SHARED_SCOPE,) if one != _PERSONAL])
        if not bound:
            raise Forbidden("a token bound to a personal scope makes none for somebody else")
    for scope in scopes if bound else ():
        if scope not in bound and not reaches(frozenset(bound), scope):
            raise Forbidden(f"the scope {scope} is not yours to give; a look leads into a personal one")
    return rights or caller.rights, scopes or bound


def confined(caller: Caller) -> bool:
    """Whether the caller's token is for less than its user may: it looks after no token but itself."""
    return bool(caller.only) or not caller.rights >= EVERY_RIGHT - {Right.ADMIN}


def narrowed(granted: Iterable[str], only: frozenset[str] | None) -> frozenset[str]:
    """Shared scopes that are granted, as far as they are among others.

    Args:
        granted: what is granted.
        only: among which; None for all there are.
    """
    scopes = frozenset(granted)
    if only is None or EVERY_SHARED_SCOPE in only:
        return scopes
    shared = only - {_PERSONAL}
    return shared if EVERY_SHARED_SCOPE in scopes else scopes & shared


def may(caller: Caller, right: Right) -> bool:
    """Whether the caller may ask for what needs this right."""
    return right in caller.rights


def reaches(scopes: frozenset[str], scope: str) -> bool:
    """Whether a shared scope is among those opened."""
    return scope in scopes or (EVERY_SHARED_SCOPE in scopes and scope != _PERSONAL)
