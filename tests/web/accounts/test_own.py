"""What a tenant's people ask of the service itself."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.accounts.behind_the_door import ACME, OTHER, Serviced

from vademecum.access.naming import presented
from vademecum.model.tenancy import Right


def made(service: Serviced, by: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = service.ask("POST", "/v1/tokens", by, json=body)
    return answer.status_code, answer.json()


def test_it_is_told_who_asks(service: Serviced) -> None:
    service.bound(memories=9)
    service.accounts.use(ACME, 4, 500)
    me = service.ask("GET", "/v1/me", service.token(rights=frozenset({Right.READ}))).json()

    assert (me["tenant"], me["user"], me["rights"]) == ("acme", "ann", ["read"])
    assert (me["reads"], me["writes"], me["personal"]) == (["org:acme"], ["org:acme"], True)
    assert (me["memories"], me["bytes"], me["quota"]["memories"]) == (4, 500, 9)


def test_an_administrator_makes_tokens(service: Serviced) -> None:
    status, told = made(service, service.token("root"), user="ann", label="bot", rights=["read"])
    read = presented(told["token"])

    assert (status, told["label"], told["rights"]) == (201, "bot", ["read"])
    assert read
    assert service.ask("GET", "/v1/me", told["token"]).json()["user"] == "ann"
    assert read.secret not in service.ask("GET", "/v1/tokens", service.token("root")).text


def test_nobody_else_makes_tokens(service: Serviced) -> None:
    assert made(service, service.token("ann"), user="ann")[0] == 403


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "user"),
        ({"user": 7}, "user"),
        ({"user": "ann", "rights": ["all"]}, "rights"),
        ({"user": "ann", "rights": "read"}, "rights"),
        ({"user": "ann", "scopes": ["nowhere"]}, "scope"),
        ({"user": "ann", "expires": "soon"}, "time"),
        ({"user": "ann", "expires": "2020-01-01"}, "expires"),
        ({"user": "ann", "label": "x" * 101}, "label"),
    ],
)
def test_wrong_tokens_are_not_made(service: Serviced, body: dict[str, Any], field: str) -> None:
    status, told = made(service, service.token("root"), **body)

    assert (status, told["field"]) == (400, field)


@pytest.mark.parametrize("raw", [b"[]", b"{", b"\xff", b"[" * 9000, b'"' + b"x" * 20_000 + b'"'])
def test_what_is_no_object_is_refused(service: Serviced, raw: bytes) -> None:
    assert service.ask("POST", "/v1/tokens", service.token("root"), content=raw).status_code == 400


def test_everybody_sees_their_own_tokens(service: Serviced) -> None:
    ann, root = service.token("ann"), service.token("root")

    assert [one["user"] for one in service.ask("GET", "/v1/tokens", ann).json()["results"]] == ["ann"]
    assert {one["user"] for one in service.ask("GET", "/v1/tokens", root).json()["results"]} == {
        "ann",
        "root",
    }


def test_everybody_revokes_their_own_tokens(service: Serviced) -> None:
    ann, root = service.token("ann"), service.token("root")
    of_ann, of_root = presented(ann), presented(root)
    assert of_ann
    assert of_root

    assert service.ask("DELETE", f"/v1/tokens/{of_root.token}", ann).status_code == 404
    assert service.ask("DELETE", f"/v1/tokens/{of_ann.token}", ann).status_code == 200
    assert service.ask("GET", "/v1/me", ann).status_code == 401


def test_a_foreign_token_is_not_there(service: Serviced) -> None:
    foreign = presented(service.token("ann", OTHER))
    assert foreign

    answer = service.ask("DELETE", f"/v1/tokens/{foreign.token}", service.token("root"))

    assert answer.status_code == 404
    assert service.accounts.tokens(OTHER)[0].revoked is None


@pytest.mark.parametrize("path", ["/v1/looks", "/v1/audit"])
def test_members_see_neither_looks_nor_log(service: Serviced, path: str) -> None:
    assert service.ask("GET", path, service.token("ann")).status_code == 403
    assert service.ask("GET", path, service.token("root")).status_code == 200


def test_the_log_is_asked_by_what_matters(service: Serviced) -> None:
    ann, root = service.token("ann"), service.token("root")
    for _ in range(3):
        service.ask("GET", "/v1/memories", ann)
    first = service.ask("GET", "/v1/audit?user=Ann&action=list&limit=2", root).json()["results"]
    rest = service.ask("GET", f"/v1/audit?user=ann&before={first[-1]['number']}", root).json()["results"]

    assert [(one["user"], one["action"]) for one in [*first, *rest]] == [("ann", "list")] * 3


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=1001", "before=-1", "since=soon"])
def test_wrong_questions_to_the_log_are_refused(service: Serviced, query: str) -> None:
    assert service.ask("GET", f"/v1/audit?{query}", service.token("root")).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {"user": "ann"},
        {"user": "ann", "reason": "because"},
        {"user": "ann", "reason": "subpoena 2026/7", "minutes": "x"},
        {"user": "ann", "reason": "subpoena 2026/7", "minutes": 481},
        {"user": "root", "reason": "subpoena 2026/7"},
    ],
)
def test_a_look_without_reason_or_end_is_refused(service: Serviced, body: dict[str, Any]) -> None:
    assert service.ask("POST", "/v1/looks", service.token("root"), json=body).status_code == 400


def test_looks_are_told_with_their_reason(service: Serviced) -> None:
    root = service.token("root")
    body = {"user": "ann", "reason": "subpoena 2026/7", "minutes": 5}
    opened = service.ask("POST", "/v1/looks", root, json=body)

    assert opened.status_code == 201
    told = service.ask("GET", "/v1/looks", root).json()["results"]
    assert [(one["admin"], one["user"], one["reason"]) for one in told] == [
        ("root", "ann", "subpoena 2026/7")
    ]


def test_no_administrator_reads_what_is_personal_by_a_token(service: Serviced) -> None:
    status, told = made(service, service.token("root"), user="ann")

    assert (status, told["scopes"]) == (201, ["*"])
    assert service.ask("GET", "/v1/me", told["token"]).json()["personal"] is False
    assert made(service, service.token("root"), user="ann", scopes=["personal"])[0] == 403


def test_a_narrow_token_sees_and_revokes_itself_alone(service: Serviced) -> None:
    wide, narrow = service.token("ann"), service.token("ann", rights=frozenset({Right.READ}))
    other, own = presented(wide), presented(narrow)
    assert other
    assert own

    listed = service.ask("GET", "/v1/tokens", narrow).json()["results"]
    assert [one["id"] for one in listed] == [own.token]
    assert service.ask("DELETE", f"/v1/tokens/{other.token}", narrow).status_code == 404
