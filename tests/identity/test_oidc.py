"""Bearer tokens of identity providers, and the attacks that are known on them."""

from __future__ import annotations

import base64
import contextlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from joserfc.jwk import ECKey, RSAKey
from tests.identity.issuer import Provider

from vademecum.engine.clocks import CallableClock
from vademecum.errors import Busy, InvalidValue, Unauthenticated
from vademecum.identity import fetching, oidc
from vademecum.identity.derivation import Derivation
from vademecum.identity.fetching import checked_address, fetch
from vademecum.identity.oidc import Reader
from vademecum.identity.proving import Prover
from vademecum.model.tenancy import EVERY_RIGHT, Issuer, Right, Tenant, TenantId, User, UserName
from vademecum.stores.memory.accounts import MemoryAccounts

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
AT = int(NOW.timestamp())


class Desk:
    """A service that trusts one issuer, whose clock is set by hand."""

    def __init__(self, provider: Provider) -> None:
        self.now = NOW
        self.provider = provider
        self.trusted: tuple[Issuer, ...] = (provider.trusted(),)
        self.reader = Reader(lambda: self.trusted, fetch, CallableClock(lambda: self.now))

    def claims(self, **more: Any) -> dict[str, Any]:
        told = {"iss": self.provider.url, "aud": "vade", "sub": "ann", "exp": AT + 300, "iat": AT, **more}
        return {name: one for name, one in told.items() if one is not None}


def encoded(part: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


@pytest.fixture(scope="module")
def _provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def desk(_provider: Provider) -> Desk:
    _provider.keys, _provider.down, _provider.document = [_provider.first], False, None
    _provider.asked.clear()
    return Desk(_provider)


def test_a_token_names_tenant_and_user(desk: Desk) -> None:
    named = desk.reader.read(desk.provider.sign(desk.claims()))

    assert named
    assert (named.tenant, named.user, named.rights) == ("acme", "ann", EVERY_RIGHT)


def test_keys_are_fetched_once(desk: Desk) -> None:
    for _ in range(20):
        assert desk.reader.read(desk.provider.sign(desk.claims()))

    assert desk.provider.asked == ["/.well-known/openid-configuration", "/keys"]


def test_claims_tell_tenant_and_user(desk: Desk) -> None:
    desk.trusted = (desk.provider.trusted(tenant="", tenant_claim="org", user_claim="email"),)

    named = desk.reader.read(desk.provider.sign(desk.claims(org="other", email="Ann@Example.org")))

    assert named
    assert (named.tenant, named.user) == ("other", "ann@example.org")


def test_a_scope_narrows_the_rights(desk: Desk) -> None:
    named = desk.reader.read(desk.provider.sign(desk.claims(scope="openid vade:read vade:all")))

    assert named
    assert named.rights == frozenset({Right.READ})


def test_unknown_rights_alone_give_none(desk: Desk) -> None:
    named = desk.reader.read(desk.provider.sign(desk.claims(scope="vade:all")))

    assert named
    assert named.rights == frozenset()


@pytest.mark.parametrize(
    "more",
    [
        {"aud": "other"},
        {"aud": ["x", "y"]},
        {"aud": None},
        {"exp": AT - 61},
        {"exp": None},
        {"exp": "tomorrow"},
        {"nbf": AT + 120},
        {"iat": AT + 120},
        {"sub": None},
        {"sub": ["ann"]},
        {"sub": "../ann"},
        {"iss": "https://evil.example.org"},
        {"iss": None},
    ],
    ids=str,
)
def test_wrong_claims_are_refused(desk: Desk, more: dict[str, Any]) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims(**more))) is None


def test_one_of_several_audiences_will_do(desk: Desk) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims(aud=["other", "vade"])))


def test_clocks_may_differ_a_little(desk: Desk) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims(exp=AT - 30, iat=AT + 30)))


def test_no_signature_is_refused(desk: Desk) -> None:
    bare = f"{encoded({'alg': 'none', 'typ': 'JWT'})}.{encoded(desk.claims())}."

    assert desk.reader.read(bare) is None


def test_the_public_key_is_no_shared_secret(desk: Desk) -> None:
    public = desk.provider.keys[0].as_pem(private=False)
    signed = f"{encoded({'alg': 'HS256', 'kid': 'one'})}.{encoded(desk.claims())}"
    forged = base64.urlsafe_b64encode(hmac.digest(public, signed.encode(), "sha256")).decode().rstrip("=")

    assert desk.reader.read(f"{signed}.{forged}") is None


def test_another_key_of_the_same_id_is_refused(desk: Desk) -> None:
    other = RSAKey.generate_key(2048, {"kid": "one"})

    assert desk.reader.read(desk.provider.sign(desk.claims(), other)) is None


def test_a_key_in_the_token_is_not_believed(desk: Desk) -> None:
    own = RSAKey.generate_key(2048, {"kid": "own"})
    forged = desk.provider.sign(desk.claims(), own, jwk=own.as_dict(private=False))

    assert desk.reader.read(forged) is None
    assert "/own" not in desk.provider.asked


def test_an_algorithm_of_another_key_is_refused(desk: Desk) -> None:
    other = ECKey.generate_key("P-256", {"kid": "one"})

    assert desk.reader.read(desk.provider.sign(desk.claims(), other, alg="ES256")) is None


def test_changed_claims_are_refused(desk: Desk) -> None:
    head, _, signature = desk.provider.sign(desk.claims()).split(".")

    assert desk.reader.read(f"{head}.{encoded(desk.claims(sub='root'))}.{signature}") is None


def test_what_must_be_understood_is_refused(desk: Desk) -> None:
    head, body, signature = desk.provider.sign(desk.claims()).split(".")
    del head
    strict = encoded({"alg": "RS256", "kid": "one", "crit": ["exp"], "exp": AT})

    assert desk.reader.read(f"{strict}.{body}.{signature}") is None


@pytest.mark.parametrize(
    "text", ["", "a.b", "a.b.c", "....", "é.é.é", "eyJ9.eyJ9.x", "e30.e30.", "W10.W10.x"]
)
def test_what_is_no_token_is_refused(desk: Desk, text: str) -> None:
    assert desk.reader.read(text) is None
    assert desk.provider.asked == []


def test_an_unknown_key_is_sought_once(desk: Desk) -> None:
    for number in range(20):
        desk.reader.read(desk.provider.sign(desk.claims(), kid=f"unknown-{number}"))

    assert desk.provider.asked.count("/keys") == 1


def test_rotated_keys_are_found(desk: Desk) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims()))
    fresh = RSAKey.generate_key(2048, {"kid": "two"})
    desk.provider.keys = [desk.provider.keys[0], fresh]
    desk.now += timedelta(seconds=31)

    assert desk.reader.read(desk.provider.sign(desk.claims(), fresh))


def test_a_withdrawn_key_ends_in_time(desk: Desk) -> None:
    old = desk.provider.keys[0]
    assert desk.reader.read(desk.provider.sign(desk.claims()))
    desk.provider.keys = [RSAKey.generate_key(2048, {"kid": "two"})]
    desk.now += timedelta(minutes=10)

    assert desk.reader.read(desk.provider.sign(desk.claims(exp=AT + 6000), old)) is None


def test_known_keys_outlast_a_failure(desk: Desk) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims()))
    desk.provider.down = True
    desk.now += timedelta(minutes=11)

    assert desk.reader.read(desk.provider.sign(desk.claims(exp=AT + 6000)))


def test_without_any_key_nobody_is_proven(desk: Desk) -> None:
    desk.provider.down = True

    with pytest.raises(Busy, match="keys"):
        desk.reader.read(desk.provider.sign(desk.claims()))


def test_in_the_first_outage_everybody_learns_of_it(desk: Desk) -> None:
    desk.provider.down = True

    for _ in range(3):
        with pytest.raises(Busy, match="keys"):
            desk.reader.read(desk.provider.sign(desk.claims()))
    assert len(desk.provider.asked) == 1


class Slow:
    """Fetches as the wire does, but for one that waits until it is let go."""

    def __init__(self) -> None:
        self.is_slow = True
        self.asked, self.let_go = threading.Event(), threading.Event()

    def __call__(self, address: str) -> bytes:
        if self.is_slow:
            self.asked.set()
            assert self.let_go.wait(20)
        return fetch(address)


@pytest.fixture
def slow(desk: Desk) -> Slow:
    made = Slow()
    desk.reader = Reader(lambda: desk.trusted, made, CallableClock(lambda: desk.now))
    return made


def test_an_unknown_key_lets_nobody_wait(desk: Desk, slow: Slow) -> None:
    slow.is_slow = False
    known, forged = desk.provider.sign(desk.claims()), desk.provider.sign(desk.claims(), kid="unknown")
    assert desk.reader.read(known)
    slow.is_slow, desk.now = True, desk.now + timedelta(seconds=31)

    with ThreadPoolExecutor() as pool:
        seeking = pool.submit(desk.reader.read, forged)
        assert slow.asked.wait(20)
        assert desk.reader.read(known)
        with pytest.raises(Busy):  # it may be among the keys that are on their way
            desk.reader.read(forged)
        assert not seeking.done()
        slow.let_go.set()

    assert seeking.result() is None
    assert desk.reader.read(forged) is None


def test_the_first_keys_are_waited_for(desk: Desk, slow: Slow) -> None:
    token = desk.provider.sign(desk.claims())

    with ThreadPoolExecutor() as pool:
        several = [pool.submit(desk.reader.read, token) for _ in range(4)]
        assert slow.asked.wait(20)
        slow.let_go.set()

    assert all(one.result() for one in several)
    assert desk.provider.asked.count("/keys") == 1


def test_nobody_waits_long_for_the_first_keys(
    desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "_FIRST_S", 0.01)
    token = desk.provider.sign(desk.claims())

    with ThreadPoolExecutor() as pool:
        first = pool.submit(desk.reader.read, token)
        assert slow.asked.wait(20)
        with pytest.raises(Busy):
            desk.reader.read(token)
        slow.let_go.set()

    assert first.result()


def test_keys_that_trickle_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_TIMEOUT_S", 0.2)
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drop_by_drop() -> None:
            line, _ = listening.accept()
            with line, contextlib.suppress(OSError):
                line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                while not ended.wait(0.01):
                    line.sendall(b" ")

        dropping = threading.Thread(target=drop_by_drop)
        dropping.start()
        with pytest.raises(Busy, match="does not give its keys"):
            fetch(f"http://127.0.0.1:{listening.getsockname()[1]}/keys")
        ended.set()
        dropping.join()


def test_a_document_of_somebody_else_is_refused(desk: Desk) -> None:
    desk.provider.document = {"issuer": "https://evil.example.org", "jwks_uri": f"{desk.provider.url}/keys"}

    with pytest.raises(Busy):
        desk.reader.read(desk.provider.sign(desk.claims()))


def test_keys_from_elsewhere_are_not_fetched(desk: Desk) -> None:
    desk.provider.document = {"issuer": desk.provider.url, "jwks_uri": "http://10.0.0.1/keys"}

    with pytest.raises(Busy):
        desk.reader.read(desk.provider.sign(desk.claims()))


def test_an_issuer_trusted_no_longer_is_refused(desk: Desk) -> None:
    assert desk.reader.read(desk.provider.sign(desk.claims()))
    desk.trusted = ()
    desk.now += timedelta(seconds=31)

    assert desk.reader.read(desk.provider.sign(desk.claims())) is None


@pytest.mark.parametrize(
    "address",
    [
        "http://id.example.org",
        "ftp://x",
        "file:///etc/passwd",
        "https://u:p@x",
        "https://x?a=1",
        "",
        "https:///x",
    ],
)
def test_keys_come_by_https_alone(address: str) -> None:
    with pytest.raises(InvalidValue, match="https"):
        checked_address(address)


def test_a_known_user_is_proven_by_an_issuer(desk: Desk) -> None:
    accounts = MemoryAccounts()
    accounts.create(Tenant(id=TenantId("acme"), created=NOW))
    accounts.put_user(TenantId("acme"), User(name=UserName("ann"), created=NOW))
    prover = Prover(accounts, CallableClock(lambda: NOW), Derivation(memory_kib=8, passes=1), desk.reader)

    caller = prover.prove(desk.provider.sign(desk.claims(scope="vade:read")))

    assert (caller.user, caller.bearer, caller.rights) == ("ann", "oidc", frozenset({Right.READ}))
    with pytest.raises(Unauthenticated):
        prover.prove(desk.provider.sign(desk.claims(sub="bob")))


def test_an_unknown_user_is_made_where_wanted(desk: Desk) -> None:
    accounts = MemoryAccounts()
    accounts.create(Tenant(id=TenantId("acme"), created=NOW))
    prover = Prover(accounts, CallableClock(lambda: NOW), Derivation(memory_kib=8, passes=1), desk.reader)
    desk.trusted = (desk.provider.trusted(provision=True),)

    assert prover.prove(desk.provider.sign(desk.claims(sub="bob"))).user == "bob"
    assert [one.name for one in accounts.users(TenantId("acme"))] == ["bob"]


def test_nobody_is_made_in_no_tenant(desk: Desk) -> None:
    prover = Prover(
        MemoryAccounts(), CallableClock(lambda: NOW), Derivation(memory_kib=8, passes=1), desk.reader
    )
    desk.trusted = (desk.provider.trusted(provision=True),)

    with pytest.raises(Unauthenticated):
        prover.prove(desk.provider.sign(desk.claims(sub="bob")))
