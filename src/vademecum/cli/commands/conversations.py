"""`vade conversations`: what was said to agents and by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.commands.erase import ask
from vademecum.cli.commands.proposing import propose
from vademecum.cli.given import read_text
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, Count, dry_run_option, explain_option, offset_option, yes_option
from vademecum.cli.rendering import conversations as rendering
from vademecum.engine.conversations.parts import EVERYWHERE, HERE
from vademecum.engine.conversations.tools import (
    DEFAULT_HITS,
    DEFAULT_TURNS,
    MOST_CONTEXT,
    MOST_HITS,
    UNITS,
    told,
)
from vademecum.surface import recollections
from vademecum.surface.outcomes import Exit
from vademecum.text import telling

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.cli.session import Session
    from vademecum.engine.conversations.verbs import ConversationVerbs
    from vademecum.model.turns import Held

here_option = click.option("--here", is_flag=True, help="Only those of this folder's project, and of none.")
current_option = click.option(
    "--conversation",
    type=TEXT,
    metavar="ID",
    help="The one that is going on now: an id, its beginning, or HOST:ID.",
)
_id = click.argument("handle", type=TEXT, metavar="ID")


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def conversations(context: click.Context) -> None:
    """What was said to agents and by them: list, search, check, erase.

    Each conversation is a file of its own in `conversations/`, which only grows. `vade import` brings those
    that your agents have kept.
    """
    offer(context)


@conversations.command(
    "list",
    examples=(
        ("vade conversations list", "those in which something was said last"),
        ("vade conversations list --here --host claude-code", "of this project, with one agent"),
    ),
)
@here_option
@click.option("--host", type=TEXT, metavar="NAME", help="Only with this agent or service.")
@click.option("--archived", is_flag=True, help="Also those that were put out of the way.")
@click.option("--limit", type=Count(1, 100), default=20, metavar="N", help="Most to show, 1 to 100 (20).")
@offset_option
@click.pass_obj
def list_(session: Session, *, here: bool, host: str | None, archived: bool, limit: int, offset: int) -> None:
    """List conversations, the latest first, as their hosts dated them."""
    with session.open() as vade:
        page = vade.conversations.list(
            workspace=_where(here), host=host, archived=archived, limit=limit, offset=offset
        )
        session.answer(
            recollections.listed(page),
            lambda view: rendering.listed(view, page, offset),
            warnings=page.warnings,
        )


@conversations.command(
    examples=(
        ("vade conversations show 3f2a91c04b7d", "all of it"),
        ("vade conversations show 3f2a91c04b7d --last 4", "how it ended"),
        ("vade conversations show 3f2a91c04b7d#12", "one turn in full"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID[#SEQ]")
@click.option("--last", type=Count(1), metavar="N", help="Only so many turns, from the end.")
@click.pass_obj
def show(session: Session, handle: str, *, last: int | None) -> None:
    """Show one conversation, turn by turn."""
    with session.open() as vade:
        name, _, seq = handle.partition("#")
        number = int(seq) if seq.isascii() and seq.isdigit() and len(seq) < 10 else None
        answer = vade.conversations.show(name, first=number or 1, last=number, newest=last)
        session.answer(recollections.shown(answer), lambda view: rendering.shown(view, answer))


@conversations.command(
    examples=(
        ("vade conversations search tokio panic retry", "what was said about it before"),
        ("vade conversations search deploy --unit session --context 1", "whole talks, with what came next"),
        ("vade conversations search deploy --explain", "and what each score is made of"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@here_option
@current_option
@click.option(
    "--limit", type=Count(1, MOST_HITS), default=DEFAULT_HITS, metavar="N", help="Most hits, 1 to 10 (5)."
)
@click.option("--unit", type=click.Choice(UNITS), default=UNITS[0], help="One hit a turn, or one a session.")
@click.option(
    "--context", type=Count(0, MOST_CONTEXT), default=0, metavar="N", help="Turns on either side, 0 to 3."
)
@explain_option
@click.pass_obj
def search(
    session: Session,
    /,
    words: tuple[str, ...],
    *,
    here: bool,
    conversation: str | None,
    limit: int,
    unit: str,
    context: int,
    explain: bool,
) -> None:
    """Find what was said in past conversations, best first.

    The text is what an assistant is given; --json has it with all that belongs to it. The conversation that
    is going on now is never searched.
    """
    query = read_text(words)
    with session.open() as vade:
        found = vade.conversations.search(
            query,
            workspace=_where(here),
            conversation=conversation,
            limit=limit,
            unit=unit,
            context=context,
            explain=explain,
        )
        session.answer(
            recollections.found(found),
            lambda view: rendering.found(view, found, told(found)),
            partial=found.partial,
            warnings=found.warnings,
        )


@conversations.command(
    examples=(("vade conversations resume --conversation 3f2a91c04b7d", "the last exchanges of one"),),
)
@current_option
@click.option(
    "--limit", type=Count(0, 50), default=DEFAULT_TURNS, metavar="N", help="Most exchanges, 0 to 50 (10)."
)
@click.pass_obj
def resume(session: Session, *, conversation: str | None, limit: int) -> None:
    """Print the last exchanges of the conversation that is going on, for after a restart."""
    with session.open() as vade:
        answer = vade.conversations.resume(limit=limit, conversation=conversation)
        session.answer(
            recollections.resumed(answer),
            lambda _view: telling.exchanges(answer.exchanges) or telling.NOTHING_SAID,
        )


@conversations.command(examples=(('vade conversations rename 3f2a91c04b7d "The port clash"', "a new title"),))
@_id
@click.argument("title", type=TEXT)
@click.pass_obj
def rename(session: Session, handle: str, title: str) -> None:
    """Give a conversation another title; no turn changes."""
    _change(session, lambda said: said.rename(handle, title), "renamed")


@conversations.command(
    examples=(
        ("vade conversations end 3f2a91c04b7d --reason done", "no longer resumed, still found"),
        ("vade conversations end 3f2a91c04b7d --archive", "out of the lists as well"),
    ),
)
@_id
@click.option("--reason", type=TEXT, metavar="TEXT", help="Why.")
@click.option("--archive", is_flag=True, help="Leave it out of the lists as well.")
@click.pass_obj
def end(session: Session, handle: str, *, reason: str | None, archive: bool) -> None:
    """Say that a conversation is over; it is still found."""

    def over(said: ConversationVerbs) -> Held:
        held = said.end(handle, reason)
        return said.archive(held.id) if archive else held

    _change(session, over, "ended and archived" if archive else "ended")


@conversations.command(
    examples=(
        ("vade conversations verify", "every one"),
        ("vade conversations verify 3f2a91c04b7d --json", "what is wrong with one, line by line"),
    ),
)
@click.argument("handles", type=TEXT, nargs=-1, metavar="[ID]...")
@click.pass_obj
def verify(session: Session, handles: tuple[str, ...]) -> None:
    """Check that what was said is what is read: nothing changed, missing, swapped or cut off."""
    with session.open() as vade:
        answer = vade.conversations.verify(*handles)
        if not answer.sound:
            session.status = Exit.FAILURE
        session.answer(recollections.verified(answer), lambda view: rendering.verified(view, answer))


@conversations.command(
    examples=(
        ("vade conversations export 3f2a91c04b7d > talk.md", "to read"),
        ("vade conversations export 3f2a91c04b7d --format jsonl", "for programs, and for `vade import`"),
    ),
)
@_id
@click.option(
    "--format", "form", type=click.Choice(["markdown", "jsonl"]), default="markdown", help="What to write."
)
@click.pass_obj
def export(session: Session, handle: str, *, form: str) -> None:
    """Write a conversation out."""
    with session.open() as vade:
        if session.as_json:
            records = vade.conversations.records(handle)
            session.answer(recollections.exported(records), lambda _view: "")
            return
        if form == "markdown":
            for part in vade.conversations.markdown(handle):
                session.say(part)
        else:
            for record in vade.conversations.records(handle):
                session.say(session.to_json(record))


@conversations.command(
    examples=(
        ("vade conversations forget 3f2a91c04b7d", "asks, erases, and proves it"),
        ("vade conversations forget 3f2a 91bc --dry-run", "see first what would go"),
        ("vade conversations forget", "finishes what an earlier run was broken off at"),
    ),
)
@click.argument("handles", type=TEXT, nargs=-1, metavar="[ID]...")
@yes_option
@dry_run_option
@click.pass_obj
def forget(session: Session, handles: tuple[str, ...], *, yes: bool, dry_run: bool) -> None:
    """Erase conversations for good, and prove it; no import brings them back."""
    with session.open() as vade:
        said = vade.conversations
        if handles and not (yes or dry_run):
            planned = said.forget(*handles, dry_run=True)
            ask(session, rendering.taken(session.view(), planned, "forgotten"), "Forget this for good?")
        answer = said.forget(*handles, dry_run=dry_run)
        if answer.outcome == "unproven":
            session.status = Exit.FAILURE
        session.answer(
            recollections.forgotten(answer),
            lambda view: rendering.taken(view, answer, "forgotten"),
            warnings=answer.warnings,
        )


@conversations.command(
    examples=(("vade conversations redact 3f2a91c04b7d 12 13", "two turns lose their words"),),
)
@_id
@click.argument("turns", type=Count(1), nargs=-1, metavar="SEQ...", required=True)
@yes_option
@dry_run_option
@click.pass_obj
def redact(session: Session, handle: str, turns: tuple[int, ...], *, yes: bool, dry_run: bool) -> None:
    """Delete the words of turns for good, and prove it; the conversation still verifies."""
    with session.open() as vade:
        said = vade.conversations
        if not (yes or dry_run):
            planned = said.redact(handle, *turns, dry_run=True)
            ask(session, rendering.taken(session.view(), planned, "redacted"), "Delete these words for good?")
        answer = said.redact(handle, *turns, dry_run=dry_run)
        if answer.outcome == "unproven":
            session.status = Exit.FAILURE
        session.answer(
            recollections.forgotten(answer),
            lambda view: rendering.taken(view, answer, "redacted"),
            warnings=answer.warnings,
        )


conversations.add_command(propose)


def _where(here: bool) -> str:
    return HERE if here else EVERYWHERE


def _change(session: Session, act: Callable[[ConversationVerbs], Held], what: str) -> None:
    with session.open() as vade:
        held = act(vade.conversations)
        body = {"conversation": recollections.conversation(held)}
        session.answer(body, lambda view: rendering.changed(view, held, what))
