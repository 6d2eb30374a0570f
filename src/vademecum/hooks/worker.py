"""The worker: keeps what was said in sessions, apart from the hook that told of it and from its host.

One works at a time in a home. What is to be done stands in files (`notes`), so a worker that dies, or cannot
begin, loses nothing: the next one finds the same files, and importing repeats nothing.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

from vademecum.errors import VadeError
from vademecum.hooks import hosts, trace
from vademecum.hooks.acting import IDLE_S
from vademecum.hooks.notes import Notes
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.value import replace
from vademecum.text.chaining import conversation_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vademecum.engine.vade import Vade
    from vademecum.hooks.notes import Session, Uttered

_SHOWN_S = 14 * 24 * 3600.0
"""What a session was shown is known for two weeks; who resumes it later is told again."""


class Worker:
    """Keeps what sessions said.

    Args:
        home: the home.
        opening: opens it.
        now: seconds since the epoch.
        looks: no helper looks at the files after a hook has answered, so this does.
    """

    def __init__(
        self,
        home: str,
        opening: Callable[[], Vade],
        now: Callable[[], float] = time.time,
        *,
        looks: bool = False,
    ) -> None:
        self._home = home
        self._opening = opening
        self._now = now
        self._looks = looks
        self._notes = Notes(home)
        self._failed: set[tuple[str, int]] = set()

    def run(self) -> None:
        """Keep what is due until nothing is."""
        while due := self._due():
            vade = self._opening()
            try:
                for session in due:
                    self._keep(vade, session)
                with suppress(VadeError):
                    if self._looks:
                        vade.sync()
                    vade.after_answer()
            finally:
                vade.close()
        self._notes.tidy(self._now() - _SHOWN_S)

    def due(self) -> bool:
        """Whether anything is."""
        return bool(self._due())

    def _due(self) -> list[Session]:
        before = self._now() - IDLE_S
        due = [
            session
            for session in self._notes.sessions()
            if (session.due or session.ended or session.heard < before)
            and (session.key, session.stamp) not in self._failed
        ]
        # What a branch has from another session is kept with that one, which was there before.
        return sorted(due, key=lambda session: (session.heard, session.key))

    def _keep(self, vade: Vade, session: Session) -> None:
        began = time.perf_counter()
        over = session.ended or session.heard < self._now() - IDLE_S
        try:
            count = self._kept(vade, session)
            if over:
                self._end(vade, session)
        except VadeError as error:
            self._failed.add((session.key, session.stamp))
            outcome, reason = trace.FAILED, error.code
        except Exception as error:  # noqa: BLE001 - one session that cannot be kept costs no other
            self._failed.add((session.key, session.stamp))
            outcome, reason = trace.FAILED, type(error).__name__
        else:
            outcome, reason = trace.KEPT, f"{count} turns"
            self._notes.kept(replace(session, ended=over))
        took_ms = round((time.perf_counter() - began) * 1000, 1)
        trace.tell(
            self._home, host=session.host, event="", outcome=outcome, reason=reason, ms=took_ms, by="worker"
        )

    def _kept(self, vade: Vade, session: Session) -> int:
        if session.host not in hosts.TRANSCRIBED:
            return self._uttered(vade, session)
        from vademecum.hooks.transcripts import whole

        count = 0
        for path in map(whole, session.transcripts):
            if os.path.isfile(path):
                told = vade.import_from(
                    path,
                    format=hosts.TRANSCRIBED[session.host],
                    live=True,
                    folder=session.folder or None,
                )
                count += told.imported
        return count

    def _uttered(self, vade: Vade, session: Session) -> int:
        said = list(self._notes.uttered(session.key))
        if said:
            vade.conversations.append(
                NewConversation(
                    host=session.host,
                    origin_id=session.origin,
                    workspace=session.folder or None,
                    started=_time(said[0].at),
                    turns=tuple(map(_turn, said)),
                ),
                live=True,
            )
        for one in said:
            with suppress(OSError):
                os.unlink(one.path)
        return len(said)

    @staticmethod
    def _end(vade: Vade, session: Session) -> None:
        from vademecum.errors import NotFound

        with suppress(NotFound):  # nothing was said in it
            vade.conversations.end(conversation_id(session.host, session.origin))


def _turn(said: Uttered) -> NewTurn:
    """One utterance under an id that is the same however often its file is read."""
    origin = os.path.basename(said.path).removesuffix(".json")
    return NewTurn(
        origin_id=f"{said.turn or 'turn'}/{origin}", role=Role(said.role), text=said.text, at=_time(said.at)
    )


def _time(at: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at, UTC).isoformat()


def work(home: str, environ: Mapping[str, str]) -> None:
    """Keep what is due in a home, unless another worker does already."""
    import fcntl

    from vademecum.settings import load
    from vademecum.wiring import open_home

    settings = load(home, environ)
    if settings.barred or not settings.hooks_capture:
        return
    worker = Worker(
        home,
        lambda: open_home(home, settings, cwd="/", create=False),
        looks=not settings.hooks_helper,
    )
    folder = Notes(home).folder
    os.makedirs(folder, mode=0o700, exist_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(os.path.join(folder, "worker.lock"), flags, 0o600)
    try:
        # Who finds the lock held may go: whoever holds it looks once more after letting it go.
        while worker.due():
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return
            worker.run()
            fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


def main() -> int:
    """Work in the home that the environment names."""
    from vademecum.places import home_folder

    with suppress(OSError, VadeError):  # it may be locked by now
        home = home_folder(None, os.environ)
        with suppress(OSError):
            os.chdir("/")
            os.nice(5)
        if os.path.isdir(home):
            work(home, os.environ)
    return 0


if __name__ == "__main__":
    sys.exit(main())
