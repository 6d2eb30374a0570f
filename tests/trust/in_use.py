"""A home in use by two at once and a third that dies: what its rules share, and what must hold after each."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from datetime import timedelta
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant
from tests.trust.elsewhere import Elsewhere, warmed
from tests.trust.erasing import telling
from tests.trust.model import HOST, Model, Told, made_up, said_by, word_of

import vademecum
from trust.writes import AT
from vademecum.errors import NotFound
from vademecum.places import cache_folder
from vademecum.text.chaining import conversation_id
from vademecum.wiring_conversations import inspect_home, mend_home

WHOLE_EVERY = 6
"""Steps after which everything that the home says is compared; a step compares what it touched."""

GRAVE = ("error", "warning")
PLACES = ("harbour", "lighthouse", "granary", "orchard")


class HomeInUse(RuleBasedStateMachine):
    """A home, two objects open on it, a process beside them, and the model of what it says."""

    @initialize()
    def begin(self) -> None:
        warmed()
        self.outside = Path(tempfile.mkdtemp(prefix="vade-outside-"))
        self.place = Path(tempfile.mkdtemp(prefix="vade-model-"))
        self.home = self.place / "home"
        self.cache = Path(cache_folder(os.fspath(self.home)))
        self.at, self.number, self.steps = AT, 0, 0
        self.model = Model()
        self.ids: dict[str, str] = {}
        self.touched: list[str] = []
        self.elsewhere = Elsewhere(self.place)
        self.vades = [self._opened(), self._opened()]
        for vade in (*self.vades, *self.vades):
            word, text = self._new()
            self.ids[word] = vade.remember(text).memory.record.id
            self.model.remember(self._touch(word), text)

    def _opened(self) -> vademecum.Vade:
        return vademecum.open(self.home, now=lambda: self.at, cwd=self.place, sync_interval_s=0)

    def teardown(self) -> None:
        if not hasattr(self, "vades"):
            return
        try:
            self._in_the_end()
        finally:
            for vade in self.vades:
                vade.close()
            self.elsewhere.close()
            for folder in (self.place, self.outside, self.cache):
                shutil.rmtree(folder, ignore_errors=True)

    # ── what the rules share ─────────────────────────────────────────────────────────────────────

    def _new(self, place: int = 0) -> tuple[str, str]:
        """A word of its own, and a text that shares its other words with others."""
        self.number += 1
        word = made_up(self.number)
        return word, f"The {PLACES[place % len(PLACES)]} keeps {word} near the gate."

    def _picked(self, pick: int, *statuses: str) -> str | None:
        names = self.model.having(*statuses) if statuses else list(self.model.memories)
        return self._touch(names[pick % len(names)]) if names else None

    def _touch(self, name: str) -> str:
        self.touched.append(name)
        return name

    def _id(self, name: str) -> str:
        """Learned from the product where nobody was told it."""
        if name not in self.ids:
            told = self.model.memories[name]
            (hit,) = self.vades[0].search(told.word, include="all").hits
            self.ids[name] = hit.id
        return self.ids[name]

    def _file(self, name: str) -> Path:
        return Path(self.vades[0].get(self._id(name)).file)

    def _learn(self, vade: vademecum.Vade, *options: Model) -> None:
        """Take the one of several models that the home agrees with."""
        now = said_by(vade)
        agreed = [option for option in options if option.said() == now]
        assert agreed, _differ(now, options[0])
        self.model = agreed[0]

    def _after(self, act: Callable[[Model], object]) -> Model:
        after = deepcopy(self.model)
        act(after)
        return after

    def _forgotten(self, who: int, name: str) -> None:
        receipt = self.vades[who].forget(self._id(name))
        assert receipt.outcome == "forgotten", (receipt.warnings, receipt.proof)
        self.model.forget(name)

    # ── what writes begin with ───────────────────────────────────────────────────────────────────

    def _planned(self, act: str, pick: int) -> tuple[list[str], Model, list[Model]] | None:
        """Arguments of an act, what the home says afterwards, and what it may say where it was broken off."""
        word, text = self._new(pick)
        self.model.silent.add(word)
        if act == "remember":
            return [text], self._after(lambda model: model.remember(self._touch(word), text)), []
        if act == "add_page":
            return [word.title()], self._after(lambda model: model.add_page(word.title())), []
        if act == "append":
            name, texts = self._talk(pick, text)
            return [name, *texts], self._after(lambda model: model.append(name, text)), []
        if act == "erase":
            if not self.model.talks:
                return None
            name = sorted(self.model.talks)[pick % len(self.model.talks)]
            return [conversation_id(HOST, name)], self._after(lambda model: model.erase(name)), []
        if act == "import":
            folder = self._folder(2)
            notes = self.model.notes[folder]
            some = [self._after(partial(take, notes=notes, words=few)) for few in _subsets(notes)]
            return [folder], some[-1], some[:-1]
        wanted = {"edit": (), "forget": (), "restore": ("archived",)}.get(act, ("active",))
        name_or_none = self._picked(pick, *wanted)
        if name_or_none is None:
            return None
        name = name_or_none
        if act == "edit":
            return [self._id(name), text], self._after(lambda model: model.edit(name, word, text)), []
        if act == "supersede":
            aside = self._after(lambda model: model.put_aside(word, text))
            after = self._after(lambda model: model.supersede(name, self._touch(word), text))
            return [self._id(name), text], after, [aside]
        return [self._id(name)], self._after(lambda model: getattr(model, act)(name)), []

    def _folder(self, number: int) -> str:
        """Notes outside, which may be imported."""
        folder = self.outside / f"notes-{self.number}"
        folder.mkdir()
        notes: dict[str, str] = {}
        for _ in range(number):
            word, text = self._new(self.number)
            (folder / f"note-{self.number}.md").write_text(f"{text}\n")
            notes[word] = text
        self.model.silent.update(notes)
        self.model.notes[os.fspath(folder)] = notes
        return os.fspath(folder)

    def _talk(self, pick: int, text: str) -> tuple[str, list[str]]:
        """A talk that goes on, or a new one: its name, and all that was said in it."""
        names = [*self.model.talks, f"talk-{self.number}"]
        name = names[pick % len(names)]
        return name, [*self.model.talks.get(name, []), text]

    def _open_pages(self) -> list[str]:
        return [name for name, page in self.model.pages.items() if page.merged is None]

    # ── what must hold ───────────────────────────────────────────────────────────────────────────

    def _asked(self, vade: vademecum.Vade, name: str, told: Told) -> None:
        """The word of a memory leads to it, or to what holds in its place, or nowhere; asked for everything
        it leads to the memory itself."""
        shown = self.model.shown(name)
        found = [vade.get(hit.id).record.body.strip() for hit in vade.recall(told.word).hits]
        assert found == ([self.model.memories[shown].text] if shown else []), (told, found)
        every = [vade.get(hit.id).record.body.strip() for hit in vade.recall(told.word, include="all").hits]
        assert every == [told.text], (told, every)

    def _silent(self, vade: vademecum.Vade, word: str) -> None:
        assert not vade.recall(f"Where is the {word}?").hits, word
        assert not vade.search(word, include="all").hits, word
        assert not vade.conversations.search(word, workspace="all").hits, word

    @invariant()
    def finds_what_it_must(self) -> None:
        if not hasattr(self, "vades"):
            return
        self.at += timedelta(minutes=1)
        self.steps += 1
        names, who = list(self.model.memories), self.steps % 2
        touched, self.touched = dict.fromkeys(self.touched), []
        for name in touched:
            if name in self.model.memories:
                for vade in self.vades:
                    self._asked(vade, name, self.model.memories[name])
        if names:
            name = names[self.steps % len(names)]
            self._asked(self.vades[who], name, self.model.memories[name])
        for unknown in (self.model.erased, self.model.silent):
            if words := sorted(self._unsaid(unknown)):
                self._silent(self.vades[who], words[self.steps % len(words)])
        if self.steps % WHOLE_EVERY == 0:
            self._learn(self.vades[who], self.model)

    def _unsaid(self, words: set[str]) -> set[str]:
        """Words of those that nothing says now; a write that was in doubt may have been done after all."""
        talks = [word_of(text) for texts in self.model.talks.values() for text in texts]
        memories = [told.word for told in self.model.memories.values()]
        return words - {*talks, *memories, *(name.lower() for name in self.model.pages)}

    def _in_the_end(self) -> None:
        left = [path for word in self._unsaid(self.model.erased) for path in self._telling(word)]
        assert left == [], left
        for vade in self.vades:
            self._everything(vade)
            vade.close()
        for written in (*self.home.rglob(".vade-*.tmp"), *self.home.rglob("conversations/**/*.jsonl")):
            os.utime(written, (0, 0))  # an hour passes, after which nobody is at it any more
        mend_home(os.fspath(self.home))
        self.vades = [self._opened()]
        (vade,) = self.vades
        self._learn(vade, self.model)
        vade.reindex()
        self._everything(vade)
        found = [
            *vade.doctor().findings, *vade.check_deeply().findings, *inspect_home(os.fspath(self.home))
        ]  # fmt: skip
        assert [f"{one.code} {one.subject}: {one.message}" for one in found if one.level in GRAVE] == []

    def _telling(self, word: str) -> list[str]:
        return [*telling(self.home, word), *telling(self.cache, word)]

    def _everything(self, vade: vademecum.Vade) -> None:
        self._learn(vade, self.model)
        for name, told in self.model.memories.items():
            self._asked(vade, name, told)
        for word in self._unsaid(self.model.erased):
            assert not vade.search(word, include="all").hits, word
            with pytest.raises(NotFound):
                vade.get(self.ids.get(word, word))


def take(model: Model, notes: dict[str, str], words: Sequence[str]) -> None:
    for word in words:
        model.remember(word, notes[word])
        model.silent.discard(word)


def _subsets(notes: dict[str, str]) -> list[tuple[str, ...]]:
    """From none of them to all."""
    return [few for number in range(len(notes) + 1) for few in combinations(notes, number)]


def _differ(now: frozenset[tuple[object, ...]], model: Model) -> str:
    then = model.said()
    return f"it says {sorted(map(str, now - then))} and not {sorted(map(str, then - now))}"
