"""From what a request carries to who asks."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING

from vademecum.access.deciding import caller
from vademecum.access.naming import presented
from vademecum.errors import NotFound, Unauthenticated
from vademecum.model.tenancy import Role, User

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.access.naming import Presented
    from vademecum.identity.derivation import Derivation
    from vademecum.identity.oidc import Named, Reader
    from vademecum.model.tenancy import Caller, Standing, TenantId, Token
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import Accounts

_REFUSAL = (
    "who asks is not known: send a token that is neither expired nor revoked, as `Authorization: Bearer …`"
)
_LONGEST = 16_384
"""Characters of a proof; identity providers that list many groups write a few thousand."""

_REMEMBERED_S = 600.0
_MOST_REMEMBERED = 10_000


class _Matches:
    """Which secrets were found to match which digests, so that a request does not derive a key each time.

    That a secret matches a digest never changes, so that nothing here can be out of date: whether the token
    still counts is read from the database each time. Only a keyed hash of the pair is held, for ten minutes.
    """

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._until: OrderedDict[bytes, float] = OrderedDict()

    def knows(self, secret: str, digest: str, now_s: float) -> bool:
        with self._lock:
            return self._until.get(self._mark(secret, digest), 0.0) > now_s

    def learn(self, secret: str, digest: str, now_s: float) -> None:
        with self._lock:
            self._until[self._mark(secret, digest)] = now_s + _REMEMBERED_S
            while len(self._until) > _MOST_REMEMBERED:
                self._until.popitem(last=False)

    def _mark(self, secret: str, digest: str) -> bytes:
        return blake2b(f"{secret}\0{digest}".encode(), key=self._key, digest_size=32).digest()


class Prover:
    """Proves who asks. Shared between threads."""

    def __init__(
        self, accounts: Accounts, clock: Clock, derivation: Derivation, reader: Reader | None = None
    ) -> None:
        """Prove by the tokens of `accounts`, and by those of issuers where there is a `reader`."""
        self._accounts = accounts
        self._clock = clock
        self._derivation = derivation
        self._reader = reader
        self._matches = _Matches()

    def prove(self, proof: str, *, glass: str = "") -> Caller:
        """Who asks.

        Args:
            proof: an API token, or a bearer token of an issuer.
            glass: id of a look into somebody's personal scope, where the request names one.

        Raises:
            Unauthenticated: it proves nothing, for whatever reason.
            Busy: the database, or the issuer, cannot be reached.
        """
        if not proof or len(proof) > _LONGEST:
            raise Unauthenticated(_REFUSAL)
        ours = presented(proof)
        found = self._by_token(ours, glass) if ours else self._by_issuer(proof, glass)
        if found is None:
            raise Unauthenticated(_REFUSAL)
        return found

    def _by_token(self, proof: Presented, glass: str) -> Caller | None:
        standing = self._accounts.standing(proof.tenant, token=proof.token, glass=glass)
        token = standing.token if standing else None
        if standing is None or token is None:
            self._derivation.compare_with_nobody(proof.secret)
            return None
        now = self._clock.now()
        if not self._matched(proof.secret, token.digest, now):
            return None
        found = caller(standing, now, bearer=token.id, glass=glass)
        if found is not None:
            self._note(proof.tenant, token, now)
        return found

    def _matched(self, secret: str, digest: str, now: datetime) -> bool:
        now_s = now.timestamp()
        if self._matches.knows(secret, digest, now_s):
            return True
        if not self._derivation.matches(digest, secret):
            return False
        self._matches.learn(secret, digest, now_s)
        return True

    def _note(self, tenant: TenantId, token: Token, now: datetime) -> None:
        """Keep the day of a use, once a day."""
        if token.used is None or token.used.date() < now.date():
            self._accounts.note_use(tenant, token.id, now)

    def _by_issuer(self, proof: str, glass: str) -> Caller | None:
        named = self._reader.read(proof) if self._reader else None
        standing = self._known(named, glass) if named else None
        if named is None or standing is None:
            return None
        return caller(standing, self._clock.now(), bearer="oidc", glass=glass, within=named.rights)

    def _known(self, named: Named, glass: str) -> Standing | None:
        """The standing of a user whom an issuer named; made a member where that is wanted."""
        standing = self._accounts.standing(named.tenant, user=named.user, glass=glass)
        if standing is not None or not named.provision:
            return standing
        member = User(name=named.user, created=self._clock.now(), role=Role.MEMBER)
        try:
            self._accounts.put_user(named.tenant, member)
        except NotFound:
            return None
        return self._accounts.standing(named.tenant, user=named.user, glass=glass)
