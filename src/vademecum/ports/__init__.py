"""What the rules need from the world, as small protocols; each has an implementation in memory that ships.

Nothing is implemented here and nothing here is imported where no type is checked. Every room above may import
it; it imports values alone.
"""

from __future__ import annotations

from vademecum.ports.conversations import (
    ConversationChecking,
    ConversationReading,
    Conversations,
    ConversationWriting,
)
from vademecum.ports.deriving import Derivations, Deriving, RuleFile
from vademecum.ports.edges import Edges
from vademecum.ports.fields import FieldFile, Fields
from vademecum.ports.home import (
    AliasFiles,
    Clock,
    Erasing,
    Foreign,
    Ids,
    Listings,
    Scanner,
    Sharing,
    Vault,
)
from vademecum.ports.index import (
    Candidates,
    Catalogue,
    Index,
    IndexWriter,
    Manifest,
    Statistics,
    Vocabulary,
)
from vademecum.ports.ledger import (
    EarlierBodies,
    Echoes,
    Ledger,
    Requests,
    Tombstones,
)
from vademecum.ports.meaning import Embedder, Nearness, Vectors, VectorWriter
from vademecum.ports.models import Model
from vademecum.ports.planning import Extractor, KnownForms, Planner
from vademecum.ports.sessions import Channel, Deadlines, SessionJournal, SessionJournals
from vademecum.ports.turns import (
    ConversationCatalogue,
    ConversationManifest,
    TurnCandidates,
    Turns,
    TurnWriter,
)

__all__ = [
    "AliasFiles",
    "Candidates",
    "Catalogue",
    "Channel",
    "Clock",
    "ConversationCatalogue",
    "ConversationChecking",
    "ConversationManifest",
    "ConversationReading",
    "ConversationWriting",
    "Conversations",
    "Deadlines",
    "Derivations",
    "Deriving",
    "EarlierBodies",
    "Echoes",
    "Edges",
    "Embedder",
    "Erasing",
    "Extractor",
    "FieldFile",
    "Fields",
    "Foreign",
    "Ids",
    "Index",
    "IndexWriter",
    "KnownForms",
    "Ledger",
    "Listings",
    "Manifest",
    "Model",
    "Nearness",
    "Planner",
    "Requests",
    "RuleFile",
    "Scanner",
    "SessionJournal",
    "SessionJournals",
    "Sharing",
    "Statistics",
    "Tombstones",
    "TurnCandidates",
    "TurnWriter",
    "Turns",
    "Vault",
    "VectorWriter",
    "Vectors",
    "Vocabulary",
]
