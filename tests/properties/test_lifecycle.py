"""Any sequence of verbs, decisions and edits by hand keeps the promises: nothing acknowledged is lost but by
forgetting, nothing retracted is shown, every chain ends once, what is refused or tried changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)
from tests.engine.homes_in_memory import PROJECT, MemoryHome

from vademecum.errors import Conflict, InvalidValue, NotFound
from vademecum.lifecycle.transitions import Move, leads_to
from vademecum.model.record import Memory, MemoryId, Review, Status
from vademecum.vault.memory import MemoryVault

TOPIC = "harbour"
WORDS = st.sampled_from(["red", "blue", "grey", "8080", "8081", "never", "always", "Lyon", "Nice"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: f"{TOPIC} {' '.join(words)}")
SCOPES = st.sampled_from(["personal", "project"])
BY = st.sampled_from(["user", "agent"])
MOVES = st.sampled_from([move for move in Move if move is not Move.SUPERSEDE])
RETIRED = st.sampled_from(["retracted", "deprecated", "archived"])
PICK = st.integers(0, 99)
DAYS = st.sampled_from([0, 1, 30])
HOLDING = (Status.ACTIVE, Status.DEPRECATED)
MOST = 50


class Lifecycle(RuleBasedStateMachine):
    """A home used through every verb that changes what holds; what it should say is kept beside it."""

    memories = Bundle("memories")

    def __init__(self) -> None:
        super().__init__()
        self.home = MemoryHome(vault=MemoryVault(clones=[PROJECT]), project=PROJECT)
        self.number = 0
        self.status: dict[MemoryId, Status] = {}
        self.former: dict[MemoryId, Status] = {}
        self.successor: dict[MemoryId, MemoryId] = {}
        self.texts: dict[MemoryId, str] = {}
        self.waiting: dict[MemoryId, MemoryId] = {}
        """Proposed replacement -> what it would replace."""
        self.rejected: dict[MemoryId, MemoryId] = {}
        self.forgotten: dict[MemoryId, str] = {}
        self.retracted: set[MemoryId] = set()

    # ── the model ────────────────────────────────────────────────────────────────────────────────────────

    def _kept(self, text: str, record: str, status: Status = Status.ACTIVE) -> MemoryId:
        kept = MemoryId(record)
        self.status[kept], self.texts[kept] = status, text
        return kept

    def _said(self, text: str) -> str:
        """The text with a number of its own, which old words are found by, and a secret to redact."""
        self.number += 1
        return f"{text} pin{self.number}pin n{self.number}n"

    def _files(self) -> dict[str, bytes]:
        return {path: data for path, (data, _) in self.home.vault._files.items()}

    @contextmanager
    def _refused_or(self, expected: bool = False) -> Iterator[None]:
        """Let a verb be refused, unless it is expected to be allowed; nothing may change by that."""
        before = self._files()
        try:
            yield
        except InvalidValue:
            assert self._files() == before
            assert not expected

    def _gives_way(self, old: MemoryId) -> bool:
        return self.status[old] in HOLDING and old not in self.waiting

    def _becomes(self, record: MemoryId, status: Status) -> None:
        if status is Status.ARCHIVED and self.status[record] is not Status.ARCHIVED:
            self.former[record] = self.status[record]
        self.status[record] = status
        if status is Status.RETRACTED:
            self.retracted.add(record)

    def _replaces(self, new: MemoryId, old: MemoryId) -> None:
        self.status[old], self.successor[old] = Status.SUPERSEDED, new

    def _end(self, record: MemoryId) -> MemoryId:
        end, seen = record, {record}
        while end in self.successor:
            end = self.successor[end]
            assert end not in seen
            seen.add(end)
        return end

    def _shown(self, record: MemoryId) -> bool:
        return self.status[record] in HOLDING and record not in self.waiting

    def _memory(self, record: MemoryId) -> Memory:
        kept = self.home.vade.get(record).record
        assert isinstance(kept, Memory)
        return kept

    # ── verbs of a person ────────────────────────────────────────────────────────────────────────────────

    @initialize(target=memories, texts=st.lists(TEXTS, min_size=4, max_size=4))
    def begin(self, texts: list[str]) -> object:
        return multiple(
            *(self.remember(text, scope) for text in texts[:2] for scope in ("personal", "project"))
        )

    @rule(target=memories, text=TEXTS, scope=SCOPES)
    def remember(self, text: str, scope: str) -> MemoryId:
        said = self._said(text)
        return self._kept(said, self.home.remember(said, scope=scope))

    @rule(target=memories, old=memories, text=TEXTS)
    def remember_what_derives_from(self, old: MemoryId, text: str) -> MemoryId:
        said = self._said(text)
        return self._kept(said, self.home.remember(said, ref=f"memory:{old}"))

    @rule(target=memories, old=memories, text=TEXTS, by=BY)
    def supersede(self, old: MemoryId, text: str, by: str) -> MemoryId:
        if old not in self.texts:
            return multiple()  # type: ignore[return-value]
        said, kept = self._said(text), list[MemoryId]()
        with self._refused_or(self._gives_way(old)):
            answer = self.home.vade.supersede(old, said, source=by)
            assert self._gives_way(old)
            kept.append(self._kept(said, answer.memory.record.id))
        for new in kept:
            if by == "user":
                self._replaces(new, old)
            else:
                self.waiting[new] = old
        return multiple(*kept)  # type: ignore[return-value]

    @rule(old=memories, move=MOVES, by=BY)
    def move(self, old: MemoryId, move: Move, by: str) -> None:
        if old not in self.texts:
            return
        after = leads_to(self.status[old], move)
        if move is Move.RESTORE and self.status[old] is Status.ARCHIVED:
            after = self.former.get(old, Status.ACTIVE)
        with self._refused_or(
            after is not None and by == "user" and old not in {*self.waiting, *self.rejected}
        ):
            answer = getattr(self.home.vade, move.value)(old, by=by)
            assert after is not None
            if answer.outcome != "proposed":
                assert answer.memory.record.status is after
                self._becomes(old, after)

    @rule(old=memories)
    def forget(self, old: MemoryId) -> None:
        if old not in self.texts:
            return
        assert self.home.vade.forget(old).outcome == "forgotten"
        self.forgotten[old] = self.texts.pop(old)
        del self.status[old]
        heir = self.successor.pop(old, None)
        for record in [one for one, new in self.successor.items() if new == old]:
            if heir is not None:
                self.successor[record] = heir
            else:
                del self.successor[record]
                self.former.pop(record, None)
                self.status[record] = Status.ARCHIVED
        for hopes in (self.waiting, self.rejected):
            hopes.pop(old, None)
            for record in [one for one, named in hopes.items() if named == old]:
                del hopes[record]
                if heir is not None and heir != record:
                    hopes[record] = heir

    @rule(old=memories)
    def redact(self, old: MemoryId) -> None:
        found = re.search(r"pin\d+pin", self.texts.get(old, ""))
        if found is None:
            return
        assert self.home.vade.redact(old, found[0]).outcome == "redacted"
        self.texts[old] = self.texts[old].replace(found[0], "[redacted]")

    @rule(old=memories, text=TEXTS)
    def edit(self, old: MemoryId, text: str) -> None:
        if old in self.texts:
            self.texts[old] = self._said(text)
            self.home.vade.edit(old, text=self.texts[old])

    # ── decisions ────────────────────────────────────────────────────────────────────────────────────────

    @rule(old=memories, retire=st.none() | RETIRED)
    def propose(self, old: MemoryId, retire: str | None) -> None:
        if old not in self.texts:
            return
        with self._refused_or():
            self.home.vade.propose(old, retire=retire, by="agent")
            if old in self.rejected and retire is None:
                self.waiting[old] = self.rejected.pop(old)
                self.status[old] = Status.ACTIVE

    @rule(old=memories)
    def approve(self, old: MemoryId) -> None:
        if old not in self.texts:
            return
        doubt = self._memory(old).needs_review
        retire = doubt.proposes if doubt is not None else None
        with self._refused_or():
            outcome = self.home.vade.approve(old).outcome
            if retire is not None:
                assert outcome == retire.value
                self._becomes(old, retire)
            elif old in self.waiting and outcome != "still_holds":
                assert outcome == "superseded"
                replaced = self.waiting.pop(old)
                assert self.status[replaced] in HOLDING
                self._replaces(old, replaced)

    @rule(old=memories)
    def reject(self, old: MemoryId) -> None:
        if old not in self.texts:
            return
        with self._refused_or():
            outcome = self.home.vade.reject(old).outcome
            if outcome == "rejected" and old in self.waiting:
                self.rejected[old] = self.waiting.pop(old)
                self.status[old] = Status.ARCHIVED

    @rule(old=memories)
    def share(self, old: MemoryId) -> None:
        """All the way to the team, as far as it is allowed."""
        self.propose(old, None)
        self.approve(old)
        if old in self.texts:
            with self._refused_or():
                self.home.vade.publish(old)
                assert ".vademecum/" in self.home.vade.get(old).path

    @rule(old=memories)
    def put_away_and_back(self, old: MemoryId) -> None:
        before = self.status.get(old)
        if before in HOLDING and old not in self.waiting:
            self.home.vade.archive(old)
            assert self.home.vade.restore(old).memory.record.status is before

    @rule(old=memories)
    def agent_decides_nothing(self, old: MemoryId) -> None:
        before = self._files()
        for decide in (self.home.vade.approve, self.home.vade.reject, self.home.vade.publish):
            with pytest.raises((InvalidValue, NotFound)):
                decide(old, by="agent")
        assert self._files() == before

    # ── what is worth a second look ──────────────────────────────────────────────────────────────────────

    @precondition(lambda self: self.successor)
    @rule(pick=PICK, verb=st.sampled_from(["forget", "retract", "archive", "supersede"]), text=TEXTS)
    def turn_what_took_a_place(self, pick: int, verb: str, text: str) -> None:
        newest = _picked(self.successor.values(), pick)
        if verb == "forget":
            self.forget(newest)
        elif verb == "supersede":
            self.supersede(newest, text, "user")
        else:
            self.move(newest, Move(verb), "user")

    @precondition(lambda self: any(map(self._gives_way, self.status)))
    @rule(pick=PICK, text=TEXTS, verb=st.sampled_from(["approve", "reject", None]))
    def hear_what_an_agent_rewrites(self, pick: int, text: str, verb: str | None) -> None:
        self.supersede(_picked(filter(self._gives_way, self.status), pick), text, "agent")
        if verb is not None:
            getattr(self, verb)(list(self.waiting)[-1])

    @precondition(lambda self: self.waiting or self.rejected)
    @rule(pick=PICK, verb=st.sampled_from(["approve", "reject", "propose", "forget", "retract"]))
    def decide_what_waits(self, pick: int, verb: str) -> None:
        record = _picked((*self.waiting, *self.rejected), pick)
        if verb == "propose":
            self.propose(record, None)
        elif verb == "retract":
            self.move(record, Move.RETRACT, "user")
        else:
            getattr(self, verb)(record)

    @precondition(lambda self: Status.ARCHIVED in self.status.values())
    @rule(pick=PICK)
    def restore_what_is_put_away(self, pick: int) -> None:
        away = [record for record, status in self.status.items() if status is Status.ARCHIVED]
        self.move(_picked(away, pick), Move.RESTORE, "user")

    # ── what only looks ──────────────────────────────────────────────────────────────────────────────────

    @rule(old=memories, text=TEXTS, by=BY)
    def try_it_only(self, old: MemoryId, text: str, by: str) -> None:
        before, vade = self._files(), self.home.vade
        tries: list[Callable[..., Any]] = [
            *(getattr(vade, move.value) for move in Move if move is not Move.SUPERSEDE),
            *(vade.propose, vade.approve, vade.reject, vade.publish, vade.forget),
            lambda record, **how: vade.propose(record, retire="archived", **how),
            lambda record, **how: vade.redact(record, TOPIC, **how),
            lambda record, **how: vade.supersede(record, self._said(text), source=by, **how),
            lambda record, **how: vade.edit(record, text=self._said(text), **how),
        ]
        for attempt in tries:
            with pytest.raises((InvalidValue, NotFound)) if old not in self.texts else _maybe(InvalidValue):
                attempt(old, dry_run=True)
        vade.tidy()
        vade.queue()
        assert self._files() == before

    @rule(old=memories, text=TEXTS)
    def supersede_what_changed_meanwhile(self, old: MemoryId, text: str) -> None:
        if old in self.texts and self._gives_way(old):
            stale = self.home.clock.at - timedelta(days=9_999)
            with pytest.raises(Conflict):
                self.home.vade.supersede(old, self._said(text), expected_updated=stale)

    # ── behind its back ──────────────────────────────────────────────────────────────────────────────────

    @rule(old=memories, text=TEXTS)
    def edit_by_hand(self, old: MemoryId, text: str) -> None:
        """Another text, in a file of another name."""
        if old not in self.texts:
            return
        said = self._said(text)
        path = self.home.vade.get(old).path
        front, _, _ = self._files()[path].decode().partition("\n---\n")
        self.home.vault.remove(path)
        folder = path.rpartition("/")[0]
        self.home.write(f"{folder}/by-hand-{self.number}.md", f"{front}\n---\n{said}\n")
        self.texts[old] = said

    @rule(old=memories)
    def deprecate_by_hand(self, old: MemoryId) -> None:
        if self.status.get(old) is Status.ACTIVE and old not in self.waiting:
            path = self.home.vade.get(old).path
            data = self._files()[path].decode()
            kept = re.sub(r"^status: .*\n", "", data, flags=re.MULTILINE)
            self.home.write(path, kept.replace("---\n", "---\nstatus: deprecated\n", 1))
            self.status[old] = Status.DEPRECATED

    @rule(target=memories, old=memories)
    def say_twice_by_hand(self, old: MemoryId) -> MemoryId:
        if not self._shown_there(old):
            return multiple()  # type: ignore[return-value]
        twin = self.home.note(f"twin-{self.number}", self.texts[old])
        self.number += 1
        return self._kept(self.texts[old], twin)

    def _shown_there(self, old: MemoryId) -> bool:
        return old in self.texts and self._shown(old)

    @rule()
    def tidy(self) -> None:
        for finding in self.home.vade.tidy(apply=True).findings:
            if finding.done and finding.kind == "exact_repeat":
                (kept,) = finding.others
                assert self.texts[finding.id] == self.texts[kept]
                assert self._shown(finding.id)
                assert self._shown(kept)
                self._replaces(kept, finding.id)

    @precondition(lambda self: self.successor)
    @rule(pick=PICK)
    def lose_the_old_half(self, pick: int) -> None:
        """A crash between the two files of a supersession, as it looks afterwards."""
        old = _picked(self.successor, pick)
        if not self._shown(self.successor[old]):
            return
        path = self.home.vade.get(old).path
        if ".vademecum/" in path or self._memory(self.successor[old]).review in (
            Review.PROPOSED,
            Review.REJECTED,
        ):
            return  # no look completes those
        lines = self._files()[path].decode().splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(("status:", "superseded_by:", "valid_until:"))]
        self.home.write(path, "".join(kept))
        self.home.vade.sync()

    @rule(days=DAYS)
    def time_goes_on(self, days: int) -> None:
        self.home.clock.go_on(days=days, seconds=1)

    @rule()
    def rebuild(self) -> None:
        self.home.vade.reindex()

    # ── what must hold ───────────────────────────────────────────────────────────────────────────────────

    @invariant()
    def exactly_what_holds_is_shown(self) -> None:
        found = [hit.id for hit in self.home.vade.search(TOPIC, limit=MOST).hits]
        shown = [record for record in self.status if self._shown(record)]
        assert len(found) == len(set(found))
        if len(shown) <= MOST:
            assert sorted(found) == sorted(shown)
        assert self.home.vade.list(limit=100).total == len(shown)

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        for record, text in self.texts.items():
            kept = self._memory(record)
            assert (kept.body.rstrip("\n"), kept.status) == (text, self.status[record])

    @invariant()
    def nothing_retracted_is_shown_of_any_time(self) -> None:
        self.retracted &= self.texts.keys()  # but by forgetting, nothing leads out of it
        assert {self._memory(record).status for record in self.retracted} <= {Status.RETRACTED}
        for days in (0, 1, 31) if self.retracted else ():
            then = self.home.clock.at - timedelta(days=days)
            shown = {hit.id for hit in self.home.vade.list(as_of=then, limit=100).items}
            assert self.retracted.isdisjoint(shown)

    @invariant()
    def nothing_forgotten_is_anywhere(self) -> None:
        files = b"".join(self._files().values())
        for record, text in self.forgotten.items():
            number = text.rpartition(" ")[2]
            if number not in " ".join(self.texts.values()):
                assert number.encode() not in files
                assert self.home.vade.search(number).hits == ()
            assert self.home.index.rows([record]) == {}

    @precondition(lambda self: self.texts)
    @invariant()
    def old_words_lead_to_what_holds(self) -> None:
        for text in list(self.texts.values())[-3:]:
            number = text.rpartition(" ")[2]
            said = [record for record, other in self.texts.items() if other.endswith(number)]
            ends = {end for end in map(self._end, said) if self._shown(end)}
            assert {hit.id for hit in self.home.vade.search(number, limit=MOST).hits} == ends

    @invariant()
    def every_beginning_answers_for_itself(self) -> None:
        """When a link began it held, unless it was put away or replaced in the same moment."""
        for record, status in self.status.items():
            kept = self._memory(record)
            assert kept.created is not None
            held = kept.valid_until is None or kept.valid_until > kept.created
            if held and status in (*HOLDING, Status.SUPERSEDED) and record not in self.waiting:
                assert self.home.vade.get(record, as_of=kept.created).record.id == record

    @invariant()
    def history_tells_of_every_link(self) -> None:
        for record in list(self.texts)[-2:]:
            links = [link.id for link in self.home.vade.history(record).links]
            assert len(links) == len(set(links))
            assert {record, self._end(record)} <= set(links)


def _picked(records: Iterable[MemoryId], pick: int) -> MemoryId:
    among = sorted(set(records))
    return among[pick % len(among)]


@contextmanager
def _maybe(error: type[Exception]) -> Iterator[None]:
    try:
        yield
    except error:
        return


TestLifecycle = Lifecycle.TestCase
TestLifecycle.settings = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],  # to shrink a sequence takes minutes; it is read as it is
    suppress_health_check=list(HealthCheck),
)


def test_a_flip_leaves_one_truth_and_its_past() -> None:
    home = MemoryHome()
    loves = home.remember("Rhea loves anchovies.", subject="Rhea", predicate="likes", value="anchovies")
    then = home.clock.at
    home.clock.go_on(days=1)
    home.vade.supersede(loves, "Rhea hates anchovies.", value="no anchovies")

    assert [hit.title or hit.summary for hit in home.vade.recall("Rhea anchovies").hits] == [
        "Rhea hates anchovies."
    ]
    assert [hit.summary for hit in home.vade.recall("Rhea anchovies", as_of=then).hits] == [
        "Rhea loves anchovies."
    ]
    assert home.vade.list().total == home.vade.list(as_of=then).total == 1
