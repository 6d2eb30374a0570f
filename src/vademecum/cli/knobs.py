"""The knobs of the surface as options of every command, and the completion of the fields they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import clean
from vademecum.cli.session import Session
from vademecum.surface.knobs import KNOBS, Takes, shape_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from vademecum.surface.knobs import Knob

_OPERATORS = "=!~<>: "


class FieldName(click.ParamType[str]):
    """Text that begins with the name of a field of the command's answer."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Make it well-formed; the surface reads it."""
        del param, ctx
        return clean(str(value))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Fields that begin as typed, behind the last comma of a list; nothing behind an operator."""
        from click.shell_completion import CompletionItem

        from vademecum.surface.schemas import field_names

        before, comma, begun = incomplete.rpartition(",") if param.name == "select" else ("", "", incomplete)
        if any(sign in begun for sign in _OPERATORS):
            return []
        command = ctx.command_path.partition(" ")[2]
        names = [name for name in field_names(command) if name.startswith(begun)]
        return [CompletionItem(f"{before}{comma}{name}") for name in names]


def _turn(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Hand a knob to the session; what cannot be read is refused now, before anything was done."""
    session = ctx.find_object(Session)
    if session is None or value is None or value == () or ctx.resilient_parsing:
        return
    name = str(param.name)
    earlier = session.flags.knobs.get(name, ())
    session.flags.knobs[name] = (*earlier, *value) if param.multiple else value
    shape_of({name: value})


def _option(knob: Knob) -> click.Option:
    names = [knob.flag, *([knob.also] if knob.also else []), knob.name]
    if knob.takes is Takes.NOTHING:
        taken: dict[str, Any] = {"is_flag": True, "flag_value": True}
    else:
        kind = FieldName() if knob.names_fields else click.STRING
        taken = {"metavar": knob.metavar, "multiple": knob.repeatable, "type": kind}
    return click.Option(
        names, expose_value=False, is_eager=True, callback=_turn, default=None, help=knob.help, **taken
    )


KNOB_OPTIONS: tuple[click.Option, ...] = tuple([_option(knob) for knob in KNOBS])
"""Understood by every command, before or after its name; each asks for JSON by itself."""

KNOB_FLAGS = frozenset({flag for option in KNOB_OPTIONS for flag in option.opts})
"""Their flags, as they are typed."""
