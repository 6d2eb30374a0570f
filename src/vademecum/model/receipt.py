"""What an erasure did, and how it was proven."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.answer import Stored
    from vademecum.model.file import AliasEntry
    from vademecum.model.record import Key, Kind, MemoryId, Scope


@value(kw_only=True)
class Place(JsonMixin):
    """A part of the disk that was read byte by byte.

    Attributes:
        name: ``home``, ``cache`` or ``drafts``.
    """

    name: str
    files: int
    bytes: int


@value(kw_only=True)
class Scan(JsonMixin):
    """What reading every byte found.

    Attributes:
        found: ``<place>/<path in it>`` of each file that holds a needle -> the needles, sorted by path.
        unread: files that could not be read, with the reason.
        beyond: copies that no scan reaches, one sentence each.
    """

    places: tuple[Place, ...]
    found: dict[str, frozenset[bytes]]
    unread: dict[str, str]
    beyond: tuple[str, ...]


@value(kw_only=True)
class Forgotten(JsonMixin):
    """A record that is gone, or a file that could not be read as one.

    Attributes:
        id: empty where none could be read.
        paths: files that held it, relative to the vault.
        unread: why it could not be read, empty when it could.
    """

    id: MemoryId
    key: Key
    kind: Kind
    scope: Scope
    paths: tuple[str, ...]
    unread: str = ""


@value(kw_only=True)
class Relinked(JsonMixin):
    """A memory that named a forgotten one and names it no more.

    Attributes:
        change: what became of it, e.g. ``supersedes closed``, ``archived``.
    """

    id: MemoryId
    key: Key
    change: str


@value(kw_only=True)
class Proof(JsonMixin):
    """How it was made sure that a text is gone.

    Attributes:
        places: what was read byte by byte.
        pieces: how many pieces of the text were looked for there.
        terms: how many words that nothing else says were asked of the index.
        questions: how many searches were made for it.
        answered: ids of what is gone that a search found all the same.
        remnants: files of ours that still hold a piece, and words that the index still knows.
        elsewhere: files of yours that say a piece of it too; they were left alone.
        unread: files that could not be read, with the reason.
        beyond: copies that no scan reaches, one sentence each.
    """

    places: tuple[Place, ...] = ()
    pieces: int = 0
    terms: int = 0
    questions: int = 0
    answered: tuple[MemoryId, ...] = ()
    remnants: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing of it was found where this program keeps anything."""
        return not (self.answered or self.remnants)


@value(kw_only=True)
class Aftermath(JsonMixin):
    """What forgetting one thing does to the graph around it.

    Attributes:
        mode: ``memory``, ``entity``, ``property`` or ``fact``.
        target: the record's key, ``key.property``, or subject, predicate and object.
        changed: whether any file says less; false where others say a fact and the subject's page does not.
        manual_edges: relations that the file stated, and states no more.
        derived_edges: relations that rules had derived, and take back.
        notes: keys of records that go on saying it, by key, the first ten; they are left alone.
        notes_total: how many there are.
        history_floor: the earliest moment of which one of them tells it; None when nothing tells it any more.
        aliases_rewritten: names by which the page was known, and nothing is known any more.
        alias_keys_remain: further names of it that somebody declared and that stay, on its page or in the
            vocabulary.
    """

    mode: str
    target: str
    changed: bool = True
    manual_edges: int = 0
    derived_edges: int = 0
    notes: tuple[Key, ...] = ()
    notes_total: int = 0
    history_floor: datetime | None = None
    aliases_rewritten: tuple[str, ...] = ()
    alias_keys_remain: tuple[str, ...] = ()


@value(kw_only=True)
class Receipt(JsonMixin):
    """Answer of `forget`.

    Attributes:
        outcome: ``forgotten``; ``unproven`` when something of it was found afterwards; ``planned`` when
            nothing was done (`dry_run`); ``unchanged`` where only other records say a fact.
        forgotten: records that are gone; none where a property or a fact was forgotten.
        relinked: memories that named it.
        aliases: entries of the vocabulary that went with it.
        aftermath: what that does to the graph, for each thing that was named.
        memory: the page as it stands now, or would stand, where a property or a fact was forgotten.
        completed: erasures of earlier runs that were broken off, and are complete now.
        proof: None when nothing was done.
    """

    outcome: str
    forgotten: tuple[Forgotten, ...]
    relinked: tuple[Relinked, ...] = ()
    aliases: tuple[AliasEntry, ...] = ()
    aftermath: tuple[Aftermath, ...] = ()
    memory: Stored | None = None
    completed: tuple[MemoryId, ...] = ()
    proof: Proof | None = None
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


@value(kw_only=True)
class Redacted(JsonMixin):
    """Answer of `redact`.

    Attributes:
        outcome: ``redacted``, ``unproven`` or ``planned``, as in a `Receipt`.
        memory: as it stands now, or would stand.
        occurrences: places at which the text stood.
        fields: names of the fields that held it, ``body`` among them; ``key`` and ``comments`` when
            only the file's name or comments in its front matter did.
    """

    outcome: str
    memory: Stored
    occurrences: int
    fields: tuple[str, ...]
    completed: tuple[MemoryId, ...] = ()
    proof: Proof | None = None
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
