"""`vade encrypt`, `decrypt`, `unlock` and `lock`: a home that is encrypted where it rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.rendering.layout import BOLD
from vademecum.errors import InvalidValue, UsageError
from vademecum.text.lines import one_line

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.cli.view import View
    from vademecum.sealing.turning import Turned

PASSPHRASE_VARIABLE = "VADE_PASSPHRASE"  # noqa: S105  # the name of what holds one
_STATES = {"open": "open", "locked": "locked", "plain": "in the open"}


@click.command(
    cls=Command,
    examples=(
        ("vade encrypt", "asks for a passphrase, twice"),
        ("vade encrypt --keyring", "keeps the key in the system's keyring too, and never asks again"),
    ),
)
@click.option("--keyring", is_flag=True, help="Keep the key in the system's keyring, too.")
@click.pass_obj
def encrypt(session: Session, *, keyring: bool) -> None:
    """Encrypt the home where it rests, and leave it open.

    Every file becomes an age file that says nothing by its name. While the home is open its plain files are
    in a folder in memory, and so is all that is derived from them; what is written there is encrypted on the
    disk before it counts. `vade lock`, or the end of the machine's session, locks it. Without the passphrase,
    and without a key in a keyring, nobody opens it again: there is no other way in.
    """
    from vademecum.places import cache_folder
    from vademecum.sealing import turning

    home = session.resting
    passphrase = _passphrase(session, twice=True)
    _told(session, turning.encrypt(home, cache_folder(home), passphrase, session.environ, keyring=keyring))


@click.command(cls=Command, examples=(("vade decrypt", "the files are plain ones again, where they were"),))
@click.pass_obj
def decrypt(session: Session) -> None:
    """Make an encrypted home a plain one again.

    It has to be open.
    """
    from vademecum.sealing import turning

    _told(session, turning.decrypt(session.resting, session.environ))


@click.command(
    cls=Command,
    examples=(
        ("vade unlock", "asks for the passphrase, unless the keyring has the key"),
        (f"{PASSPHRASE_VARIABLE}=… vade unlock --json", "for a script"),
    ),
)
@click.pass_obj
def unlock(session: Session) -> None:
    """Open an encrypted home.

    It is open for every program of yours until it is locked. Its plain files are in a folder in memory; edit
    them there as you like.
    """
    from vademecum.sealing import turning

    home, given = session.resting, session.environ.get(PASSPHRASE_VARIABLE)
    try:
        turned = turning.unlock(home, session.environ, given)
    except InvalidValue:
        if given is not None:
            raise
        turned = turning.unlock(home, session.environ, _passphrase(session))
    _told(session, turned)


@click.command(
    cls=Command,
    examples=(
        ("vade lock", "until `vade unlock`"),
        ("vade lock --force", "though an agent has it open; what it would write is refused from then on"),
    ),
)
@click.option("--force", is_flag=True, help="Though others have it open.")
@click.pass_obj
def lock(session: Session, *, force: bool) -> None:
    """Lock an encrypted home.

    What was changed by hand is encrypted, then the plain files go.
    """
    from vademecum.sealing import turning

    _told(session, turning.lock(session.resting, session.environ, force=force))


def _passphrase(session: Session, *, twice: bool = False) -> str:
    """The passphrase, of the environment or of whoever sits there.

    Raises:
        UsageError: nobody does.
        InvalidValue: it is empty.
    """
    given = session.environ.get(PASSPHRASE_VARIABLE)
    if given is None:
        if not session.is_interactive:
            raise UsageError(
                f"nobody is here to be asked for the passphrase; put it into {PASSPHRASE_VARIABLE}"
            )
        given = str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=twice, err=True))
    if not given:
        raise InvalidValue("passphrase", f"is empty; {PASSPHRASE_VARIABLE} may hold it")
    return given


def _told(session: Session, turned: Turned) -> None:
    body = {
        "home": turned.home,
        "state": turned.state,
        "folder": turned.folder,
        "files": turned.files,
        "unread": turned.unread,
        "left": turned.left,
    }
    warnings = (
        *(f"not opened, and left as it is: {one}" for one in turned.unread),
        *(f"stays in the open, for it differs from what is encrypted: {one}" for one in turned.left),
    )

    def render(view: View) -> str:
        home = view.style(one_line(turned.home), BOLD)
        said = f"{home} is {_STATES[turned.state]}."
        if turned.state != "open":
            return said
        return f"{said}\nIts files are in {one_line(turned.folder)}, in memory alone."

    session.answer(body, render, warnings=warnings)
