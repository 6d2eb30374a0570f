"""What is acknowledged stays, whatever fails under load: the database, its connections, a server, a worker.

Clients do as a good client does: a request that was not answered is sent again under the same idempotency
key, and goes to a server that says it is ready. Afterwards every acknowledged memory is asked for.

    python benchmarks/service/failures.py [--rate 10] [--seconds 20]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

# As a script it is shown only its own folder; the tests know how to start a database.
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))

import psycopg
from tests.postgres_server import ADMIN

from service.asking import Door
from service.house import SCOPE, House, Process

PATIENCE_S = 60.0
TENANT = "acme"


class Client:
    """Writes, and remembers what was acknowledged."""

    def __init__(self, doors: list[Door], token: str) -> None:
        self.doors, self._token = doors, token
        self.kept: dict[str, str] = {}
        self.failed: list[str] = []
        self.repeated = 0

    async def write(self, number: int, *, again: bool = True) -> None:
        """Remember one text; without `again` anything but an answer counts as a failure."""
        text = f"Acknowledged {number} at the harbour, {uuid.uuid4()}."
        key = uuid.uuid4().hex
        until = asyncio.get_running_loop().time() + PATIENCE_S
        wrong = "nobody is ready"
        while asyncio.get_running_loop().time() < until:
            door = await self._ready(number)
            if door is None:
                await asyncio.sleep(0.05)
                continue
            try:
                status, answer = await door.ask(
                    "POST", "/v1/memories", self._token, {"text": text, "scope": SCOPE}, key
                )
            except (OSError, asyncio.IncompleteReadError) as error:
                status, answer = 0, repr(error).encode()
            if status in (200, 201):
                self.kept[text] = json.loads(answer)["memory"]["id"]
                return
            wrong = f"{status} {answer[:120]!r}"
            if not again or status not in (0, 409, 429, 500, 502, 503, 504):
                break
            self.repeated += 1
            await asyncio.sleep(0.1)
        self.failed.append(wrong)

    async def _ready(self, number: int) -> Door | None:
        for step in range(len(self.doors)):
            door = self.doors[(number + step) % len(self.doors)]
            if await door.ready():
                return door
        return None

    async def lost(self) -> int:
        """Acknowledged memories that are not there any more."""
        missing = 0
        for text, record in self.kept.items():
            status, answer = await self.doors[0].ask("GET", f"/v1/memories/{record}", self._token)
            missing += status != 200 or text not in json.loads(answer)["memory"]["body"]
        return missing


Failing = Callable[[House, list[Process], list[Door]], Awaitable[None]]


async def restart_database(house: House, _processes: list[Process], _doors: list[Door]) -> None:
    """End it at once, cutting every connection, and start it again after a second."""
    await asyncio.to_thread(house.server.stop)
    await asyncio.sleep(1)
    house.server.start()  # not in a thread: Linux ends the server with the thread that began it


async def cut_connections(house: House, _processes: list[Process], _doors: list[Door]) -> None:
    """End every connection of the service, five times."""
    for _ in range(5):
        with psycopg.connect(house.server.url(ADMIN, "postgres"), autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'vade_app'")
        await asyncio.sleep(0.5)


async def kill_process(house: House, processes: list[Process], doors: list[Door]) -> None:
    """Kill one of ours with -9, and put another in its place."""
    processes[0].process.send_signal(signal.SIGKILL)
    processes[0].process.wait()
    processes[0] = await asyncio.to_thread(house.serve)
    doors[0] = Door(processes[0].host, processes[0].port)


async def roll(house: House, processes: list[Process], doors: list[Door]) -> None:
    """Restart one server after the other, as for an update; nobody may notice."""
    for number in range(len(processes)):
        new = await asyncio.to_thread(house.serve)
        old, processes[number] = processes[number], new
        doors.append(Door(new.host, new.port))
        await asyncio.to_thread(old.end)
        doors.remove(next(door for door in doors if door.port == old.port))


async def under_load(house: House, failing: Failing, rate: float, seconds: float, *, again: bool) -> str:
    """Let it fail in the middle of steady writes; a line of the table."""
    processes = [house.serve(), house.serve()]
    doors = [Door(one.host, one.port) for one in processes]
    client = Client(doors, house.tokens[TENANT])
    running: set[asyncio.Task[None]] = set()
    broken: asyncio.Task[None] | None = None
    for number in range(int(rate * seconds)):
        running.add(asyncio.create_task(client.write(number, again=again)))
        if number == int(rate * seconds / 3):
            broken = asyncio.create_task(asyncio.wait_for(failing(house, processes, doors), PATIENCE_S))
        await asyncio.sleep(1 / rate)
    assert broken is not None
    await broken
    await asyncio.gather(*running)
    lost = await client.lost()
    there = await _listed(doors[0], house.tokens[TENANT], client)
    for one in processes:
        one.end()
    told = (failing.__doc__ or "").split("\n")[0]
    wrong = f" ({Counter(client.failed).most_common(1)[0][0]})" if client.failed else ""
    counts = f"{len(client.kept)} | {client.repeated} | {len(client.failed)}{wrong}"
    return f"| {told} | {counts} | {lost} | {there} |"


async def _listed(door: Door, token: str, client: Client) -> int:
    """Texts that stand there more than once."""
    doubled = 0
    for text in client.kept:
        word = text.rpartition(" ")[2].rstrip(".")
        _, answer = await door.ask("POST", "/v1/search", token, {"query": word, "mode": "all"})
        doubled += len(json.loads(answer)["results"]) > 1
    return doubled


def killed_worker(house: House) -> str:
    """Kill workers with -9 while they import; the job is done in the end, once."""
    said = [
        {"type": "entity", "name": f"Place {n}", "entityType": "place", "observations": [f"Fact {n}."]}
        for n in range(300)
    ]
    lines = "".join(f"{json.dumps(one)}\n" for one in said)
    process = house.serve()
    door = Door(process.host, process.port)

    async def act() -> str:
        token = house.tokens[TENANT]
        path = f"/v1/jobs/import?file=memory.jsonl&scope={SCOPE}"
        status, answer = await door.upload(path, token, lines.encode())
        assert status in (200, 201, 202), answer
        job = json.loads(answer)["id"]
        kills, state = 0, "waiting"
        for _ in range(40):
            worker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "vademecum", "service", "worker"),
                env={**os.environ, "VADE_DATABASE_URL": house.url},
                stderr=asyncio.subprocess.DEVNULL,
            )
            await asyncio.sleep(2 if kills < 2 else 20)
            _, told = await door.ask("GET", f"/v1/jobs/{job}", token)
            state = json.loads(told)["state"]
            with suppress(ProcessLookupError):
                worker.send_signal(signal.SIGKILL if kills < 2 else signal.SIGTERM)
            await worker.wait()
            kills += 1
            if state not in ("waiting", "running"):
                break
        return f"| {(killed_worker.__doc__ or '').split(';')[0]} | {kills} workers | | {state} | | |"

    line = asyncio.run(act())
    process.end()
    return line


def main() -> int:
    """All failures in turn."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=float, default=10, help="writes a second")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    os.environ.setdefault("VADE_EMBEDDER", "none")
    failures: list[tuple[Failing, bool]] = [
        (restart_database, True), (cut_connections, True), (kill_process, True), (roll, False),
    ]  # fmt: skip
    print("| | acknowledged | sent again | failed | lost | doubled |\n|---|---|---|---|---|---|")
    with House() as house:
        house.tenant(TENANT)
        house.fill(TENANT, 100)
        for failing, again in failures:
            line = asyncio.run(under_load(house, failing, options.rate, options.seconds, again=again))
            print(line, flush=True)
        print(killed_worker(house), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
