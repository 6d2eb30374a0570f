"""Measure what the graph adds to recall: questions whose answer names only somebody joined to whom they name.

    python benchmarks/joined.py [--json] [--sweep] [--way recall|half|search]

Two made-up worlds of people, firms and services: one to set the weight of the channel by, in whose words
(`--sweep`), and one to report, in other words. Each question is asked of the same home with the channel and
without it. *Indirect*: the answer names the sister, the firm or the database, and the question names the
brother, the owner or the service. *Direct*: the answer names whom the question names. *Unanswerable*: of a
relation that nobody stated, or of a thing that nobody told. `recall` has its learned floor, `half` that of
half of the words, and `search`, which tells whatever holds a word, has none.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from vademecum import Vade
from vademecum.engine import reached
from vademecum.model.policy import Policy
from vademecum.model.value import value
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.memory import MemoryVault
from vademecum.vault.scopes import parse_scope
from vademecum.wiring import UlidIds, open_with

DEVELOPMENT, HELD_OUT = 0, 1
FAMILIES = 40
WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
SORTS = ("indirect", "direct", "unanswerable")
WAYS = ("recall", "half", "search")


def _words(text: str) -> list[str]:
    return text.split()


FIRST = _words("""
    Rhea Odil Taru Mira Jonas Pelle Saskia Ivo Nadja Bram Lotte Emre Zita Halvor Ines Ruben Maia Anselm
    Greta Timo Kaja Oskar Vera Milan Edda Falk Runa Casper Wilma Arvid Liv Joris Thea Anton Selma Viggo
    Noor Marek Ulla Piet Dora Stellan Bodil Yara Hauke Imke Odd Lene Otis Sunniva
""")
LAST = _words("""
    Lindt Marsh Osei Halvorsen Prandi Weil Aune Brekke Claes Decker Eide Foss Graves Holt Ilves Jansen
    Klein Lund Moen Nye Orlov Petz Quist Roe Saal Teles Ude Vidal Wolters Zeller Brandt Dahl Falk Ravn
    Silva Terpstra Berg Sereni Falco Bertaud
""")
FIRMS = _words("""
    Brightwater Fernhill Saltbox Heronsgate Oakfield Lodestar Kestrel Plover Sparkhus Nordglas Harrow
    Tidewell Amberly Copperline Quillon Stonebeck Marlowe Winterfold Juniper Larkspur Millrace Ashdown
    Cloverly Dunmore Eastlight Foxglove Greyfell Hollins Ironbay Kingsmere Linden Mossway Northolt
    Orchard Penrose Ridgeway Silverton Thornby Underhill Verity
""")
TOWNS = _words("""
    Lyon Porto Bergen Ghent Turin Graz Leiden Faro Odense Tartu Brno Dijon Cork Malmö Trieste Utrecht
""")
ROLES = ("sister", "brother", "manager", "neighbour", "mentor", "cousin")


@value
class Thing:
    """What may be told of somebody `{n}`, and asked of whoever `{w}` means; a wording for each half."""

    values: Sequence[str]
    texts: Sequence[str]
    questions: Sequence[str]


THINGS = (
    Thing(
        ("cello", "oboe", "harp", "trumpet", "banjo"),
        ("{n} practises the {v} on Sundays.", "On the {v}, {n} is quite good by now."),
        ("What does {w} practise on Sundays?", "What is {w} quite good on by now?"),
    ),
    Thing(
        ("hazelnuts", "shellfish", "lupins", "pollen", "celery"),
        ("{n} is allergic to {v}.", "{v} make {n} ill, it is an allergy."),
        ("What is {w} allergic to?", "Which allergy does {w} have?"),
    ),
    Thing(
        ("finch", "tortoise", "whippet", "ferret", "parrot"),
        ("{n} keeps a {v} as a pet.", "The pet that {n} adopted is a {v}."),
        ("Which pet does {w} keep?", "What pet did {w} adopt?"),
    ),
    Thing(
        ("law", "botany", "geology", "statistics", "Latin"),
        ("{n} sits the {v} exam in June.", "In autumn {n} has an exam in {v}."),
        ("Which exam does {w} sit in June?", "In what does {w} have an exam?"),
    ),
)
PRICES = (
    "Prices go up by {p} per cent, the board decided.",
    "The board agreed to raise prices by {p} per cent.",
)
PRICED = ("What did the board of {c} decide on prices?", "How far does the board of {c} raise prices?")
SEAT = ("{f} has its headquarters in {t}.", "The headquarters of {f} stand in {t}.")
SEATED = ("Where does {f} have its headquarters?", "In which town stand the headquarters of {f}?")
EMPLOYED = ("Where does {w} work?", "Which employer has {w}?")
PORT = ("{b} listens on port {p}.", "Port {p} is where {b} answers.")
PORTED = (
    "On which port does the database of the {s} listen?",
    "At which port does the {s} find its database?",
)


@value
class Asked:
    """One question.

    Attributes:
        sort: one of `SORTS`.
        right: ids of memories or pages that answer, any of which will do; none of what nothing answers.
    """

    sort: str
    text: str
    right: frozenset[str]


class _Clock:
    def __init__(self) -> None:
        self.at = datetime(2025, 9, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


class World:
    """A home in memory, and what may be asked of it.

    Args:
        half: `DEVELOPMENT` or `HELD_OUT`; another world in other words.
        families: how large it is: five indirect, three direct and two unanswerable questions each.
        way: one of `WAYS`, in which it is asked.
    """

    def __init__(self, half: int, families: int = FAMILIES, way: str = "recall") -> None:
        self._half = half
        self.searches = way == "search"
        self._random = random.Random(half)
        self.vade: Vade = open_with(
            vault=MemoryVault(),
            index=MemoryIndex(),
            policy=Policy(sync_interval_s=3600.0, floor="half" if way == "half" else Policy().floor),
            language="en",
            clock=_Clock(),
            ids=UlidIds(),
            read_scope=lambda text: parse_scope(text, None),
        )
        names = [f"{first} {last}" for last in LAST for first in FIRST]
        self._random.shuffle(names)
        self._people = iter(names)
        self.asked: list[Asked] = []
        for number in range(families):
            self._family(FIRMS[number], ROLES[number % len(ROLES)])
            self._service(FIRMS[number].lower())

    def _told(self, text: str, **fields: Any) -> str:
        return self.vade.remember(text, **fields).memory.record.id

    def _ask(self, sort: str, text: str, *right: str) -> None:
        self.asked.append(Asked(sort, text, frozenset(right)))

    def _join(self, subject: str, predicate: str, object: str, *, claimed: bool) -> str:
        """State a relation by a claim or on a page; the record that states it."""
        if claimed:
            text = f"{subject}: {predicate.replace('_', ' ')} {object}."
            return self._told(text, subject=subject, predicate=predicate, value=object)
        return self.vade.link(subject, predicate, object).memory.record.id

    def _family(self, firm: str, role: str) -> None:
        """Somebody, who is joined to them, what is told of that one, and a firm."""
        pick, half = self._random, self._half
        one, other = next(self._people), next(self._people)
        self._join(one, role, other, claimed=pick.random() < 0.5)
        who = (f"{one}'s {role}", f"the {role} of {one}")[half]
        thing = pick.choice(THINGS)
        text = thing.texts[half].format(n=other, v=pick.choice(thing.values))
        told = self._told(text, subject=other if half else None, about=[other])
        self._ask("indirect", thing.questions[half].format(w=who), told)
        self._ask("direct", thing.questions[half].format(w=other), told)
        absent = pick.choice([each for each in ROLES if each != role])
        nobody = (f"{one}'s {absent}", f"the {absent} of {one}")[half]
        self._ask("unanswerable", thing.questions[half].format(w=nobody))
        untold = pick.choice([each for each in THINGS if each is not thing])
        self._ask("unanswerable", untold.questions[half].format(w=who))
        works = self._join(other, "works_at", firm, claimed=pick.random() < 0.5)
        self._ask("indirect", EMPLOYED[half].format(w=who), works)
        self._firm(firm, next(self._people))

    def _firm(self, firm: str, owner: str) -> None:
        """A firm, which is owned, where it has its seat, and what its board decided."""
        half, town = self._half, self._random.choice(TOWNS)
        where = self._told(
            SEAT[half].format(f=firm, t=town), subject=firm, predicate="headquarters", value=town
        )
        self._ask("direct", SEATED[half].format(f=firm), where)
        self._join(owner, "owns", firm, claimed=False)
        self.vade.add_entity(firm, label="Company")
        decided = self._told(PRICES[half].format(p=2 + FIRMS.index(firm)), about=[firm])
        company = (f"{owner}'s company", f"the company of {owner}")[half]
        self._ask("indirect", PRICED[half].format(c=company), decided)
        self._ask("indirect", SEATED[half].format(f=company), where)

    def _service(self, name: str) -> None:
        """A service, its database, and what is told of that."""
        pick, half = self._random, self._half
        service, base = f"{name} service", f"{name[:4]}{pick.randint(10, 99)}"
        self.vade.link(service, "depends_on", base)
        self.vade.add_entity(base, label="Database")
        port = str(pick.randint(4000, 9000))
        told = self._told(PORT[half].format(b=base, p=port), subject=base, predicate="port", value=port)
        self._ask("indirect", PORTED[half].format(s=service), told)
        self._ask("direct", f"Which port does {base} use?", told)


@value
class Figures:
    """Shares of the questions of one sort.

    Attributes:
        first, five: an answer stood first, among the first five.
        silent: nothing was told.
    """

    asked: int
    first: float
    five: float
    silent: float


@contextmanager
def _channel(**other: object) -> Iterator[None]:
    """Recall with public names of the channel's module bound otherwise: a home has no switch for it."""
    kept = {name: getattr(reached, name) for name in other}
    vars(reached).update(other)
    try:
        yield
    finally:
        vars(reached).update(kept)


def without_graph() -> AbstractContextManager[None]:
    """Recall without its channel."""
    return _channel(reached=lambda *_: reached.Reached())


def weighing_ways(weight: float) -> AbstractContextManager[None]:
    """Recall with another weight of the channel."""
    return _channel(WEIGHT=weight)


def figures(world: World) -> dict[str, Figures]:
    """Ask everything of a world."""
    places: dict[str, list[int | None]] = {sort: [] for sort in SORTS}
    silent = dict.fromkeys(SORTS, 0)
    for asked in world.asked:
        ask = world.vade.search if world.searches else world.vade.recall
        found = [hit.id for hit in ask(asked.text, limit=5).hits]
        places[asked.sort].append(next((n for n, id in enumerate(found) if id in asked.right), None))
        silent[asked.sort] += not found
    return {
        sort: Figures(
            asked=len(seen),
            first=round(sum(place == 0 for place in seen) / len(seen), 4),
            five=round(sum(place is not None for place in seen) / len(seen), 4),
            silent=round(silent[sort] / len(seen), 4),
        )
        for sort, seen in places.items()
    }


def table(rows: Sequence[tuple[str, dict[str, Figures]]]) -> None:
    """Print a Markdown table."""
    print("| | indirect: first | of five | direct: first | of five | unanswerable: silent |")
    print("|---|---|---|---|---|---|")
    for name, found in rows:
        indirect, direct, none = (found[sort] for sort in SORTS)
        print(
            f"| {name} | {indirect.first:.1%} | {indirect.five:.1%} | {direct.first:.1%} | {direct.five:.1%} "
            f"| {none.silent:.1%} |"
        )


def compared(world: World) -> list[tuple[str, dict[str, Figures]]]:
    """The same questions without the channel and with it."""
    with without_graph():
        before = figures(world)
    return [("by words", before), ("with the graph", figures(world))]


def swept(world: World) -> list[tuple[str, dict[str, Figures]]]:
    """The same questions by weight."""
    found: list[tuple[str, dict[str, Figures]]] = []
    for weight in WEIGHTS:
        with weighing_ways(weight):
            found.append((f"weight {weight:g}", figures(world)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the status is 1 when the channel loses anything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--sweep", action="store_true", help="weights on the development world instead")
    parser.add_argument("--way", choices=WAYS, default="recall", help="how it is asked")
    options = parser.parse_args(arguments)
    half = DEVELOPMENT if options.sweep else HELD_OUT
    world = World(half, way=options.way)
    rows = swept(world) if options.sweep else compared(world)
    if options.json:
        print(json.dumps({name: {sort: vars_of(one) for sort, one in found.items()} for name, found in rows}))
    else:
        table(rows)
    before, after = rows[0][1], rows[-1][1]
    lost = any(after[sort].five < before[sort].five for sort in SORTS)
    return 1 if lost or after["unanswerable"].silent < before["unanswerable"].silent else 0


def vars_of(one: Figures) -> dict[str, float]:
    """The figures as a mapping."""
    return {"asked": one.asked, "first": one.first, "five": one.five, "silent": one.silent}


if __name__ == "__main__":
    sys.exit(main())
