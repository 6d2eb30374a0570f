"""What must be found and what must not: a home without files, index and search."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import vademecum
from vademecum.model.record import Entity, Memory

Said = frozenset[tuple[Any, ...]]
"""What a home says, without ids, times and places."""

HOST = "host"
_SYLLABLES = [consonant + vowel for consonant in "bdgkmpv" for vowel in "aou"]
_SPREAD = 7_919
"""Coprime to the number of words, so that words in a row share as little as others."""


def made_up(number: int) -> str:
    """A word of no language, as long as every other one, so that none is part of another."""
    spread = number * _SPREAD % len(_SYLLABLES) ** 3
    places = (1, len(_SYLLABLES), len(_SYLLABLES) ** 2)
    return "zq" + "".join(_SYLLABLES[spread // place % len(_SYLLABLES)] for place in places) + "x"


@dataclass
class Told:
    """A memory: its text with a word of its own, and every word that it had before."""

    word: str
    text: str
    status: str = "active"
    former: str = "active"
    heir: str | None = None
    past: list[str] = field(default_factory=list)

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.past, self.word)


@dataclass
class Page:
    """An entity: what it says of others, and which page stands for it."""

    links: set[tuple[str, str]] = field(default_factory=set)
    merged: str | None = None


@dataclass
class Model:
    """Memories by the word that they had first, pages by name, texts of talks by their name at the host."""

    memories: dict[str, Told] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    talks: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Folder outside that was imported -> the words of its files, and their texts."""
    forgotten: dict[str, str] = field(default_factory=dict)
    """Last word of what was forgotten -> its text."""
    erased: set[str] = field(default_factory=set)
    """Words that may stand in no byte."""
    silent: set[str] = field(default_factory=set)
    """Words that nothing says any more, or that nobody ever said; they may linger in a byte."""

    # ── what is done ─────────────────────────────────────────────────────────────────────────────

    def remember(self, word: str, text: str) -> None:
        self.memories[word] = Told(word, text)

    def edit(self, name: str, word: str, text: str) -> None:
        told = self.memories[name]
        told.past.append(told.word)
        self.silent.add(told.word)
        told.word, told.text = word, text

    def supersede(self, name: str, word: str, text: str) -> None:
        self.remember(word, text)
        self.memories[name].status, self.memories[name].heir = "superseded", word

    def put_aside(self, word: str, text: str) -> None:
        """What was to take a place that it did not get is kept, archived."""
        self.memories[word] = Told(word, text, status="archived")

    def retract(self, name: str) -> None:
        self.memories[name].status = "retracted"

    def archive(self, name: str) -> None:
        told = self.memories[name]
        told.former, told.status = told.status, "archived"

    def restore(self, name: str) -> None:
        self.memories[name].status = self.memories[name].former

    def forget(self, name: str) -> None:
        """What it replaced is replaced by what took its own place, or is put aside."""
        gone = self.memories.pop(name)
        self.forgotten[gone.word] = gone.text
        self.erased.update(gone.words)
        self.silent.difference_update(gone.words)
        for one in self.memories.values():
            if one.heir == name:
                one.heir = gone.heir
                if gone.heir is None:
                    one.status, one.former = "archived", "active"

    def remove(self, name: str) -> None:
        self.silent.update(self.memories.pop(name).words)

    def say_again(self, word: str) -> None:
        self.erased.discard(word)
        self.remember(word, self.forgotten.pop(word))

    def append(self, name: str, *texts: str) -> None:
        self.talks[name] = [*self.talks.get(name, []), *texts]

    def erase(self, name: str) -> None:
        self.erased.update(word_of(text) for text in self.talks.pop(name))

    def add_page(self, name: str) -> None:
        self.pages.setdefault(name, Page())

    # ── what follows ─────────────────────────────────────────────────────────────────────────────

    def shown(self, name: str) -> str | None:
        """What a question by the word of a memory leads to."""
        told = self.memories[name]
        while told.heir is not None:
            name = told.heir
            told = self.memories[name]
        return name if told.status == "active" else None

    def having(self, *statuses: str) -> list[str]:
        """Names of memories that stand so."""
        return [name for name, told in self.memories.items() if told.status in statuses]

    def in_chains(self) -> set[str]:
        """Names of memories that took a place, or whose place was taken."""
        return {each for name, one in self.memories.items() if one.heir for each in (name, one.heir)}

    def standing_for(self, name: str) -> str:
        """The page that a name means."""
        into = self.pages[name].merged
        return self.standing_for(into) if into else name

    def said(self) -> Said:
        """What a home has to say."""
        memories = [
            ("memory", told.text, told.status, self.memories[told.heir].text if told.heir else "")
            for told in self.memories.values()
        ]
        pages = [("page", name, frozenset(page.links), page.merged) for name, page in self.pages.items()]
        return frozenset([*memories, *pages, *[("talk", *texts) for texts in self.talks.values()]])


def word_of(text: str) -> str:
    """The made-up word in a text."""
    return next(word for word in text.strip(".?").split() if word.startswith("zq"))


def said_by(vade: vademecum.Vade) -> Said:
    """What a home says, by its index and its files, which have to agree."""
    listed = vade.list(limit=100, include="all", kinds=("memory", "entity"))
    assert listed.total == len(listed.items)
    records = {hit.id: vade.get(hit.id).record for hit in listed.items}
    found: list[tuple[Any, ...]] = []
    for hit in listed.items:
        record = records[hit.id]
        assert (hit.status, hit.stale) == (record.status.value, False)
        if isinstance(record, Memory):
            heir = record.superseded_by
            after = records[heir].body.strip() if heir else ""
            found.append(("memory", record.body.strip(), record.status.value, after))
        elif isinstance(record, Entity):
            links = frozenset((link.predicate, link.object) for link in record.relations)
            into = records[record.merged_into] if record.merged_into else None
            found.append(("page", record.name, links, into.name if isinstance(into, Entity) else None))
    for held in vade.conversations.list(limit=100).items:
        lines = vade.conversations.records(held.id)
        found.append(("talk", *[line["text"] for line in lines if "text" in line]))
    assert len(found) == len(set(found)), "something is there twice"
    return frozenset(found)


def opened(home: Path, at: datetime) -> vademecum.Vade:
    """A home whose files are looked at before each answer."""
    return vademecum.open(home, now=lambda: at, cwd=home.parent, sync_interval_s=0)
