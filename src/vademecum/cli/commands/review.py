"""`vade review`: decide what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, chain, dry_run_option, limit_option
from vademecum.cli.moment import now
from vademecum.cli.rendering import records, reviews
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.reviewed import Reviewed

_said = chain(
    click.option("--by", type=TEXT, default="user", show_default=True, metavar="NAME", help="Who decides."),
    click.option("--note", type=TEXT, metavar="TEXT", help="Why; kept in the memory's history."),
    dry_run_option,
)


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def review(context: click.Context) -> None:
    """Decide what waits: proposals, doubts, drafts.

    What an agent rewrites or retires waits for a person; what it adds never does.
    """
    offer(context)


@review.command(
    "list",
    examples=(
        ("vade review list", "what waits, and what it would change"),
        ("vade review list --scope project", "of this project only"),
    ),
)
@limit_option(1_000, "100")
@click.pass_obj
def list_(session: Session, *, limit: int | None) -> None:
    """List what waits for a decision, most pressing first."""
    with session.open() as vade:
        answer = vade.queue(scopes=session.read_scopes, limit=limit or 100)
        session.answer(
            answers.queue(answer),
            lambda view: reviews.queue(view, answer, now()),
            revision=vade.revision,
            truncated=len(answer.items) < answer.total,
            warnings=answer.warnings,
        )


@review.command(
    examples=(
        ("vade review propose deploy-day --note 'agreed on Monday'", "put a draft before the team"),
        ("vade review propose old-port --retire retracted --by agent", "it holds until a person approves"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.option(
    "--retire", type=TEXT, metavar="STATE", help="Propose that it be retracted, deprecated or archived."
)
@_said
@click.pass_obj
def propose(
    session: Session, handle: str, *, retire: str | None, by: str, note: str | None, dry_run: bool
) -> None:
    """Put a memory before its reviewers, or propose to retire it."""
    with session.open() as vade:
        _tell(session, vade, vade.propose(handle, retire=retire, by=by, note=note, dry_run=dry_run))


@review.command(
    examples=(
        ("vade review approve new-port", "it takes the place of what it would replace"),
        ("vade review approve new-port --dry-run", "see first what would be written"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_said
@click.pass_obj
def approve(session: Session, handle: str, *, by: str, note: str | None, dry_run: bool) -> None:
    """Say yes to what waits: it stands, takes its place, is retired, or holds after all."""
    with session.open() as vade:
        _tell(session, vade, vade.approve(handle, by=by, note=note, dry_run=dry_run))


@review.command(
    examples=(("vade review reject new-port --note 'it is still 8080'", "nothing else changes"),),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_said
@click.pass_obj
def reject(session: Session, handle: str, *, by: str, note: str | None, dry_run: bool) -> None:
    """Say no to what waits; what it concerned stays as it was."""
    with session.open() as vade:
        _tell(session, vade, vade.reject(handle, by=by, note=note, dry_run=dry_run))


@review.command(
    examples=(
        ("vade review publish deploy-day", "into .vademecum of the repository, for your next commit"),
        ("vade review publish deploy-day --dry-run", "see first whether it may be"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_said
@click.pass_obj
def publish(session: Session, handle: str, *, by: str, note: str | None, dry_run: bool) -> None:
    """Move an approved memory of a project into its repository, for the whole team.

    It leaves the home and stands in the folder .vademecum beside the code. Commit it as you would commit
    code; whoever has a clone finds it from there.
    """
    with session.open() as vade:
        _tell(session, vade, vade.publish(handle, by=by, note=note, dry_run=dry_run))


def _tell(session: Session, vade: Vade, answer: Reviewed) -> None:
    session.answer(
        answers.reviewed(answer, records.summary(answer.memory)),
        lambda view: reviews.reviewed(view, answer, session.holder),
        revision=vade.revision,
        stale=answer.memory.stale,
        warnings=answer.warnings,
    )
