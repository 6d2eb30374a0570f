"""The verbs of the review."""

from __future__ import annotations

from vademecum.engine.opened import Opened, limit_within
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.engine.reviewing import Act, Reviewing
    from vademecum.model.reviewed import Queue, Reviewed
    from vademecum.model.tidied import Tidied

QUEUE_MAX = 1_000


class DecidingVerbs(Opened):
    """What a person decides about proposals, doubts and drafts."""

    @property
    def _reviewing(self) -> Reviewing:
        from vademecum.engine.reviewing import Reviewing

        return Reviewing(self._parts, self._storing)

    def queue(self, *, scopes: Sequence[str] | None = None, limit: int = 100) -> Queue:
        """What waits for a person: proposed replacements with what they would change, memories that somebody
        wants retired, proposals, doubts with their reason, and drafts of projects.

        Args:
            scopes: as in `recall`.
            limit: 1-1,000; the total is told whatever the limit.
        """
        wanted = limit_within(limit, 100, QUEUE_MAX)

        def look() -> Queue:
            from vademecum.engine.queueing import Queueing

            return Queueing(self._parts, self._storing).queue(self._named_scopes(scopes), wanted)

        return self._answered(look)

    def tidy(self, *, scopes: Sequence[str] | None = None, apply: bool = False) -> Tidied:
        """What may be cleaned up: repeats, near repeats, broken chains and links, what ran out, is in doubt,
        or was begun by a mention that is gone, and what `sweep` would do. Nothing is ever deleted.

        Args:
            scopes: as in `recall`.
            apply: repair what loses nothing by it; else nothing is written.
        """

        def look() -> Tidied:
            from vademecum.engine.tidying import Tidying

            self._syncer.run()
            return Tidying(self._parts, self._storing).tidy(self._named_scopes(scopes), apply=apply)

        return self._guarded(look)

    def sweep(self, *, scopes: Sequence[str] | None = None, apply: bool = False) -> Tidied:
        """Promote what sessions heard often enough, end what was overheard and is over, put away guesses that
        nothing confirmed. What anybody wrote is left alone, and nothing is deleted; each change says what
        undoes it. For the end of a session, and for whoever wants that part of `tidy` alone.

        Args:
            scopes: as in `recall`.
            apply: do it; else nothing is written.
        """

        def look() -> Tidied:
            from vademecum.engine.sweeping import Sweeping

            self._syncer.run()
            return Sweeping(self._parts, self._storing).sweep(self._named_scopes(scopes), apply=apply)

        return self._guarded(look)

    def propose(
        self,
        handle: str,
        *,
        retire: str | None = None,
        by: str = "user",
        note: str | None = None,
        dry_run: bool = False,
    ) -> Reviewed:
        """Put a memory before its reviewers, or propose that it be retired; it holds meanwhile.

        Args:
            handle: id, key or unique prefix of an id.
            retire: ``retracted``, ``deprecated`` or ``archived``.
            by: who proposes: a name, ``user`` or ``agent``.
            note: why.
            dry_run: report what would be written, and write nothing.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            UsageError: it cannot be proposed from where it stands; the message says why.
        """
        from vademecum.engine.reviewing import Act, retired_state

        act = Act(by=by, note=note, dry_run=dry_run)
        if retire is None:
            return self._taken(act, lambda said: self._reviewing.propose(handle, said))
        state = retired_state(retire)
        return self._taken(act, lambda said: self._reviewing.propose_retirement(handle, state, said))

    def approve(
        self, handle: str, *, by: str = "user", note: str | None = None, dry_run: bool = False
    ) -> Reviewed:
        """Say yes to what waits: a proposal stands, a replacement takes its place, a retirement happens, and
        what was in doubt still holds. Arguments and errors are those of `propose`."""
        from vademecum.engine.reviewing import Act

        act = Act(by=by, note=note, dry_run=dry_run)
        return self._taken(act, lambda said: self._reviewing.approve(handle, said))

    def publish(
        self, handle: str, *, by: str = "user", note: str | None = None, dry_run: bool = False
    ) -> Reviewed:
        """Move an approved memory of a project into ``.vademecum`` of its repository, where the team's git
        reviews it, and where everybody who has a clone finds it. Arguments and errors are those of `propose`.

        Raises:
            NotFound: the handle means nothing, or no clone of the project is known.
        """
        from vademecum.engine.reviewing import Act

        act = Act(by=by, note=note, dry_run=dry_run)
        return self._taken(act, lambda said: self._reviewing.publish(handle, said))

    def reject(
        self, handle: str, *, by: str = "user", note: str | None = None, dry_run: bool = False
    ) -> Reviewed:
        """Say no to what waits: what it concerned is as it was, and a replacement that nobody wants is
        archived. Arguments and errors are those of `propose`."""
        from vademecum.engine.reviewing import Act

        act = Act(by=by, note=note, dry_run=dry_run)
        return self._taken(act, lambda said: self._reviewing.reject(handle, said))

    def _taken(self, act: Act, step: Callable[[Act], Reviewed]) -> Reviewed:
        """Take a step, with what had to be left out of its words told before everything else."""
        from vademecum.engine.intake import Screen
        from vademecum.engine.reviewing import screened

        screen = Screen()
        said = screened(act, screen)
        done = self._addressed(lambda: step(said))
        return replace(done, warnings=(*screen.warnings(), *done.warnings))
