"""`vade alias`: the vocabulary of a scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, dry_run_option
from vademecum.cli.rendering import records
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def alias(context: click.Context) -> None:
    """Words that mean the same.

    An alias works in both directions: whoever asks for one word also finds the other.
    """
    offer(context)


@alias.command(
    examples=(("vade alias add k8s kubernetes", "each finds the other from now on"),),
)
@click.argument("word", type=TEXT, metavar="ALIAS")
@click.argument("target", type=TEXT)
@dry_run_option
@click.pass_obj
def add(session: Session, word: str, target: str, *, dry_run: bool) -> None:
    """Let two words, or two names of several words, mean the same."""
    with session.open(create=True) as vade:
        before = vade.aliases(scopes=(session.flags.scope or vade.scope,))
        entry = vade.add_alias(word, target, scope=session.flags.scope, dry_run=dry_run)
        outcome = "existing" if entry in before else "created"
        session.answer(
            {**answers.aliases([entry]), "outcome": outcome, "dry_run": dry_run},
            lambda view: (
                records.alias_there(view, entry)
                if outcome == "existing"
                else records.alias_change(view, "added", [entry], dry_run=dry_run)
            ),
            revision=vade.revision,
        )


@alias.command("list", examples=(("vade alias list --scope personal", "your own vocabulary"),))
@click.pass_obj
def list_(session: Session) -> None:
    """List the vocabulary."""
    with session.open() as vade:
        entries = vade.aliases(scopes=session.read_scopes)
        session.answer(
            answers.aliases(entries), lambda view: records.aliases(view, entries), revision=vade.revision
        )


@alias.command(
    examples=(
        ("vade alias remove k8s kubernetes", "one entry"),
        ("vade alias remove k8s", "every entry with this word, on either side"),
    ),
)
@click.argument("word", type=TEXT, metavar="ALIAS")
@click.argument("target", type=TEXT, required=False)
@dry_run_option
@click.pass_obj
def remove(session: Session, word: str, target: str | None, *, dry_run: bool) -> None:
    """Let two words no longer mean the same."""
    with session.open() as vade:
        entries = vade.remove_alias(word, target, scope=session.flags.scope, dry_run=dry_run)
        session.answer(
            {**answers.aliases(entries), "dry_run": dry_run},
            lambda view: records.alias_change(view, "removed", entries, dry_run=dry_run),
            revision=vade.revision,
        )
