"""One atomic step of the index of conversations."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict

from vademecum.model.turns import NOWHERE
from vademecum.model.value import value
from vademecum.stores.postgres import vector_rows
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.turns import lookups, word_rows
from vademecum.stores.postgres.turns.totals import LANGUAGE, RECORDS, TERMS
from vademecum.stores.turn_codec import rest_of
from vademecum.text.lines import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import Heard, Held, Spoken, TurnChanges
    from vademecum.stores.postgres.transaction import Transaction

_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode

_BEGIN = "INSERT INTO vade.turn_head (tenant, store) VALUES (%(tenant)s, %(store)s) ON CONFLICT DO NOTHING"
_LOCK = """
SELECT changes, last_version, last_number FROM vade.turn_head WHERE tenant = %(tenant)s FOR UPDATE
"""
_FINISH = """
UPDATE vade.turn_head
SET changes = changes + 1, last_version = %(version)s, last_number = %(number)s
WHERE tenant = %(tenant)s
"""
_PUT_CONVERSATION = """
INSERT INTO vade.conversation VALUES (
    %(tenant)s, %(number)s, %(id)s, %(workspace)s, %(host)s, %(ended)s, %(archived)s, %(live)s, %(claimed)s,
    %(size)s, %(mtime_ns)s, %(ctime_ns)s, %(inode)s, %(device)s, %(rest)s)
ON CONFLICT (tenant, number) DO UPDATE SET
    workspace = excluded.workspace, host = excluded.host, ended = excluded.ended,
    archived = excluded.archived, live = excluded.live, claimed = excluded.claimed, size = excluded.size,
    mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, inode = excluded.inode,
    device = excluded.device, rest = excluded.rest
"""
_DROP_CONVERSATION = "DELETE FROM vade.conversation WHERE tenant = %(tenant)s AND number = %(number)s"
_THERE = """
SELECT turn.seq FROM vade.turn
WHERE turn.tenant = %(tenant)s AND turn.conversation = %(number)s AND turn.seq BETWEEN %(first)s AND %(last)s
"""
_DROP_TURNS = """
DELETE FROM vade.turn WHERE tenant = %(tenant)s AND conversation = %(number)s
RETURNING version, lang, length, bag
"""
_ADD_TERMS = """
INSERT INTO vade.turn_term
SELECT %(tenant)s, one.word, one.turns
FROM unnest(%(words)s::text[], %(numbers)s::bigint[]) AS one (word, turns)
ON CONFLICT (tenant, word) DO UPDATE SET turns = turn_term.turns + excluded.turns
"""
_DROP_TERMS = """
DELETE FROM vade.turn_term
WHERE tenant = %(tenant)s AND word = ANY(%(words)s::text[]) AND turns <= 0
"""
_ADD_TOTALS = """
INSERT INTO vade.turn_total
SELECT %(tenant)s, one.sort, one.name, one.number
FROM unnest(%(sorts)s::text[], %(names)s::text[], %(numbers)s::bigint[]) AS one (sort, name, number)
ON CONFLICT (tenant, sort, name) DO UPDATE SET number = turn_total.number + excluded.number
"""
_DROP_TOTALS = "DELETE FROM vade.turn_total WHERE tenant = %(tenant)s AND number = 0"

_TURN = (
    "version", "conversation", "seq", "role", "line", "start", "lang", "length", "bag", "speaker", "asks",
    "tells", "at",
)  # fmt: skip
_MOST_GATHERED = 100_000
"""Words of turns that are held before they are written."""


@value
class Head:
    """The row that is locked; see the table ``turn_head``."""

    changes: int
    last_version: int
    last_number: int


def locked(transaction: Transaction) -> Head:
    """Lock the index of the tenant until the transaction ends; begin one where there is none."""
    row = transaction.one(_LOCK)
    if row is None:
        transaction.run(_BEGIN, store=os.urandom(8).hex())
        row = transaction.one(_LOCK)
    assert row is not None  # it was put, by us or at the same moment by another
    return Head(*row)


def apply_changes(transaction: Transaction, changes: TurnChanges) -> None:
    """Do all of it."""
    step = _Step(transaction, locked(transaction))
    step.look([*changes.gone, *(heard.conversation.id for heard in changes.heard)])
    for conversation in changes.gone:
        step.drop(conversation)
    for heard in changes.heard:
        step.take(heard)
    step.finish()


class _Step:
    """Turns, words and statistics are gathered here and written once, in the order of their keys."""

    def __init__(self, transaction: Transaction, head: Head) -> None:
        self._sql = transaction
        self._version = head.last_version
        self._number = head.last_number
        self._numbers: dict[str, int] = {}
        self._terms: Counter[str] = Counter()
        self._totals: Counter[tuple[str, str]] = Counter()
        self._turns: list[tuple[object, ...]] = []
        self._words = word_rows.Come()
        self._gathered: set[int] = set()

    def look(self, conversations: Sequence[ConversationId]) -> None:
        """Find which of them are there."""
        self._numbers = lookups.numbers(self._sql, conversations)

    def drop(self, conversation: ConversationId) -> None:
        """Nothing of it is known any more."""
        number = self._numbers.pop(conversation, None)
        if number is not None:
            self._empty(number)
            self._sql.run(_DROP_CONVERSATION, number=number)

    def _empty(self, number: int) -> None:
        self._settle(number)
        gone: defaultdict[str, list[int]] = defaultdict(list)
        versions: list[int] = []
        for version, lang, length, bag in self._sql.all(_DROP_TURNS, number=number):
            for word in set(map(bounded, bag.split())):
                gone[word].append(version)
            versions.append(version)
            self._count(lang, length, -1)
        self._terms.subtract({word: len(held) for word, held in gone.items()})
        word_rows.remove(self._sql, gone)
        vector_rows.drop(self._sql, vector_rows.TURNS, versions)

    def take(self, heard: Heard) -> None:
        """Put one conversation's news in."""
        conversation = heard.conversation.id
        number, turns = self._numbers.get(conversation), heard.turns
        if number is None:
            self._number += 1
            number = self._numbers[conversation] = self._number
        elif heard.anew:
            self._empty(number)
        else:
            turns = self._missing(number, turns)
        self._sql.run(_PUT_CONVERSATION, number=number, **_columns(heard.conversation))
        for turn in turns:
            self._put(number, turn)
        if self._words.size > _MOST_GATHERED:
            self._write()

    def _missing(self, number: int, turns: tuple[Spoken, ...]) -> tuple[Spoken, ...]:
        """Those that another process, which read the same lines at the same time, has not put in already."""
        if not turns:
            return turns
        self._settle(number)
        seqs = [turn.seq for turn in turns]
        rows = self._sql.all(_THERE, number=number, first=min(seqs), last=max(seqs))
        there = {seq for (seq,) in rows}
        return tuple(turn for turn in turns if turn.seq not in there)

    def _put(self, number: int, turn: Spoken) -> None:
        self._version += 1
        self._gathered.add(number)
        self._terms.update(self._words.add(self._version, number, turn))
        self._count(turn.lang, turn.length, 1)
        place = (turn.seq, turn.role.value, turn.line, turn.start)
        read = (turn.lang, turn.length, turn.bag, turn.speaker, turn.asks, turn.tells, turn.at)
        self._turns.append((self._version, number, *place, *read))

    def _count(self, lang: str, length: int, sign: int) -> None:
        totals = self._totals
        totals[RECORDS, ""] += sign
        totals[TERMS, ""] += sign * length
        totals[LANGUAGE, lang] += sign

    def _settle(self, number: int) -> None:
        """Write what was gathered of a conversation, before it is looked at or goes again."""
        if number in self._gathered:
            self._write()

    def _write(self) -> None:
        if self._turns:
            self._sql.copy("turn", _TURN, self._turns)
            self._words.write(self._sql)
            self._turns, self._gathered = [], set()

    def finish(self) -> None:
        """Write what was gathered and counted, and that there was a change."""
        with self._sql.unawaited():
            self._write()
            _add(self._sql, self._terms, self._totals)
            self._sql.run(_FINISH, version=self._version, number=self._number)


def _add(transaction: Transaction, terms: Mapping[str, int], totals: Mapping[tuple[str, str], int]) -> None:
    """Add what was counted, in the order of the keys; what comes to nothing goes."""
    counted = sorted((word, number) for word, number in terms.items() if number)
    if counted:
        words, numbers = [word for word, _ in counted], [number for _, number in counted]
        transaction.run(_ADD_TERMS, words=words, numbers=numbers)
    if lost := [word for word, number in counted if number < 0]:
        transaction.run(_DROP_TERMS, words=lost)
    summed = sorted((*key, number) for key, number in totals.items() if number)
    if summed:
        transaction.run(
            _ADD_TOTALS,
            sorts=[sort for sort, _, _ in summed],
            names=[name for _, name, _ in summed],
            numbers=[number for _, _, number in summed],
        )
        transaction.run(_DROP_TOTALS)


def _columns(held: Held) -> dict[str, object]:
    stamp = held.stamp
    return {
        "id": held.id,
        "workspace": storable(held.workspace or NOWHERE),
        "host": storable(held.host),
        "ended": held.ended is not None,
        "archived": held.archived,
        "live": held.live,
        "claimed": held.claimed,
        "size": stamp.size,
        "mtime_ns": stamp.mtime_ns,
        "ctime_ns": stamp.ctime_ns,
        "inode": stamp.inode,
        "device": stamp.device,
        "rest": rest_of(held),
    }
