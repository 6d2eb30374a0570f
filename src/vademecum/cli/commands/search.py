"""`vade search`: its grammar; `cli.finding` does it, `cli.quick` reads the commonest lines faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli import finding
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, explain_option, limit_option, narrowing
from vademecum.cli.quick import MOST_HITS

if TYPE_CHECKING:
    from typing import Any

    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ("vade search postgres port", "either word; memories with both come first"),
        ("vade search --mode all postgres port", "both words"),
        ("vade search --mode expert '\"write ahead\" AND stor* NOT draft'", "operators"),
        ("vade search port --since 30d --type decision", "decisions of the last thirty days"),
        ("vade search port --as-of 2026-01-31", "what held on that day"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="QUERY|-")
@click.option(
    "--mode",
    type=click.Choice(["any", "all", "expert"]),
    default="any",
    show_default=True,
    help="Any of the words, all of them, or a query with operators.",
)
@narrowing
@limit_option(MOST_HITS, "search.limit: 8")
@explain_option
@click.pass_obj
def search(session: Session, /, words: tuple[str, ...], **asked: Any) -> None:
    """Find everything that matches, best first.

    Unlike `recall`, nothing is refused for being only loosely relevant.
    """
    finding.search(session, words, **asked)
