"""Time on the server of every page, over a home of so many memories: median and 95th percentile.

python benchmarks/pages.py --n 1000 10000
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from statistics import median, quantiles

from starlette.applications import Starlette
from starlette.testclient import TestClient

import vademecum
from generator import Generator
from homes import home_of_files
from vademecum.engine.vade import Vade
from vademecum.web.pages.assets import assets
from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.wiring import SystemClock
from vademecum.wiring_graph import graph_tools

TARGET_MS = 100
WEIGHT_BYTES = 200 * 1024


def paths(vade: Vade) -> dict[str, str]:
    """Name of a page -> where it is."""
    hit = vade.search("meeting").hits[0] if vade.search("meeting").hits else vade.list().items[0]
    rhea = vade.add_entity("Rhea Okafor", label="Person", text="Known to many.").memory.record.id
    for number in range(40):
        vade.link("Rhea Okafor", "knows", f"Person {number}")
    return {
        "home": "/",
        "search": "/search?q=meeting+notes+of+monday&part=1",
        "search, whole page": "/search?q=meeting+notes",
        "what an agent is told": "/search?q=meeting+notes&view=recall",
        "list": "/memories",
        "list, everything": "/memories?include=all&offset=500",
        "memory": f"/memories/{hit.id}",
        "edit": f"/memories/{hit.id}/edit",
        "review": "/review",
        "entity with 41 nodes": f"/entities/{rhea}",
        "entities": "/entities",
        "conversations": "/conversations",
        "words": "/words",
        "health, unchecked": "/health",
    }


def measured(reader: TestClient, path: str, times: int) -> tuple[list[float], int]:
    """Milliseconds of the processor for each visit, and the bytes of the page."""
    taken: list[float] = []
    size = len(reader.get(path).content)
    for _ in range(times):
        began = time.process_time()
        answer = reader.get(path)
        taken.append((time.process_time() - began) * 1000)
        assert answer.status_code == 200, path
    return taken, size


def shown(vade: Vade, count: int, times: int, loaded: int) -> bool:
    """Print the table of one home; whether a target is missed."""
    drawing = Drawing(lambda: graph_tools().layout, SystemClock().now)
    reader = TestClient(Starlette(routes=pages(lambda _: nullcontext(vade), drawing)), "http://127.0.0.1")
    print(f"\n| {count:,} memories | p50 ms | p95 ms | kB with style and script |\n|---|---|---|---|")
    fails = False
    for name, path in paths(vade).items():
        taken, size = measured(reader, path, times)
        p95 = quantiles(taken, n=20)[-1]
        print(f"| {name} | {median(taken):.1f} | {p95:.1f} | {(size + loaded) / 1024:.0f} |")
        fails |= p95 > TARGET_MS or size + loaded > WEIGHT_BYTES
    return fails


def main() -> int:
    """Measure, print, and say by the exit status whether the targets hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, nargs="+", default=[1_000, 10_000], help="numbers of memories")
    parser.add_argument("--times", type=int, default=40, help="visits of each page")
    options = parser.parse_args()
    loaded = sum(len(one.content) for one in assets().values())
    fails = False
    for count in options.n:
        with tempfile.TemporaryDirectory() as folder:
            os.environ.update(home_of_files(Generator(), count, Path(folder), index=True))
            with vademecum.open() as vade:
                fails |= shown(vade, count, options.times, loaded)
    return int(fails)


if __name__ == "__main__":
    sys.exit(main())
