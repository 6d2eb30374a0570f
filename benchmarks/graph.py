"""Questions to a graph of 100,000 pages and 500,000 relations, and what one write costs on it.

Every page states five relations to others: four of their ends are drawn evenly, one by the law of Zipf, so
that a few are hubs and most walks of two hops pass through one; with `--hubs 0` all are drawn evenly. What is
measured is the public `Vade.graph` in one process that has asked before; no files are looked at, as in a home
that is too large for a look before every answer. A write is the change of one page in the index alone, as
`Index.apply` does it. What counts is CPU time of the process, as elsewhere; the time by the clock stands
beside it.

    python benchmarks/graph.py --n 100000
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import accumulate, islice
from pathlib import Path

from vademecum import Vade
from vademecum.indexing.entry import entry_of
from vademecum.lexicon import load as load_lexicon
from vademecum.model.entry import Changes, Entry
from vademecum.model.file import Document, FileState, Stamp
from vademecum.model.policy import Policy
from vademecum.model.record import PERSONAL, Entity, Key, MemoryId, Relation, Scope
from vademecum.ports import Index
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.text.analyzer import Analyzer
from vademecum.vault.clones import Clones
from vademecum.vault.files import ensure_home
from vademecum.vault.sharing import SharedVault
from vademecum.wiring import SystemClock, UlidIds, open_with

RELATIONS = 5
BATCH = 5_000
LIMIT_MS = 5.0
"""A two-hop neighbourhood takes at most this, the median."""

GROWTH = 1.5
"""A write on a large store costs at most this many times what it costs on a small one."""

PREDICATES = ("knows", "works_at", "lives_in", "part_of", "owns")
LABELS = ("Person", "Organisation", "Place", "Project")


class Pages:
    """Pages by number; the same number always gives the same page."""

    def __init__(self, count: int, *, hubs: int) -> None:
        self.count = count
        self._hubs = hubs
        self._weights = list(accumulate(1 / (rank + 10) for rank in range(count)))
        self._lexicon = load_lexicon()
        self._analyzer = Analyzer(self._lexicon, default_language="en")

    def page(self, number: int, turn: int = 0) -> Entity:
        """A page, or what it says after so many changes."""
        chance = random.Random(number * 1_000 + turn)
        ends = chance.choices(range(self.count), cum_weights=self._weights, k=self._hubs)
        ends += [chance.randrange(self.count) for _ in range(RELATIONS - len(ends))]
        return Entity(
            id=MemoryId(f"01JGRAPH{number:018d}"),
            scope=PERSONAL,
            name=name_of(number),
            label=LABELS[number % len(LABELS)],
            relations=tuple(
                Relation(predicate=predicate, object=name_of(end))
                for predicate, end in zip(PREDICATES, ends, strict=True)
            ),
        )

    def entry(self, number: int, turn: int = 0) -> Entry:
        """What an index keeps of a page."""
        record = self.page(number, turn)
        digest = hashlib.sha256(f"{number} {turn}".encode()).hexdigest()
        document = Document(
            record=record,
            path=f"personal/entities/{record.name.lower()}.md",
            key=Key(record.name.lower()),
            scope=record.scope,
            state=FileState(Stamp(100, turn, 0, 0), digest),
            body_line=10,
        )
        return entry_of(document, self._analyzer, self._lexicon)


def name_of(number: int) -> str:
    """A name that no other page has."""
    return f"Page{number:06d}"


def say(text: str) -> None:
    """Progress, out of the way of the answer."""
    print(text, file=sys.stderr, flush=True)


def fill(index: Index, pages: Pages) -> None:
    """Put every page into a new index."""
    say(f"building {pages.count:,} pages …")
    entries = (pages.entry(number) for number in range(pages.count))
    with index.rebuilding() as fresh:
        while batch := tuple(islice(entries, BATCH)):
            fresh.apply(Changes(put=batch))


@contextmanager
def opened(pages: Pages) -> Iterator[tuple[Vade, Index]]:
    """A home whose index holds the pages; it never looks for their files."""
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch, "home")
        ensure_home(home)
        index = LocalIndex.open(Path(scratch, "index"), FIELD_WEIGHTS)
        fill(index, pages)
        vade = open_with(
            vault=SharedVault(home / "memories", Clones(home)),
            index=index,
            policy=Policy(sync_max_files=0, sync_interval_s=1e9),
            language="en",
            clock=SystemClock(),
            ids=UlidIds(),
            read_scope=Scope,
        )
        with closing(vade):
            yield vade, index


def timed(acts: Sequence[Callable[[], object]]) -> list[tuple[float, float]]:
    """CPU and wall milliseconds of each; the first tenth warms the caches and does not count."""
    times: list[tuple[float, float]] = []
    for act in acts:
        began, by_clock = time.process_time(), time.perf_counter()
        act()
        times.append(((time.process_time() - began) * 1_000, (time.perf_counter() - by_clock) * 1_000))
    return times[len(times) // 10 :]


def row(what: str, times: Sequence[tuple[float, float]], **more: object) -> dict[str, object]:
    """One row of the answer."""
    cpu = sorted(one for one, _ in times)
    return {
        "what": what,
        "p50_ms": round(statistics.median(cpu), 2),
        "p95_ms": round(cpu[int(len(cpu) * 0.95)], 2),
        "wall_p50_ms": round(statistics.median([wall for _, wall in times]), 2),
        **more,
    }


def growth(rows: Sequence[dict[str, object]], what: str, small: int, large: int) -> float:
    """How many times as long a median takes in the large store as in the small one."""
    medians = {one["n"]: one["p50_ms"] for one in rows if one["what"] == what}
    before, after = medians[small], medians[large]
    assert isinstance(before, float)
    assert isinstance(after, float)
    return after / before


def questions(vade: Vade, pages: Pages, count: int, *, whole: bool) -> list[dict[str, object]]:
    """Times of the questions that begin at a page, and of those that read everything."""
    chance = random.Random(7)
    names = [name_of(chance.randrange(pages.count)) for _ in range(count)]
    pairs = list(zip(names, reversed(names), strict=True))[: count // 4]
    graph = vade.graph
    sizes = [len(graph.neighborhood(name).nodes) for name in names[:50]]
    return [
        row("node", timed([lambda name=name: graph.node(name) for name in names])),  # type: ignore[misc]
        row("edges", timed([lambda name=name: graph.edges(name) for name in names])),  # type: ignore[misc]
        row(
            "neighborhood, 2 hops",
            timed([lambda name=name: graph.neighborhood(name) for name in names]),  # type: ignore[misc]
            nodes=statistics.median(sizes),
        ),
        row("path", timed([lambda pair=pair: graph.path(*pair) for pair in pairs])),  # type: ignore[misc]
        *(
            [row(act.__name__, timed([act] * 2)) for act in (graph.central, graph.components)]
            if whole
            else []
        ),
    ]


def writes(index: Index, pages: Pages, count: int) -> dict[str, object]:
    """What the change of one page costs: five relations go and five come."""
    numbers = [number * pages.count // count for number in range(count)]
    entries = [pages.entry(number, turn=1) for number in numbers]
    times = timed([lambda entry=entry: index.apply(Changes(put=(entry,))) for entry in entries])  # type: ignore[misc]
    return row("write", times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000, help="pages; each states five relations")
    parser.add_argument("--small", type=int, default=1_000, help="pages of the store it is compared with")
    parser.add_argument("--asks", type=int, default=400)
    parser.add_argument("--hubs", type=int, default=1, help="relations of a page that go to hubs, 0 to 5")
    parser.add_argument("--no-whole", action="store_true", help="leave out what reads every edge")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows: list[dict[str, object]] = []
    for count in (given.small, given.n):
        pages = Pages(count, hubs=given.hubs)
        with opened(pages) as (vade, index):
            found = questions(vade, pages, given.asks, whole=not given.no_whole)
            found.append(writes(index, pages, min(count, 200)))
        rows += [{"n": count, **one} for one in found]
    if given.json:
        print(json.dumps(rows))
        return
    for one in rows:
        times = (
            f"p50 {one['p50_ms']:>9} ms  p95 {one['p95_ms']:>9} ms  by the clock {one['wall_p50_ms']:>9} ms"
        )
        print(f"{one['n']:>9,}  {one['what']:24} {times}")
    around = {one["n"]: one["p50_ms"] for one in rows if one["what"] == "neighborhood, 2 hops"}[given.n]
    grown = growth(rows, "write", given.small, given.n)
    print(f"two hops: {around} ms (at most {LIMIT_MS}); a write grows {grown:.2f} times (at most {GROWTH})")


if __name__ == "__main__":
    main()
