"""Kills a writing process again and again; after each time every acknowledged write must be there.

    python crash_rounds.py CACHE ROUNDS SEED

The parent never opens the index: it only forks, so that neither threads nor connections cross a fork.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.stores.programs.samples import WEIGHTS, ask, entry, id_of

from vademecum.model.entry import Changes
from vademecum.stores.local.index import LocalIndex

LONGEST_LIFE_S = 0.12


def write_until_killed(cache: Path, first: int, acknowledge: int) -> None:
    """Each step adds one record, rewrites the one before, and removes the one before that if it is even."""
    index = LocalIndex.open(cache, WEIGHTS)
    number = first
    while True:
        put = [entry(number, f"common fresh n{number}")]
        gone: tuple[str, ...] = ()
        if number > first:
            put.append(entry(number - 1, f"common old n{number - 1}"))
        if number > first + 1 and number % 2 == 0:
            gone = (f"personal/note-{number - 2}.md",)
        index.apply(Changes(put=tuple(put), gone=gone))
        os.write(acknowledge, b"%d\n" % number)
        if number % 7 == 0:
            index.flush()
        number += 1


def verify(cache: Path, firsts: list[int], lasts: list[int]) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    rows = index.rows([id_of(number) for number in range(firsts[-1], lasts[-1] + 1)])
    kept = {int(id[3:]): row.card.text for id, row in rows.items()}
    for number in range(firsts[-1], lasts[-1] + 1):
        # A step after the last acknowledged one may have been committed too.
        fresh, old = f"common fresh n{number}", f"common old n{number}"
        allowed: tuple[str | None, ...] = (old,) if number < lasts[-1] else (fresh, old)
        if number % 2 == 0 and number + 2 > lasts[-1]:
            allowed = (*allowed, None)
        elif number % 2 == 0:
            allowed = (None,)
        assert kept.get(number) in allowed, (number, kept.get(number), allowed)
    assert index.check() == (), index.check()
    found = {candidate.id for candidate in index.propose(ask("common", depth=100_000)).candidates}
    stored = {each.id for each in index.entries()}
    assert found == stored, found ^ stored
    if random.Random(lasts[-1]).random() < 0.5:
        assert index.flush()
        assert index.check() == (), index.check()
    index.close()


def forked(work: Callable[[], None]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001 - whatever ends a child is shown and counted
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def one_round(cache: Path, first: int, life_s: float) -> int:
    """Number of the last acknowledged step."""
    reading, writing = os.pipe()
    pid = forked(lambda: write_until_killed(cache, first, writing))
    os.close(writing)
    said = os.read(reading, 65536)
    time.sleep(life_s)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while more := os.read(reading, 65536):
        said += more
    os.close(reading)
    return int(said.split()[-1])


def main(cache: Path, rounds: int, seed: int) -> int:
    chance = random.Random(seed)
    firsts, lasts = [0], list[int]()
    for _ in range(rounds):
        lasts.append(one_round(cache, firsts[-1], chance.random() * LONGEST_LIFE_S))
        _, status = os.waitpid(forked(lambda: verify(cache, firsts, lasts)), 0)
        if status:
            return 1
        firsts.append(lasts[-1] + 10)
    steps = sum(last - first + 1 for first, last in zip(firsts, lasts, strict=False))
    sys.stdout.write(f"{rounds} rounds, {steps} steps\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
