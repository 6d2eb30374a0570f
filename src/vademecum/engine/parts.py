"""Everything a use case needs, handed in once."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.lifecycle.standing import REVIEWED
from vademecum.model.entry import microseconds
from vademecum.model.record import PERSONAL, Scope
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from datetime import tzinfo
    from typing import Protocol

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.engine.declaring import Declaring
    from vademecum.engine.graph_tools import GraphTools
    from vademecum.engine.import_parts import ImportParts
    from vademecum.engine.meaning import Meaning
    from vademecum.model.answer import Finding
    from vademecum.model.entry import Entry
    from vademecum.model.file import Document
    from vademecum.model.lexicon import Lexicon
    from vademecum.model.policy import Policy
    from vademecum.model.wording import Wording
    from vademecum.planning.planner import Planner
    from vademecum.ports import (
        AliasFiles,
        Clock,
        Deadlines,
        Extractor,
        FieldFile,
        Foreign,
        Ids,
        Index,
        Ledger,
        RuleFile,
        Scanner,
        SessionJournals,
        Sharing,
        Vault,
    )
    from vademecum.ports.models import Counsel
    from vademecum.text.analyzer import Analyzer

    class Files(Vault, Sharing, Foreign, AliasFiles, FieldFile, RuleFile, Protocol):
        """The vault with what teams share and what others keep beside it, its vocabularies, what it
        declares to be searched, and its rules."""


class Glance:
    """What a question needs to know of the whole store, counted once a revision."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._revision = ""
        self._scopes: dict[Scope, int] = {}
        self._languages: tuple[str, ...] = ()
        self._files = 0
        self._reviewed = False

    def _refresh(self) -> None:
        revision = self._index.revision()
        if revision != self._revision:
            held = self._index.tally("scope")
            self._scopes = {Scope(name): held[name] for name in sorted(held)}
            self._languages = self._index.languages()
            self._files = self._index.known_files()
            self._reviewed = not REVIEWED.isdisjoint(self._index.tally("review"))
            self._revision = revision

    def scopes(self) -> tuple[Scope, ...]:
        """Scopes that hold records, sorted."""
        self._refresh()
        return tuple(self._scopes)

    def share(self, scopes: Collection[Scope]) -> float:
        """Of all records, what some scopes hold; 1 when none is named."""
        self._refresh()
        whole = sum(self._scopes.values())
        return sum([self._scopes.get(scope, 0) for scope in scopes]) / whole if scopes and whole else 1.0

    def files(self) -> int:
        """Number of known files."""
        self._refresh()
        return self._files

    def reviewed(self) -> bool:
        """Whether any record carries a review state that may lift it into the first tier."""
        self._refresh()
        return self._reviewed

    def languages(self) -> tuple[str, ...]:
        """Languages of the records, most frequent first."""
        self._refresh()
        return self._languages


@value(kw_only=True)
class Parts:
    """The parts of one open home.

    Attributes:
        read_scope: turns what a caller wrote (``project``, ``org:acme``) into a scope.
        glance: counts of the store that every question needs.
        open_wording: gives the word lists of the judgements, which are read from files at first use.
        open_ledger: gives the ledger; a question needs none, so nothing is loaded or opened before.
        open_scanner: gives what reads every byte of the home and of what is derived from it.
        open_planner: gives the planner, whose words are read from files at first use.
        zone_named: gives a time zone by its IANA name, for None the one of this machine.
        concerns: findings that wiring collected while opening (settings that could not be read, …).
        open_overlay: makes an empty index in memory, for what a session says before it is a memory.
        open_extractor: gives what reads what utterances tell, by rules; its words are read at first use.
        open_sessions: gives the journals of running sessions.
        open_deadlines: gives what bounds what an answer can do without.
        open_imports: gives what importing needs.
        open_conversations: gives what the verbs about conversations need.
        open_counsel: gives the model that the settings name, or the reason why there is none.
        open_graph_tools: gives what answers Cypher and lays out pictures, installed or not.
        meaning: what memories are like, by their meaning.
        spare: makes an empty index in memory, for when the one there is cannot be kept any longer.
        declaring: what the home declares to be searched.
        adrift: why answers come from an index that nothing keeps, empty when it is kept.
        kept: somebody else keeps the index, so that nobody here has to see whether it became another one.
    """

    vault: Files
    index: Index
    analyzer: Analyzer
    lexicon: Lexicon
    clock: Clock
    ids: Ids
    policy: Policy
    read_scope: Callable[[str], Scope]
    concerns: Callable[[], tuple[Finding, ...]]
    glance: Glance
    open_ledger: Callable[[], Ledger]
    open_wording: Callable[[], Wording]
    open_scanner: Callable[[], Scanner]
    open_planner: Callable[[], Planner]
    zone_named: Callable[[str | None], tzinfo]
    open_overlay: Callable[[], Index]
    open_extractor: Callable[[], Extractor]
    open_sessions: Callable[[], SessionJournals]
    open_deadlines: Callable[[], Deadlines]
    open_imports: Callable[[], ImportParts]
    open_conversations: Callable[[], ConversationParts]
    open_counsel: Callable[[], Counsel]
    open_graph_tools: Callable[[], GraphTools]
    meaning: Meaning
    declaring: Declaring
    spare: Callable[[], Index] | None = None
    adrift: str = ""
    kept: bool = False

    @property
    def ledger(self) -> Ledger:
        """What files cannot say again."""
        return self.open_ledger()

    @property
    def wording(self) -> Wording:
        """The word lists by which texts and claims are judged."""
        return self.open_wording()

    def entry(self, document: Document) -> Entry:
        """What the index keeps of a document by the declaration of the home."""
        from vademecum.indexing.entry import entry_of

        return entry_of(document, self.analyzer, self.lexicon, self.declaring.declared(self.index))

    def now(self) -> datetime:
        """The present moment in UTC."""
        return self.clock.now().astimezone(UTC)

    def now_us(self) -> int:
        """The present, microseconds since the epoch."""
        present = microseconds(self.now())
        assert present is not None
        return present

    def named_scopes(self, scopes: tuple[str, ...] | None) -> tuple[Scope, ...]:
        """The scopes a question is put to, by name; an empty tuple means every scope.

        Without a word from the caller: personal, the project of the working folder, and every
        organisation. ``all`` means every scope.
        """
        if scopes is not None:
            if "all" in scopes:
                return ()
            return tuple(dict.fromkeys(self.read_scope(scope) for scope in scopes))
        own = [PERSONAL, *([self.policy.project] if self.policy.project else [])]
        return (*own, *(scope for scope in self.glance.scopes() if scope.startswith("org:")))

    def read_scopes(self, scopes: tuple[str, ...] | None) -> tuple[Scope, ...]:
        """As `named_scopes`, but empty when the store holds no record outside of them: a filter that
        lets everything pass would still cost."""
        named = self.named_scopes(scopes)
        return named if set(self.glance.scopes()) - set(named) else ()


def from_memory(why: str) -> str:
    """What an answer says that comes from an index which nothing keeps."""
    return f"{why}; answering from memory, which reads every file at each start"
