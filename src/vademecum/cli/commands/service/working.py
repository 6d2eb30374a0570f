"""`vade service worker`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from vademecum.cli.commands.service.desk import database_url, installed
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import Count
from vademecum.settings import DEBUG_VARIABLE

if TYPE_CHECKING:
    from vademecum.cli.session import Session

# The rooms at street level never meet: this one knows the others by their addresses alone.
_PERFORMING = "vademecum.workers.performing"
_LOGS = "vademecum.web.observing.logs"


@click.command(
    cls=Command,
    examples=(
        ("vade service worker", "until Ctrl-C; start as many as there is work for"),
        ("vade service worker --once", "what waits now, and no more"),
    ),
)
@click.option("--at-once", type=Count(1, 64), default=2, metavar="N", help="Jobs at a time, 1 to 64 (2).")
@click.option("--once", is_flag=True, help="End when nothing waits.")
@click.pass_context
def worker(context: click.Context, at_once: int, *, once: bool) -> None:
    """Do the jobs that wait: imports, exports, vectors, erasures.

    It connects as the service does, not as the owner. Jobs of one tenant are done one after the other. What
    is begun is finished when the process is told to end; the job of one that was killed is taken up again.
    """
    from vademecum.wiring_accounts import working

    session: Session = context.obj
    performer = import_module(_PERFORMING).Performer
    with installed(), working(database_url(context), session.settings, performer, at_once=at_once) as one:
        import_module(_LOGS).log_json(debug=bool(session.environ.get(DEBUG_VARIABLE)))
        one.run(until_empty=once)
        done = one.done
        said = f"{done} {'job' if done == 1 else 'jobs'} done."
        session.answer({"done": done}, lambda view: str(done) if view.quiet else said)
