"""What commands take: text from anywhere, points in time, assignments, and the options that several share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from vademecum.cli.given import clean
from vademecum.engine.moments import Span, advice, moment, within
from vademecum.errors import InvalidValue
from vademecum.model.record import type_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Text(click.ParamType[str]):
    """Any text, made well-formed."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Replace what is not text."""
        del param, ctx
        return clean(str(value))


class TypeName(Text):
    """A memory type or an entity's label; completed in the shell, judged by the engine."""

    name = "type"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Types that begin as typed."""
        del ctx, param
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in type_names if name.startswith(incomplete)]


class Count(click.ParamType[int]):
    """A whole number with bounds, told in words when it is not within them."""

    name = "number"

    def __init__(self, low: int, high: int = 999_999_999) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Plain digits only: no ``1_000``, no digits of other scripts."""
        text = str(value).strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= len(str(self.high)):
            number = int(text)
            if self.low <= number <= self.high:
                return number
        bounds = f"from {self.low} to {self.high}"
        raise click.BadParameter(f"{clean(text)[:40]!r} is not a number {bounds}", ctx, param)


class When(click.ParamType[datetime]):
    """A point in time as `engine.moments` reads it.

    Attributes:
        span: what a bare span such as ``7d`` means.
        ends: a bare date means its end, so that ``--until 2026-03-31`` holds the whole day.
    """

    name = "time"

    def __init__(self, span: Span = Span.AGO, *, ends: bool = False) -> None:
        self.span, self.ends = span, ends

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """A date, a time, or a span such as ``36h``, ``7d``, ``2w``, ``6mo``, ``1y``."""
        if isinstance(value, datetime):
            return value
        from vademecum.cli.moment import now

        text = clean(str(value))
        at = moment(text, now(), self.span, ends=self.ends)
        if at is None:
            raise click.BadParameter(advice(text, self.span), ctx, param)
        return at


class AsOf(When):
    """A moment to look back to; of a bare date it is the last moment."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """A date, a time, or an age such as ``30d``."""
        return within(str(value), super().convert(value, param, ctx))


class Wall(When):
    """A moment as clocks show it: without an offset it stays, for a zone that is stated beside it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """A date, a time, or an age such as ``30d``."""
        at = super().convert(value, param, ctx)
        try:
            said = datetime.fromisoformat(str(value).strip())
        except ValueError:
            return at
        return said if said.tzinfo is None else at


TEXT = Text()
TYPE = TypeName()
SINCE = When()
UNTIL = When(ends=True)
BEGINS = When(Span.UNSAID)
OVER = When(Span.AHEAD, ends=True)
THEN = AsOf(ends=True)
CLOCKS = Wall()


def pair(option: str, text: str) -> tuple[str, str]:
    """Split ``field=value``.

    Raises:
        InvalidValue: there is no ``=`` or nothing before it.
    """
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise InvalidValue(option, f"{text[:80]!r} is not field=value")
    return name.strip(), value.strip()


def properties(option: str, texts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Properties out of every ``key=value``; a key that is given twice has both values, ``key=`` has none.

    Raises:
        InvalidValue: one has no ``=`` or nothing before it.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name, text in (pair(option, each) for each in texts):
        found[name] = (*found.get(name, ()), *((text,) if text else ()))
    return found


def chain(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """One decorator out of several, applied so that help lists them in this order."""

    def apply(function: Decorated) -> Decorated:
        for option in reversed(options):
            function = option(function)
        return function

    return apply


filters = chain(
    click.option(
        "--type", "types", type=TYPE, multiple=True, metavar="TYPE", help="Only this type; repeat for more."
    ),
    click.option(
        "--tag", "tags", type=TEXT, multiple=True, metavar="TAG", help="Only with this tag; repeated, all."
    ),
)

looking_back = chain(
    click.option(
        "--as-of",
        "as_of",
        type=THEN,
        metavar="TIME",
        help="What held and was known then: 2026-03-31 (all of that day), or an age like 30d.",
    ),
    click.option(
        "--include",
        type=click.Choice(["active", "expired", "all"]),
        default="active",
        show_default=True,
        help="What holds; what ran out or has not begun, too; or everything as it is stored.",
    ),
)

narrowing = chain(
    filters,
    click.option(
        "--about", type=TEXT, multiple=True, metavar="NAME", help="Only about this person, place or thing."
    ),
    click.option(
        "--since", type=SINCE, metavar="TIME", help="Only changed since: 2026-03-01, or an age like 7d."
    ),
    click.option("--until", type=UNTIL, metavar="TIME", help="Only changed before; a date counts whole."),
    looking_back,
)

explain_option = click.option("--explain", is_flag=True, help="Add what each score is made of.")
expected_option = click.option(
    "--expected-updated",
    "--expect-updated",
    "expected_updated",
    type=SINCE,
    metavar="TIME",
    help="Refuse unless this is when it was last changed.",
)
offset_option = click.option("--offset", type=Count(0), default=0, metavar="N", help="Skip this many.")
session_option = click.option(
    "--session",
    type=TEXT,
    metavar="NAME",
    help="The session it belongs to: what one was shown it keeps no echo of.",
)
yes_option = click.option("--yes", "-y", is_flag=True, help="Do not ask.")
dry_run_option = click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")


def limit_option(highest: int, default: str) -> Callable[[Decorated], Decorated]:
    """``--limit``, whose default comes from `default` in words."""
    text = f"Most results to show, 1 to {highest} ({default})."
    return click.option("--limit", type=Count(1, highest), metavar="N", help=text)
