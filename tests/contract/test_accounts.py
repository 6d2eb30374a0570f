"""The promises of `ports.tenancy`, in memory and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from tests.postgres_server import ADMIN, OWNER, Server

from vademecum.errors import Conflict, NotFound
from vademecum.model.audit import AuditEntry, AuditQuery
from vademecum.model.tenancy import (
    BreakGlass,
    Grant,
    Group,
    Issuer,
    Quota,
    Right,
    Role,
    Tenant,
    TenantId,
    Token,
    TokenId,
    User,
    UserName,
)
from vademecum.model.value import replace
from vademecum.ports.tenancy import Operations
from vademecum.stores.memory.accounts import MemoryAccounts
from vademecum.stores.postgres.accounts.accounts import PostgresOperations

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
ACME, OTHER = TenantId("acme"), TenantId("other")
ANN, BOB = UserName("ann"), UserName("bob")
TOKEN = TokenId("abcdefgh2345")


def tenant(id: TenantId = ACME) -> Tenant:
    return Tenant(id=id, created=NOW)


def user(name: UserName = ANN, role: Role = Role.MEMBER) -> User:
    return User(name=name, created=NOW, role=role)


def token(id: TokenId = TOKEN, of: UserName = ANN) -> Token:
    return Token(
        id=id, user=of, label="laptop", digest="$argon2id$x", rights=frozenset({Right.READ}), created=NOW
    )


def line(action: str = "recall", at: datetime = NOW, by: str = "ann", *, writes: bool = False) -> AuditEntry:
    return AuditEntry(at=at, request="r1", user=by, bearer=TOKEN, action=action, writes=writes, status=200)


@pytest.fixture(scope="session")
def operations(postgres_server: Server) -> Iterator[PostgresOperations]:
    postgres_server.create("accounts", vectors=False)
    opened = PostgresOperations.open(postgres_server.url(OWNER, "accounts"), "u-{}-{}".format)
    yield opened
    opened.close()


@pytest.fixture(params=["memory", "postgres"])
def accounts(request: pytest.FixtureRequest) -> Operations:
    opened: Operations
    if request.param == "memory":
        opened = MemoryAccounts()
    else:
        opened = request.getfixturevalue("operations")
        empty(request.getfixturevalue("postgres_server"))
    opened.create(tenant())
    opened.create(tenant(OTHER))
    opened.put_user(ACME, user())
    return opened


def empty(server: Server) -> None:
    """Ids stay taken, so every test begins with a database in which nobody ever was."""
    with psycopg.connect(server.url(ADMIN, "accounts")) as admin:
        for table in (
            "account",
            "closed",
            "member",
            "membership",
            "scope_grant",
            "token",
            "look",
            "audit",
            "allowance",
            "person_space",
        ):
            admin.execute(f"DELETE FROM vade.{table}".encode())


def test_a_tenant_is_kept_whole(accounts: Operations) -> None:
    changed = replace(tenant(), quota=Quota(memories=5, requests_per_minute=60), suspended=True)

    accounts.change(changed)

    assert accounts.tenant(ACME) == changed
    assert accounts.tenants() == (changed, tenant(OTHER))


def test_tenants_are_listed_page_by_page(accounts: Operations) -> None:
    assert accounts.tenants(limit=1) == (tenant(),)
    assert accounts.tenants(after=ACME) == (tenant(OTHER),)


def test_a_tenant_id_is_given_once(accounts: Operations) -> None:
    with pytest.raises(Conflict, match="taken"):
        accounts.create(tenant())


def test_a_deleted_tenant_stays_taken(accounts: Operations) -> None:
    accounts.delete(ACME)
    accounts.delete(ACME)

    assert accounts.tenant(ACME) is None
    with pytest.raises(Conflict):
        accounts.create(tenant())


def test_a_deleted_tenant_takes_everything(accounts: Operations) -> None:
    accounts.keep(ACME, token())
    accounts.delete(ACME)

    assert accounts.standing(ACME, token=TOKEN) is None
    with pytest.raises(NotFound):
        accounts.users(ACME)


def test_an_unknown_tenant_is_not_changed(accounts: Operations) -> None:
    with pytest.raises(NotFound):
        accounts.change(tenant(TenantId("nobody")))


def test_a_user_is_kept_and_changed(accounts: Operations) -> None:
    changed = replace(user(), role=Role.ADMIN, suspended=True)

    accounts.put_user(ACME, changed)

    assert accounts.users(ACME) == (changed,)


def test_users_of_tenants_never_meet(accounts: Operations) -> None:
    accounts.put_user(OTHER, user(BOB))

    assert accounts.users(ACME) == (user(),)
    assert accounts.users(OTHER) == (user(BOB),)
    assert accounts.standing(ACME, user=BOB) is None


def test_a_group_needs_known_members(accounts: Operations) -> None:
    with pytest.raises(NotFound, match="bob"):
        accounts.put_group(ACME, Group(name="dev", members=(ANN, BOB)))

    assert accounts.groups(ACME) == ()


def test_a_group_keeps_its_members_sorted(accounts: Operations) -> None:
    accounts.put_user(ACME, user(BOB))
    accounts.put_group(ACME, Group(name="dev", members=(BOB, ANN)))

    assert accounts.groups(ACME) == (Group(name="dev", members=(ANN, BOB)),)


def test_a_group_without_members_is_gone(accounts: Operations) -> None:
    accounts.put_group(ACME, Group(name="dev", members=(ANN,)))
    accounts.grant(ACME, Grant(holder="group:dev", scope="org:dev"))
    accounts.put_group(ACME, Group(name="dev"))

    assert accounts.groups(ACME) == ()
    assert accounts.grants(ACME) == ()


def test_a_removed_user_leaves_no_way_in(accounts: Operations) -> None:
    accounts.put_user(ACME, user(BOB))
    accounts.put_group(ACME, Group(name="dev", members=(ANN, BOB)))
    accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme"))
    accounts.keep(ACME, token())

    accounts.remove_user(ACME, ANN)

    assert accounts.users(ACME) == (user(BOB),)
    assert accounts.groups(ACME) == (Group(name="dev", members=(BOB,)),)
    assert accounts.grants(ACME) == ()
    assert accounts.tokens(ACME) == ()


def test_a_grant_replaces_its_like(accounts: Operations) -> None:
    accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme"))
    accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme", write=True))

    assert accounts.grants(ACME) == (Grant(holder="user:ann", scope="org:acme", write=True),)


def test_a_withdrawn_grant_is_gone(accounts: Operations) -> None:
    accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme"))

    assert accounts.withdraw(ACME, "user:ann", "org:acme")
    assert not accounts.withdraw(ACME, "user:ann", "org:acme")
    assert accounts.grants(ACME) == ()


def test_a_token_is_kept_whole(accounts: Operations) -> None:
    kept = replace(token(), scopes=("org:acme", "personal"), expires=LATER)

    accounts.keep(ACME, kept)

    assert accounts.tokens(ACME) == (kept,)
    assert accounts.tokens(OTHER) == ()


def test_a_token_needs_a_user(accounts: Operations) -> None:
    with pytest.raises(NotFound, match="bob"):
        accounts.keep(ACME, token(of=BOB))


def test_a_token_is_revoked_once(accounts: Operations) -> None:
    accounts.keep(ACME, token())

    assert accounts.revoke(ACME, TOKEN, NOW)
    assert accounts.revoke(ACME, TOKEN, LATER)
    assert accounts.tokens(ACME)[0].revoked == NOW


def test_a_foreign_token_cannot_be_revoked(accounts: Operations) -> None:
    accounts.keep(ACME, token())

    assert not accounts.revoke(OTHER, TOKEN, NOW)
    assert accounts.tokens(ACME)[0].revoked is None


def test_a_use_is_noted_by_day(accounts: Operations) -> None:
    accounts.keep(ACME, token())
    accounts.note_use(ACME, TOKEN, NOW)

    assert accounts.tokens(ACME)[0].used == datetime(2026, 3, 1, tzinfo=UTC)


def test_standing_holds_all_that_decides(accounts: Operations) -> None:
    accounts.put_group(ACME, Group(name="dev", members=(ANN,)))
    accounts.grant(ACME, Grant(holder="group:dev", scope="org:dev", write=True))
    accounts.grant(ACME, Grant(holder="user:ann", scope="org:acme"))
    accounts.grant(ACME, Grant(holder="user:bob", scope="org:bob"))
    accounts.keep(ACME, token())

    found = accounts.standing(ACME, token=TOKEN)

    assert found is not None
    assert (found.tenant, found.user, found.token) == (tenant(), user(), token())
    assert [one.scope for one in found.grants] == ["org:dev", "org:acme"]


def test_a_child_ends_with_its_parent(accounts: Operations) -> None:
    child = replace(token(TokenId("childchild22")), parent=TOKEN, expires=LATER)
    accounts.keep(ACME, replace(token(), expires=LATER - timedelta(minutes=1)))
    accounts.keep(ACME, child)
    accounts.revoke(ACME, TOKEN, NOW)

    found = accounts.standing(ACME, token=child.id)

    assert found is not None
    assert found.token == replace(child, revoked=NOW, expires=LATER - timedelta(minutes=1))


def test_expired_children_make_room(accounts: Operations) -> None:
    first = replace(token(TokenId("first2222222")), parent=TOKEN, expires=LATER)
    second = replace(token(TokenId("second222222")), parent=TOKEN, created=LATER)
    accounts.keep(ACME, replace(token(), expires=NOW))
    accounts.keep(ACME, first)
    accounts.keep(ACME, second)

    assert accounts.tokens(ACME) == (replace(token(), expires=NOW), second)


def test_standing_of_a_user_needs_no_token(accounts: Operations) -> None:
    found = accounts.standing(ACME, user=ANN)

    assert found is not None
    assert (found.user, found.token, found.glass) == (user(), None, None)


@pytest.mark.parametrize("named", [{"token": TokenId("zzzzzzzzzzzz")}, {"user": BOB}, {}])
def test_standing_of_nobody_is_none(accounts: Operations, named: dict[str, TokenId]) -> None:
    assert accounts.standing(ACME, **named) is None  # type: ignore[arg-type]
    assert accounts.standing(TenantId("nobody"), **named) is None  # type: ignore[arg-type]


def test_a_look_is_kept_until_closed(accounts: Operations) -> None:
    accounts.put_user(ACME, user(BOB, Role.ADMIN))
    glass = BreakGlass(id="g1", admin=BOB, user=ANN, reason="case 7", opened=NOW, expires=LATER)
    accounts.open_glass(ACME, glass)

    found = accounts.standing(ACME, user=BOB, glass="g1")
    assert accounts.close_glass(ACME, "g1", NOW)

    assert found is not None
    assert found.glass == glass
    assert not accounts.close_glass(ACME, "g1", LATER)
    assert accounts.glasses(ACME) == (replace(glass, closed=NOW),)


def test_the_log_tells_newest_first(accounts: Operations) -> None:
    accounts.record(ACME, line("recall"))
    accounts.record(ACME, replace(line("remember", writes=True), targets=("01J", "01K"), glass="g1"))

    newest, oldest = accounts.audit(ACME, AuditQuery())

    assert (newest.action, newest.writes, newest.glass) == ("remember", True, "g1")
    assert newest.targets == ("01J", "01K")
    assert replace(oldest, number=0) == line("recall")
    assert newest.number > oldest.number
    assert accounts.audit(OTHER, AuditQuery()) == ()


def test_the_log_is_asked_by_what_matters(accounts: Operations) -> None:
    accounts.record(ACME, line("recall", NOW, "ann"))
    accounts.record(ACME, line("list", LATER, "bob"))

    assert [one.user for one in accounts.audit(ACME, AuditQuery(user="ann"))] == ["ann"]
    assert [one.user for one in accounts.audit(ACME, AuditQuery(action="list"))] == ["bob"]
    assert [one.user for one in accounts.audit(ACME, AuditQuery(since=LATER))] == ["bob"]


def test_the_log_is_read_page_by_page(accounts: Operations) -> None:
    for action in ("one", "two", "three"):
        accounts.record(ACME, line(action))

    first = accounts.audit(ACME, AuditQuery(limit=2))
    rest = accounts.audit(ACME, AuditQuery(before=first[-1].number))

    assert [one.action for one in (*first, *rest)] == ["three", "two", "one"]


def test_old_lines_are_dropped(accounts: Operations) -> None:
    accounts.record(ACME, line("old", NOW))
    accounts.record(ACME, line("new", LATER))

    assert accounts.retain_audit(ACME, LATER) == 1
    assert [one.action for one in accounts.audit(ACME, AuditQuery())] == ["new"]


def test_no_more_is_leased_than_there_is(accounts: Operations) -> None:
    got = [accounts.lease(ACME, 7, 4, 10) for _ in range(4)]

    assert got == [4, 4, 2, 0]
    assert accounts.lease(ACME, 8, 4, 10) == 4
    assert accounts.lease(OTHER, 7, 4, 10) == 4


def test_issuers_are_kept_for_all(accounts: Operations) -> None:
    issuer = Issuer(issuer="https://id.example.org", audience="vade", tenant="acme", provision=True)
    accounts.put_issuer(issuer)

    assert accounts.issuers() == (issuer,)
    assert accounts.drop_issuer(issuer.issuer)
    assert not accounts.drop_issuer(issuer.issuer)


def test_a_new_tenant_keeps_nothing(accounts: Operations) -> None:
    assert accounts.usage(ACME) == (0, 0)
