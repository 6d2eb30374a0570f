"""Many processes on one index that nobody has made yet.

    python crowd.py CACHE WRITERS READERS REBUILDERS SECONDS

Exit status 0 when none met an error and, without rebuilders, nothing that was written is missing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.stores.programs.crash_rounds import forked
from tests.stores.programs.samples import WEIGHTS, ask, entry, id_of

from vademecum.model.entry import Changes
from vademecum.stores.local.index import LocalIndex

RANGE = 100_000


def write(cache: Path, who: int, until: float, report: int) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    step = 0
    while time.monotonic() < until:
        number = who * RANGE + step
        changed = entry(number - 1, f"shared again w{number}") if step else entry(number, "shared")
        index.apply(Changes(put=(entry(number, f"shared w{number}"), changed)))
        if step % 20 == 0:
            index.flush(threshold=10)
        step += 1
    os.write(report, b"%d %d\n" % (who, step))
    index.close()


def read(cache: Path, until: float) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    while time.monotonic() < until:
        candidates = index.propose(ask("shared again", depth=50)).candidates
        assert len({candidate.id for candidate in candidates}) == len(candidates)
        index.rows([candidate.id for candidate in candidates[:20]])
        index.frequencies(("shared", "again"))
        index.corpus()
        index.states()
    index.close()


def rebuild(cache: Path, until: float) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    while time.monotonic() < until:
        with index.rebuilding() as fresh:
            fresh.apply(Changes(put=tuple(index.entries())))
        time.sleep(0.05)
    index.close()


def verify(cache: Path, written: dict[int, int]) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    assert index.check() == (), index.check()
    expected = {id_of(who * RANGE + step) for who, steps in written.items() for step in range(steps)}
    stored = {each.id for each in index.entries()}
    assert stored == expected, (len(stored), len(expected))
    found = {candidate.id for candidate in index.propose(ask("shared", depth=RANGE)).candidates}
    assert found == expected, (len(found), len(expected))
    assert index.flush()
    assert index.check() == (), index.check()
    index.close()


def sound(cache: Path) -> None:
    index = LocalIndex.open(cache, WEIGHTS)
    assert index.check() == (), index.check()
    index.close()


def main(cache: Path, writers: int, readers: int, rebuilders: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    reading, writing = os.pipe()
    works: list[Callable[[], None]] = [partial(read, cache, until)] * readers
    works += [partial(write, cache, who, until, writing) for who in range(1, writers + 1)]
    works += [partial(rebuild, cache, until)] * rebuilders
    pids = [forked(work) for work in works]
    failed = sum(os.waitpid(pid, 0)[1] != 0 for pid in pids)
    os.close(writing)
    lines = os.read(reading, 65536).split(b"\n")
    written = {int(who): int(steps) for who, steps in (line.split() for line in lines if line)}
    last = partial(sound, cache) if rebuilders else partial(verify, cache, written)
    failed += os.waitpid(forked(last), 0)[1] != 0
    sys.stdout.write(f"{failed} of {len(pids) + 1} failed, {sum(written.values())} writes\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(
        main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5]))
    )
