"""`vade completion`."""

from __future__ import annotations

import click

from vademecum.cli.grammar import Command
from vademecum.cli.session import Session
from vademecum.errors import VadeError


@click.command(
    cls=Command,
    examples=(
        ('eval "$(vade completion bash)"', "in ~/.bashrc"),
        ('eval "$(vade completion zsh)"', "in ~/.zshrc"),
        ("vade completion fish > ~/.config/fish/completions/vade.fish", "once"),
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script for a shell."""
    from click.shell_completion import get_completion_class

    from vademecum.cli.main import COMPLETION_VARIABLE

    kind = get_completion_class(shell)
    if kind is None:
        raise VadeError(f"the installed version of click cannot complete for {shell}")
    session = context.ensure_object(Session)
    script = kind(context.find_root().command, {}, "vade", COMPLETION_VARIABLE).source_vars()
    source = kind.source_template % script
    session.answer({"shell": shell, "script": source}, lambda _view: source)
