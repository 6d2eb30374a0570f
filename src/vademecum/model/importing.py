"""What an importer reads out of a foreign file, one thing after the other, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vademecum.model.conversation import NewConversation
    from vademecum.model.record import MemoryId, Relation


class Format(StrEnum):
    """The formats that are read, by the name under which a person may ask for one."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CHATGPT = "chatgpt"
    CLAUDE_AI = "claude-ai"
    GEMINI = "gemini"
    ANTIGRAVITY = "antigravity"
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


@value(kw_only=True)
class Left:
    """A record that is not taken, or is known from earlier in the same file.

    Attributes:
        place: where it stands in the file, e.g. ``line 12``.
        reason: why, as a clause without a subject.
        count: number of records.
    """

    fate: Fate
    place: str
    reason: str
    count: int = 1


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


@value(kw_only=True)
class Progress:
    """How far a file was imported, and what came of it.

    Attributes:
        key, stamp, size, digest: as in `ForeignFile` when it was read; `digest` is that of the bytes before
            `reached`.
        whole: it was read to its end; else the run was interrupted.
        since: RFC 3339 time before which everything was left out, empty when nothing was.
        titles: origin id of a conversation -> mark of the title that it was given last.
        counts: fate -> number of records over every run; what is known from an earlier run counts as it did
            then.
    """

    key: str
    stamp: str
    size: int
    reached: Reached
    digest: str
    whole: bool
    since: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)


@value(kw_only=True)
class Taken:
    """What a foreign memory became.

    Attributes:
        id: of our memory.
        same: its text is the one that was taken then.
    """

    id: MemoryId
    same: bool


@value(kw_only=True)
class ImportRecord:
    """What became of one record, or of several of one conversation that fared the same for the same reason.

    Attributes:
        kind: ``turn``, ``memory``, ``entity``, ``title``, ``file`` or ``line`` (one that was not understood).
        file: where it came from, relative to what was asked for.
        place: where the first of them stands in the file.
        reason: why it was not imported, or how it was; empty when there is nothing to say.
        id: our conversation or memory, None where there is none.
        count: how many records.
    """

    outcome: Fate
    kind: str
    file: str
    place: str
    reason: str = ""
    id: str | None = None
    count: int = 1


@value(kw_only=True)
class Imported(JsonMixin):
    """Answer of `import_from`.

    Attributes:
        imported, duplicate, skipped, rejected: number of records of each fate.
        records: what became of them; those that fared alike are told together.
        files: number of files that were read or known to be unchanged.
        untold: records whose telling was left out because there were too many.
        copied: the source was an export of a home, whose files were taken in as they are.
    """

    imported: int
    duplicate: int
    skipped: int
    rejected: int
    records: tuple[ImportRecord, ...]
    files: int
    untold: int = 0
    copied: bool = False
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
