"""What a service adds to a request before and after its answer: proof, audit, and what a wrong token costs.

A server of PostgreSQL is started in a folder of its own, without waiting for the disk, as the tests have it.
CPU time of this process and elapsed time stand beside each other, because a busy machine makes everybody
wait; each line is measured in turns with the others.

    python benchmarks/accounts.py [--n 400]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.identity.issuing import fresh_id
from vademecum.identity.pacing import Pace
from vademecum.identity.proving import Prover
from vademecum.model.audit import AuditEntry
from vademecum.model.tenancy import Quota, TenantId
from vademecum.wiring_accounts import Served, migrate, open_served, operating

ACME = TenantId("acme")


def served(server: Server) -> tuple[Served, str]:
    """A service with one tenant, and a token of it."""
    server.create("accounts", migrated=False)
    owner = server.url(OWNER, "accounts")
    migrate(owner, APPLICATION)
    with operating(owner) as (tenantry, _):
        tenantry.add("acme", Quota(requests_per_minute=1_000_000))
        tenantry.add_user(ACME, "ann")
        tenantry.grant(ACME, "user:ann", "org:acme", write=True)
        text = tenantry.create_token(ACME, "ann").text
    return open_served(server.url(APPLICATION, "accounts")), text


def lines(made: Served, token: str) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    prover = Prover(made.accounts, made.clock, made.derivation)
    pace = Pace(made.accounts, made.clock)
    caller, digest = prover.prove(token), made.derivation.derive("x")

    def record(*, writes: bool) -> None:
        made.accounts.record(
            ACME,
            AuditEntry(
                at=made.clock.now(), request=fresh_id(), user="ann", bearer="b", action="recall",
                writes=writes, status=200,
            ),
        )  # fmt: skip

    return {
        "proof of a known token": lambda: prover.prove(token),
        "pace": lambda: pace.admit(caller),
        "audit line of a read": lambda: record(writes=False),
        "audit line of a write": lambda: record(writes=True),
        "argon2id, once a token and ten minutes": lambda: made.derivation.matches(digest, "x"),
    }


def measured(made: Served, token: str, n: int) -> None:
    """Print the table."""
    asked = lines(made, token)
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    for number in range(n):
        for name, act in asked.items():
            if name.startswith("argon2id") and number % 20:
                continue
            began, worked = time.perf_counter(), time.process_time()
            act()
            took[name].append((time.perf_counter() - began, time.process_time() - worked))
    print("| | median ms | 99 % ms | CPU ms here |\n|---|---|---|---|")
    for name, times in took.items():
        elapsed, cpu = ([one[place] * 1000 for one in times] for place in (0, 1))
        cuts = statistics.quantiles(elapsed, n=100, method="inclusive")
        print(f"| {name} | {cuts[49]:.2f} | {cuts[98]:.2f} | {statistics.mean(cpu):.2f} |")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=400)
    n: int = parser.parse_args().n
    server = Server()
    try:
        made, token = served(server)
        measured(made, token, n)
        made.close()
    finally:
        server.close()


if __name__ == "__main__":
    main()
