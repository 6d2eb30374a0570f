"""From what a request carries to who asks, by API tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from vademecum.access.naming import Presented, presented, written
from vademecum.engine.clocks import CallableClock
from vademecum.errors import InvalidValue, NotFound, Unauthenticated
from vademecum.identity.derivation import Derivation
from vademecum.identity.issuing import Issued, issue, look
from vademecum.identity.proving import Prover
from vademecum.model.tenancy import Grant, Right, Role, Tenant, TenantId, User, UserName
from vademecum.model.value import replace
from vademecum.stores.memory.accounts import MemoryAccounts

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ACME, OTHER = TenantId("acme"), TenantId("other")
ANN, ROOT = UserName("ann"), UserName("root")


class Desk:
    """A service with two tenants, whose clock is set by hand."""

    def __init__(self) -> None:
        self.now = NOW
        self.accounts = MemoryAccounts()
        self.derivation = Derivation(memory_kib=8, passes=1)
        for tenant in (ACME, OTHER):
            self.accounts.create(Tenant(id=tenant, created=NOW))
            self.accounts.put_user(tenant, User(name=ANN, created=NOW))
        self.accounts.put_user(ACME, User(name=ROOT, created=NOW, role=Role.ADMIN))
        self.prover = Prover(self.accounts, CallableClock(lambda: self.now), self.derivation)

    def issue(self, of: UserName = ANN, expires: datetime | None = None, parent: str = "") -> Issued:
        return issue(
            self.accounts, self.derivation, ACME, of, self.now, label="t", expires=expires, parent=parent
        )

    def refuses(self, text: str, glass: str = "") -> bool:
        with pytest.raises(Unauthenticated, match="who asks is not known"):
            self.prover.prove(text, glass=glass)
        return True


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_token_says_who_asks(desk: Desk) -> None:
    desk.accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme"))
    issued = desk.issue()

    caller = desk.prover.prove(issued.text)

    assert (caller.tenant, caller.user, caller.bearer) == (ACME, ANN, issued.token.id)
    assert caller.reads == frozenset({"org:acme"})


def test_a_second_proof_derives_no_key(desk: Desk) -> None:
    issued = desk.issue()
    for _ in range(50):
        desk.prover.prove(issued.text)

    assert desk.derivation.comparisons == 1


def test_what_was_proven_is_forgotten_in_time(desk: Desk) -> None:
    issued = desk.issue()
    desk.prover.prove(issued.text)
    desk.now += timedelta(minutes=10)
    desk.prover.prove(issued.text)

    assert desk.derivation.comparisons == 2


def test_a_revoked_token_is_refused_at_once(desk: Desk) -> None:
    issued = desk.issue()
    desk.prover.prove(issued.text)
    desk.accounts.revoke(ACME, issued.token.id, NOW)

    assert desk.refuses(issued.text)


def test_the_child_of_a_revoked_token_is_refused(desk: Desk) -> None:
    parent = desk.issue()
    child = desk.issue(parent=parent.token.id)
    desk.prover.prove(child.text)
    desk.accounts.revoke(ACME, parent.token.id, NOW)

    assert desk.refuses(child.text)


def test_an_expired_token_is_refused(desk: Desk) -> None:
    issued = desk.issue(expires=LATER)
    desk.prover.prove(issued.text)
    desk.now = LATER

    assert desk.refuses(issued.text)


def test_a_suspended_tenant_is_refused_at_once(desk: Desk) -> None:
    issued = desk.issue()
    desk.prover.prove(issued.text)
    desk.accounts.change(Tenant(id=ACME, created=NOW, suspended=True))

    assert desk.refuses(issued.text)


def test_a_removed_user_is_refused_at_once(desk: Desk) -> None:
    issued = desk.issue()
    desk.prover.prove(issued.text)
    desk.accounts.remove_user(ACME, ANN)

    assert desk.refuses(issued.text)


def test_a_token_of_another_tenant_is_refused(desk: Desk) -> None:
    issued = desk.issue()
    ours = presented(issued.text)
    assert ours

    assert desk.refuses(written(replace(ours, tenant=OTHER)))


@pytest.mark.parametrize("text", ["", "x", "vade_acme", "a.b.c", "\x00", "vade_" * 5000])
def test_what_is_no_token_is_refused(desk: Desk, text: str) -> None:
    assert desk.refuses(text)


def test_unknown_and_wrong_cost_the_same(desk: Desk) -> None:
    issued = desk.issue()
    ours = presented(issued.text)
    assert ours
    for wrong in (
        replace(ours, secret="0" * 64),
        Presented(ACME, ours.token[::-1], "0" * 64),  # type: ignore[arg-type]
        Presented(TenantId("nobody"), ours.token, "0" * 64),
    ):
        desk.refuses(written(wrong))

    assert desk.derivation.comparisons == 3


def test_a_use_is_kept_once_a_day(desk: Desk) -> None:
    issued = desk.issue()
    desk.prover.prove(issued.text)
    desk.now += timedelta(days=1)
    desk.prover.prove(issued.text)

    used = {one.id: one.used for one in desk.accounts.tokens(ACME)}[issued.token.id]
    assert used == datetime(2026, 3, 2, tzinfo=UTC)


def test_a_look_shows_one_personal_scope(desk: Desk) -> None:
    issued = desk.issue(ROOT)
    glass = look(
        desk.accounts, ACME, NOW, admin=ROOT, user=ANN, reason="subpoena 2026/7", lasts=timedelta(hours=1)
    )

    caller = desk.prover.prove(issued.text, glass=glass.id)

    assert (caller.user, caller.admin, caller.rights) == (ANN, ROOT, frozenset({Right.READ}))


def test_a_look_ends_by_itself(desk: Desk) -> None:
    issued = desk.issue(ROOT)
    glass = look(
        desk.accounts, ACME, NOW, admin=ROOT, user=ANN, reason="subpoena 2026/7", lasts=timedelta(hours=1)
    )
    desk.now = LATER

    assert desk.refuses(issued.text, glass.id)


def test_nobody_else_uses_a_look(desk: Desk) -> None:
    issued = desk.issue(ANN)
    glass = look(
        desk.accounts, ACME, NOW, admin=ROOT, user=ANN, reason="subpoena 2026/7", lasts=timedelta(hours=1)
    )

    assert desk.refuses(issued.text, glass.id)


@pytest.mark.parametrize(
    ("reason", "lasts", "said"),
    [
        ("because", timedelta(hours=1), "reason"),
        ("x" * 501, timedelta(hours=1), "reason"),
        ("subpoena 2026/7", timedelta(hours=9), "8 hours"),
        ("subpoena 2026/7", timedelta(0), "8 hours"),
    ],
)
def test_a_look_needs_reason_and_end(desk: Desk, reason: str, lasts: timedelta, said: str) -> None:
    with pytest.raises(InvalidValue, match=said):
        look(desk.accounts, ACME, NOW, admin=ROOT, user=ANN, reason=reason, lasts=lasts)


def test_a_token_without_rights_is_not_made(desk: Desk) -> None:
    with pytest.raises(InvalidValue, match="rights"):
        issue(desk.accounts, desk.derivation, ACME, ANN, NOW, rights=frozenset())


def test_an_expired_token_is_not_made(desk: Desk) -> None:
    with pytest.raises(InvalidValue, match="past"):
        desk.issue(expires=NOW)


def test_a_token_of_nobody_is_not_made(desk: Desk) -> None:
    with pytest.raises(NotFound, match="bob"):
        desk.issue(UserName("bob"))


def test_a_secret_is_kept_nowhere(desk: Desk) -> None:
    issued = desk.issue()
    ours = presented(issued.text)
    assert ours

    assert ours.secret not in repr(desk.accounts.tokens(ACME))
