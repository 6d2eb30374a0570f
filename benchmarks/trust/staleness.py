"""Is a statement that holds no more ever told as if it held?

A seeded program makes cases from templates: something is told about somebody who occurs in no other case, in
words of which one, the *old word*, occurs nowhere else; then it changes, by a verb or by hand, in one of the
ways of `KINDS`. Afterwards everything is asked that answers with what holds (`_served`), by the subject and
by the old word. A case is wrong when the old word stands anywhere in an answer without a mark.

Keys and paths do not count: a file goes on being called what it was called first, and states nothing by that.
What is asked of the past, or shown as it is stored (`show`, `history`, `--include all`), is no part of it.
"""

from __future__ import annotations

import json
import os
import random
import string
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import vademecum
from vademecum import Vade
from vademecum.errors import NotFound
from vademecum.model.answer import Recall
from vademecum.model.value import replace, value

HOMES = 24
"""One case of each kind in each: few enough in a home that a brief has room for all of them."""

SEED = 11

_FIRST = ("Mara", "Ivo", "Selma", "Tarik", "Lene", "Odin", "Pia", "Ruben", "Yara", "Zeno", "Britt", "Cosmo")
_THINGS = (
    ("boat", "{who} keeps the boat in {what}.", "Where does {who} keep the boat?"),
    ("employer", "{who} works at {what}.", "Where does {who} work?"),
    ("favourite dish", "The favourite dish of {who} is {what}.", "What is the favourite dish of {who}?"),
    ("home town", "The home town of {who} is {what}.", "What is the home town of {who}?"),
    ("deadline", "The deadline for {who} is called {what}.", "What is the deadline for {who}?"),
    ("instrument", "On Sundays {who} plays the {what}.", "What does {who} play on Sundays?"),
)
_SILENT = frozenset({"key", "path", "file", "id"})
"""Fields of an answer that name a record and tell nothing."""


@value
class Case:
    """One statement that stops holding.

    Attributes:
        kind: in which way, of `KINDS`.
        who: the subject, two words.
        old, new: the word that was right, and the one that is.
        predicate: its name.
        template: the statement with places for subject and word.
        question: what asks for it, without either word.
    """

    kind: str
    who: str
    old: str
    new: str
    predicate: str
    template: str
    question: str

    def says(self, word: str) -> str:
        """The statement with a word."""
        return self.template.format(who=self.who, what=word)


@value
class Staleness:
    """What came of one case.

    Attributes:
        before: where the old word was served while it was right; empty when a case shows nothing.
        places: where it was served without a mark afterwards; empty when all is well.
    """

    case: Case
    before: tuple[str, ...]
    places: tuple[str, ...]


@value
class Told:
    """A case that was told in an open home.

    Attributes:
        id: of the memory or page that says it.
        file: in which it stands.
    """

    vade: Vade
    case: Case
    id: str
    file: Path


Telling = Callable[[Vade, Case], Told]
Change = Callable[[Told], object]


def _remembered(vade: Vade, case: Case) -> Told:
    """A bare text."""
    stored = vade.remember(case.says(case.old)).memory
    return Told(vade, case, stored.record.id, Path(stored.file))


def _described(vade: Vade, case: Case) -> Told:
    """A text that names whom it is about."""
    stored = vade.remember(case.says(case.old), about=[case.who]).memory
    return Told(vade, case, stored.record.id, Path(stored.file))


def _claimed(vade: Vade, case: Case) -> Told:
    """A text with its claim."""
    stored = vade.remember(
        case.says(case.old), subject=case.who, predicate=case.predicate, value=case.old
    ).memory
    return Told(vade, case, stored.record.id, Path(stored.file))


def _related(vade: Vade, case: Case) -> Told:
    """A text with its claim, whose subject and value have pages, so that the graph joins them."""
    vade.add_entity(case.who, label="Person")
    vade.add_entity(case.old, label="Thing")
    return _claimed(vade, case)


def _linked(vade: Vade, case: Case) -> Told:
    """A relation of a page."""
    stored = vade.link(case.who, case.predicate, case.old).memory
    return Told(vade, case, stored.record.id, Path(stored.file))


def _page(vade: Vade, case: Case) -> Told:
    """A property of a page."""
    stored = vade.add_entity(case.who, label="Person", properties={_field(case): case.old}).memory
    return Told(vade, case, stored.record.id, Path(stored.file))


def _field(case: Case) -> str:
    return case.predicate.replace(" ", "_")


def _yesterday() -> datetime:
    return datetime.now(UTC) - timedelta(days=1)  # noqa: TID251 - the home goes by the machine's clock, too


def _superseded(told: Told) -> None:
    told.vade.supersede(told.id, told.case.says(told.case.new))


def _given_another_value(told: Told) -> None:
    told.vade.supersede(told.id, told.case.says(told.case.new), value=told.case.new)


def _corrected(told: Told) -> None:
    case = told.case
    told.vade.remember(
        case.says(case.new), subject=case.who, predicate=case.predicate, value=case.new, corrects=True
    )


def _retracted(told: Told) -> None:
    told.vade.retract(told.id)


def _archived(told: Told) -> None:
    told.vade.archive(told.id)


def _edited(told: Told) -> None:
    told.vade.edit(told.id, text=told.case.says(told.case.new))


def _edited_with_its_claim(told: Told) -> None:
    told.vade.edit(told.id, text=told.case.says(told.case.new), set_fields={"value": told.case.new})


def _bounded(told: Told) -> None:
    told.vade.edit(told.id, set_fields={"valid_until": _yesterday().isoformat()})


def _expired(told: Told) -> None:
    told.vade.edit(told.id, set_fields={"expires": _yesterday().isoformat()})


def _unlinked(told: Told) -> None:
    told.vade.unlink(told.case.who, told.case.predicate, told.case.old)


def _ended(told: Told) -> None:
    told.vade.link(told.case.who, told.case.predicate, told.case.old, until=_yesterday())


def _set(told: Told) -> None:
    told.vade.edit(told.id, set_properties={_field(told.case): told.case.new})


def _rewritten(told: Told) -> None:
    text = told.file.read_text(encoding="utf-8")
    told.file.write_text(text.replace(told.case.old, told.case.new), encoding="utf-8")


def _bounded_by_hand(told: Told) -> None:
    head, rest = told.file.read_text(encoding="utf-8")[4:].split("---\n", 1)
    ended = f"valid_until: {_yesterday().isoformat()}\n"
    told.file.write_text(f"---\n{head}{ended}---\n{rest}", encoding="utf-8")


def _deleted(told: Told) -> None:
    told.file.unlink()


def _rewritten_and_renamed(told: Told) -> None:
    _rewritten(told)
    told.file.rename(told.file.with_name(f"{told.case.new}.md"))


KINDS: dict[str, tuple[Telling, Change]] = {
    "superseded": (_remembered, _superseded),
    "superseded, with a claim": (_related, _given_another_value),
    "corrected": (_claimed, _corrected),
    "retracted": (_related, _retracted),
    "archived": (_described, _archived),
    "edited": (_described, _edited),
    "edited, text and claim": (_related, _edited_with_its_claim),
    "edited, the text of a claim": (_related, _edited),
    "valid_until is past": (_claimed, _bounded),
    "expired": (_remembered, _expired),
    "a fact taken out": (_linked, _unlinked),
    "a fact that ended": (_linked, _ended),
    "a property changed": (_page, _set),
    "edited by hand": (_described, _rewritten),
    "ended by hand": (_remembered, _bounded_by_hand),
    "a page edited by hand": (_page, _rewritten),
    "deleted by hand": (_claimed, _deleted),
    "edited and renamed by hand": (_remembered, _rewritten_and_renamed),
}
"""How it is told, and how it stops holding."""


def cases(seed: int = SEED, homes: int = HOMES) -> list[list[Case]]:
    """The cases, home by home; the same seed makes the same."""
    rng = random.Random(seed)
    return [[_case(kind, rng) for kind in KINDS] for _ in range(homes)]


def _case(kind: str, rng: random.Random) -> Case:
    predicate, template, question = rng.choice(_THINGS)
    who = f"{rng.choice(_FIRST)} {_word(rng).capitalize()}"
    return Case(kind, who, _word(rng), _word(rng), predicate, template, question.format(who=who))


def _word(rng: random.Random) -> str:
    return "q" + "".join(rng.choices(string.ascii_lowercase, k=9))


def staleness(seed: int = SEED, homes: int = HOMES) -> Iterator[Staleness]:
    """Let every case happen on the disk, with an index, and ask for it."""
    for each in cases(seed, homes):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
            with vademecum.open(Path(folder, "home"), cwd=folder, sync_interval_s=0) as vade:
                told = [KINDS[case.kind][0](vade, case) for case in each]
                # Asked for before it changes, so that whatever keeps an answer has had its chance.
                before = [_ask(vade, case) for case in each]
                for one in told:
                    KINDS[one.case.kind][1](one)
                for case, known in zip(each, before, strict=True):
                    yield Staleness(case, tuple(known), tuple(_ask(vade, case)))


def _ask(vade: Vade, case: Case) -> list[str]:
    """Where an open home serves the old word as current."""
    return [
        place
        for place, given in _served(vade, case)
        if any(case.old in text for text in _said(given, case.old))
    ]


def _served(vade: Vade, case: Case) -> Iterator[tuple[str, Any]]:
    """Everything that answers with what holds, by the name of the verb."""
    recalled = vade.recall(case.question)
    yield "recall", recalled.to_dict()["hits"]
    yield "digest", _digest(vade, recalled)
    yield "recall by the old word", vade.recall(f"What about {case.old}?").to_dict()["hits"]
    yield "search", vade.search(case.who).to_dict()["hits"]
    yield "search by the old word", vade.search(case.old).to_dict()["hits"]
    yield "list", vade.list(kinds=("memory", "entity"), limit=100).to_dict()["items"]
    yield "brief", [part.to_dict() for part in vade.brief().parts]
    yield "plan", vade.plan(case.question).to_dict()
    with vade.session(extract=False) as session:
        yield "session", [fact.statement for fact in session.recall(case.question).facts]
    try:
        page = vade.entity(case.who).to_dict()["record"]
        edges = vade.graph.edges(case.who).to_dict()["edges"]
    except NotFound:
        return
    yield "entity page", {**page, "relations": [one for one in page["relations"] if not one["until"]]}
    yield "graph", [edge["object_name"] for edge in edges if edge["object"] != edge["said_by"]]


def _digest(vade: Vade, recalled: Recall) -> str:
    """What a model would be told of the hits without a mark, their keys left out."""
    plain = replace(recalled, hits=tuple(hit for hit in recalled.hits if not hit.mark))
    text = vade.digest(plain)
    for hit in plain.hits:
        text = text.replace(hit.key, "")
    return text


def _said(given: Any, old: str) -> Iterator[str]:
    """The texts of an answer that tell something: not those of a hit that bears a mark, nor those of the page
    that the old word itself has, which says that there is such a thing."""
    match given:
        case str():
            yield given
        case dict() if not given.get("mark") and given.get("title") != old:
            for name, part in given.items():
                if name not in _SILENT:
                    yield from _said(part, old)
        case list() | tuple():
            for part in given:
                yield from _said(part, old)
        case _:
            return


def shown(one: Staleness) -> str:
    """A case in one line."""
    return f"{one.case.kind}: {json.dumps(one.case.says(one.case.old))} in {', '.join(one.places)}"
