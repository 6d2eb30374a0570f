"""Many tenants under a load that rises until it is too much: the knee, and what a noisy neighbour costs.

python benchmarks/service/load.py --tenants 1000 --memories 1000 --processes 2
python benchmarks/service/load.py --tenants 100 --neighbour 200000
python benchmarks/service/load.py --tenants 3 --processes 1 --writes 0 --rate 50   # recalls alone
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path

# As a script it is shown only its own folder; the tests know how to start a database.
sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))

from service.asking import Door, Took, mixed, steadily
from service.house import SCOPE, House, Process

MOST_P99_MS = 100.0
WARMING_S = 10.0
RATES = (10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300)


def doors_of(processes: list[Process]) -> list[Door]:
    """A door for each process."""
    return [Door(one.host, one.port) for one in processes]


def row(rate: float, took: Took, worked_s: tuple[float, float]) -> str:
    """One line of the table."""
    cells = (f"{took.percentile(share):.1f}" for share in (0.5, 0.95, 0.99))
    each = (f"{seconds * 1000 / max(1, len(took.ms)):.1f}" for seconds in worked_s)
    return f"| {rate:g} | {' | '.join(cells)} | {len(took.failed)} | {' | '.join(each)} |"


def worked(house: House, processes: list[Process]) -> tuple[float, float]:
    """CPU seconds until now: of our processes, and of the database."""
    return sum(process.worked_s() for process in processes), house.database_worked_s()


async def first_questions(house: House, processes: list[Process], questions: list[str]) -> None:
    """Each tenant asks each process once, one after the other: what a process does not remember yet."""
    before, number = worked(house, processes), 0
    for door in doors_of(processes):
        for token in house.tokens.values():
            status, answer = await door.ask("POST", "/v1/recall", token, {"utterance": questions[0]})
            assert status == 200, answer
            number += 1
    ours, theirs = (after - first for after, first in zip(worked(house, processes), before, strict=True))
    each = f"{ours * 1000 / number:.1f} ms of ours, {theirs * 1000 / number:.1f} of the database"
    print(f"first question of a tenant: {each}\n")


async def knee(
    house: House,
    processes: list[Process],
    questions: list[str],
    seconds: float,
    *,
    rates: Sequence[float],
    writes: float,
) -> float:
    """Rates until the slowest hundredth takes too long; the last one that held."""
    one = mixed(doors_of(processes), list(house.tokens.values()), questions, SCOPE, writes)
    await first_questions(house, processes, questions)
    await steadily(rates[0], WARMING_S, one)  # plans of connections that write for the first time
    print(
        "| requests a second | p50 ms | p95 ms | p99 ms | failed | ours, CPU ms each | database |\n"
        "|---|---|---|---|---|---|---|"
    )
    held = 0.0
    for rate in rates:
        before = worked(house, processes)
        took = await steadily(rate, seconds, one, seed=round(rate))
        ours, theirs = worked(house, processes)
        print(row(rate, took, (ours - before[0], theirs - before[1])), flush=True)
        if took.percentile(0.99) > MOST_P99_MS or took.failed:
            break
        held = rate
    return held


async def neighbour(
    house: House, processes: list[Process], questions: list[str], noisy: str, rate: float
) -> None:
    """Others alone, and beside one large tenant that asks as fast as it is answered."""
    doors = doors_of(processes)
    tokens = [token for name, token in house.tokens.items() if name != noisy]
    one = mixed(doors, tokens, questions, SCOPE)
    await steadily(rate, 5, one)
    quiet = await steadily(rate, 20, one)
    ended = asyncio.Event()

    async def shout(door: Door) -> int:
        number = 0
        while not ended.is_set():
            question = {"utterance": questions[number % len(questions)]}
            await door.ask("POST", "/v1/recall", house.tokens[noisy], question)
            number += 1
        return number

    shouting = [asyncio.create_task(shout(door)) for door in doors for _ in range(4)]
    beside = await steadily(rate, 20, one)
    ended.set()
    asked = sum(await asyncio.gather(*shouting))
    print("| others, requests a second | p50 ms | p95 ms | p99 ms | failed |\n|---|---|---|---|---|")
    for name, took in (
        (f"{rate:g} alone", quiet),
        (f"{rate:g} beside {asked / 20:.0f} of the neighbour", beside),
    ):
        cells = " | ".join(f"{took.percentile(share):.1f}" for share in (0.5, 0.95, 0.99))
        print(f"| {name} | {cells} | {len(took.failed)} |")
    print(f"p95 by {beside.percentile(0.95) / quiet.percentile(0.95):.2f} (< 2)")


def main() -> int:
    """Build, load, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tenants", type=int, default=1000)
    parser.add_argument("--memories", type=int, default=1000, help="of each tenant")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=15, help="of each rate")
    parser.add_argument("--neighbour", type=int, help="memories of one large tenant; instead of the knee")
    parser.add_argument("--writes", type=float, default=0.1, help="share of requests that write")
    parser.add_argument("--rate", type=float, action="append", help="again for more; rising ones by default")
    options = parser.parse_args()
    os.environ.setdefault("VADE_EMBEDDER", "none")
    with House() as house:
        house.tenant("acme")
        questions = house.fill("acme", options.memories)
        house.copies("acme", options.tenants - 1)
        if options.neighbour:
            house.tenant("large")
            questions += house.fill("large", options.neighbour, seed=2)
        sizes = house.bytes_each()
        stored = options.tenants * options.memories + (options.neighbour or 0)
        each = ", ".join(f"{name} {size / stored:,.0f}" for name, size in list(sizes.items())[:6])
        whole = sum(sizes.values()) / stored
        print(f"{stored:,} memories of {options.tenants:,} tenants, {whole:,.0f} bytes each:")
        print(each, flush=True)
        processes = [house.serve() for _ in range(options.processes)]
        if options.neighbour:
            asyncio.run(neighbour(house, processes, questions, "large", rate=10))
        else:
            rates = options.rate or RATES
            found = knee(house, processes, questions, options.seconds, rates=rates, writes=options.writes)
            held = asyncio.run(found)
            print(
                f"knee: {held:g} requests a second on {options.processes} processes, {os.cpu_count()} cores"
            )
        for process in processes:
            process.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
