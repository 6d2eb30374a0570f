"""`vade brief`: its grammar; `cli.beginning` does it, `cli.quick` reads the commonest lines faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli import beginning
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import Count
from vademecum.engine.briefing import MOST_BYTES

if TYPE_CHECKING:
    from vademecum.cli.session import Session

_LEAST, _MOST = 500, 100_000


@click.command(
    cls=Command,
    examples=(
        ("vade brief", "what an agent is told when it begins"),
        ("vade brief --scope project --max-bytes 1200", "of this project alone, and shorter"),
    ),
)
@click.option(
    "--max-bytes",
    type=Count(_LEAST, _MOST),
    default=MOST_BYTES,
    show_default=True,
    metavar="N",
    help="Bound on the text, 500 to 100,000 bytes.",
)
@click.pass_obj
def brief(session: Session, max_bytes: int) -> None:
    """Tell what matters at the start of a session.

    What there is, what no question finds and how to mend it, what is pinned, what waits for a decision, what
    was decided last, who there is, and commands that help. The same home gives the same bytes.
    """
    beginning.brief(session, max_bytes)
