"""Whether a request passes, and how far it reaches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from vademecum.access.deciding import caller, confined, issuable, may, reaches
from vademecum.errors import Forbidden
from vademecum.model.tenancy import (
    EVERY_RIGHT,
    BreakGlass,
    Caller,
    Grant,
    Right,
    Role,
    Standing,
    Tenant,
    TenantId,
    Token,
    TokenId,
    User,
    UserName,
)
from vademecum.model.value import replace

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON = NOW + timedelta(minutes=5)
ANN = User(name=UserName("ann"), created=NOW)
ROOT = User(name=UserName("root"), created=NOW, role=Role.ADMIN)
TENANT = Tenant(id=TenantId("acme"), created=NOW)
TOKEN = Token(
    id=TokenId("abcdefgh2345"), user=ANN.name, label="", digest="x", rights=EVERY_RIGHT, created=NOW
)
GRANTS = (Grant(holder="user:ann", scope="org:acme"), Grant(holder="group:x", scope="org:x", write=True))
PLAIN = Standing(tenant=TENANT, user=ANN, grants=GRANTS, token=TOKEN)
GLASS = BreakGlass(id="g", admin=ROOT.name, user=ANN.name, reason="case 7", opened=NOW, expires=SOON)
LOOKING = Standing(tenant=TENANT, user=ROOT, grants=GRANTS, glass=GLASS)


def test_grants_say_what_is_reached() -> None:
    found = caller(PLAIN, NOW, bearer="b")

    assert found is not None
    assert (found.reads, found.writes) == (frozenset({"org:acme", "org:x"}), frozenset({"org:x"}))
    assert (found.personal, found.user) == (True, "ann")


@pytest.mark.parametrize(
    "standing",
    [
        replace(PLAIN, tenant=replace(TENANT, suspended=True)),
        replace(PLAIN, user=replace(ANN, suspended=True)),
        replace(PLAIN, token=replace(TOKEN, revoked=NOW)),
        replace(PLAIN, token=replace(TOKEN, revoked=SOON)),
        replace(PLAIN, token=replace(TOKEN, expires=NOW)),
    ],
    ids=["tenant", "user", "revoked", "revoked by a fast clock", "expired"],
)
def test_what_does_not_count_is_refused(standing: Standing) -> None:
    assert caller(standing, NOW, bearer="b") is None


def test_a_token_counts_until_it_expires() -> None:
    assert caller(replace(PLAIN, token=replace(TOKEN, expires=SOON)), NOW, bearer="b") is not None


def test_a_token_gives_no_role() -> None:
    found = caller(PLAIN, NOW, bearer="b")

    assert found is not None
    assert not may(found, Right.ADMIN)


def test_a_token_narrows_an_administrator() -> None:
    narrow = replace(TOKEN, rights=frozenset({Right.READ}))
    found = caller(replace(PLAIN, user=ROOT, token=narrow), NOW, bearer="b")

    assert found is not None
    assert found.rights == {Right.READ}


def test_a_token_narrows_the_scopes() -> None:
    found = caller(replace(PLAIN, token=replace(TOKEN, scopes=("org:x", "org:y"))), NOW, bearer="b")

    assert found is not None
    assert (found.reads, found.writes, found.personal) == (frozenset({"org:x"}), frozenset({"org:x"}), False)


def test_a_token_picks_from_every_scope() -> None:
    everything = (Grant(holder="user:ann", scope="*", write=True),)
    only = replace(TOKEN, scopes=("org:y", "personal"))
    found = caller(replace(PLAIN, grants=everything, token=only), NOW, bearer="b")

    assert found is not None
    assert (found.reads, found.writes, found.personal) == (frozenset({"org:y"}), frozenset({"org:y"}), True)


def test_a_look_reads_one_personal_scope() -> None:
    found = caller(LOOKING, NOW, bearer="b", glass="g")

    assert found is not None
    assert (found.user, found.admin, found.glass) == ("ann", "root", "g")
    assert found.rights == frozenset({Right.READ})
    assert found.reads == found.writes == frozenset()


@pytest.mark.parametrize(
    "standing",
    [
        replace(LOOKING, glass=None),
        replace(LOOKING, glass=replace(GLASS, expires=NOW)),
        replace(LOOKING, glass=replace(GLASS, closed=NOW)),
        replace(LOOKING, glass=replace(GLASS, admin=UserName("other"))),
        replace(LOOKING, user=replace(ROOT, role=Role.MEMBER)),
        replace(LOOKING, token=replace(TOKEN, rights=frozenset({Right.READ}))),
        replace(LOOKING, token=replace(TOKEN, scopes=("org:x",))),
    ],
    ids=["none", "expired", "closed", "of another one", "no administrator", "no right", "some scopes"],
)
def test_a_look_that_is_not_open_is_refused(standing: Standing) -> None:
    assert caller(standing, NOW, bearer="b", glass="g") is None


def test_an_administrator_sees_nobodys_personal_scope() -> None:
    found = caller(replace(LOOKING, glass=None), NOW, bearer="b")

    assert found is not None
    assert (found.user, found.glass) == ("root", "")


@pytest.mark.parametrize(
    ("scopes", "scope", "reached"),
    [
        ({"*"}, "org:x", True),
        ({"*"}, "personal", False),
        ({"org:x"}, "org:x", True),
        ({"org:x"}, "org:y", False),
    ],
)
def test_a_scope_is_reached_when_opened(scopes: set[str], scope: str, reached: bool) -> None:
    assert reaches(frozenset(scopes), scope) is reached


def proved(user: User, **token: Any) -> Caller:
    found = caller(replace(PLAIN, user=user, token=replace(TOKEN, **token)), NOW, bearer="b")
    assert found is not None
    return found


def test_a_token_for_another_reaches_no_personal_scope() -> None:
    root = proved(ROOT)

    assert issuable(root, ANN.name, frozenset(), ()) == (EVERY_RIGHT, ("*",))
    assert issuable(root, ANN.name, frozenset({Right.READ}), ("org:x",)) == (
        frozenset({Right.READ}),
        ("org:x",),
    )
    with pytest.raises(Forbidden):
        issuable(root, ANN.name, frozenset(), ("personal",))


def test_a_token_of_ones_own_may_reach_everything() -> None:
    root = proved(ROOT)

    assert issuable(root, ROOT.name, frozenset(), ()) == (EVERY_RIGHT, ())
    assert issuable(root, ROOT.name, frozenset(), ("personal",)) == (EVERY_RIGHT, ("personal",))


def test_a_narrow_token_makes_none_that_is_wider() -> None:
    narrow = proved(ROOT, rights=EVERY_RIGHT - {Right.ERASE}, scopes=("org:x",))

    assert issuable(narrow, ROOT.name, frozenset(), ()) == (EVERY_RIGHT - {Right.ERASE}, ("org:x",))
    for rights, scopes in ((frozenset({Right.ERASE}), ()), (frozenset[Right](), ("org:acme",))):
        with pytest.raises(Forbidden):
            issuable(narrow, ROOT.name, rights, scopes)
    with pytest.raises(Forbidden):
        issuable(proved(ROOT, scopes=("personal",)), ANN.name, frozenset(), ())


def test_a_token_for_less_looks_after_itself_alone() -> None:
    assert not confined(proved(ANN))
    assert confined(proved(ANN, scopes=("personal",)))
    for lacking in (Right.READ, Right.WRITE, Right.ERASE):
        assert confined(proved(ANN, rights=EVERY_RIGHT - {lacking}))
    assert not confined(proved(ROOT, rights=EVERY_RIGHT - {Right.ADMIN}))
