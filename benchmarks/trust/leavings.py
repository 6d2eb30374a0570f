"""Does a word stand anywhere once it was forgotten?

A seeded program makes cases from templates: a word that occurs nowhere else is kept in one of the ways of
`KINDS`, goes through some of the things that leave traces (`_TRACES`), and is forgotten. Then every byte of
the home, its cache and its folder for temporary files is read, names of files included; everything is asked
that finds things; and after the last case of a home a backup is made, and read. A case is wrong when the
word is in any of them.
"""

from __future__ import annotations

import json
import os
import random
import string
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import vademecum
from vademecum import Vade
from vademecum.errors import VadeError
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.value import value

HOMES = 38
"""One case of each kind in each."""

SEED = 13

_NEIGHBOURS = 6
_OPENINGS = ("The name of the cove is", "In the log stands", "Nobody knows of", "The third key opens")


@value
class Case:
    """One word that is kept and forgotten.

    Attributes:
        kind: of `KINDS`.
        word: stands nowhere else.
        text: a sentence with it.
        traces: what happens between keeping and forgetting, names of `_TRACES`.
    """

    kind: str
    word: str
    text: str
    traces: tuple[str, ...]


@value
class Leavings:
    """What came of one case.

    Attributes:
        places: where the word still is; empty when all is well.
    """

    case: Case
    places: tuple[str, ...]


@value
class Kept:
    """A word that is kept in an open home.

    Attributes:
        handle: of the record that keeps it; empty of a talk.
        forget: does it.
    """

    vade: Vade
    case: Case
    handle: str
    forget: Callable[[], object]


def _memory(vade: Vade, case: Case) -> Kept:
    kept = vade.remember(case.text, tags=[case.word], title=f"Of {case.word}").memory.record.id
    return Kept(vade, case, kept, lambda: vade.forget(kept))


def _claim(vade: Vade, case: Case) -> Kept:
    kept = vade.remember(
        case.text, aliases=[case.word], subject="the cove", predicate=f"{case.word} name", value=case.word
    ).memory.record.id
    return Kept(vade, case, kept, lambda: vade.forget(kept))


def _chain(vade: Vade, case: Case) -> Kept:
    old = vade.remember(case.text).memory.record.id
    new = vade.supersede(old, f"{case.text} That was before the flood.").memory.record.id
    return Kept(vade, case, new, lambda: vade.forget(old, new))


def _span(vade: Vade, case: Case) -> Kept:
    kept = vade.remember(f"{case.text} The rest of it stays.", tags=[case.word]).memory.record.id
    return Kept(vade, case, kept, lambda: vade.redact(kept, case.word))


def _entity(vade: Vade, case: Case) -> Kept:
    name = f"Cape {case.word.capitalize()}"
    page = vade.add_entity(name, label="Place", aliases=[case.word], text=case.text).memory.record.id
    return Kept(vade, case, page, lambda: vade.forget(page))


def _property(vade: Vade, case: Case) -> Kept:
    name = f"Skipper {len(case.traces)} {case.word[-3:]}"
    page = vade.add_entity(name, label="Person", properties={"nickname": case.word}).memory.record.id
    return Kept(vade, case, page, lambda: vade.forget(page, property="nickname"))


def _fact(vade: Vade, case: Case) -> Kept:
    edge = (f"Harbour {case.word[-3:]}", case.word, "Lighthouse")
    page = vade.link(*edge).memory.record.id
    return Kept(vade, case, page, lambda: vade.forget(fact=edge))


def _talk(vade: Vade, case: Case, *, titled: bool) -> str:
    texts = ("How was the sea?", case.text, "It was calm.")
    turns = [
        NewTurn(origin_id=f"{case.word[-4:]}-{number}", role=Role.USER, text=text)
        for number, text in enumerate(texts)
    ]
    title = f"About {case.word}" if titled else None
    new = NewConversation(
        host="claude-code", origin_id=case.word[-4:], title=title, workspace=None, turns=turns
    )
    kept = vade.conversations.append(new).id
    vade.conversations.sync()
    return kept


def _conversation(vade: Vade, case: Case) -> Kept:
    kept = _talk(vade, case, titled=True)
    return Kept(vade, case, "", lambda: vade.conversations.forget(kept))


def _turn(vade: Vade, case: Case) -> Kept:
    kept = _talk(vade, case, titled=False)
    return Kept(vade, case, "", lambda: vade.conversations.redact(kept, 2))


KINDS: dict[str, Callable[[Vade, Case], Kept]] = {
    "a memory": _memory,
    "a memory with a claim": _claim,
    "a chain of memories": _chain,
    "a word of a memory": _span,
    "an entity": _entity,
    "a property": _property,
    "a fact": _fact,
    "a conversation": _conversation,
    "a turn": _turn,
}
"""Each keeps a word, and says how it is forgotten."""


def _asked(kept: Kept) -> None:
    kept.vade.recall(f"What is {kept.case.word}?", session="s1")
    kept.vade.conversations.search(kept.case.word)


def _settled(kept: Kept) -> None:
    kept.vade.after_answer()


def _edited(kept: Kept) -> None:
    if kept.handle:
        kept.vade.edit(kept.handle, add_tags=[kept.case.word[:5]])


def _copied(kept: Kept) -> None:
    """The same file once more, under another name, as a sync service leaves it."""
    if kept.case.kind in ("a memory", "a memory with a claim"):
        file = Path(kept.vade.get(kept.handle).file)
        file.with_name(f"{file.stem} (conflicted copy).md").write_bytes(file.read_bytes())
        kept.vade.sync()


def _rebuilt(kept: Kept) -> None:
    kept.vade.reindex()


_TRACES: dict[str, Callable[[Kept], None]] = {
    "asked for": _asked,
    "handed to the lexical index": _settled,
    "edited": _edited,
    "copied by hand": _copied,
    "rebuilt": _rebuilt,
}


def cases(seed: int = SEED, homes: int = HOMES) -> list[list[Case]]:
    """The cases, home by home; the same seed makes the same."""
    rng = random.Random(seed)
    return [[_case(kind, rng) for kind in KINDS] for _ in range(homes)]


def _case(kind: str, rng: random.Random) -> Case:
    word = "zq" + "".join(rng.choices(string.ascii_lowercase, k=12))
    traces = rng.sample(sorted(_TRACES), k=rng.randrange(len(_TRACES)))
    return Case(kind, word, f"{rng.choice(_OPENINGS)} {word}.", tuple(traces))


def leavings(seed: int = SEED, homes: int = HOMES) -> Iterator[Leavings]:
    """Let every case happen on the disk, with an index, and look for its word."""
    before = tempfile.tempdir
    try:
        for each in cases(seed, homes):
            with tempfile.TemporaryDirectory() as folder:
                yield from _in_a_home(Path(folder), each)
            tempfile.tempdir = before
    finally:
        tempfile.tempdir = before


def _in_a_home(folder: Path, each: list[Case]) -> list[Leavings]:
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    (folder / "tmp").mkdir()
    tempfile.tempdir = str(folder / "tmp")
    found: dict[str, list[str]] = {}
    with vademecum.open(folder / "home", cwd=folder) as vade:
        for number in range(_NEIGHBOURS):
            vade.remember(f"Neighbour {number} stays, and says nothing of it.")
        for case in each:
            kept = KINDS[case.kind](vade, case)
            for trace in case.traces:
                _TRACES[trace](kept)
            kept.forget()
            found[case.word] = [*_holding(folder, case.word), *_finding(vade, case)]
        vade.export_to(str(folder / "backup"), whole=True)
    for case in each:
        late = [f"afterwards: {place}" for place in _holding(folder, case.word)]
        found[case.word] += late
    return [Leavings(case, tuple(found[case.word])) for case in each]


def _holding(folder: Path, word: str) -> list[str]:
    """Files that hold a word, in whatever case, in their bytes or in their path."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    held = [
        file
        for file in files
        if word in str(file.relative_to(folder)).lower() or word.encode() in file.read_bytes().lower()
    ]
    return sorted(str(file.relative_to(folder)) for file in held)


def _finding(vade: Vade, case: Case) -> list[str]:
    """Verbs whose answer has the word, the question itself left out."""
    answers = {
        "recall": vade.recall(case.word).to_dict()["hits"],
        "search": vade.search(case.word).to_dict()["hits"],
        "conversations": vade.conversations.search(case.word).to_dict()["hits"],
        "list": vade.list(kinds=("memory", "entity"), include="all", limit=100).to_dict()["items"],
        "brief": vade.brief().to_dict(),
    }
    found = [verb for verb, given in answers.items() if case.word in json.dumps(given).lower()]
    try:
        vade.entity(case.word)
    except VadeError:
        return found
    return [*found, "entity"]


def shown(one: Leavings) -> str:
    """A case in one line."""
    after = f" after it was {', '.join(one.case.traces)}" if one.case.traces else ""
    return f"{one.case.kind}: {one.case.word}{after}, in {', '.join(one.places)}"
