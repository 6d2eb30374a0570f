"""In which turns a word stands, as rows: of each 1,024 versions one, and in it twelve bytes a turn.

A row for each word of each turn took 7.2 kB a turn of eighty words, where this takes 2.5, and ranking by 24
words took the server twelve times as long. Numbers are rounded so that no score is too low.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from struct import Struct

from vademecum.model.conversation import Role
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vademecum.model.turns import Spoken
    from vademecum.stores.postgres.transaction import Transaction

BLOCK = 1_024
"""Versions in a row. What is said goes to the last one of each of its words, which is written anew: a turn of
eighty words takes the server 3 ms, with a quarter as many versions too, and then a fifth more room."""

MOST_FREQUENT, LONGEST = 0x7FFF, 0xFFFF
"""Largest numbers that are kept. What occurs so often counts as if it did without end."""

ASSISTANT = 0x8000
"""Beside how often a word occurs: who said it."""

ENTRY = Struct("<IIHH")
"""Version, number of the conversation, length of the turn, and how often the word stands there."""

_KEYS = "unnest(%(words)s::text[], %(blocks)s::bigint[]) AS one (word, block)"
_READ = f"""
SELECT one.word, one.block, held.entries FROM {_KEYS}, LATERAL (
    SELECT turn_word.entries FROM vade.turn_word
    WHERE turn_word.tenant = %(tenant)s AND turn_word.word = one.word AND turn_word.block = one.block LIMIT 1
) AS held
"""
_PUT = """
INSERT INTO vade.turn_word
SELECT %(tenant)s, one.word, one.block, one.entries
FROM unnest(%(words)s::text[], %(blocks)s::bigint[], %(entries)s::bytea[]) AS one (word, block, entries)
ON CONFLICT (tenant, word, block) DO UPDATE SET entries =
"""
_APPEND = f"{_PUT} turn_word.entries || excluded.entries"
_REPLACE = f"{_PUT} excluded.entries"
_SWEEP = """
DELETE FROM vade.turn_word
WHERE tenant = %(tenant)s AND word = ANY(%(words)s::text[]) AND length(entries) = 0
"""
_LISTS = """
SELECT turn_word.word, string_agg(turn_word.entries, ''::bytea) FROM vade.turn_word
WHERE turn_word.tenant = %(tenant)s AND turn_word.word = ANY(%(words)s::text[]) GROUP BY turn_word.word
"""

Place = tuple[str, int]
"""A word and a block."""


class Come:
    """Words of turns that are to be written together."""

    def __init__(self) -> None:
        self._entries: defaultdict[Place, bytearray] = defaultdict(bytearray)
        self.size = 0

    def add(self, version: int, number: int, turn: Spoken) -> Iterable[str]:
        """Take the words of a turn, which is later than all there are; each of them once."""
        counted = Counter(map(bounded, turn.bag.split()))
        speaker = ASSISTANT if turn.role is Role.ASSISTANT else 0
        length, block = min(LONGEST, turn.length), version // BLOCK
        for word, times in counted.items():
            entry = ENTRY.pack(version, number, length, min(MOST_FREQUENT, times) | speaker)
            self._entries[word, block] += entry
        self.size += len(counted)
        return counted.keys()

    def write(self, transaction: Transaction) -> None:
        """Write them, in the order of the words, and hold nothing more."""
        if self._entries:
            transaction.run(_APPEND, **_columns(self._entries))
            self._entries.clear()
            self.size = 0


def remove(transaction: Transaction, gone: Mapping[str, Sequence[int]]) -> None:
    """Take versions away from the rows of words.

    Args:
        transaction: in which to write.
        gone: word -> versions of the turns in which it stood.
    """
    versions: defaultdict[Place, set[int]] = defaultdict(set)
    for word, held in gone.items():
        for version in held:
            versions[word, version // BLOCK].add(version)
    if not versions:
        return
    left = {
        (word, block): _without(entries, versions[word, block])
        for word, block, entries in transaction.all(_READ, **_places(versions))
    }
    transaction.run(_REPLACE, **_columns(left))
    if empty := sorted({word for (word, _), entries in left.items() if not entries}):
        transaction.run(_SWEEP, words=empty)


def lists(transaction: Transaction, words: Sequence[str]) -> dict[str, bytes]:
    """The entries of each of the words, bounded, that stands anywhere."""
    wanted = tuple(sorted(words))
    return transaction.once(("turn words", wanted), lambda: dict(transaction.all(_LISTS, words=list(wanted))))


def _without(entries: bytes, versions: set[int]) -> bytes:
    """The entries of a row but those of the versions."""
    kept = [entry for entry in ENTRY.iter_unpack(entries) if entry[0] not in versions]
    return b"".join([ENTRY.pack(*entry) for entry in kept])


def _places(places: Iterable[Place]) -> dict[str, object]:
    ordered = sorted(places)
    return {"words": [word for word, _ in ordered], "blocks": [block for _, block in ordered]}


def _columns(rows: Mapping[Place, bytes | bytearray]) -> dict[str, object]:
    ordered = sorted(rows)
    return {**_places(ordered), "entries": [bytes(rows[place]) for place in ordered]}
