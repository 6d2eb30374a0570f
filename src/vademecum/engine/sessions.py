"""A live session: listens, looks ahead, answers, and keeps what was said without ever losing it."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import timedelta

from vademecum.engine import checks
from vademecum.engine.assembling import INTERACTIVE_S, SPECULATIVE_S
from vademecum.engine.beside import rest_of
from vademecum.engine.intake import NewMemory
from vademecum.engine.keeping import kept_all
from vademecum.engine.noting import admitted
from vademecum.engine.unsaying import Unsaying
from vademecum.errors import InvalidValue, VadeError
from vademecum.lifecycle.admission import Verdict as Admitted
from vademecum.lifecycle.admission import admission
from vademecum.model.extracted import Acquainted, Explicitness, Operation, Said, Speaker
from vademecum.model.session import Checkpoint, Deed, Heard, Refusal, Turn, Verdict
from vademecum.model.value import replace
from vademecum.planning.speculation import Listening, heard, spoken, stable_words, worth_a_look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from types import TracebackType
    from typing import Protocol, Self, Unpack

    from vademecum.engine.assembling import Assembler
    from vademecum.engine.intake import MemoryFields
    from vademecum.engine.keeping import Verbs
    from vademecum.engine.noting import Noting
    from vademecum.engine.overlay import Overlay
    from vademecum.engine.parts import Parts
    from vademecum.model.extracted import Statement
    from vademecum.model.plan import Plan
    from vademecum.model.record import MemoryId
    from vademecum.model.session import MemoryMap, Noted, Snapshot
    from vademecum.ports import Extractor, SessionJournal

    class Home(Protocol):
        """What a session asks of the open home."""

        def parts(self) -> Parts:
            """The parts as they are now."""
            ...

        def answered(self, act: Callable[[Parts], Snapshot]) -> Snapshot:
            """Look at the files if that is due, then answer from one state of the index."""
            ...

        def plan(self, text: str, turn: str, generation: int, kinds: tuple[str, ...]) -> Plan:
            """The plan of an utterance with the names that the home knows."""
            ...

        def memory_map(self) -> MemoryMap:
            """Of whom and of what there are memories."""
            ...


RECONCILE_TURNS, RECONCILE_AFTER = 4, timedelta(seconds=90)
CHECKPOINT_TURNS, CHECKPOINT_AFTER = 20, timedelta(seconds=600)
"""After so many turns, or so long, what was said is put in order, and written for good."""

SWEPT_FILES = 20_000
"""Files up to which the end of a session sweeps, which reads the whole index; above, `vade tidy` does."""


class Session:
    """One conversation with an open home. Safe to share between threads; a context manager.

    Made by `Vade.session`. Time comes from the home's clock alone, so that a day of talk can be replayed in a
    second, and the same replay gives the same answers.

    Attributes:
        name: what the session is called.
        recovered: what an earlier session acknowledged, did not live to write, and is written now.
    """

    def __init__(
        self,
        name: str,
        home: Home,
        verbs: Verbs | None,
        *,
        assembler: Assembler,
        overlay: Overlay,
        noting: Noting,
        journal: SessionJournal,
        extractor: Extractor | None,
        recovered: Checkpoint,
    ) -> None:
        self.name = name
        self.recovered = recovered
        self._home = home
        self._verbs = verbs
        self._assembler = assembler
        self._overlay = overlay
        self._noting = noting
        self._unsaying = Unsaying(home.parts, self.recall, overlay, noting)
        self._journal = journal
        self._extractor = extractor
        self._lock = threading.RLock()
        self._listening = Listening()
        self._seen = home.parts().index.revision()
        self._shown: frozenset[str] = frozenset()
        self._prepared: Snapshot | None = None
        self._turn = 0
        now = self._now()
        self._reconciled, self._checked = (0, now), (0, now)
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def turn(self) -> int:
        """Number of finished utterances."""
        return self._turn

    def partial(self, text: str) -> Heard:
        """Hear an utterance that goes on; look ahead when enough of it stands.

        Args:
            text: the whole utterance so far, as the recogniser hears it now.

        Raises:
            StoreError: the index cannot be read, and there is no other.
        """
        with self._lock:
            self._check_open()
            now, (words, ends) = self._now(), spoken(text)
            stable = stable_words(self._listening, words, now)
            said = text[: ends[len(stable) - 1]] if stable else ""
            plan = None
            if stable and stable != self._listening.fired:
                plan = self._plan(said, self._listening.generation + 1)
            strong = worth_a_look(plan) if plan else self._shown
            self._listening, verdict = heard(
                self._listening, words, now, strong=not strong.issubset(self._shown)
            )
            generation = self._listening.generation
            if verdict is not Verdict.FIRE or plan is None:
                return Heard(verdict=verdict, generation=generation, stable=said)
            self._shown = strong
        snapshot = self._assembled(plan, SPECULATIVE_S)
        with self._lock:
            if generation != self._listening.generation:  # something newer was heard meanwhile
                return Heard(verdict=verdict, generation=generation, stable=said)
            self._prepared = snapshot
        return Heard(verdict=verdict, generation=generation, stable=said, snapshot=snapshot)

    def final(self, text: str, *, speaker: str = Speaker.USER.value, lang: str | None = None) -> Turn:
        """Hear a finished utterance: what is known for it, and what it told.

        The snapshot is the one that was prepared when that answers the whole utterance, else a new one.

        Args:
            text: the utterance.
            speaker: ``user``, ``assistant`` or ``other``; only what the user says is ever kept.
            lang: primary BCP 47 code of the utterance, when it is known.

        Raises:
            InvalidValue: another speaker.
            StoreError: the index cannot be read, and there is no other.
        """
        who = checks.speaker(speaker)
        with self._lock:
            self._check_open()
            self._listening = self._listening.over()
            self._shown = frozenset()
            prepared, self._prepared = self._prepared, None
            self._heed()
            plan = self._plan(text, self._listening.generation)
            snapshot = self._assembled(plan, INTERACTIVE_S, prepared)
            self._turn += 1
            served = prepared is not None and prepared.state == snapshot.state
            noted, unresolved = self._told(Said(text=text, speaker=who, at=self._now(), lang=lang))
            self._put_in_order()
            checkpoint = self.checkpoint() if self._is_due() else None
            return Turn(
                number=self._turn,
                snapshot=snapshot,
                prepared=served,
                noted=noted,
                unresolved=unresolved,
                checkpoint=checkpoint,
            )

    def recall(
        self,
        query: str,
        *,
        about: str | None = None,
        attribute: str | None = None,
        kinds: tuple[str, ...] = (),
    ) -> Snapshot:
        """What is known about something, asked between the utterances.

        Args:
            query: any text.
            about, attribute: whom and what it concerns; hints that order, and lose nothing when wrong.
            kinds: types of memory to be kept to.
        """
        with self._lock:
            self._check_open()
            self._heed()
            plan = self._plan(query, self._listening.generation, kinds)
            hinted = replace(
                plan,
                subject_hint=about or plan.subject_hint,
                predicate_hint=attribute or plan.predicate_hint,
            )
            return self._assembled(hinted, INTERACTIVE_S)

    def note(self, statement: str, **fields: Unpack[MemoryFields]) -> Noted:
        """Keep something that was said: told from the next answer on, and a memory with the next checkpoint.

        It stands in a journal on return, so that no crash loses it.

        Args:
            statement: 1-20,000 characters.
            **fields: what is known of it, see `MemoryFields`.

        Raises:
            UsageError: a value that cannot be; nothing was kept.
            VaultError: the journal cannot be written; nothing was kept.
        """
        return self._tell(NewMemory(text=statement, **fields), Deed.REMEMBER)

    def correct(
        self, statement: str, *, replaces: str | None = None, **fields: Unpack[MemoryFields]
    ) -> Noted:
        """Keep what holds in the place of something else, which is told no more from now on.

        Args:
            statement: what is true.
            replaces: id or key of the memory that is not; without it, what claims the same of the same
                subject (`subject` and `predicate`) gives way, where that is known to have one value or
                nothing is known of it.
            **fields: what is known of it, see `MemoryFields`.

        Raises:
            NotFound, Ambiguous: `replaces` means nothing, or several memories.
            UsageError, VaultError: as `note`.
        """
        target = self._unsaying.memory(replaces) if replaces else None
        return self._tell(NewMemory(text=statement, **fields), Deed.CORRECT, target)

    def forget(self, what: str, *, erase: bool = False) -> Noted:
        """Tell something no more from now on.

        Args:
            what: id or key of a memory, id of something noted, or words that one thing alone holds all of.
            erase: take the memory out of the world with the next checkpoint; else it is archived, and
                `restore` brings it back.

        Raises:
            NotFound: nothing known holds it; Ambiguous: several things do.
            VaultError: the journal cannot be written; nothing changed.
        """
        with self._lock:
            self._check_open()
            deed = Deed.DELETE if erase else Deed.FORGET
            return self._unsaying.unsaid(what, deed, self._turn)

    def checkpoint(self) -> Checkpoint:
        """Write for good what was acknowledged until now; a dry run writes nothing."""
        with self._lock:
            self._check_open()
            if self._verbs is None:
                return Checkpoint()
            self._heed()
            done = kept_all(self._verbs, self._journal.rows())
            if done.settled:
                self._noting.settle(done)
            self._checked = (self._turn, self._now())
            return done

    def close(self) -> Checkpoint:
        """Write for good what was acknowledged, and let go of the journal; safe to call twice.

        What the disk or another process keeps from being written stays in the journal for the next session.
        What was heard often enough by now is promoted, and what was overheard and is over ends (`sweep`).
        """
        with self._lock:
            if self._closed:
                return Checkpoint()
            self._heeded_all(rest_of(self._extractor))
            done = replace(self.checkpoint(), unconfirmed=self._noting.unconfirmed)
            self._closed = True
            self._journal.close()
            if self._verbs is not None and done.kept and self._home.parts().glance.files() <= SWEPT_FILES:
                with suppress(VadeError):  # whoever tidies next does it
                    self._verbs.sweep(apply=True)
            return done

    def told(self) -> tuple[Noted, ...]:
        """What was said in this session and is told with a hedge, in order."""
        with self._lock:
            return tuple(mention.noted for mention in self._overlay.mentions())

    def memory_map(self) -> MemoryMap:
        """Of whom and of what there are memories, for a system prompt."""
        return self._home.memory_map()

    def _assembled(self, plan: Plan, budget_s: float, prepared: Snapshot | None = None) -> Snapshot:
        turn, overlay = self._turn, self._overlay

        def act(parts: Parts) -> Snapshot:
            known = self._assembler.served(parts, plan, overlay, turn=turn, prepared=prepared)
            return known or self._assembler.assemble(parts, plan, overlay, turn=turn, budget_s=budget_s)

        return self._home.answered(act)

    def _plan(self, text: str, generation: int, kinds: tuple[str, ...] = ()) -> Plan:
        return self._home.plan(text, f"{self.name}#{self._turn + 1}", generation, kinds)

    def _tell(
        self,
        new: NewMemory,
        deed: Deed,
        replaces: MemoryId | None = None,
        explicitness: Explicitness = Explicitness.COMMAND,
        *,
        staged: bool = False,
    ) -> Noted:
        with self._lock:
            self._check_open()
            return self._noting.tell(
                self._home.parts(),
                new,
                deed=deed,
                turn=self._turn,
                explicitness=explicitness,
                replaces=replaces,
                staged=staged,
            )

    def _told(self, said: Said) -> tuple[tuple[Noted, ...], tuple[Refusal, ...]]:
        """What an utterance tells or orders, done; and what could not be."""
        if self._extractor is None:
            return (), ()
        return self._heeded_all(self._extractor.extract(said, Acquainted()).statements)

    def _heeded_all(self, statements: Sequence[Statement]) -> tuple[tuple[Noted, ...], tuple[Refusal, ...]]:
        noted: list[Noted] = []
        unresolved: list[Refusal] = []
        for statement in statements:
            try:
                done = self._heeded(statement)
            except VadeError as error:
                unresolved.append(Refusal(id="", text=statement.text, why=error.message))
            else:
                noted += [done] if done else []
        return tuple(noted), tuple(unresolved)

    def _heeded(self, statement: Statement) -> Noted | None:
        told = admitted(statement, self._now())
        if told is not None:
            new, deed, staged = told
            return self._tell(new, deed, None, statement.explicitness, staged=staged)
        if admission(statement).verdict is Admitted.OBEYED and statement.operation is not Operation.LIST:
            return self.forget(statement.text, erase=statement.operation is Operation.DELETE)
        return None

    def _put_in_order(self) -> None:
        turns, at = self._reconciled
        if self._turn - turns >= RECONCILE_TURNS or self._now() - at >= RECONCILE_AFTER:
            self._overlay.reconcile()
            self._reconciled = (self._turn, self._now())

    def _is_due(self) -> bool:
        turns, at = self._checked
        due = self._turn - turns >= CHECKPOINT_TURNS or self._now() - at >= CHECKPOINT_AFTER
        return due and bool(self._journal.rows())

    def _heed(self) -> None:
        """Tell no more what somebody had forgotten since, in this process or another."""
        parts = self._home.parts()
        revision = parts.index.revision()
        if revision != self._seen:
            self._noting.unsay(parts.ledger)
            self._seen = revision

    def _now(self) -> datetime:
        return self._home.parts().now()

    def _check_open(self) -> None:
        if self._closed:
            raise InvalidValue("session", f"{self.name} is closed; `Vade.session` begins another")
