"""`vade serve` with a database, as a process, with the database's own isolation behind it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.model.audit import AuditQuery
from vademecum.model.tenancy import Quota, TenantId
from vademecum.wiring_accounts import migrate, operating


class Served:
    """A server process over a database with two tenants, Ann in each."""

    def __init__(self, server: Server, folder: Path) -> None:
        server.create("served", migrated=False)
        self.url, self.owner = server.url(APPLICATION, "served"), server.url(OWNER, "served")
        self.folder = folder
        migrate(self.owner, APPLICATION)
        with operating(self.owner) as (tenantry, _):
            for name in ("acme", "other"):
                tenantry.add_user(tenantry.add(name, Quota()).id, "ann", admin=True)
        self.process, told = self.start()
        self.client = httpx.Client(base_url=told["url"], timeout=30)

    def start(self, *arguments: str) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
        environment = {**os.environ, "VADE_HOME": str(self.folder / "home")}
        line = [sys.executable, "-m", "vademecum", "serve", "--json", "--port", "0"]
        line += ["--database-url", self.url, *arguments]
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        assert process.stdout
        return process, json.loads(process.stdout.readline())

    def token(self, tenant: str = "acme") -> dict[str, str]:
        with operating(self.owner) as (tenantry, _):
            return {"Authorization": f"Bearer {tenantry.create_token(TenantId(tenant), 'ann').text}"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def served(postgres_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(postgres_server, tmp_path_factory.mktemp("served"))
    yield made
    made.process.send_signal(signal.SIGTERM)
    made.process.communicate(timeout=30)
    made.client.close()


@pytest.mark.flag("vade serve --database-url")
def test_a_memory_is_kept_and_found(served: Served) -> None:
    token = served.token()
    kept = served.client.post("/v1/memories", json={"text": "Matthew drinks oat milk."}, headers=token)
    found = served.client.post("/v1/recall", json={"utterance": "What does Matthew drink?"}, headers=token)

    assert kept.status_code == 201
    assert [hit["id"] for hit in found.json()["results"]] == [kept.json()["memory"]["id"]]


def test_tenants_never_meet(served: Served) -> None:
    ann, other = served.token(), served.token("other")
    kept = served.client.post("/v1/memories", json={"text": "Ours alone."}, headers=ann).json()["memory"][
        "id"
    ]
    foreign = served.client.get(f"/v1/memories/{kept}", headers=other)
    absent = served.client.get("/v1/memories/01JNTSW6X00000000000000009", headers=other)

    assert kept not in served.client.get("/v1/memories", headers=other).text
    assert foreign.status_code == absent.status_code == 404
    assert foreign.json()["detail"].replace(kept, "") == absent.json()["detail"].replace(
        "01JNTSW6X00000000000000009", ""
    )


def test_what_is_foreign_takes_as_long_as_what_is_not_there(served: Served) -> None:
    ann, other = served.token(), served.token("other")
    kept = served.client.post("/v1/memories", json={"text": "Nobody asks."}, headers=ann).json()["memory"][
        "id"
    ]
    served.client.post("/v1/memories", json={"text": "Theirs."}, headers=other)
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(60):
        for times, id in zip(took, (kept, "01JNTSW6X00000000000000009"), strict=True):
            times.append(served.client.get(f"/v1/memories/{id}", headers=other).elapsed.total_seconds())
    foreign, absent = (quantiles(times, n=4)[0] for times in took)

    assert 0.7 < foreign / absent < 1.4


def test_a_scope_is_open_to_whom_it_is_granted(served: Served) -> None:
    with operating(served.owner) as (tenantry, _):
        acme = TenantId("acme")
        for name in ("reader", "writer", "nobody"):
            tenantry.add_user(acme, name)
        tenantry.grant(acme, "user:writer", "org:ours", write=True)
        tenantry.grant(acme, "user:reader", "org:ours")
        texts = {name: tenantry.create_token(acme, name).text for name in ("reader", "writer", "nobody")}
        texts["narrow"] = tenantry.create_token(acme, "writer", scopes=["personal"]).text
    heads = {name: {"Authorization": f"Bearer {text}"} for name, text in texts.items()}
    said = {"text": "Ours together.", "scope": "org:ours"}
    kept = served.client.post("/v1/memories", json=said, headers=heads["writer"])
    at = f"/v1/memories/{kept.json()['memory']['id']}"
    refused = served.client.post("/v1/memories", json=said, headers=heads["reader"])

    assert {name: served.client.get(at, headers=head).status_code for name, head in heads.items()} == {
        "writer": 200, "reader": 200, "nobody": 404, "narrow": 404,
    }  # fmt: skip
    assert kept.status_code == 201
    assert 400 <= refused.status_code < 500


def test_a_revocation_acts_at_once(served: Served) -> None:
    token = served.token()
    assert served.client.get("/v1/me", headers=token).status_code == 200
    with operating(served.owner) as (tenantry, _):
        tenantry.revoke_token(TenantId("acme"), token["Authorization"].split("_")[2])

    assert served.client.get("/v1/me", headers=token).status_code == 401


def test_who_asked_is_written_down(served: Served) -> None:
    served.client.get("/v1/memories", headers={**served.token(), "X-Request-Id": "audited-1"})
    with operating(served.owner) as (_, operations):
        line = operations.audit(TenantId("acme"), AuditQuery(action="list"))[0]

    assert (line.request, line.user, line.status) == ("audited-1", "ann", 200)


def test_a_repeated_request_is_answered_once(served: Served) -> None:
    how = {**served.token(), "Idempotency-Key": "once-1"}
    first = served.client.post("/v1/memories", json={"text": "Said twice."}, headers=how)
    again = served.client.post("/v1/memories", json={"text": "Said twice."}, headers=how)

    assert first.json()["memory"]["id"] == again.json()["memory"]["id"]
    assert first.json()["outcome"] == again.json()["outcome"] == "created"


@pytest.mark.flag("vade serve --metrics-port")
def test_numbers_are_told_apart_from_requests(served: Served) -> None:
    port = free_port()
    process, told = served.start("--metrics-port", str(port))
    httpx.get(f"{told['url']}v1/memories", headers=served.token())
    numbers = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=30)

    assert 'vade_request_seconds_count{method="GET",route="/v1/memories",status="2xx"} 1.0' in numbers
    assert "vade_jobs_waiting 0.0" in numbers
    assert process.returncode == 0
    assert [json.loads(line)["route"] for line in said.splitlines()] == ["/v1/memories"]
    assert httpx.get(f"{served.client.base_url}metrics").status_code == 401


@pytest.mark.flag("vade serve --drain")
def test_a_server_that_leaves_is_unready_and_answers(served: Served) -> None:
    process, told = served.start("--drain", "2")
    token = served.token()
    ready = httpx.get(f"{told['url']}readyz").status_code
    process.send_signal(signal.SIGTERM)
    statuses = [httpx.get(f"{told['url']}{path}", headers=token).status_code for path in ("readyz", "v1/me")]
    process.communicate(timeout=30)

    assert (ready, statuses, process.returncode) == (200, [503, 200], 0)


def test_the_owner_is_no_role_to_serve_as(served: Served) -> None:
    line = [sys.executable, "-m", "vademecum", "serve", "--port", "0", "--database-url", served.owner]
    refused = subprocess.run(line, capture_output=True, timeout=60, check=False)

    assert refused.returncode == 10
    assert b"could see every tenant" in refused.stderr
