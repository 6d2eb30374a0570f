"""Nobody comes in who may not, and whoever does is written down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from starlette.routing import Route
from tests.web.accounts.behind_the_door import ACME, OTHER, Serviced

from vademecum.access.naming import presented
from vademecum.errors import Busy
from vademecum.model.tenancy import EVERY_RIGHT, Right, Tenant, TenantId
from vademecum.surface.operations.table import OPERATIONS
from vademecum.web.accounts.asking import ERASING, OPEN, Asking, operations, page, told

SERVED = Serviced()
PATHS = sorted(
    {
        (method, route.path)
        for route in SERVED.app.routes
        if isinstance(route, Route) and route.path not in OPEN and not route.path.startswith("/assets/")
        for method in (route.methods or {"GET", "POST"})
    }
)
NEEDED = [(one.method, one.path, one.name, one.writes) for one in OPERATIONS]


def filled(path: str) -> str:
    return path.replace("{", "").replace("}", "")


@pytest.mark.parametrize(("method", "path"), PATHS, ids=str)
def test_no_path_answers_without_a_token(method: str, path: str) -> None:
    assert SERVED.ask(method, filled(path)).status_code == 401


@pytest.mark.parametrize(("method", "path"), PATHS, ids=str)
def test_no_path_answers_a_wrong_token(method: str, path: str) -> None:
    token = SERVED.token()[:-64] + "0" * 64

    assert SERVED.ask(method, filled(path), token).status_code == 401


def test_a_path_that_is_not_there_needs_a_token(service: Serviced) -> None:
    assert service.ask("GET", "/nowhere").status_code == 401
    assert service.ask("GET", "/nowhere", service.token()).status_code == 404


def test_a_token_opens_what_its_user_reaches(service: Serviced) -> None:
    answer = service.ask("POST", "/v1/recall", service.token(), json={"utterance": "milk"})

    assert answer.status_code == 200
    assert service.homes.opened[-1] == {
        "user": "ann", "reads": {"org:acme"}, "writes": {"org:acme"}, "personal": True, "changes": True,
    }  # fmt: skip


def test_an_expired_token_opens_nothing(service: Serviced) -> None:
    token = service.token(minutes=5)
    assert service.ask("GET", "/v1/memories", token).status_code == 200
    service.now += timedelta(minutes=5)

    assert service.ask("GET", "/v1/memories", token).status_code == 401


def test_a_revoked_token_opens_nothing_at_once(service: Serviced) -> None:
    token = service.token()
    read = presented(token)
    assert read
    assert service.ask("GET", "/v1/memories", token).status_code == 200
    service.accounts.revoke(ACME, read.token, service.now)

    assert service.ask("GET", "/v1/memories", token).status_code == 401


def test_a_suspended_tenant_is_out_at_once(service: Serviced) -> None:
    token = service.token()
    service.accounts.change(Tenant(id=ACME, created=service.now, suspended=True))

    assert service.ask("GET", "/v1/memories", token).status_code == 401


def test_a_renamed_token_is_nobodys(service: Serviced) -> None:
    token = service.token().replace("vade_acme_", "vade_other_")

    assert service.ask("GET", "/v1/memories", token).status_code == 401


@pytest.mark.parametrize("how", ["Basic YTpi", "Bearer", "Bearer ", "token x", "Bearer x y"])
def test_other_proofs_are_none(service: Serviced, how: str) -> None:
    assert service.ask("GET", "/v1/memories", headers={"Authorization": how}).status_code == 401


def test_a_refusal_never_says_why(service: Serviced) -> None:
    expired, wrong = service.token(minutes=1), service.token()[:-1]
    service.now += timedelta(minutes=2)
    answers = [service.ask("GET", "/v1/me", token) for token in (expired, wrong, "")]

    assert {one.json()["detail"] for one in answers} == {answers[0].json()["detail"]}
    assert {one.headers["www-authenticate"] for one in answers} == {'Bearer realm="vademecum"'}


def test_what_is_foreign_reads_like_what_is_not_there(service: Serviced) -> None:
    kept = service.ask("POST", "/v1/memories", service.token(tenant=OTHER), json={"text": "Ours alone."})
    id = kept.json()["memory"]["id"]
    foreign = service.ask("GET", f"/v1/memories/{id}", service.token())
    absent = service.ask("GET", "/v1/memories/01JNTSW6X00000000000000009", service.token())

    assert foreign.status_code == absent.status_code == 404
    assert foreign.json()["detail"].replace(id, "") == absent.json()["detail"].replace(
        "01JNTSW6X00000000000000009", ""
    )


@pytest.mark.parametrize(("method", "path", "name", "writes"), NEEDED, ids=str)
def test_every_operation_needs_its_right(method: str, path: str, name: str, *, writes: bool) -> None:
    needed = Right.ERASE if name in ERASING else Right.WRITE if writes else Right.READ
    token = SERVED.token(rights=EVERY_RIGHT - {needed})

    answer = SERVED.ask(method, filled(path), token, json={})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_reading_alone_opens_nothing_to_change(service: Serviced) -> None:
    token = service.token(rights=frozenset({Right.READ}))
    service.ask("GET", "/v1/memories", token)

    assert service.homes.opened[-1]["changes"] is False
    assert service.homes.opened[-1]["writes"] == set()


@pytest.mark.parametrize("lacking", [Right.WRITE, Right.ERASE])
def test_an_agent_changes_with_both_rights_only(service: Serviced, lacking: Right) -> None:
    token = service.token(rights=EVERY_RIGHT - {lacking})
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "recall", "arguments": {}}}
    with service.client:
        service.ask(
            "POST", "/mcp", token, json=asked, headers={"Accept": "application/json, text/event-stream"}
        )

    assert all(one["changes"] is False for one in service.homes.opened)


def test_what_is_asked_is_written_down(service: Serviced) -> None:
    token = service.token()
    made = service.ask("POST", "/v1/memories", token, json={"text": "Matthew drinks oat milk."})
    id = made.json()["memory"]["id"]
    service.ask("GET", f"/v1/memories/{id}", token, headers={"X-Request-Id": "r-7"})
    read, wrote = service.lines()

    assert (read.action, read.targets, read.writes, read.status, read.request) == (
        "get",
        (id,),
        False,
        200,
        "r-7",
    )
    assert (wrote.action, wrote.targets, wrote.writes, wrote.status) == ("remember", (id,), True, 201)
    assert {read.user, wrote.user} == {"ann"}
    assert read.bearer in token


def test_the_log_holds_no_content(service: Serviced) -> None:
    token = service.token()
    service.ask("POST", "/v1/memories", token, json={"text": "Geheimnis eins.", "title": "Geheimnis zwei"})
    service.ask("GET", "/v1/memories/geheimnis-zwei", token)
    service.ask("POST", "/v1/recall", token, json={"utterance": "Geheimnis drei"})
    service.ask("GET", "/search?q=Geheimnis", token)
    service.ask("GET", "/geheimnis", token)

    assert len(service.lines()) == 5
    assert "eheimnis" not in repr(service.lines())


def test_a_refused_right_is_written_down(service: Serviced) -> None:
    service.ask(
        "POST", "/v1/forget", service.token(rights=frozenset({Right.READ})), json={"handles": ["01J"]}
    )

    assert [(one.action, one.status, one.writes) for one in service.lines()] == [("forget", 403, True)]


def test_no_answer_leaves_without_its_line(service: Serviced) -> None:
    token = service.token()
    service.accounts.failing = Busy("the log cannot be reached")

    assert service.ask("GET", "/v1/memories", token).status_code == 500


def test_too_many_requests_are_told_when_to_return(service: Serviced) -> None:
    service.bound(requests_per_minute=2)
    token = service.token()
    answers = [service.ask("GET", "/v1/memories", token) for _ in range(3)]

    assert [one.status_code for one in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["retry-after"]) <= 60
    assert service.ask("GET", "/v1/memories", service.token(tenant=OTHER)).status_code == 200


def test_a_full_tenant_keeps_no_more(service: Serviced) -> None:
    service.bound(memories=3)
    service.accounts.use(ACME, 3, 100)
    token = service.token()
    refused = service.ask("POST", "/v1/memories", token, json={"text": "One more."})

    assert (refused.status_code, refused.json()["code"]) == (429, "quota_exceeded")
    assert "retry-after" not in refused.headers
    assert service.ask("GET", "/v1/memories", token).status_code == 200
    assert service.ask("POST", "/v1/forget", token, json={"handles": ["01JNTSW6X0"]}).status_code == 404


def test_hot_requests_derive_no_key(service: Serviced) -> None:
    token = service.token()
    for _ in range(20):
        service.ask("GET", "/v1/memories", token)

    assert service.derivation.comparisons == 1


def test_health_and_readiness_ask_for_nothing(service: Serviced) -> None:
    assert service.ask("GET", "/healthz").status_code == 200
    assert service.ask("GET", "/readyz").status_code == 200
    service.failing.append(Busy("the database cannot be reached"))
    assert service.ask("GET", "/readyz").status_code == 503
    assert service.lines() == ()


def test_whoever_reaches_less_meets_no_session_of_more(service: Serviced) -> None:
    wide, narrow = service.token(), service.token(scopes=("org:acme",))
    begun = service.ask("POST", "/v1/sessions", wide, json={"name": "talk"})

    assert begun.status_code == 201
    assert service.ask("GET", "/v1/sessions/talk/told", wide).status_code == 200
    assert service.ask("GET", "/v1/sessions/talk/told", narrow).status_code == 404


def test_a_withdrawn_grant_ends_a_session(service: Serviced) -> None:
    token = service.token()
    service.ask("POST", "/v1/sessions", token, json={"name": "talk"})
    service.accounts.withdraw(ACME, "user:ann", "org:acme")

    assert service.ask("GET", "/v1/sessions/talk/told", token).status_code == 404


def test_whoever_reaches_less_is_repeated_nothing_of_more(service: Serviced) -> None:
    once = {"Idempotency-Key": "k"}
    said = {"text": "Said once."}
    wide = service.ask("POST", "/v1/memories", service.token(), json=said, headers=once)
    narrow = service.ask("POST", "/v1/memories", service.token(scopes=("org:acme",)), json=said, headers=once)

    assert (wide.json()["outcome"], narrow.json()["outcome"]) == ("created", "existing")


def test_a_look_shows_what_is_personal(service: Serviced) -> None:
    root, ann = service.token("root"), service.token("ann")
    service.ask("POST", "/v1/memories", ann, json={"text": "A diary.", "title": "Diary"})
    opened = service.ask("POST", "/v1/looks", root, json={"user": "ann", "reason": "subpoena 2026/7"}).json()
    through = {"Vade-Look": opened["id"]}
    seen = service.ask("GET", "/v1/memories", root, headers=through).json()["results"]
    refused = service.ask("POST", "/v1/memories", root, headers=through, json={"text": "x"})
    service.ask("DELETE", f"/v1/looks/{opened['id']}", root)

    assert [one["key"] for one in seen] == ["diary"]
    assert refused.status_code == 403
    assert service.ask("GET", "/v1/memories", root, headers=through).status_code == 401
    assert [(one.action, one.user, one.glass != "") for one in service.lines()] == [
        ("look.close", "root", False),
        ("remember", "root", True),
        ("list", "root", True),
        ("look.open", "root", False),
        ("remember", "ann", False),
    ]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/jobs"),
        ("GET", "/v1/jobs/1"),
        ("GET", "/v1/jobs/1/file"),
        ("DELETE", "/v1/jobs/1"),
        ("POST", "/v1/jobs/export"),
        ("GET", "/v1/tokens"),
        ("DELETE", "/v1/tokens/1"),
    ],
)
def test_a_look_reaches_neither_jobs_nor_tokens(service: Serviced, method: str, path: str) -> None:
    root, ann = service.token("root"), service.token("ann")
    id = service.ask("POST", "/v1/jobs/export", ann, json={}).json()["id"]
    opened = service.ask("POST", "/v1/looks", root, json={"user": "ann", "reason": "subpoena 2026/7"}).json()
    through = {"Vade-Look": opened["id"]}
    answer = service.ask(method, path.replace("/1", f"/{id}"), root, headers=through)

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert len(service.jobs.jobs(ACME, before="", limit=9)) == 1


def test_a_page_sends_to_the_login(service: Serviced) -> None:
    answer = service.ask("GET", "/memories/01J?x=1", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/memories/01J")


@pytest.mark.parametrize(
    ("id", "fit"),
    [
        ("01JNTSW6X00000000000000009", True),
        ("01JNTS", True),
        ("oat-milk", False),
        ("diary", False),
        ("", False),
    ],
)
def test_an_id_says_nothing_a_key_does(id: str, *, fit: bool) -> None:
    assert told(id) is fit


def test_the_door_knows_pages_and_operations() -> None:
    asking = Asking([*operations(), page("POST", "/memories/{id}/erase"), page("GET", "/search")])

    assert asking.wanted("POST", "/memories/01JNTSW6X0/erase").right is Right.ERASE
    assert asking.wanted("HEAD", "/search").route == "/search"
    assert asking.wanted("PUT", "/else").right is Right.WRITE
    assert asking.wanted("GET", "/v1/memories/01JNTSW6X0/history").action == "history"


def test_a_tenant_that_is_not_there_is_nobody(service: Serviced) -> None:
    token = service.token().replace("vade_acme_", "vade_nowhere_")

    assert service.ask("GET", "/v1/me", token).status_code == 401
    assert service.accounts.tenant(TenantId("nowhere")) is None


def test_a_look_that_names_none_is_refused(service: Serviced) -> None:
    answer = service.ask("GET", "/v1/memories", service.token("root"), headers={"Vade-Look": " "})

    assert (answer.status_code, answer.json()["field"]) == (400, "look")


def test_a_key_is_no_id() -> None:
    assert [told(name) for name in ("covid19", "db2", "01JNTSW6X0", "abcdefgh2345")] == [
        False,
        False,
        True,
        True,
    ]
