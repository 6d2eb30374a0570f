"""`vade chat-sim`: a talk replayed before the home."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import SINCE, TEXT
from vademecum.cli.moment import now as present

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session
    from vademecum.model.rehearsal import RehearsedStep


@click.command(
    "chat-sim",
    cls=Command,
    examples=(
        ("vade chat-sim talk.jsonl", "what was recalled when, and how long it took"),
        ("vade chat-sim talk.jsonl --json", "the same for programs, every step"),
        ("vade chat-sim - --now 2026-03-01T09:00+01:00 --zone Europe/Berlin < talk.jsonl", "as of that day"),
    ),
)
@click.argument("file", type=TEXT, metavar="FILE|-")
@click.option(
    "--now", type=SINCE, metavar="TIME", help="When the talk begins: 2026-03-01T09:00, or an age like 7d."
)
@click.option("--zone", type=TEXT, metavar="NAME", help="Time zone of the speaker, e.g. Europe/Berlin.")
@click.option("--keep", is_flag=True, help="Write what was said for good; else the home is only read.")
@click.pass_obj
def chat_sim(session: Session, /, file: str, *, now: datetime | None, zone: str | None, keep: bool) -> None:
    """Replay a talk and show what was recalled when.

    FILE holds one JSON object a line, as a speech recogniser gives them: {"at": 0.8, "partial": "what
    does my"}, in the end {"at": 2.1, "final": "what does my wife drink?"}; "at" is in seconds, or a
    moment with an offset. Half-spoken words are looked up ahead, and a finished utterance uses what is
    waiting. A "speaker" may stand beside "final": user, assistant or other.
    """
    from vademecum.cli.rendering import talks as rendering
    from vademecum.cli.talks import ReplayClock, read_talk, replayed, summed_up
    from vademecum.surface import answers

    talk = read_talk(read_text(("-",)) if file == "-" else read_text((), Path(file)))
    clock = ReplayClock(now or present())
    with session.open(create=keep, now=clock) as vade:
        steps: list[RehearsedStep] = []
        with vade.session(scopes=session.read_scopes, zone=zone, dry_run=not keep) as running:
            view = session.view()
            for step in replayed(running, clock, talk):
                steps.append(step)
                if not session.as_json:
                    session.say(rendering.step(view, step))
        answer = summed_up(steps)
        session.answer(
            answers.rehearsed(answer),
            lambda shown: rendering.summary(shown, answer),
            revision=vade.revision,
        )
