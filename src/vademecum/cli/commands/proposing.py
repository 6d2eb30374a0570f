"""`vade conversations propose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, dry_run_option
from vademecum.cli.rendering import proposals

if TYPE_CHECKING:
    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ("vade conversations propose --dry-run", "what would be put before you"),
        ("vade conversations propose", "then decide with `vade review list`"),
        ("vade conversations propose 3f2a91c04b7d", "read this conversation alone"),
    ),
)
@click.argument("handles", type=TEXT, metavar="[ID]...", nargs=-1)
@dry_run_option
@click.pass_obj
def propose(session: Session, handles: tuple[str, ...], *, dry_run: bool) -> None:
    """Propose memories from what you said in conversations.

    "Remember that …", "I live in …" and their kin, read by rules and word lists; no model is asked. Each
    proposal names the turn it comes from and waits in `vade review list`. Nothing is proposed twice.
    """
    with session.open(create=not dry_run) as vade:
        answer = vade.propose_from_conversations(*handles, dry_run=dry_run)
        shown = answer.to_dict()
        del shown["warnings"]
        session.answer(
            shown,
            lambda view: proposals.proposed(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
