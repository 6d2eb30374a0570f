"""`vade export` and `vade backup`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command, Group
from vademecum.cli.inputs import TEXT
from vademecum.cli.rendering import copies
from vademecum.errors import NotFound
from vademecum.surface.outcomes import Exit

if TYPE_CHECKING:
    from vademecum.cli.session import Session


class Defaulting(Group):
    """A group whose own name does one of its commands: `vade backup FILE` is `vade backup make FILE`."""

    default = "make"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the command before what are its arguments."""
        if not ctx.resilient_parsing and not {"-h", "--help", *self.list_commands(ctx)} & set(args):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


@click.command(
    cls=Command,
    examples=(
        ("vade export vault.zip", "everything in one archive"),
        ("vade export ~/vault-copy", "the same as a folder"),
        ("vade import vault.zip --home ~/elsewhere", "bring it into another home"),
    ),
)
@click.argument("target", type=TEXT)
@click.pass_obj
def export(session: Session, target: str) -> None:
    """Write everything into a folder or an archive.

    Memories, conversations, aliases, settings and tombstones, as the files that they are. TARGET is a new or
    empty folder, or a new file that ends in `.zip`. `vade import` brings it into another home; an empty one
    then answers as this one does. The copy is as private as the home.
    """
    _copy(session, target, whole=False)


@click.group(
    cls=Defaulting,
    examples=(
        ("vade backup", "an archive in this folder, called by the day and time"),
        ("vade backup ~/backups/monday.zip", "the same under a name of its own"),
        ("vade backup verify ~/backups/monday.zip", "is it whole, and what would be lost?"),
        ("vade backup restore ~/backups/monday.zip", "make the home of it"),
    ),
)
def backup() -> None:
    """Copy the whole home, check such a copy, or make a home of it.

    `vade backup FILE` is short for `vade backup make FILE`.
    """


@backup.command(
    "make",
    cls=Command,
    examples=(
        ("vade backup make", "an archive in this folder, called by the day and time"),
        ("vade backup make /mnt/usb/vade.zip", "others may write meanwhile"),
    ),
)
@click.argument("target", type=TEXT, required=False)
@click.pass_obj
def make(session: Session, target: str | None) -> None:
    """Copy the whole home as it stands at one moment.

    Others may write meanwhile. TARGET is a new or empty folder, or a new file that ends in `.zip`; equal
    homes give equal archives. `vade backup verify` reads it back.
    """
    if target is None:
        from vademecum.cli.moment import now

        target = f"vademecum-backup-{now():%Y%m%d-%H%M%S}.zip"
    _copy(session, target, whole=True)


@backup.command(
    "verify",
    cls=Command,
    examples=(
        ("vade backup verify vade.zip", "exit status 1 when anything of it is lost"),
        ("vade backup verify /mnt/usb/vade --json", "every loss, and every difference from the home"),
    ),
)
@click.argument("archive", type=TEXT)
@click.pass_obj
def verify(session: Session, archive: str) -> None:
    """Check that a copy is whole.

    Every file is held against the list in the copy and read as what it is: memories, vocabularies, journals,
    settings, and each line of each conversation against the line before. What is lost is named by file. Where
    the home that it was taken of stands here, what is different there since is told, which is no fault.
    """
    from vademecum.wiring_conversations import verify_copy

    answer = verify_copy(archive, session.resting)
    session.answer(answer.to_dict(), lambda view: copies.verified(view, answer))
    if answer.losses:
        session.status = Exit.FAILURE


@backup.command(
    "restore",
    cls=Command,
    examples=(
        ("vade backup restore vade.zip", "into an empty home"),
        ("vade backup restore vade.zip --replace", "what is there is moved aside first, as a whole"),
    ),
)
@click.argument("archive", type=TEXT)
@click.option(
    "--replace", is_flag=True, help="Move a home that is not empty aside; nothing of it is deleted."
)
@click.pass_obj
def restore(session: Session, archive: str, *, replace: bool) -> None:
    """Make the home of a copy.

    Every file is held against the list in the copy before anything is put in its place. A home that holds
    anything is left alone unless --replace is given. (`vade restore` puts single memories back in force.)
    """
    from vademecum.wiring_conversations import restore_home

    answer = restore_home(archive, session.resting, replace=replace)
    session.answer(answer.to_dict(), lambda view: copies.restored(view, answer))


def _copy(session: Session, target: str, *, whole: bool) -> None:
    if not session.remote and not session.home.is_dir():
        raise NotFound(f"there is no home at {session.folder} to copy; `vade init` makes one")
    with session.open() as vade:
        answer = vade.export_to(target, whole=whole)
        shown = answer.to_dict()
        del shown["warnings"]
        session.answer(
            shown, lambda view: copies.taken(view, answer), revision=vade.revision, warnings=answer.warnings
        )
