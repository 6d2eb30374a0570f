"""Bearer tokens of identity providers (OpenID Connect, OAuth 2.1), read by an allow-list at every step.

Nothing is fetched on the word of a token: an issuer that the operator does not trust is refused before
anything is asked of it, and where keys are is said by the operator or the issuer's discovery document.
"""

from __future__ import annotations

import binascii
import json
import threading
from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING, cast

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from vademecum.access.naming import tenant_id, user_name
from vademecum.errors import Busy, InvalidValue
from vademecum.model.tenancy import EVERY_RIGHT, Right
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from joserfc.jwk import Key

    from vademecum.model.tenancy import Issuer, TenantId, UserName
    from vademecum.ports import Clock

ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
)  # fmt: skip
"""Asymmetric signatures alone: with none of them can a public key be misused as a shared secret."""

_SKEW_S = 60
"""By how much the clocks of an issuer and of ours may differ."""

_ISSUERS_FRESH_S = 30.0
_KEYS_FRESH_S = 600.0
_AGAIN_S = 30.0
"""Seconds before keys are fetched anew for a key id that is not among them: rotation is seen within that
time, and nobody can have us fetch at every request."""

_FIRST_S = 1.0
"""Seconds that others wait for the first keys; who fetches them waits for as long as that takes."""

_RIGHTS = "vade:"
"""What a right begins with in the claim `scope`: `vade:read`."""


@value(kw_only=True)
class Named:
    """Whom a bearer token names.

    Attributes:
        rights: those the token is for; all of the user's where it names none of ours.
        provision: whether a user not known yet is made a member.
    """

    tenant: TenantId
    user: UserName
    rights: frozenset[Right]
    provision: bool


class _Ring:
    """The keys of one issuer, and when they were fetched; the lock is held by nobody who waits for it.

    Attributes:
        arrived: set while nobody is out to fetch them.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.keys: tuple[Key, ...] | None = None
        self.fetched_s = self.tried_s = float("-inf")
        self.arrived = threading.Event()
        self.arrived.set()


class Reader:
    """Reads bearer tokens of trusted issuers. Shared between threads."""

    def __init__(
        self, issuers: Callable[[], tuple[Issuer, ...]], fetch: Callable[[str], bytes], clock: Clock
    ) -> None:
        """Trust what `issuers` lists, asked twice a minute.

        Args:
            issuers: those that the operator trusts now.
            fetch: gets a document, and raises `Busy` when it cannot.
            clock: tells the present.
        """
        self._issuers = issuers
        self._fetch = fetch
        self._clock = clock
        self._lock = threading.Lock()
        self._trusted: dict[str, Issuer] = {}
        self._read_s = float("-inf")
        self._rings: dict[str, _Ring] = {}

    def read(self, token: str) -> Named | None:
        """Whom a token names; None when it does not count, for whatever reason.

        Raises:
            Busy: the issuer's keys cannot be had.
        """
        header, claims = _peeked(token, 0), _peeked(token, 1)
        issuer = self._issuer(claims.get("iss"))
        if issuer is None or header.get("alg") not in ALGORITHMS:
            return None
        key = self._key(issuer, header.get("kid"))
        if key is None:
            return None
        now_s = int(self._clock.now().timestamp())
        expected = jwt.JWTClaimsRegistry(
            now=now_s,
            leeway=_SKEW_S,
            iss={"essential": True, "value": issuer.issuer},
            aud={"essential": True, "value": issuer.audience},
            exp={"essential": True},
        )
        try:
            read = jwt.decode(token, key, algorithms=list(ALGORITHMS))
            expected.validate(read.claims)
        except (JoseError, ValueError):
            return None
        return _named(issuer, read.claims)

    def _issuer(self, name: object) -> Issuer | None:
        now_s = self._clock.now().timestamp()
        with self._lock:
            if now_s - self._read_s >= _ISSUERS_FRESH_S:
                self._trusted = {one.issuer: one for one in self._issuers()}
                self._read_s = now_s
            return self._trusted.get(name) if isinstance(name, str) else None

    def _key(self, issuer: Issuer, kid: object) -> Key | None:
        """The key of an id; of a token that names none, the only one there is.

        Only one thread at a time asks the issuer, and nobody else waits for it but for the first keys:
        whoever asks for a key that there is not has proven nothing yet.

        Raises:
            Busy: it may be among keys that cannot be had now.
        """
        with self._lock:
            ring = self._rings.setdefault(issuer.issuer + "\0" + issuer.jwks, _Ring())
        now_s = self._clock.now().timestamp()
        with ring.lock:
            found = _pick(ring.keys or (), kid)
            due = found is None or now_s - ring.fetched_s >= _KEYS_FRESH_S
            goes = due and ring.arrived.is_set() and now_s - ring.tried_s >= _AGAIN_S
            if goes:
                ring.tried_s = now_s
                ring.arrived.clear()
        if goes:
            self._fill(ring, issuer, now_s, needed=found is None)
        elif found is None and not ring.arrived.wait(0 if ring.keys is not None else _FIRST_S):
            raise _away(issuer)
        if ring.keys is None:
            raise _away(issuer)
        return _pick(ring.keys, kid)

    def _fill(self, ring: _Ring, issuer: Issuer, now_s: float, *, needed: bool) -> None:
        """Fetch the keys. Those that we have will do while the issuer is away.

        Raises:
            Busy: it is, and one is needed that we have not.
        """
        try:
            ring.keys, ring.fetched_s = self._fetched(issuer), now_s
        except Busy:
            if needed:
                raise
        finally:
            ring.arrived.set()

    def _fetched(self, issuer: Issuer) -> tuple[Key, ...]:
        try:
            address = issuer.jwks or _discovered(issuer, json.loads(self._fetch(_discovery(issuer))))
            return tuple(KeySet.import_key_set(json.loads(self._fetch(address))))
        except (JoseError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise _away(issuer) from error


def _away(issuer: Issuer) -> Busy:
    return Busy(f"the keys of {issuer.issuer} cannot be had; try again in a moment")


def _peeked(token: str, part: int) -> Mapping[str, Any]:
    """A part of a token before anything is proven; empty when it is none."""
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    try:
        read: Any = json.loads(urlsafe_b64decode(parts[part] + "=" * (-len(parts[part]) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return {}
    return cast("dict[str, Any]", read) if isinstance(read, dict) else {}


def _pick(keys: tuple[Key, ...], kid: object) -> Key | None:
    usable = [key for key in keys if key.as_dict(private=False).get("use", "sig") == "sig"]
    if kid is None:
        return usable[0] if len(usable) == 1 else None
    return next((key for key in usable if key.kid == kid), None)


def _discovery(issuer: Issuer) -> str:
    return issuer.issuer.rstrip("/") + "/.well-known/openid-configuration"


def _discovered(issuer: Issuer, document: Any) -> str:
    """Where a discovery document says that keys are.

    Raises:
        ValueError: it speaks for somebody else.
    """
    if document["issuer"] != issuer.issuer:
        raise ValueError("the discovery document names another issuer")
    address: str = document["jwks_uri"]
    return address


def _named(issuer: Issuer, claims: Mapping[str, Any]) -> Named | None:
    tenant, user = issuer.tenant or claims.get(issuer.tenant_claim), claims.get(issuer.user_claim)
    if not isinstance(tenant, str) or not isinstance(user, str):
        return None
    said = claims.get("scope")
    wanted = {one.removeprefix(_RIGHTS) for one in str(said or "").split() if one.startswith(_RIGHTS)}
    rights = frozenset([right for right in Right if right.value in wanted]) if wanted else EVERY_RIGHT
    try:
        return Named(
            tenant=tenant_id(tenant), user=user_name(user), rights=rights, provision=issuer.provision
        )
    except InvalidValue:
        return None
