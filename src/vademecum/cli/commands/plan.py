"""`vade plan`: what would be looked for, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import CLOCKS, TEXT
from vademecum.cli.rendering import plans
from vademecum.surface import answers

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ('vade plan "what does my wife like to drink?"', "names, topics, intent and the queries they make"),
        ('vade plan "what did we say last week" --zone Asia/Tokyo', "days begin where the speaker is"),
        ('vade plan "what does she like?" --model', "beside it, what the model that is set up makes of it"),
        ('vade plan "what happened yesterday" --now 2026-03-01T09:00+01:00 --json', "the same every time"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@click.option(
    "--now",
    type=CLOCKS,
    metavar="TIME",
    help="Count times from here: 2026-03-01T09:00 on the clocks of the zone, or an age like 7d.",
)
@click.option("--zone", type=TEXT, metavar="NAME", help="Time zone of the speaker, e.g. Europe/Berlin.")
@click.option("--model", is_flag=True, help="Ask the model that is set up, too, and show both plans.")
@click.pass_obj
def plan(
    session: Session, /, words: tuple[str, ...], *, now: datetime | None, zone: str | None, model: bool
) -> None:
    """Show what would be looked for when something was said.

    Nothing is searched: this is the plan alone, made from the words, the known names and the clock, in any
    language. What asks nothing of the memory says so.
    """
    text = read_text(words)
    if now is not None and zone is None:
        now = now.astimezone()
    with session.open() as vade:
        answer = vade.plan(text, now=now, zone=zone, scopes=session.read_scopes)
        refined = vade.refine(text, now=now, zone=zone, scopes=session.read_scopes) if model else None
        session.answer(
            answers.planned(answer, refined),
            lambda view: plans.plan(view, answer, refined),
            revision=vade.revision,
        )
