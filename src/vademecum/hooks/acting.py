"""What becomes of an event, in a hook that answers by itself or in the helper: an answer, and its effects."""

from __future__ import annotations

import os
import time

from vademecum.errors import VadeError
from vademecum.hooks import hosts, payload, spawning, trace
from vademecum.hooks.notes import BRIEFED, Notes, key_of
from vademecum.hooks.payload import Malformed
from vademecum.hooks.replies import reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from vademecum.engine.vade import Vade
    from vademecum.hooks import telling
    from vademecum.hooks.payload import Event

    Opening = Callable[[str], AbstractContextManager[Vade]]
    """Opens the home for a working folder, empty when there is none."""

PROBE = "vademecum-doctor"
"""The session of a check: it is answered like any other, and leaves nothing but its line in the trace."""

CHECKED = "a check"
"""The reason in that line."""

IDLE_S = 1800.0
"""A session that no hook heard of for so long is taken for over."""

WORKER = "vademecum.hooks.worker"


class Acting:
    """Answers one event after the other, for one home.

    Args:
        home: the home.
        opening: opens it.
        environ: of the host.
        captures: what is said is kept.
        by: who acts, for the trace.
    """

    def __init__(
        self, home: str, opening: Opening, environ: Mapping[str, str], *, captures: bool, by: str
    ) -> None:
        self._home = home
        self._opening = opening
        self._environ = environ
        self._captures = captures
        self._by = by
        self._notes = Notes(home)

    def answer(self, host: str, name: str, raw: bytes, say: Callable[[bytes], bool]) -> None:
        """Answer one event; never raises.

        Args:
            host, name: which event of which host.
            raw: its payload.
            say: hands the answer over; False when nobody took it, and then nobody was shown it.
        """
        began = time.perf_counter()
        try:
            outcome, reason = self._answer(host, name, raw, say)
        except Malformed as error:
            outcome, reason = trace.FAILED, f"the payload cannot be read: {error}"
        except VadeError as error:
            outcome, reason = trace.FAILED, error.code
        except Exception as error:  # noqa: BLE001 - whatever it is, an agent must not be stopped by it
            outcome, reason = trace.FAILED, type(error).__name__
        took_ms = round((time.perf_counter() - began) * 1000, 1)
        trace.tell(self._home, host=host, event=name, outcome=outcome, reason=reason, ms=took_ms, by=self._by)

    def _answer(self, host: str, name: str, raw: bytes, say: Callable[[bytes], bool]) -> tuple[str, str]:
        event = payload.read(host, name, raw)
        if not os.path.isdir(self._home):
            return trace.FAILED, "there is no home"
        if event.session == PROBE:
            return self._probed(event, say)
        match event.asks:
            case hosts.BRIEF:
                return self._brief(event, say)
            case hosts.RECALL:
                return self._recall(event, say)
            case hosts.CALL:
                return self._call(event, say)
            case _:
                return self._capture(event)

    # What tells is loaded by who tells: a hook that only keeps something is twice as quick without it.

    def _probed(self, event: Event, say: Callable[[bytes], bool]) -> tuple[str, str]:
        from vademecum.hooks import telling

        if event.asks in (hosts.BRIEF, hosts.RECALL, hosts.CALL):
            with self._opening(event.folder) as vade:
                asked = telling.at_prompt(vade, event.prompt, frozenset(), event.host)
            say(reply(event, asked.text).encode())
        return trace.NOTHING, CHECKED

    def _brief(self, event: Event, say: Callable[[bytes], bool]) -> tuple[str, str]:
        from vademecum.hooks import telling

        key = self._begin(event)
        if event.source in ("clear", "compact"):
            self._notes.forget_shown(key)
        shown = self._notes.shown(key)
        with self._opening(event.folder) as vade:
            told = telling.at_start(vade, shown)
        outcome = self._tell(event, told, key, say)
        if self._captures and self._reclaimable(key):
            spawning.begin(WORKER, self._home, self._environ)
        return outcome

    def _recall(self, event: Event, say: Callable[[bytes], bool]) -> tuple[str, str]:
        from vademecum.hooks import telling

        key = self._begin(event)
        shown = self._notes.shown(key)
        with self._opening(event.folder) as vade:
            told = telling.at_prompt(vade, event.prompt, shown, event.host)
        outcome = self._tell(event, told, key, say)
        if self._utters(event) and event.prompt.strip():
            self._notes.utter(event, "user", event.prompt)
            self._notes.heard(event, due=True)
        return outcome

    def _call(self, event: Event, say: Callable[[bytes], bool]) -> tuple[str, str]:
        """Before a call of the model, of which an exchange has many: the brief before the first, and what is
        known about a prompt before the first that finds it in the transcript."""
        from vademecum.hooks import telling
        from vademecum.hooks.transcripts import last_prompt

        key = self._begin(event)
        shown = self._notes.shown(key)
        step, prompt = last_prompt(event.transcripts[0]) if event.transcripts else ("", "")
        fresh = {BRIEFED, step} - shown - {""}
        if not fresh:
            return trace.NOTHING, ""
        with self._opening(event.folder) as vade:
            told = [telling.at_start(vade, shown)]
            if step in fresh:
                told.append(telling.at_prompt(vade, prompt, shown.union(told[0].ids), event.host))
        text = "\n".join(one.text for one in told if one.text)
        ids = (one for each in told for one in each.ids)
        outcome = self._tell(event, telling.Told(text, tuple(ids)), key, say)
        if outcome[0] != trace.FAILED and key:
            self._notes.show(key, fresh)
        if BRIEFED in fresh and self._captures and self._reclaimable(key):
            spawning.begin(WORKER, self._home, self._environ)
        return outcome

    def _tell(
        self, event: Event, told: telling.Told, key: str, say: Callable[[bytes], bool]
    ) -> tuple[str, str]:
        text = reply(event, told.text).encode()
        if not say(text):
            return trace.FAILED, "nobody took the answer"
        if not text:
            return trace.NOTHING, ""
        if event.session:
            self._notes.show(key, told.ids)
        return trace.ANSWERED, ""

    def _capture(self, event: Event) -> tuple[str, str]:
        if not self._captures:
            return trace.NOTHING, "nothing is kept, as hooks.capture says"
        if not event.session:
            return trace.FAILED, "the payload names no session"
        if self._utters(event):
            if event.asks == hosts.SAID and event.answer.strip():
                self._notes.utter(event, "assistant", event.answer)
        elif not event.transcripts and event.asks != hosts.END:
            return trace.FAILED, "the payload names no transcript"
        self._notes.heard(event, due=True, ended=event.asks == hosts.END)
        if not spawning.begin(WORKER, self._home, self._environ):
            return trace.FAILED, "no process can be begun; the next start keeps it"
        return trace.QUEUED, ""

    def _begin(self, event: Event) -> str:
        if event.session and self._captures:
            self._notes.heard(event, due=False)
        # Without an id there is no file of that name, and nothing was shown.
        return key_of(event.host, event.session) if event.session else ""

    def _utters(self, event: Event) -> bool:
        """Whether what is said stands in the payloads alone."""
        return self._captures and bool(event.session) and event.host not in hosts.TRANSCRIBED

    def _reclaimable(self, own: str) -> bool:
        before = time.time() - IDLE_S
        return any(
            session.key != own and (session.due or session.heard < before)
            for session in self._notes.sessions()
        )
