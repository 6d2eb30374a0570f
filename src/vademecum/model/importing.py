"""What an importer reads out of a foreign file, one thing after the other, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.model.conversation import NewConversation
    from vademecum.model.record import Relation


class Format(StrEnum):
    """The formats that are read, by the name under which a person may ask for one."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CHATGPT = "chatgpt"
    CLAUDE_AI = "claude-ai"
    GEMINI = "gemini"
    MCP_MEMORY = "mcp-memory"
    MEM0 = "mem0"
    BASIC_MEMORY = "basic-memory"
    MARKDOWN = "markdown"
    VADEMECUM = "vademecum"


class Fate(StrEnum):
    """What becomes of a record; each gets exactly one."""

    IMPORTED = "imported"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"  # on purpose: nothing in it is anybody's word
    REJECTED = "rejected"  # it cannot be read, or was forgotten here


@value(kw_only=True)
class Batch:
    """Turns of one conversation, in their order; the next batch of the same conversation goes on with it.

    Attributes:
        conversation: with its turns as a tuple.
        place: where the first of the turns stands in the file.
    """

    conversation: NewConversation
    place: str


@value(kw_only=True)
class Named:
    """A conversation got another title."""

    host: str
    origin_id: str
    title: str
    place: str


@value(kw_only=True)
class ForeignMemory:
    """A memory that another system kept.

    Attributes:
        origin_id: names it within `host`; the same one again is the same memory.
        about: who and what it speaks of.
        at: when it was made there, RFC 3339.
        folder: working folder it belongs to, None when it belongs to none.
    """

    host: str
    origin_id: str
    text: str
    place: str
    title: str | None = None
    type: str | None = None
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    subject: str | None = None
    relations: tuple[Relation, ...] = ()
    at: str | None = None
    folder: str | None = None


@value(kw_only=True)
class ForeignEntity:
    """A person, place or thing that another system kept a page of."""

    name: str
    place: str
    label: str | None = None
    aliases: tuple[str, ...] = ()
    text: str = ""


@value(kw_only=True)
class Left:
    """A record that is not taken, or is known from earlier in the same file.

    Attributes:
        place: where it stands in the file, e.g. ``line 12``.
        reason: why, as a clause without a subject.
    """

    fate: Fate
    place: str
    reason: str
    origin_id: str = ""


@value
class Reached:
    """Everything before this byte of a file was handed out; reading may begin there another time.

    Attributes:
        line: number of the last line before it.
    """

    offset: int = 0
    line: int = 0


Item = Batch | Named | ForeignMemory | ForeignEntity | Left | Reached
"""What comes out of a foreign file."""


@value(kw_only=True)
class ForeignFile:
    """One file of a known format.

    Attributes:
        name: for a person, relative to what was asked for.
        key: tells it from every other file of this machine.
        stamp: changes when it is written again.
        grows: it is appended to, and reading may begin where the last one stopped.
        read: hands out what is in it, from where it was `Reached`, or the beginning.
        digest: of the bytes just before an offset; another one means that the file is another one by now.
        active: RFC 3339 time at which anything in it was last said, None when it does not tell.
    """

    name: str
    key: str
    size: int
    stamp: str
    format: Format
    grows: bool
    read: Callable[[Reached], Iterator[Item]]
    digest: Callable[[int], str]
    active: Callable[[], str | None]


@value(kw_only=True)
class Passed:
    """A file beside those of a known format that holds nothing to import."""

    name: str
    reason: str
