"""How commands are declared: options that every command takes, examples in help, groups that load lazily."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.knobs import KNOB_OPTIONS
from vademecum.cli.session import Session
from vademecum.errors import UnknownName
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def _note(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Hand a global option to the session; given twice, the later one holds."""
    session = ctx.find_object(Session)
    if session is not None and value is not None:
        setattr(session.flags, str(param.name), value)


def _global(*declaration: str, **attributes: Any) -> click.Option:
    # Eager: an error in a later option is then already told in the form that was asked for.
    return click.Option(
        list(declaration), expose_value=False, is_eager=True, callback=_note, default=None, **attributes
    )


def _explain(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    del param
    if asked and not ctx.resilient_parsing:
        ctx.ensure_object(Session).explain(ctx.command_path, ctx.get_help())
        ctx.exit()


GLOBAL_OPTIONS: tuple[click.Option, ...] = (
    _global(
        "--home",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Folder of all memories (VADE_HOME; ~/.vademecum).",
    ),
    _global(
        "--remote",
        metavar="URL",
        help="Ask the server there instead of the home here (VADE_REMOTE_URL); an empty one means the home.",
    ),
    _global(
        "--token-file",
        metavar="FILE",
        help="File that holds the token for it (VADE_TOKEN holds one itself).",
    ),
    _global(
        "--scope",
        metavar="SCOPE",
        help="Where to write and read: personal, project, project:KEY or org:KEY; all reads everything.",
    ),
    _global("--json/--no-json", "json", help="Answer with one JSON object (VADE_FORMAT=json)."),
    _global(
        "--ndjson",
        is_flag=True,
        flag_value=True,
        help="Answer with a JSON object a line: each result, then the rest of the answer.",
    ),
    _global("--color/--no-color", "color", help="Colour always or never (NO_COLOR)."),
    _global(
        "-q",
        "--quiet",
        is_flag=True,
        flag_value=True,
        help="Print the bare answer: no advice, notes or progress.",
    ),
)
"""Understood by every command, before or after its name."""

_SHAPE = "shape"  # the command whose help explains the knobs
_EVERYWHERE = (*GLOBAL_OPTIONS, *KNOB_OPTIONS)


class Command(click.Command):
    """A command with the global options and examples in its help.

    Attributes:
        examples: (command line, what it does), shown in help and in docs/cli.md.
    """

    def __init__(self, *args: Any, examples: Sequence[tuple[str, str]] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(examples)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Own parameters, then the global ones."""
        return [*super().get_params(ctx), *_EVERYWHERE]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """``--help``, answered like everything else: as text, or as one JSON object."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _explain
        return option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Own options first; those of every command in a section of their own."""
        own = [
            param
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and param not in _EVERYWHERE
        ]
        sections: list[tuple[str, Sequence[click.Parameter]]] = [("Options", own)]
        sections.append(("Options of every command", GLOBAL_OPTIONS))
        if ctx.info_name == _SHAPE:
            sections.insert(1, ("Knobs; every command has them", KNOB_OPTIONS))
        for heading, params in sections:
            rows = [row for row in (param.get_help_record(ctx) for param in params) if row is not None]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)
        if ctx.info_name != _SHAPE:
            with formatter.section("Shape of the JSON answer"):
                flags = ", ".join([option.opts[0] for option in KNOB_OPTIONS])
                text = f"{flags}: explained by vade {_SHAPE} --help"
                for line in wrap(text, formatter.width - 2, break_on_hyphens=False):
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        if self.examples:
            with formatter.section("Examples"):
                for line, meaning in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
                    formatter.write(f"{'':>{formatter.current_indent + 4}}{meaning}\n")

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, with its name known to the session for the envelope."""
        session = ctx.find_object(Session)
        if session is not None:
            session.command = ctx.command_path.partition(" ")[2]
            if session.flags.remote:
                from vademecum.cli.elsewhere import refuse_at_home

                refuse_at_home(session.command)
        return super().invoke(ctx)


class Group(Command, click.Group):
    """A command with commands in it; a wrong name is answered with the nearest ones."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command by name.

        Raises:
            UnknownName: there is none of that name.
        """
        name = args[0]
        known = self.list_commands(ctx)
        if not ctx.resilient_parsing and not name.startswith("-") and name not in known:
            from vademecum.text.nearest import nearest

            path = f"{ctx.command_path} ".partition(" ")[2]
            raise UnknownName(f"command {path}".strip(), name, suggestions=nearest(name, known))
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands before options: they are what a reader came for."""
        self.format_commands(ctx, formatter)
        Command.format_options(self, ctx, formatter)


Group.group_class = Group


def offer(context: click.Context) -> None:
    """What a group does by itself: called without a command it shows which it has."""
    if context.invoked_subcommand is None:
        assert isinstance(context.command, Group)
        body = {"commands": context.command.list_commands(context)}
        context.ensure_object(Session).answer(body, lambda _view: context.get_help())


@value
class Lazy:
    """A command that is imported when it is used.

    Attributes:
        target: ``module:attribute``.
        summary: its line in the list of commands; equal to the short help of the command itself.
        section: heading it stands under.
    """

    target: str
    summary: str
    section: str


class LazyGroup(Group):
    """A group that knows its commands by name and imports none of them until one is used."""

    def __init__(self, *args: Any, lazy: Mapping[str, Lazy], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, None when there is none of that name."""
        entry = self.lazy.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table by sections, without importing a single command."""
        for section in dict.fromkeys(entry.section for entry in self.lazy.values()):
            rows = [(name, e.summary) for name, e in self.lazy.items() if e.section == section]
            with formatter.section(section):
                formatter.write_dl(rows, col_max=14)
