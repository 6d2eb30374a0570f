"""`vade serve` as a process: it answers, names its address, ends at once, and works beside other commands."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.cli.conftest import Vade


class Server:
    """One `vade serve` with a home of its own."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self.environment = {**os.environ, "VADE_HOME": str(folder / "home"), **more}
        self.folder = folder
        line = [sys.executable, "-m", "vademecum", "serve", "--json", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment, cwd=folder
        )
        assert self.process.stdout is not None
        self.told = json.loads(self.process.stdout.readline())
        self.client = httpx.Client(base_url=self.told.get("url", "http://none"), timeout=30)

    def vade(self, *arguments: str) -> bytes:
        """What another command prints meanwhile."""
        line = [sys.executable, "-m", "vademecum", *arguments]
        return subprocess.run(line, capture_output=True, env=self.environment, check=True, timeout=60).stdout

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Ask it to end; its status, and what it said besides its answer."""
        self.process.send_signal(number)
        return self.over()

    def over(self) -> tuple[int, str]:
        """Wait until it has ended by itself."""
        self.client.close()
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said.decode()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("served"))
    yield made
    made.end()


def test_files_are_read_before_the_address_is_told(tmp_path: Path) -> None:
    notes = tmp_path / "home/memories/personal"
    notes.mkdir(parents=True)
    (notes / "oats.md").write_text("The oats are in the barn.\n")
    server = Server(tmp_path)
    server.end()

    assert not server.told["meta"]["index_revision"].endswith(".0"), server.told


def test_answer_names_the_address(server: Server) -> None:
    assert server.told["url"].startswith("http://127.0.0.1:")
    assert server.client.get("/healthz").json() == {"ok": True}


def test_page_api_and_agents_stand_side_by_side(server: Server) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

    assert server.client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    assert server.client.get("/v1/openapi.json").json()["openapi"] == "3.1.0"
    assert server.client.post("/mcp", json=ping).headers["content-type"] == "application/json"


def test_other_commands_work_meanwhile(server: Server) -> None:
    server.client.post("/v1/memories", json={"text": "The harbour opens at six."})
    server.vade("remember", "The ferry leaves at nine.")

    assert b"harbour" in server.vade("recall", "when does the harbour open?")
    answer = server.client.post("/v1/recall", json={"utterance": "when does the ferry leave?"})
    assert answer.json()["results"][0]["summary"] == "The ferry leaves at nine."


def test_what_is_forgotten_is_in_no_kept_answer(server: Server) -> None:
    key = {"Idempotency-Key": "k-1"}
    made = server.client.post("/v1/memories", json={"text": "The gate code is 4711."}, headers=key).json()
    server.client.post(
        "/v1/links", json={"subject": "Rhea", "predicate": "knows", "object": "Ada"}, headers=key
    )
    receipt = json.loads(server.vade("forget", made["memory"]["id"], "--yes", "--json"))

    assert (receipt["outcome"], receipt["proof"]["remnants"]) == ("forgotten", [])


def test_name_of_elsewhere_reaches_nothing(server: Server) -> None:
    answer = server.client.get("/v1/stats", headers={"Host": "evil.example"})

    assert (answer.status_code, answer.json()["code"]) == (421, "usage")


@pytest.mark.flag("vade serve --allow-host")
def test_what_is_under_way_is_answered(tmp_path: Path) -> None:
    made = Server(tmp_path)
    body = b'{"text": "The last boat leaves at ten."}'
    with socket.create_connection((made.client.base_url.host, made.client.base_url.port or 0)) as line:
        head = f"POST /v1/memories HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
        line.sendall(head.encode() + body[:10])
        made.client.get("/healthz")  # by now the other request has begun
        made.process.send_signal(signal.SIGTERM)
        line.sendall(body[10:])
        answered = line.recv(16)

    assert (answered, made.over()) == (b"HTTP/1.1 201 Cre", (0, ""))


def test_further_name_reaches_it(tmp_path: Path) -> None:
    made = Server(tmp_path, "--allow-host", "notes.example")
    answer = made.client.get("/healthz", headers={"Host": "notes.example"})
    made.end()

    assert answer.status_code == 200


@pytest.mark.flag("vade serve --open")
def test_browser_is_opened_at_the_page(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {tmp_path}/opened\n")
    browser.chmod(0o755)
    made = Server(tmp_path, "--open", BROWSER=str(browser))
    made.client.get("/healthz")
    made.end()

    assert (tmp_path / "opened").read_text().strip() == made.told["url"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it_cleanly(tmp_path: Path, number: int) -> None:
    made = Server(tmp_path)
    made.client.post("/v1/memories", json={"text": "The last one."})

    assert made.end(number) == (0, "")
    assert b"The last one." in made.vade("list")


@pytest.mark.flag("vade serve --host")
def test_other_machines_are_let_in_only_when_asked(tmp_path: Path) -> None:
    made = Server(tmp_path, "--host", "0.0.0.0")

    assert made.told["error"]["code"] == "invalid_value"
    assert made.over()[0] == 2


@pytest.mark.flag("vade serve --expose")
def test_letting_others_in_is_warned_of(tmp_path: Path) -> None:
    made = Server(tmp_path, "--host", "0.0.0.0", "--expose")
    made.end()

    assert "no accounts" in made.told["meta"]["warnings"][0]


@pytest.mark.flag("vade serve --port")
def test_taken_port_is_told(server: Server, tmp_path: Path) -> None:
    port = str(server.client.base_url.port)
    made = Server(tmp_path, "--port", port)

    assert f"cannot listen at 127.0.0.1:{port}" in made.told["error"]["message"]
    assert made.over()[0] == 1


def test_missing_library_says_what_to_install(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "vademecum.web.serving", raising=False)

    run = vade("serve")

    assert run.status == 1
    assert "`pip install 'vademecum[serve]'`" in run.err
