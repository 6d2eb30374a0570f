"""Whatever may be asked over HTTP tells nobody, and changes nothing, of what is another's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from tests.postgres_server import APPLICATION, OWNER, Server
from tests.web.api.examples import BODIES, QUERIES

from vademecum.model.tenancy import Quota, TenantId
from vademecum.surface.operations.shape import Operation, Place
from vademecum.surface.operations.table import OPERATIONS
from vademecum.web.accounts import jobs, own
from vademecum.web.observing.metrics import Metrics
from vademecum.web.service import service_application
from vademecum.wiring_accounts import migrate, open_served, operating

WORD = "vermilion"
KEY = "the-key-of-ann"
ASKERS = ("other ann", "acme bob")
"""Somebody of another tenant under the same name, and somebody else of the same tenant."""

PLACES = ("{handle}", "{name}", "{id}", "{kind}")
ACCOUNT = [(one.method, one.path) for one in (*own.ENTRIES, *jobs.ENTRIES) if one.path != "/logout"]


class Town:
    """A service with three people, of whom Ann of Acme has something of everything that is hers alone."""

    def __init__(self, server: Server) -> None:
        server.create("town", migrated=False)
        owner = server.url(OWNER, "town")
        migrate(owner, APPLICATION)
        self._tokens: dict[str, str] = {}
        with operating(owner) as (tenantry, _):
            for name in ("acme", "other"):
                tenantry.add(name, Quota())
            for person in ("acme ann", *ASKERS):
                tenant, user = person.split()
                tenantry.add_user(TenantId(tenant), user, admin=person != "acme bob")
                self._tokens[person] = tenantry.create_token(TenantId(tenant), user).text
        self._served = open_served(server.url(APPLICATION, "town"))
        metrics = Metrics(self._served.pool, self._served.waiting, tenants=True)
        app = service_application(self._served, metrics, version="1", hosts=["127.0.0.1"])
        self._client = TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)
        self.names = self._furnished()
        self.before = self.seen()

    def close(self) -> None:
        self._served.close()

    def ask(self, person: str, method: str, path: str, **how: Any) -> Response:
        headers = {"Authorization": f"Bearer {self._tokens[person]}", **how.pop("headers", {})}
        return self._client.request(method, path, headers=headers, **how)

    def ann(self, method: str, path: str, **how: Any) -> Response:
        answer = self.ask("acme ann", method, path, **how)
        assert answer.is_success, answer.text
        return answer

    def _furnished(self) -> list[str]:
        """Names of all that is Ann's: ids, a key, a name, a talk, a job, a token, a session."""
        kept = [
            self.ann("POST", "/v1/memories", json={"text": f"The door is {WORD} {one}.", "title": one}).json()
            for one in ("milk", "draft", "old")
        ]
        ids = [one["memory"]["id"] for one in kept]
        entity = self.ann("POST", "/v1/entities", json={"name": "Rhea", "label": WORD.title()}).json()
        talk = {
            "host": "h", "origin_id": "one",
            "turns": [{"origin_id": "1", "role": "user", "text": f"the {WORD} door of the harbour"}],
        }  # fmt: skip
        told = self.ann("POST", "/v1/conversations", json=talk).json()
        job = self.ann("POST", "/v1/jobs/export", json={}).json()
        token = self.ann("POST", "/v1/tokens", json={"user": "ann", "label": WORD}).json()
        self.ann("POST", "/v1/sessions", json={"name": "walk"})
        found = _ids([entity, told, job, token])
        return ["milk", "Rhea", "walk", *ids, *found]

    def seen(self) -> str:
        """Whatever Ann sees of what is hers, but for when she looked."""
        parts = [
            self.ann("GET", path).json()
            for path in ("/v1/memories?include=all", "/v1/entities", "/v1/conversations", "/v1/aliases")
        ]
        return json.dumps([_still(part) for part in parts], sort_keys=True)


def _ids(told: Any) -> list[str]:
    if isinstance(told, dict):
        own = [one for name, one in told.items() if name in ("id", "token") and isinstance(one, str)]
        return own + [each for one in told.values() for each in _ids(one)]
    return [each for one in told for each in _ids(one)] if isinstance(told, list) else []


def _still(told: Any) -> Any:
    """An answer without what another moment, or the look itself, may have changed."""
    return {name: one for name, one in told.items() if name != "meta"}


@pytest.fixture(scope="module")
def town(postgres_server: Server) -> Iterator[Town]:
    made = Town(postgres_server)
    yield made
    made.close()


def requests(operation: Operation, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Paths and bodies of an operation, about each of the names."""
    body = dict(BODIES.get(operation.name, {}))
    query = dict(QUERIES.get(operation.name, {}))
    for name in names if _is_about(operation) else names[:1]:
        path = operation.path
        for place in PLACES:
            path = path.replace(place, name)
        about = {
            parameter.name: [name] if parameter.type.startswith("tuple") else name
            for parameter in operation.parameters
            if parameter.name in ("handle", "handles", "ids", "address", "session", "into")
        }
        if operation.name != "graph.query":  # that one is asked for all that there is
            sought_for = {one.name for one in operation.parameters} & {"query", "utterance"}
            about |= dict.fromkeys(sought_for, "What about the door?")
        bodied = {one.name for one in operation.within(Place.BODY)}
        asked = {one: given for one, given in about.items() if one in bodied}
        sought = {one.name for one in operation.within(Place.QUERY)} & about.keys()
        more = {"params": {**query, **{one: about[one] for one in sought}}}
        yield path, {**more, "json": {**body, **asked}} if bodied else more


def _is_about(operation: Operation) -> bool:
    return any(place in operation.path for place in PLACES) or any(
        one.name in ("handle", "handles", "ids", "address", "session") for one in operation.parameters
    )


def test_the_same_requests_tell_ann(town: Town) -> None:
    reading = [one for one in OPERATIONS if not one.writes and "sessions" not in one.name]
    told = {
        one.name
        for one in reading
        for path, how in requests(one, town.names)
        if WORD in town.ask("acme ann", one.method, path, **how).text.lower()
    }
    assert told >= {
        "brief", "conversations.markdown", "conversations.search", "conversations.show", "entities.list",
        "entities.show", "get", "graph.node", "history", "list", "recall", "search", "why",
    }  # fmt: skip


@pytest.mark.parametrize("person", ASKERS)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_no_operation_tells_or_changes_what_is_anothers(
    town: Town, operation: Operation, person: str
) -> None:
    for path, how in requests(operation, town.names):
        answer = town.ask(person, operation.method, path, **how, headers={"Idempotency-Key": KEY})

        assert answer.status_code < 500, answer.text
        assert WORD not in answer.text.lower(), f"{operation.method} {path}"
    assert town.seen() == town.before


@pytest.mark.parametrize("person", ASKERS)
@pytest.mark.parametrize(("method", "path"), ACCOUNT)
def test_nothing_of_an_account_is_anothers(town: Town, person: str, method: str, path: str) -> None:
    for name in town.names:
        at = path.replace("{id}", name)
        answer = town.ask(person, method, at, json={} if method == "POST" else None)

        assert answer.status_code < 500
        assert WORD not in answer.text.lower()
    assert town.ann("GET", "/v1/me").json()["user"] == "ann"
    assert len(town.ann("GET", "/v1/jobs").json()["results"]) == 1


@pytest.mark.parametrize("person", ASKERS)
def test_a_key_is_its_askers_own(town: Town, person: str) -> None:
    asked = {"json": {"text": "The scarlet gate.", "title": "gate"}, "headers": {"Idempotency-Key": "gate"}}
    town.ann("POST", "/v1/memories", **asked)
    town.before = town.seen()
    same = town.ask(person, "POST", "/v1/memories", **asked)
    other = town.ask(
        person, "POST", "/v1/memories", json={"text": "Another."}, headers={"Idempotency-Key": "gate"}
    )

    assert "idempotency-replayed" not in same.headers
    assert same.status_code == 201
    assert other.status_code != 201  # their own key, used for something else
    assert "scarlet" not in other.text


@pytest.mark.parametrize("person", ASKERS)
def test_a_cursor_and_a_state_of_another_open_nothing(town: Town, person: str) -> None:
    page = town.ann("GET", "/v1/memories", params={"limit": 1}).json()
    record = town.ann("GET", f"/v1/memories/{page['results'][0]['id']}")

    followed = town.ask(person, "GET", "/v1/memories", params={"limit": 1, "cursor": page["meta"]["next"]})
    changed = town.ask(
        person,
        "PATCH",
        f"/v1/memories/{page['results'][0]['id']}",
        json={"text": "Mine."},
        headers={"If-Match": record.headers["etag"]},
    )
    read = town.ask(
        person,
        "GET",
        f"/v1/memories/{page['results'][0]['id']}",
        headers={"If-None-Match": record.headers["etag"]},
    )

    assert all(one["id"] not in town.names for one in followed.json().get("results", []))
    assert (changed.status_code, read.status_code) == (404, 404)
