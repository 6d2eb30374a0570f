"""`Vade`: one open home, every verb."""

from __future__ import annotations

from datetime import timedelta

from vademecum.engine.consulting import ConsultingVerbs
from vademecum.engine.conversing import SessionVerbs
from vademecum.engine.field_verbs import FieldVerbs
from vademecum.engine.meaning import FRESH
from vademecum.engine.relating import RelatingVerbs
from vademecum.engine.transferring import TransferringVerbs
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType
    from typing import Any, Self

    from vademecum.engine.conversations.verbs import ConversationVerbs
    from vademecum.model.answer import CheckUp, Synced, VaultStats
    from vademecum.model.brief import Brief
    from vademecum.model.foreseen import Foreseen

EMBEDDING_S = 1.0
"""What a command may spend on vectors after it has answered."""


class Vade(SessionVerbs, TransferringVerbs, ConsultingVerbs, RelatingVerbs, FieldVerbs):
    """An open home. Safe to share between threads; a context manager that closes itself.

    Every verb takes keyword arguments after its subject, returns a frozen record with `to_dict()`, and
    raises a `VadeError` for anything a caller can mend.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release files and locks; safe to call twice. Records that the lexical engine has not seen yet
        stay findable and are handed to it by whoever opens the home next."""
        self._parts.index.close()
        if self._said is not None:
            self._said.close()
        self._parts = replace(self._parts, spare=None)  # what is closed is not answered from memory

    @property
    def conversations(self) -> ConversationVerbs:
        """Every verb about what was said."""
        with self._lock:
            if self._said is None:
                from functools import partial

                from vademecum.engine.conversations.notes import TITLE, Notes
                from vademecum.engine.conversations.verbs import ConversationVerbs
                from vademecum.engine.timing import asked_time

                parts = self._parts.open_conversations()
                notes = Notes(
                    self.get,
                    lambda body: self.remember(body, title=TITLE),
                    lambda record_id, body: self.edit(record_id, text=body),
                )
                self._said = ConversationVerbs(
                    parts, notes, self.policy.sync_interval_s, partial(asked_time, self._parts)
                )
            return self._said

    def brief(self, *, scopes: Sequence[str] | None = None, max_bytes: int | None = None) -> Brief:
        """What matters at the start of a session: what is pinned, what waits for a decision, what was decided
        last, and who there is; as values, and as a framed block of text for a model.

        Args:
            scopes: as in `recall`.
            max_bytes: bound on the text in UTF-8 bytes, frame included; 4,000 when not given.
        """
        from vademecum.engine.briefing import MOST_BYTES, Briefing

        bound = MOST_BYTES if max_bytes is None else max_bytes
        return self._answered(lambda: Briefing(self._parts).brief(self._filters(scopes), max_bytes=bound))

    def what_if(self, verb: str, *arguments: Any, **named: Any) -> Foreseen:
        """What a change would bring about, and nothing is written: the verb itself is asked to a dry run.

        Args:
            verb: ``remember``, ``edit``, ``supersede``, ``retract``, ``deprecate``, ``archive``, ``restore``,
                ``link``, ``unlink`` or ``forget``.
            *arguments, **named: as the verb takes them.

        Raises:
            UnknownName: a verb that cannot be tried.
            VadeError: what the verb itself would refuse.
        """
        return self.try_out(verb, *arguments, **named)[1]

    def try_out(self, verb: str, *arguments: Any, **named: Any) -> tuple[Any, Foreseen]:
        """As `what_if`, after what the verb itself answers to its dry run."""
        from vademecum.engine.foreseeing import Foreseeing, checked_verb

        answer = getattr(self, checked_verb(verb))(*arguments, **named, dry_run=True)
        return answer, self._guarded(lambda: Foreseeing(self._parts, self._storing).told(verb, answer))

    def sync(self, progress: Callable[[int, int], None] | None = None) -> Synced:
        """Look at every file now and bring the index up to date, with all that rules derive.

        Args:
            progress: called with (files read, files to read), where any are.
        """

        def look() -> Synced:
            return self._syncer.complete(progress)

        return self._guarded(look)

    def reindex(
        self,
        progress: Callable[[int, int], None] | None = None,
        embedded: Callable[[int, int], None] | None = None,
    ) -> Synced:
        """Derive the index again from the files; the present one serves until it is done. Where there is an
        embedder everything is given a vector then.

        Args:
            progress: called with (files done, files to do).
            embedded: called with (texts that have vectors, of all), of memories first and then of turns.
        """

        def rebuild() -> Synced:
            return self._syncer.rebuild(progress)

        synced = self._guarded(rebuild)
        number, unread, warnings = self.conversations.rebuilt(progress)
        faults = (self._parts.meaning.embedded(embedded), self.conversations.embedded(embedded))
        return replace(
            synced,
            conversations=number,
            unreachable={**synced.unreachable, **unread},
            warnings=tuple(dict.fromkeys((*synced.warnings, *warnings, *filter(None, faults)))),
        )

    def after_answer(self) -> None:
        """Housekeeping that an answer should not wait for; a long-running caller may call it when idle."""
        with self._lock:
            self._syncer.after_answer()
            if self._said is not None:
                self._said.after_answer()
        self.embed(spare_s=EMBEDDING_S, least=FRESH)

    def embed(self, *, spare_s: float, least: int = 0) -> bool:
        """Give vectors to what has none, as long as there is time. Questions are answered meanwhile.

        Args:
            spare_s: seconds after which nothing more is begun.
            least: where fewer memories, or turns, lack vectors no model is loaded for them.

        Returns:
            Whether nothing is left to do.
        """
        spare = timedelta(seconds=spare_s)
        if not self._parts.meaning.embed(spare, least=least):
            return False
        return self._said is None or self._said.embed(spare, least=least)

    def doctor(self) -> CheckUp:
        """A check-up of settings, files, vocabulary, chains, conversations and index."""
        from vademecum.engine.embedding_health import vectors_found
        from vademecum.engine.health import Health

        def check_up() -> CheckUp:
            self._syncer.run()
            said = self.conversations.check_up()
            talks = self.conversations.counted().conversations
            meanings = {"memories": self._parts.meaning, **self.conversations.meanings}
            return Health(self._parts).check_up(
                self._syncer.unreachable, (*said, *vectors_found(meanings)), talks
            )

        return self._guarded(check_up)

    def check_deeply(self, watch: Callable[[int, int], None] | None = None) -> CheckUp:
        """What `doctor` does not look at: every record's file is read again and its entry derived anew, and
        what was forgotten is looked for.

        Args:
            watch: called with how many records are done, and how many there are.
        """
        from vademecum.engine.deep_health import DeepHealth

        return self._guarded(lambda: DeepHealth(self._parts, self._syncer.run).check(watch))

    def stats(self) -> VaultStats:
        """Counts over the home."""
        from vademecum.engine.health import Health

        def stats() -> VaultStats:
            return Health(self._parts).stats(self.conversations.counted())

        return self._answered(stats)
