"""What five rules cost: of one changed page in a small and in a large index, and of deriving everything anew.

Every page says where somebody works, in which team and place, what he knows and since when; as many share a
value in a large store as in a small one, twenty or fifty. A write changes all of it for one page in the index
alone, as `Index.apply` does it, so that its edges by every rule go and others come. Beside it the same write
stands without rules. New rules reach what is stored in portions; told is the longest of them, and how long
somebody waited who wrote a page meanwhile. What counts is CPU time of the process; the time by the clock
stands beside it.

    python benchmarks/rules.py --n 100000
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from graph import GROWTH, Pages, fill, growth, row, say, timed
from vademecum.graph.deriving import Rules
from vademecum.model.entry import Changes
from vademecum.model.record import PERSONAL, Entity, MemoryId
from vademecum.model.rules import RuleBook
from vademecum.ports import Index
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.vault.ruling import read_rule_book

RULES = b"""\
- {rule: employer, predicate: works_at, from: Person, to: Organisation, when: {key: employer}}
- {rule: team, predicate: colleague_of, from: Person, to: Person, when: {equal: team}}
- {rule: skills, predicate: knows_the_same, from: Person, to: Person, when: {overlap: skills, at_least: 0.5}}
- {rule: near, predicate: lives_near, from: Person, to: Person, when: {near: home, km: 1}}
- rule: peers
  predicate: peer_of
  from: Person
  to: Person
  when: {all: [{equal: team}, {within: born, by: 365}, {period: since..until}]}
"""
STAFF, TEAM, NEIGHBOURS, SKILLED = 50, 20, 10, 30
"""How many share an employer, a team, a place and a skill."""


class People(Pages):
    """Pages by number and turn; the same ones always say the same."""

    def __init__(self, count: int) -> None:
        super().__init__(count, hubs=0)

    def page(self, number: int, turn: int = 0) -> Entity:
        """A firm, or what somebody says after so many changes."""
        id = MemoryId(f"01JRULES{number:018d}")
        if number % STAFF == 0:
            return Entity(id=id, scope=PERSONAL, name=f"Firm{number:06d}", label="Organisation")
        chance = random.Random(number * 1_000 + turn)
        spot = chance.randrange(max(1, self.count // NEIGHBOURS))
        skills = max(1, self.count * 3 // SKILLED)
        return Entity(
            id=id,
            scope=PERSONAL,
            name=f"Page{number:06d}",
            label="Person",
            properties={
                "employer": f"Firm{chance.randrange(max(1, self.count // STAFF)) * STAFF:06d}",
                "team": f"team {chance.randrange(max(1, self.count // TEAM))}",
                "skills": [f"skill {chance.randrange(skills)}" for _ in range(3)],
                "home": f"{spot % 160 - 80}.{spot % 7}, {spot // 160 % 340 - 170}.{spot % 9}",
                "born": f"{chance.randrange(1950, 2005)}-{chance.randrange(1, 13):02d}",
                "since": f"{chance.randrange(2000, 2025)}",
            },
        )


@contextmanager
def filled(people: People) -> Iterator[Index]:
    """An index of all pages, without rules."""
    with tempfile.TemporaryDirectory() as scratch:
        index = LocalIndex.open(Path(scratch, "index"), FIELD_WEIGHTS, rules=Rules)
        with closing(index):
            fill(index, people)
            yield index


def writes(index: Index, people: People, turn: int, count: int) -> list[tuple[float, float]]:
    """CPU and wall milliseconds of each write."""
    numbers = [number * people.count // count + 1 for number in range(count)]  # of people
    return timed([partial(index.apply, Changes(put=(people.entry(number, turn),))) for number in numbers])


def deriving(index: Index, people: People, book: RuleBook) -> dict[str, object]:
    """What new rules cost until they have reached everything, and how long a page is written meanwhile.

    Every tenth portion somebody else begins to write in the pause with which a portion begins.
    """
    spent, waits = [cpu_of(partial(index.derivations().put, book, "state"))], list[float]()
    while index.derivations().due():
        writer = threading.Thread(target=lambda: waits.append(wall_of(partial(write_one, index, people))))
        if len(spent) % 10 == 0:
            writer.start()
        spent.append(cpu_of(index.derivations().advance))
        if writer.ident is not None:
            writer.join()
    return {
        "cpu_s": round(sum(spent) / 1000, 2),
        "portions": len(spent),
        "longest_ms": round(max(spent)),
        "writer_waits_ms": round(max(waits, default=0.0)),
    }


def write_one(index: Index, people: People) -> None:
    """Write one page anew, saying the same."""
    index.apply(Changes(put=(people.entry(1, 1),)))


def cpu_of(act: Callable[[], object]) -> float:
    """Milliseconds of CPU."""
    began = time.process_time()
    act()
    return (time.process_time() - began) * 1000


def wall_of(act: Callable[[], object]) -> float:
    """Milliseconds by the clock."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measured(count: int, asks: int) -> list[dict[str, object]]:
    """Rows of one size."""
    people, book = People(count), read_rule_book(RULES)
    assert isinstance(book, RuleBook), book
    with filled(people) as index:
        bare = writes(index, people, 1, asks)
        say("deriving everything …")
        derived = deriving(index, people, book)
        ruled = writes(index, people, 2, asks)
        tally = index.derivations().tally().values()
        edges, crowded = sum(one.edges for one in tally), sum(one.crowded for one in tally)
    return [
        {"n": count, **row("write without rules", bare)},
        {"n": count, **row("write with five rules", ruled, edges=edges, crowded=crowded)},
        {"n": count, "what": "derive everything", **derived},
    ]


def shown(rows: Sequence[dict[str, object]]) -> Iterator[str]:
    """Lines for a person."""
    for one in rows:
        told = "  ".join(f"{name} {number}" for name, number in one.items() if name not in ("n", "what"))
        yield f"{one['n']:>9,}  {one['what']:24} {told}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000, help="pages")
    parser.add_argument("--small", type=int, default=1_000, help="pages of the store it is compared with")
    parser.add_argument("--asks", type=int, default=200, help="writes that are timed")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = [one for count in (given.small, given.n) for one in measured(count, min(count, given.asks))]
    if given.json:
        print(json.dumps(rows))
        return
    print("\n".join(shown(rows)))
    grown = growth(rows, "write with five rules", given.small, given.n)
    print(f"a write grows {grown:.2f} times (at most {GROWTH})")


if __name__ == "__main__":
    main()
