"""The whole product against a tiny model: any sequence of writes, edits by hand, renames, deaths, imports,
erasures and merges, by two open homes and a process that dies, finds what it must and nothing else.

More and longer sequences, other ones each time, by

    .venv/bin/python -m pytest --hypothesis-profile=deep tests/trust/test_model.py
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.trust.elsewhere import ACTS
from tests.trust.in_use import HomeInUse, take
from tests.trust.model import HOST, said_by, word_of

import vademecum
from trust.disk import Fault
from trust.writes import talk
from vademecum.errors import UsageError
from vademecum.places import cache_folder
from vademecum.text.chaining import conversation_id
from vademecum.wiring_conversations import restore_home

DEEP = not settings().derandomize
"""Whether the profile goes looking for new sequences."""

PICK = st.integers(0, 999)
WHO = st.integers(0, 1)
FAULTS = st.tuples(
    st.sampled_from([Fault.DEATH, Fault.DEATH, Fault.FULL, Fault.BROKEN]),
    st.integers(0, 26),  # most writes have that many steps; behind the last one nothing happens
)
ADDING = st.sampled_from(["add_page", "append", "import", "import", "remember"])
REVISING = st.sampled_from(["edit", "supersede", "supersede", "retract", "archive", "restore"])
ERASING = st.sampled_from(["forget", "forget", "erase"])
PREDICATES = st.sampled_from(["works_at", "knows"])
MOVES = st.sampled_from(["retract", "archive", "archive", "restore"])


class Product(HomeInUse):
    """A home used in every way; the model says what it has to say."""

    # ── verbs ────────────────────────────────────────────────────────────────────────────────────

    @rule(who=WHO, place=PICK)
    def remember(self, who: int, place: int = 0) -> None:
        word, text = self._new(place)
        self.ids[word] = self.vades[who].remember(text).memory.record.id
        self.model.remember(self._touch(word), text)

    @rule(who=WHO, pick=PICK)
    def remember_again(self, who: int, pick: int) -> None:
        if name := self._picked(pick, "active"):
            again = self.vades[who].remember(self.model.memories[name].text)
            assert (again.outcome.value, again.memory.record.id) == ("existing", self._id(name))

    @precondition(lambda self: self.model.forgotten)
    @rule(who=WHO, pick=PICK)
    def say_again_what_was_forgotten(self, who: int, pick: int) -> None:
        word = sorted(self.model.forgotten)[pick % len(self.model.forgotten)]
        answer = self.vades[who].remember(self.model.forgotten[word])
        assert answer.outcome.value == "created"
        self.ids[word] = answer.memory.record.id
        self.model.say_again(self._touch(word))

    @rule(who=WHO, pick=PICK, place=PICK)
    def edit(self, who: int, pick: int, place: int) -> None:
        if name := self._picked(pick):
            word, text = self._new(place)
            self.vades[who].edit(self._id(name), text=text)
            self.model.edit(name, word, text)

    @rule(who=WHO, pick=PICK, place=PICK)
    def supersede(self, who: int, pick: int, place: int) -> None:
        if name := self._picked(pick):
            word, text = self._new(place)
            if self.model.memories[name].status != "active":
                with pytest.raises(UsageError):
                    self.vades[who].supersede(self._id(name), text)
                self.model.silent.add(word)
                return
            self.ids[word] = self.vades[who].supersede(self._id(name), text).memory.record.id
            self.model.supersede(name, self._touch(word), text)

    @rule(who=WHO, pick=PICK, move=MOVES)
    def move(self, who: int, pick: int, move: str) -> None:
        if name := self._picked(pick, "archived" if move == "restore" else "active"):
            ACTS[move](self.vades[who], self._id(name))
            getattr(self.model, move)(name)

    @rule(who=WHO, pick=PICK)
    def forget(self, who: int, pick: int) -> None:
        if name := self._picked(pick):
            self._forgotten(who, name)

    @rule(who=WHO, pick=PICK)
    def forget_what_came_from_outside(self, who: int, pick: int) -> None:
        """No import brings it back."""
        if not any(word in self.model.memories for notes in self.model.notes.values() for word in notes):
            self.take_in_notes(who, 1)
        came = [(folder, word) for folder, notes in self.model.notes.items() for word in notes]
        there = [(folder, word) for folder, word in came if word in self.model.memories]
        folder, word = there[pick % len(there)]
        self._forgotten(who, word)
        # What it said when it came has its tombstone, whatever was made of it since.
        self._taken_in_again(1 - who, folder, again=True)

    @rule(who=WHO)
    def session(self, who: int) -> None:
        """What a session acknowledges stands in its journal, and is a memory when it ends."""
        word, _ = self._new()
        with self.vades[who].session() as session:
            (noted,) = session.final(f"Remember that the {word} is in the shed.").noted
        self.model.remember(self._touch(word), noted.text)

    # ── a process of its own, which may die ──────────────────────────────────────────────────────

    @rule(act=st.sampled_from(sorted(ACTS)), who=WHO, pick=PICK)
    def write_elsewhere(self, act: str, who: int, pick: int) -> None:
        self._written_elsewhere(act, who, pick, None)

    @rule(act=ADDING, who=WHO, pick=PICK, fault=FAULTS)
    def die_adding(self, act: str, who: int, pick: int, fault: tuple[Fault, int]) -> None:
        self._written_elsewhere(act, who, pick, fault)

    @rule(act=REVISING, who=WHO, pick=PICK, fault=FAULTS)
    def die_revising(self, act: str, who: int, pick: int, fault: tuple[Fault, int]) -> None:
        self._written_elsewhere(act, who, pick, fault)

    @rule(act=ERASING, who=WHO, pick=PICK, fault=FAULTS)
    def die_erasing(self, act: str, who: int, pick: int, fault: tuple[Fault, int]) -> None:
        self._written_elsewhere(act, who, pick, fault)

    def _written_elsewhere(self, act: str, who: int, pick: int, fault: tuple[Fault, int] | None) -> None:
        """What was not acknowledged is wholly there or not at all."""
        planned = self._planned(act, pick)
        if planned is None:
            return
        given, after, partly = planned
        told = self.elsewhere.write(self.at, act, given, fault)
        vade = self.vades[who]
        if act in ("forget", "erase") and told.get("outcome") != "forgotten":
            for finish in (vade.forget, vade.conversations.forget):
                with suppress(UsageError):  # nothing was broken off
                    finish()
        before = self.model
        self._learn(vade, after, *(() if "done" in told else (before, *partly)))
        if act == "import" and self.model is not after:
            vade.import_from(given[0])
            self._learn(vade, after)

    # ── by hand ──────────────────────────────────────────────────────────────────────────────────

    @rule(pick=PICK, place=PICK)
    def edit_by_hand(self, pick: int, place: int) -> None:
        if name := self._picked(pick):
            word, text = self._new(place)
            file = self._file(name)
            front, _, _ = file.read_text().partition("\n---\n")
            file.write_text(f"{front}\n---\n{text}\n")
            self.model.edit(name, word, text)

    @rule(pick=PICK)
    def rename_by_hand(self, pick: int) -> None:
        if name := self._picked(pick):
            self.number += 1
            file = self._file(name)
            file.rename(file.with_name(f"by-hand-{self.number}.md"))

    @rule(pick=PICK)
    def delete_by_hand(self, pick: int) -> None:
        """Not of a chain: what one that lost its other half says, `vade doctor` has to name."""
        names = [name for name in self.model.memories if name not in self.model.in_chains()]
        if names:
            name = names[pick % len(names)]
            self._file(name).unlink()
            self.model.remove(name)
            self.ids.pop(name)  # an import may bring it again, as another one

    @rule(place=PICK)
    def write_by_hand(self, place: int) -> None:
        word, text = self._new(place)
        (self.home / "memories" / "personal" / f"new-{self.number}.md").write_text(f"{text}\n")
        self.model.remember(self._touch(word), text)

    # ── index and processes ──────────────────────────────────────────────────────────────────────

    @rule(who=WHO)
    def reopen(self, who: int) -> None:
        self.vades[who].close()
        self.vades[who] = self._opened()

    @rule(who=WHO)
    def rebuild(self, who: int) -> None:
        self.vades[who].reindex()

    @rule(who=WHO)
    def housekeeping(self, who: int) -> None:
        self.vades[who].after_answer()

    @rule()
    def lose_the_index(self) -> None:
        for vade in self.vades:
            vade.close()
        shutil.rmtree(self.cache)
        self.vades = [self._opened(), self._opened()]

    # ── from outside, and out ────────────────────────────────────────────────────────────────────

    @rule(who=WHO, number=st.integers(1, 3))
    def take_in_notes(self, who: int, number: int) -> None:
        folder = self._folder(number)
        self.vades[who].import_from(folder)
        notes = self.model.notes[folder]
        take(self.model, notes, [self._touch(word) for word in notes])

    @precondition(lambda self: self.model.notes)
    @rule(who=WHO, pick=PICK, again=st.booleans())
    def take_in_notes_again(self, who: int, pick: int, again: bool) -> None:
        """Nothing is taken in twice, what was forgotten stays so, what was deleted comes when asked for."""
        self._taken_in_again(who, sorted(self.model.notes)[pick % len(self.model.notes)], again=again)

    def _taken_in_again(self, who: int, folder: str, *, again: bool) -> None:
        self.vades[who].import_from(folder, again=again)
        notes = self.model.notes[folder]
        present = {*self.model.memories, *self.model.erased}
        if again:
            take(self.model, notes, [word for word in notes if word not in present])

    @rule(who=WHO)
    def take_in_what_was_given_out(self, who: int) -> None:
        self.number += 1
        copy = os.fspath(self.outside / f"copy-{self.number}")
        self.vades[who].export_to(copy)
        self.vades[who].import_from(copy)
        self._learn(self.vades[1 - who], self.model)

    @rule(who=WHO, whole=st.booleans())
    def carry_to_another_home(self, who: int, whole: bool) -> None:
        """By a backup that is restored, or by an export that an empty home takes in."""
        self.number += 1
        copy, other = (self.outside / f"{name}-{self.number}" for name in ("copy", "other"))
        self.vades[who].export_to(os.fspath(copy), whole=whole)
        if whole:
            restore_home(os.fspath(copy), os.fspath(other), replace=False)
        with vademecum.open(other, now=lambda: self.at, cwd=self.place, sync_interval_s=0) as vade:
            if not whole:
                vade.import_from(os.fspath(copy))
            assert said_by(vade) == self.model.said()
            for name, told in list(self.model.memories.items())[:2]:
                self._asked(vade, name, told)
        shutil.rmtree(cache_folder(os.fspath(other)))

    # ── pages ────────────────────────────────────────────────────────────────────────────────────

    @rule(who=WHO)
    def add_a_page(self, who: int) -> None:
        name = self._new()[0].title()
        self.vades[who].add_entity(name)
        self.model.add_page(name)

    @precondition(lambda self: len(self._open_pages()) > 1)
    @rule(who=WHO, pick=PICK, other=PICK, predicate=PREDICATES)
    def link(self, who: int, pick: int, other: int, predicate: str) -> None:
        subject, thing = _two(self._open_pages(), pick, other)
        self.vades[who].link(subject, predicate, thing)
        self.model.pages[subject].links.add((predicate, thing))

    @precondition(lambda self: any(self.model.pages[name].links for name in self._open_pages()))
    @rule(who=WHO, pick=PICK)
    def unlink(self, who: int, pick: int) -> None:
        links = sorted((name, *link) for name in self._open_pages() for link in self.model.pages[name].links)
        subject, predicate, thing = links[pick % len(links)]
        self.vades[who].unlink(subject, predicate, thing)
        self.model.pages[subject].links.discard((predicate, thing))

    @precondition(lambda self: len(self._open_pages()) > 1)
    @rule(who=WHO, pick=PICK, other=PICK)
    def merge(self, who: int, pick: int, other: int) -> None:
        name, into = _two(self._open_pages(), pick, other)
        self.vades[who].merge_entities(name, into)
        self.model.pages[name].merged = into

    @precondition(lambda self: self.model.pages)
    @rule(who=WHO, pick=PICK)
    def look_up_a_page(self, who: int, pick: int) -> None:
        name = sorted(self.model.pages)[pick % len(self.model.pages)]
        record = self.vades[who].entity(name).record
        assert getattr(record, "name", None) == self.model.standing_for(name)

    # ── talks ────────────────────────────────────────────────────────────────────────────────────

    @rule(who=WHO, pick=PICK)
    def talk(self, who: int, pick: int) -> None:
        _, text = self._new(pick)
        name, texts = self._talk(pick, text)
        self.vades[who].conversations.append(talk(name, *texts))
        self.model.append(name, text)

    @precondition(lambda self: self.model.talks)
    @rule(who=WHO, pick=PICK)
    def find_what_was_said(self, who: int, pick: int) -> None:
        said = [(name, text) for name, texts in self.model.talks.items() for text in texts]
        name, text = said[pick % len(said)]
        for vade in (self.vades[who], self.vades[1 - who]):
            found = vade.conversations.search(word_of(text), workspace="all").hits
            assert {hit.conversation_id for hit in found} == {conversation_id(HOST, name)}

    @precondition(lambda self: self.model.talks)
    @rule(who=WHO, pick=PICK)
    def erase_a_talk(self, who: int, pick: int) -> None:
        name = sorted(self.model.talks)[pick % len(self.model.talks)]
        texts = self.model.talks[name]
        receipt = self.vades[who].conversations.forget(conversation_id(HOST, name))
        assert receipt.outcome == "forgotten"
        self.model.erase(name)
        # A host that hands it in once more brings nothing back.
        assert self.vades[1 - who].conversations.append(talk(name, *texts)).buried


def _two(names: Sequence[str], pick: int, other: int) -> tuple[str, str]:
    """Two different ones."""
    first = names[pick % len(names)]
    rest = [name for name in names if name != first]
    return first, rest[other % len(rest)]


TestProduct = pytest.mark.timeout(0 if DEEP else 120)(Product.TestCase)
TestProduct.settings = settings(
    max_examples=300 if DEEP else 10,
    stateful_step_count=40 if DEEP else 22,
    deadline=None,
    derandomize=not DEEP,
    database=None,
    phases=[Phase.generate],  # to shrink a sequence takes minutes; it is read as it is
    suppress_health_check=list(HealthCheck),
)
