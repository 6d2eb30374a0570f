"""`vade init`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import dry_run_option
from vademecum.cli.rendering.layout import BOLD
from vademecum.text.lines import one_line

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.cli.view import View


@click.command(
    cls=Command,
    examples=(
        ("vade init", "in ~/.vademecum"),
        ("vade init --home ~/notes/memory", "elsewhere; VADE_HOME makes it stay"),
    ),
)
@dry_run_option
@click.pass_obj
def init(session: Session, *, dry_run: bool) -> None:
    """Make a home for memories.

    A home that exists stays as it is. `remember` makes one, too; `init` only shows where.
    """
    home = session.home
    created = not (home / "memories").is_dir()

    def render(view: View) -> str:
        if view.quiet:
            return one_line(str(home))
        happened = (
            "Nothing written; would make" if created and dry_run else "Made" if created else "Already there:"
        )
        first = f"{happened} {view.style(one_line(str(home)), BOLD)}"
        return f'{first}\nNext: vade remember "…", then vade recall "…". Other commands: vade --help'

    body = {"home": str(home), "created": created, "dry_run": dry_run}
    if dry_run:
        session.answer(body, render)
        return
    with session.open(create=True) as vade:
        session.answer(body, render, revision=vade.revision)
