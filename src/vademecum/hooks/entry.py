"""`vade hook EVENT --host HOST`, as the entry point meets it: the thinnest way to an answer.

A host waits for this process at every prompt. If a helper runs, three modules and a socket are all that is
loaded; else this process answers by itself. Whatever happens, it ends with 0 and says nothing that its host
did not ask for: a memory that fails must not stop an agent.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DEADLINE_S = 2.0
"""Then nothing is said. Hosts wait 30 to 60 seconds, people do not."""

HELPER_S = 0.7
"""Longest wait for a step of the helper; then the hook answers by itself, which takes longer than that on a
machine on which the helper is late."""

_READ = 65_536
_MOST = 16_000_001  # one byte more than a payload may have, which tells that it has more
_HELP = frozenset({"-h", "--help"})


class Line:
    """A command line that was understood."""

    __slots__ = ("event", "host")

    def __init__(self, event: str, host: str) -> None:
        self.event = event
        self.host = host


def answer(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> int | None:
    """Answer a line that begins with ``hook``; None for any other, and for one that asks for help."""
    if not arguments or arguments[0] != "hook" or not _HELP.isdisjoint(arguments):
        return None
    from vademecum.places import home_folder

    line = understood(arguments[1:])
    if not (line.event and line.host) and os.isatty(0):
        return None  # a person, whom the grammar tells what is missing
    try:
        home = home_folder(None, environ)
    except Exception as error:
        from vademecum.errors import VadeError

        if not isinstance(error, VadeError):
            raise
        return 0  # it is locked: nothing is told and nothing is kept, and no host is disturbed
    return run(line.host, line.event, home, environ)


def understood(arguments: Sequence[str]) -> Line:
    """Event and host. What cannot be read is left empty, because a host takes the status of a wrong command
    line for a veto."""
    event = host = ""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--host":
            host = next(rest, "")
        elif argument.startswith("--host="):
            host = argument.removeprefix("--host=")
        elif not event and not argument.startswith("-"):
            event = argument
    return Line(event, host)


def run(host: str, event: str, home: str, environ: Mapping[str, str]) -> int:
    """Answer an event, and return the exit status, which is 0.

    Args:
        host: which host, of `hosts.EVENTS`.
        event: which event, as its host calls it.
        home: the home.
        environ: the environment.
    """
    if "VADEMECUM_INSIDE" in environ:  # `spawning.INSIDE`: the host of this hook runs below one of ours
        return 0
    from vademecum.hooks import wire
    from vademecum.places import cache_folder

    over = _watched(home, host, event, environ)
    raw = _standard_input()
    fields = [os.fsencode(home), wire.told(environ), os.fsencode(host), os.fsencode(event), raw]
    told = wire.ask(cache_folder(home), fields, HELPER_S)
    if told is None or told == wire.DECLINED:
        from vademecum.hooks.alone import answer_alone

        answer_alone(host, event, raw, say, home=home, environ=environ, begins_helper=told is None)
    else:
        say(told)
    over()
    return 0


def say(text: bytes) -> bool:
    """Write to standard output; False when nobody reads it."""
    try:
        while text:
            text = text[os.write(1, text) :]
    except OSError:
        return False
    return True


def _standard_input() -> bytes:
    blocks: list[bytes] = []
    size = 0
    try:
        while size < _MOST and (block := os.read(0, _READ)):
            blocks.append(block)
            size += len(block)
    except OSError:
        return b""
    return b"".join(blocks)


def _watched(home: str, host: str, event: str, environ: Mapping[str, str]) -> Callable[[], object]:
    """End the process at its deadline, whatever it waits for then: a lock, a disk, a host that does not read.
    If it is for an index that has to be made anew, the helper goes on with it, which has no deadline.

    Returns:
        Says that it is over.
    """
    import _thread

    working = _thread.allocate_lock()
    working.acquire()

    def watch() -> None:
        if not working.acquire(timeout=DEADLINE_S):
            from vademecum.hooks import trace

            try:
                trace.tell(
                    home,
                    host=host,
                    event=event,
                    outcome=trace.FAILED,
                    reason="missed its deadline",
                    by="hook",
                )
                from vademecum.hooks.alone import begin_helper

                begin_helper(home, environ)
            finally:
                os._exit(0)

    _thread.start_new_thread(watch, ())
    return working.release
