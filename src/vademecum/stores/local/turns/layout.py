"""Tables of the catalogue of conversations, and its generations."""

from __future__ import annotations

from vademecum.stores.local import layout
from vademecum.stores.local.codec import listed
from vademecum.stores.local.generation import Generation, kept_decoded
from vademecum.stores.local.layout import (
    DEAD_TABLE,
    HEAD_TABLE,
    TERM_TABLE,
    TOTAL_TABLE,
    VECTOR_TABLES,
    Scheme,
)
from vademecum.stores.local.lexical import ALWAYS, Stored, facet
from vademecum.stores.turn_codec import candidate_of
from vademecum.text.analyzer import REVISION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.turns import TurnCandidate
    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.catalogue import Catalogue
    from vademecum.stores.local.head import Connection, Head

SCHEMA = 4
"""Raised whenever a table, an encoding or the lexical index changes."""

RECORDS, TERMS, LANGUAGE = layout.RECORDS, "terms", layout.LANGUAGE
"""Sorts of totals; what the catalogue of memories counts too is called and read as it is there."""

TURNS = Scheme(
    f"turns {SCHEMA}.{REVISION}",
    (
        HEAD_TABLE,
        DEAD_TABLE,
        TERM_TABLE,
        TOTAL_TABLE,
        """CREATE TABLE conversation (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workspace TEXT NOT NULL,
            host TEXT NOT NULL, ended INTEGER NOT NULL, archived INTEGER NOT NULL, live INTEGER NOT NULL,
            claimed INTEGER, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL,
            inode NOT NULL, device NOT NULL, rest TEXT NOT NULL)""",
        "CREATE INDEX conversation_claimed ON conversation (claimed DESC, id)",
        # Which one is going on is asked before every search, and few are.
        "CREATE INDEX conversation_live ON conversation (workspace) WHERE NOT ended AND live",
        # One row a turn; the text stands in the file, `start` bytes from its beginning.
        """CREATE TABLE record (
            version INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, seq INTEGER NOT NULL,
            role TEXT NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, lang TEXT NOT NULL,
            length INTEGER NOT NULL, bag TEXT NOT NULL, speaker TEXT NOT NULL, asks INTEGER NOT NULL,
            tells INTEGER NOT NULL, at INTEGER)""",
        "CREATE UNIQUE INDEX record_turn ON record (conversation, seq)",
        "CREATE INDEX record_at ON record (at, conversation)",
        *VECTOR_TABLES,
    ),
)

FILLER = " ~" * 256
"""Tokens that no turn holds, behind the terms of each. They give the engine, whose BM25 has b = 0.75 for
good, the length normalisation that turns want: with p of them and an average of m terms, its damping
k1·(0.25 + 0.75·(length + p)/(m + p)) is that of b = 0.75·m/(m + p), 0.08 to 0.24 where m is 30 to 120."""

FILLERS = len(FILLER) // 2

_SELECT = (
    "SELECT version, bag, role, at, id, workspace FROM record JOIN conversation ON number = conversation "
    "WHERE version > ? AND version <= ? ORDER BY version LIMIT ?"
)


MARKS = {"user": "u:", "assistant": "a:"}
"""Before each term of a turn, in the engine: who said it. Either speaker is asked for by its own terms, and a
union of terms is what the engine prunes best; a filter by role made every search score half of all turns."""
MARK = MARKS["user"]
"""All marks are as long as this one."""


def marked(bag: str, role: str) -> str:
    """A bag as the engine gets it."""
    mark = MARKS[role]
    return f" {mark}{bag[1:].replace('  ', f'  {mark}')}" if bag else ""


_READ = (
    "SELECT version, workspace, id, seq, role, length, bag, speaker, asks, tells, at "
    "FROM record JOIN conversation ON number = conversation "
    "WHERE version IN (SELECT value FROM json_each(?))"
)


class TurnGeneration(Generation):
    """A generation of the index of conversations."""

    scheme = TURNS
    # An import brings them by thousands, and flushes at its end.
    few_pending = 8_192

    def __init__(self, folder: str, catalogue: Catalogue, *, bulk: bool) -> None:
        super().__init__(folder, catalogue, bulk=bulk)
        self._turns: dict[int, tuple[TurnCandidate, str]] = {}

    def turns(self, connection: Connection, versions: Sequence[int]) -> list[tuple[TurnCandidate, str]]:
        """Those of the versions that exist, each with the workspace of its conversation. The caller has left
        out the dead ones: a version never changes, and its conversation never moves."""

        def read(missing: list[int]) -> Iterator[tuple[int, tuple[TurnCandidate, str]]]:
            for version, workspace, *columns in connection.execute(_READ, (listed(missing),)):
                yield version, (candidate_of(columns), workspace)

        return kept_decoded(self._turns, versions, read)

    def stored(self, head: Head, bags: Bags) -> Iterator[Stored]:
        """See `Generation.stored`."""
        from vademecum.stores.local.handing import rows_to_add

        for version, bag, role, at, conversation, workspace in rows_to_add(self.catalogue, head, _SELECT):
            facets = [facet("conversation", conversation), facet("workspace", workspace)]
            yield Stored(version, marked(bag, role) + FILLER, facets, at, ALWAYS)
