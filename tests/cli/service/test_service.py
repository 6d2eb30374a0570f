"""`vade service`, on a database of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest
from tests.cli.conftest import Run, Vade
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.access.naming import presented

_names = count(1)
Operator = Callable[..., Run]


@pytest.fixture(scope="module")
def owner_url(postgres_server: Server) -> str:
    postgres_server.create("operated", vectors=False)
    return postgres_server.url(OWNER, "operated")


@pytest.fixture
def operator(vade: Vade, owner_url: str, monkeypatch: pytest.MonkeyPatch) -> Operator:
    monkeypatch.setenv("VADE_DATABASE_URL", owner_url)
    return lambda *arguments: vade("service", *arguments)


@pytest.fixture
def acme(operator: Operator) -> str:
    """A tenant with Ann in it."""
    name = f"acme{next(_names)}"
    assert operator("tenant", "add", name).status == 0
    assert operator("user", "add", name, "ann").status == 0
    return name


@pytest.mark.flag("vade service --database-url")
def test_the_database_may_be_named(vade: Vade, owner_url: str) -> None:
    ran = vade("service", "--database-url", owner_url, "tenant", "list", "--json")

    assert ran.status == 0


def test_without_a_database_it_is_told_how(vade: Vade) -> None:
    ran = vade("service", "tenant", "list")

    assert ran.status == 2
    assert "VADE_DATABASE_URL" in ran.err


def test_the_address_is_shown_nowhere(vade: Vade) -> None:
    url = "postgresql://owner:geheim@127.0.0.1:1/nothing"
    ran = vade("service", "--database-url", url, "tenant", "list")

    assert ran.status == 15
    assert "geheim" not in ran.out + ran.err


@pytest.mark.flag("vade service migrate --role")
def test_a_schema_is_brought_up_to_date(vade: Vade, postgres_server: Server) -> None:
    postgres_server.create("fresh", vectors=False, migrated=False)
    url = postgres_server.url(OWNER, "fresh")

    first = vade("service", "--database-url", url, "migrate", "--role", APPLICATION, "--json")
    again = vade("service", "--database-url", url, "migrate", "--role", APPLICATION)

    assert "accounts" in first.json["steps"]
    assert again.out == "Nothing to do: the schema is up to date.\n"


def test_without_its_libraries_it_is_told_what_to_install(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.startswith("vademecum.stores.postgres.accounts")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg_pool", None)
    ran = operator("tenant", "list")

    assert ran.status == 1
    assert "vademecum[serve,service]" in ran.err


def test_a_group_alone_shows_its_commands(operator: Operator) -> None:
    assert operator("tenant", "--json").json["commands"] == ["add", "change", "delete", "list"]
    assert operator("--json").json["commands"][:2] == ["migrate", "tenant"]


@pytest.mark.flag("vade service tenant add --memories")
@pytest.mark.flag("vade service tenant add --bytes")
@pytest.mark.flag("vade service tenant add --rate")
def test_a_tenant_is_made_with_bounds(operator: Operator) -> None:
    made = operator(
        "tenant", "add", "bounded", "--memories", "5", "--bytes", "6", "--rate", "7", "--json"
    ).json

    assert (made["tenant"], made["suspended"]) == ("bounded", False)
    assert (made["memories"], made["bytes"], made["requests_per_minute"]) == (5, 6, 7)


def test_a_tenant_is_made_once(operator: Operator, acme: str) -> None:
    assert operator("tenant", "add", acme).status == 3


@pytest.mark.flag("vade service tenant change --suspend")
def test_a_tenant_is_suspended_and_let_in(operator: Operator, acme: str) -> None:
    assert operator("tenant", "change", acme, "--suspend", "--json").json["suspended"] is True
    assert operator("tenant", "change", acme, "--resume", "--json").json["suspended"] is False


@pytest.mark.flag("vade service tenant change --memories")
@pytest.mark.flag("vade service tenant change --bytes")
@pytest.mark.flag("vade service tenant change --rate")
@pytest.mark.flag("vade service tenant change --unbounded")
def test_bounds_are_changed(operator: Operator, acme: str) -> None:
    operator("tenant", "change", acme, "--memories", "1", "--bytes", "2")
    some = operator("tenant", "change", acme, "--rate", "3", "--json").json
    none = operator("tenant", "change", acme, "--unbounded", "--rate", "4", "--json").json

    assert (some["memories"], some["bytes"], some["requests_per_minute"]) == (1, 2, 3)
    assert (none["memories"], none["bytes"], none["requests_per_minute"]) == (None, None, 4)


@pytest.mark.flag("vade service tenant list --after")
@pytest.mark.flag("vade service tenant list --limit")
def test_tenants_are_listed_page_by_page(operator: Operator) -> None:
    for name in ("zz-one", "zz-two"):
        operator("tenant", "add", name)

    page = operator("tenant", "list", "--after", "zz-a", "--limit", "1", "--json").json["results"]

    assert [one["tenant"] for one in page] == ["zz-one"]
    assert "zz-two" in operator("tenant", "list").out


@pytest.mark.flag("vade service tenant delete --yes")
def test_a_tenant_is_deleted_when_meant(operator: Operator, acme: str) -> None:
    assert operator("tenant", "delete", acme).status == 2
    assert operator("tenant", "delete", acme, "--yes").out == f"Deleted: {acme}\n"
    assert operator("user", "list", acme).status == 4


@pytest.mark.flag("vade service user add --admin")
def test_users_come_and_go(operator: Operator, acme: str) -> None:
    operator("user", "add", acme, "Root", "--admin")
    operator("user", "suspend", acme, "ann")
    listed = operator("user", "list", acme, "--json").json["results"]
    operator("user", "resume", acme, "ann")
    operator("user", "remove", acme, "root")

    assert [(one["user"], one["role"], one["suspended"]) for one in listed] == [
        ("ann", "member", True),
        ("root", "admin", False),
    ]
    assert operator("user", "list", acme, "-q").out == "ann\n"


def test_nobody_is_suspended_unknown(operator: Operator, acme: str) -> None:
    assert operator("user", "suspend", acme, "bob").status == 4


@pytest.mark.flag("vade service grant add --write")
def test_scopes_are_opened_and_closed(operator: Operator, acme: str) -> None:
    operator("group", "set", acme, "dev", "ann")
    operator("grant", "add", acme, "group:dev", "org:acme", "--write")
    listed = operator("grant", "list", acme, "--json").json["results"]
    operator("grant", "remove", acme, "group:dev", "org:acme")

    assert listed == [{"holder": "group:dev", "scope": "org:acme", "write": True}]
    assert operator("group", "list", acme, "--json").json["results"] == [{"group": "dev", "members": ["ann"]}]
    assert "personal ones need no grant" in operator("grant", "list", acme).out
    assert operator("grant", "remove", acme, "group:dev", "org:acme").status == 4


def test_a_personal_scope_is_never_granted(operator: Operator, acme: str) -> None:
    assert operator("grant", "add", acme, "user:ann", "personal").status == 2


@pytest.mark.flag("vade service token create --label")
@pytest.mark.flag("vade service token create --right")
@pytest.mark.flag("vade service token create --only")
@pytest.mark.flag("vade service token create --expires")
def test_a_token_is_shown_once(operator: Operator, acme: str) -> None:
    made = operator(
        "token", "create", acme, "ann", "--label", "laptop", "--right", "read", "--only", "org:acme",
        "--expires", "2999-01-01", "--json",
    ).json  # fmt: skip
    listed = operator("token", "list", acme, "--json")
    read = presented(made["token"])

    assert read
    assert (made["label"], made["rights"], made["scopes"]) == ("laptop", ["read"], ["org:acme"])
    assert datetime.fromisoformat(made["expires"]).astimezone(UTC).year >= 2998
    assert [one["id"] for one in listed.json["results"]] == [read.token]
    assert read.secret not in listed.out


def test_a_quiet_token_is_the_bare_text(operator: Operator, acme: str) -> None:
    assert presented(operator("token", "create", acme, "ann", "-q").out.strip())


def test_a_token_is_revoked_by_what_is_shown(operator: Operator, acme: str) -> None:
    made = operator("token", "create", acme, "ann", "--json").json

    gone = operator("token", "revoke", acme, f"vade_{acme}_{made['id']}_…", "--json").json

    assert gone["revoked"] is not None
    assert operator("token", "revoke", acme, "nothing").status == 4


@pytest.mark.flag("vade service issuer trust --audience")
@pytest.mark.flag("vade service issuer trust --tenant")
@pytest.mark.flag("vade service issuer trust --jwks")
@pytest.mark.flag("vade service issuer trust --provision")
def test_an_issuer_of_one_tenant_is_trusted(operator: Operator) -> None:
    trusted = operator(
        "issuer", "trust", "https://id.acme.org", "--audience", "vade", "--tenant", "acme",
        "--jwks", "https://id.acme.org/keys", "--provision", "--json",
    ).json  # fmt: skip

    assert (trusted["issuer"], trusted["tenant"], trusted["provision"]) == (
        "https://id.acme.org",
        "acme",
        True,
    )
    assert operator("issuer", "drop", "https://id.acme.org").status == 0
    assert operator("issuer", "drop", "https://id.acme.org").status == 4


@pytest.mark.flag("vade service issuer trust --tenant-claim")
@pytest.mark.flag("vade service issuer trust --user-claim")
def test_an_issuer_of_many_tenants_is_trusted(operator: Operator) -> None:
    operator(
        "issuer", "trust", "https://id.example.org", "--audience", "vade", "--tenant-claim", "org",
        "--user-claim", "email",
    )  # fmt: skip
    listed = operator("issuer", "list", "--json").json["results"]

    assert [(one["tenant_claim"], one["user_claim"]) for one in listed] == [("org", "email")]


@pytest.mark.parametrize(
    "more",
    [(), ("--tenant", "a", "--tenant-claim", "b"), ("--tenant", "A"), ("--tenant", "a", "--jwks", "x")],
)
def test_half_an_issuer_is_refused(operator: Operator, more: tuple[str, ...]) -> None:
    assert operator("issuer", "trust", "https://x.example.org", "--audience", "v", *more).status == 2


@pytest.mark.flag("vade service audit --user")
@pytest.mark.flag("vade service audit --action")
@pytest.mark.flag("vade service audit --since")
@pytest.mark.flag("vade service audit --before")
@pytest.mark.flag("vade service audit --limit")
def test_what_was_changed_is_told(operator: Operator, acme: str) -> None:
    lines = operator("audit", acme, "--since", "1d", "--limit", "5", "--json").json["results"]
    older = operator("audit", acme, "--before", str(lines[0]["number"]), "--json").json["results"]

    assert [(one["action"], one["bearer"]) for one in lines] == [
        ("user.add", "operator"),
        ("tenant.add", "operator"),
    ]
    assert [one["action"] for one in older] == ["tenant.add"]
    assert operator("audit", acme, "--action", "tenant.add", "--json").json["results"] == lines[1:]
    assert operator("audit", acme, "--user", "ann").out == "Nothing that is asked for.\n"


@pytest.mark.flag("vade service audit --drop-before")
def test_an_old_log_is_dropped(operator: Operator, acme: str) -> None:
    told = operator("audit", acme, "--drop-before", "2999-01-01", "--json").json

    assert told["dropped"] == 2
    assert [one["action"] for one in told["results"]] == ["audit.drop"]
