"""`vade sync` and `vade watch`: the index follows the files, once or for as long as one likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import Count
from vademecum.cli.rendering import health
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Synced

EVERY_S = 30
"""A look that nothing called for finds what stands outside of the home: instruction files of projects."""

_ASKED_S = 2
"""Seconds between looks where the system does not tell of changes."""

_UNTOLD = (
    f"without the extra `watch` files are looked at every {_ASKED_S} s; "
    "`pip install 'vademecum[watch]'` lets the system tell of changes"
)


@click.command(cls=Command, examples=(("vade sync", "after an edit by hand, when nobody has asked since"),))
@click.pass_obj
def sync(session: Session) -> None:
    """Look at the files now and bring the index up to date.

    Every question looks by itself, so this is for scripts, for homes of more files than a question looks at
    (`sync.max_files`), and for what rules derive of a large home.
    """
    with session.open(create=True) as vade:
        _say(session, vade.sync())


@click.command(
    cls=Command,
    examples=(
        ("vade watch", "a line for each change, until Ctrl-C"),
        ("vade watch --ndjson", "for a script: an object a line"),
        ("vade watch --every 5", "on a drive of which the system tells nothing"),
    ),
)
@click.option(
    "--every",
    type=Count(1, 86_400),
    metavar="SECONDS",
    help=f"Look at least so often. [{EVERY_S}, or {_ASKED_S} where the system tells of no changes]",
)
@click.pass_obj
def watch(session: Session, *, every: int | None) -> None:
    """Keep the index up to date while files change.

    It says what did. An answer looks at the files by itself; with a watcher beside it there is nothing left
    to do for it, vectors included. Several may run, beside agents and editors. Ctrl-C ends it.
    """
    from vademecum.arenas import keep_one
    from vademecum.wiring import home_watch

    keep_one()
    changes = home_watch(session.folder)
    if not changes.told and not session.as_json:
        session.note(_UNTOLD)
    with session.open(create=True) as vade:
        _look(session, vade, first=True)
        while True:
            changes.wait(every or (EVERY_S if changes.told else _ASKED_S))
            _look(session, vade)


def _look(session: Session, vade: Vade, *, first: bool = False) -> None:
    answer = vade.sync()
    vade.after_answer()
    if first or _changed(answer):
        _say(session, answer)


def _changed(answer: Synced) -> bool:
    counts = (answer.added, answer.changed, answer.deleted, answer.quarantined, answer.conversations)
    return any(counts) or bool(answer.unreachable)


def _say(session: Session, answer: Synced) -> None:
    unread = [f"not read: {place or '.'}: {reason}" for place, reason in answer.unreachable.items()]
    session.answer(
        answers.synced(answer),
        lambda view: health.followed(view, answer),
        revision=answer.revision,
        partial=bool(answer.unreachable),
        warnings=(*answer.warnings, *(unread if session.as_json else ())),
    )
