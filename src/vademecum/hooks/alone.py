"""A hook that answers by itself, and begins the helper for the next one."""

from __future__ import annotations

import os
from contextlib import contextmanager

from vademecum.hooks import hosts, spawning
from vademecum.hooks.acting import Acting
from vademecum.model.value import replace
from vademecum.settings import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from vademecum.engine.vade import Vade

HELPER = "vademecum.hooks.helper"
NOWHERE = "/"
"""A working folder that belongs to no project."""


def answer_alone(
    host: str,
    event: str,
    raw: bytes,
    say: Callable[[bytes], bool],
    *,
    home: str,
    environ: Mapping[str, str],
    begins_helper: bool = True,
) -> None:
    """Answer an event in this process; see `Acting.answer`.

    Args:
        host, event, raw, say: as there.
        home: the home.
        environ: of the host.
        begins_helper: there is none, and the settings allow one.
    """
    settings = load(home, environ)
    if settings.barred:  # where a link would lead, not even a trace is left; `vade doctor` says why
        return
    # A prompt is answered from the index, and `telling` looks when what it is about to tell changed: asking
    # for 10,000 stamps takes as long as all the rest. Who comes after looks at what was not looked at.
    later = settings.hooks_helper or settings.hooks_capture
    prompt = hosts.EVENTS.get(host, {}).get(event) == hosts.RECALL
    # Nor is a model loaded for one prompt: words answer it.
    under = replace(settings, embedder="none", sync_max_files=0 if later else settings.sync_max_files)
    under = under if prompt else settings
    opened: list[bool] = []

    @contextmanager
    def opening(folder: str) -> Generator[Vade]:
        from vademecum.wiring import open_home

        opened.append(True)
        with open_home(home, under, cwd=folder or NOWHERE, create=False) as vade:
            yield vade

    Acting(home, opening, environ, captures=settings.hooks_capture, by="hook").answer(host, event, raw, say)
    if begins_helper and opened:
        begin_helper(home, environ)


def begin_helper(home: str, environ: Mapping[str, str]) -> None:
    """Begin what answers the next hooks, if the settings allow it. A second one ends by itself."""
    settings = load(home, environ)
    if os.path.isdir(home) and settings.hooks_helper and not settings.barred:
        spawning.begin(HELPER, home, environ)
