"""What the table of operations says of one: its path, what it takes, how it answers."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

NAMES, TIME = "tuple[str, ...]", "datetime"
"""Types that many parameters have."""

MOST_NAME, MOST_TEXT, MOST_MEMBERS = 4_096, 2_000_000, 1_000
"""Characters of a name, of a text, members of a list: beyond what any verb takes, so that what is too long
for a verb is refused by it, in its own words."""


class Place(StrEnum):
    """Where a parameter stands in a request."""

    PATH = "path"
    QUERY = "query"
    BODY = "body"


@value(kw_only=True)
class Parameter:
    """One thing that an operation takes.

    Attributes:
        name: as the verb calls it, and as the request does.
        type: spelled as in Python: ``str``, ``int``, ``float``, ``bool``, ``datetime``, ``tuple[str, ...]``,
            ``tuple[int, ...]``, ``tuple[int, int]``, ``dict[str, str]``, ``dict[str, object]``, ``bytes`` (a
            text in UTF-8), or a value of `model` that is made of them, or a tuple of those.
        help: what it means, one sentence for the docs.
        place: where it stands; a list in the query is repeated.
        required: there is no request without it; what is left out otherwise is what the verb means by itself.
        subject: the verb takes it by position, in the order of the table.
        spread: its members are given to the verb one by one.
        choices: the only values, where they are few.
        least, most: bounds of a number, of a text's characters, of a list's members; None sets none.
    """

    name: str
    help: str
    type: str = "str"
    place: Place = Place.BODY
    required: bool = False
    subject: bool = False
    spread: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Upon(StrEnum):
    """What an operation is asked of."""

    HOME = "home"  # `Vade`, or what one of its properties gives
    SESSION = "session"  # a live session, by the `name` in its path


@value(kw_only=True)
class Operation:
    """One verb over HTTP.

    Attributes:
        name: stands for it in descriptions, clients and logs; unique.
        method: of HTTP.
        path: with parameters in braces; it begins with a version.
        verb: attribute of an open home, dotted where a property comes before (``graph.node``); of a session
            where it is asked of one.
        command: whose ``--json`` answer it gives, as `surface.contracts` names it.
        answer: what the verb returns, spelled as a type, for clients that rebuild it.
        summary: what it does, one line.
        parameters: what it takes, besides the knobs.
        writes: it may change something: it takes an ``Idempotency-Key``, and is no `GET`.
        makes: it makes something new, which is said by 201.
        of_record: it shows or changes the one record of its `handle`: it takes a precondition and gives an
            ``ETag``.
        erases: it takes something out of the world, so that its answer is not kept for a repeat.
        upon: what it is asked of.
        gathers: value of `model` that the parameters make which are its fields; the verb takes it first.
        takes: media type of a body that is no JSON; its parameters then stand in the query.
        gives: media type of an answer that is no JSON.
        tag: group of the docs.
    """

    name: str
    method: str
    path: str
    verb: str
    command: str
    answer: str
    summary: str
    parameters: tuple[Parameter, ...] = ()
    writes: bool = False
    makes: bool = False
    of_record: bool = False
    erases: bool = False
    upon: Upon = Upon.HOME
    gathers: str | None = None
    takes: str | None = None
    gives: str | None = None
    tag: str = "memories"

    @property
    def named(self) -> Mapping[str, Parameter]:
        """Its parameters by name."""
        return {one.name: one for one in self.parameters}

    def within(self, place: Place) -> tuple[Parameter, ...]:
        """The parameters that stand in a place."""
        return tuple([one for one in self.parameters if one.place is place])

    @property
    def paged(self) -> bool:
        """Whether it answers with a page, which a cursor continues."""
        return "offset" in self.named


def path(name: str = "handle", help: str = "An id, the beginning of one, or a key.") -> Parameter:
    """A subject in the path."""
    return Parameter(
        name=name, help=help, place=Place.PATH, required=True, subject=True, least=1, most=MOST_NAME
    )


def query(name: str, help: str, type: str = "str", **more: Any) -> Parameter:
    """An option in the query; `more` as `Parameter` takes it."""
    return _bounded(Parameter(name=name, help=help, type=type, place=Place.QUERY, **more))


def body(name: str, help: str, type: str = "str", **more: Any) -> Parameter:
    """An option in the body; `more` as `Parameter` takes it."""
    return _bounded(Parameter(name=name, help=help, type=type, place=Place.BODY, **more))


def _bounded(one: Parameter) -> Parameter:
    """With a bound where the table sets none, so that nothing is taken in without end."""
    if one.most is not None or one.choices:
        return one
    if one.type == "str":
        return replace(one, most=MOST_NAME)
    if one.type.startswith(("tuple", "dict")):
        return replace(one, most=MOST_MEMBERS)
    return one


def scopes(make: Callable[..., Parameter]) -> Parameter:
    """Where to look."""
    return make("scopes", "Where to look; all that belongs here when not given.", NAMES)


def dry_run(make: Callable[..., Parameter] = body) -> Parameter:
    """The trial that writes nothing."""
    return make("dry_run", "Tell what would be, and write nothing.", "bool")
