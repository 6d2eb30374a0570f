"""The ledger of a home: tombstones, requests that were done, what a session was shown.

Texts, keys and names of sessions enter as keyed digests, so that nobody who reads the journals without the
key can even test a guess against them.
"""

from __future__ import annotations

import hmac
import os
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import cast

from vademecum.model.ledger import Erasure, Outcome, Tombstone
from vademecum.model.record import MemoryId
from vademecum.vault.journals import KEY_BYTES, FileJournal, MemoryJournal, make_key, read_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vademecum.vault.journals import Journal, Row

REQUESTS_LAST = timedelta(days=30)
"""A client that retries gives up long before; the keys of Stripe and its kin last a day to a month."""

ECHOES_LAST = timedelta(days=1)
"""A session that was left alone for a day has lost what it was shown."""

MOST_EARLIER_BYTES = 8 << 20
"""Some 70,000 changed bodies; the older half goes when there are more."""

MOST_REQUESTS = 10_000
MOST_SHOWN = 1_000
"""Rows a journal may reach; read as a whole, ten thousand take 20 ms, and only where a key is given."""

_SHORT = 16
"""Hex digits of a digest in the journal of what was shown; a wrong match among thousands is unthinkable."""


class KeyedLedger:
    """Implements `ports.Ledger` over six journals; for threads, and as many processes as they are for.

    Args:
        journals: for tombstones, erasures, requests, what was shown, earlier bodies and turns that were
            forgotten, in this order.
        known_key: the home's key, None when it has none.
        made_key: the home's key, made where there is none.
    """

    def __init__(
        self,
        journals: tuple[Journal, Journal, Journal, Journal, Journal, Journal],
        known_key: Callable[[], bytes | None],
        made_key: Callable[[], bytes],
    ) -> None:
        self._tombstones, self._erasures, self._requests, self._shown, self._earlier, self._turns = journals
        self._known_key = known_key
        self._made_key = made_key

    def bury(self, ids: Sequence[str], body_hash: str, at: datetime) -> Tombstone:
        """See `ports.Tombstones.bury`.

        Raises:
            VaultError: the disk refuses.
            Busy: another process held the ledger past the deadline.
        """
        with self._tombstones.hold():
            mac = _mac(self._made_key(), "body", body_hash)
            for known in self._standing():
                if known.mac == mac and set(ids) <= set(known.ids):
                    return known
            self._tombstones.append({"mac": mac, "ids": list(ids), "at": at.isoformat()})
        return Tombstone(ids=tuple(ids), at=at, mac=mac)

    def buried(self, body_hash: str, ids: Sequence[str] = ()) -> Tombstone | None:
        """See `ports.Tombstones.buried`."""
        key = self._known_key()
        if key is None:
            return None
        mac, wanted = _mac(key, "body", body_hash), set(ids)
        found = (one for one in self._standing() if one.mac == mac or not wanted.isdisjoint(one.ids))
        return next(found, None)

    def bury_turns(self, hashes: Sequence[str], at: datetime) -> None:
        """See `ports.BuriedTurns.bury_turns`; raises as `bury` does."""
        known = self.buried_turns(hashes)
        new = [one for one in dict.fromkeys(hashes) if one not in known]
        if new:
            with self._turns.hold():
                key = self._made_key()
                digests = [_mac(key, "turn", one)[:_SHORT] for one in new]
                self._turns.append({"turns": digests, "at": at.isoformat()})

    def buried_turns(self, hashes: Iterable[str]) -> frozenset[str]:
        """See `ports.BuriedTurns.buried_turns`."""
        key, rows = self._known_key(), self._turns.rows()
        if key is None or not rows:
            return frozenset()
        buried = {digest for row in rows for digest in _texts(row, "turns")}
        return frozenset(one for one in hashes if _mac(key, "turn", one)[:_SHORT] in buried)

    def exhume(self, body_hash: str, at: datetime) -> None:
        """See `ports.Tombstones.exhume`; raises as `bury` does."""
        if self.buried(body_hash) is not None:
            with self._tombstones.hold():
                mac = _mac(self._made_key(), "body", body_hash)
                self._tombstones.append({"mac": mac, "lifted": at.isoformat()})

    def outgrow(self, bodies: Iterable[tuple[MemoryId, str]]) -> None:
        """See `ports.EarlierBodies.outgrow`; raises as `bury` does."""
        said = list(bodies)
        if not said:
            return
        with self._earlier.hold():
            key = self._made_key()
            if self._earlier.size_bytes() > MOST_EARLIER_BYTES:
                rows = self._earlier.rows()
                self._earlier.rewrite(rows[len(rows) // 2 :])
            for record, body_hash in said:
                self._earlier.append({"id": record, "mac": _mac(key, "body", body_hash)})

    def bury_earlier(self, record: MemoryId, at: datetime) -> None:
        """See `ports.EarlierBodies.bury_earlier`; raises as `bury` does."""
        macs = {str(row.get("mac")) for row in self._earlier.rows() if row.get("id") == record}
        if not macs:
            return
        with self._tombstones.hold():
            known = {one.mac for one in self._standing()}
            for mac in sorted(macs - known):
                self._tombstones.append({"mac": mac, "ids": [], "at": at.isoformat()})
        self.disown(record)

    def disown(self, record: MemoryId) -> None:
        """See `ports.EarlierBodies.disown`; raises as `bury` does."""
        if any(row.get("id") == record for row in self._earlier.rows()):
            with self._earlier.hold():
                rows = self._earlier.rows()
                self._earlier.rewrite([row for row in rows if row.get("id") != record])

    def _standing(self) -> Iterator[Tombstone]:
        standing: dict[tuple[str, tuple[str, ...]], Tombstone] = {}
        for row in self._tombstones.rows():
            mac = str(row.get("mac"))
            if "lifted" in row:
                standing = {name: one for name, one in standing.items() if one.mac != mac}
            elif (at := _time(row)) is not None:
                ids = _texts(row, "ids")
                standing[mac, ids] = Tombstone(ids=ids, at=at, mac=mac)
        yield from standing.values()

    def begin(self, erasure: Erasure) -> None:
        """See `ports.Tombstones.begin`; raises as `bury` does."""
        row: Row = {
            "id": erasure.id,
            "paths": list(erasure.paths),
            "at": erasure.at.isoformat(),
            "after": erasure.after,
            "whole": erasure.whole,
            "unread": erasure.unread,
            "conversation": erasure.conversation,
        }
        with self._erasures.hold():
            rows = self._erasures.rows()
            if any(known.get("id") == erasure.id for known in rows):
                self._erasures.rewrite([*(known for known in rows if known.get("id") != erasure.id), row])
            else:
                self._erasures.append(row)

    def finish(self, erased: MemoryId) -> None:
        """See `ports.Tombstones.finish`; raises as `bury` does."""
        with self._erasures.hold():
            rows = self._erasures.rows()
            left = [row for row in rows if row.get("id") != erased]
            if len(left) != len(rows):
                self._erasures.rewrite(left)

    def unfinished(self) -> tuple[Erasure, ...]:
        """See `ports.Tombstones.unfinished`."""
        begun: dict[str, Erasure] = {}
        for row in self._erasures.rows():
            at = _time(row)
            if at is not None and isinstance(row.get("id"), str):
                begun[row["id"]] = Erasure(
                    id=MemoryId(row["id"]),
                    paths=_texts(row, "paths"),
                    at=at,
                    after=MemoryId(row["after"]) if isinstance(row.get("after"), str) else None,
                    whole=row.get("whole") is not False,
                    unread=row.get("unread") is True,
                    conversation=row.get("conversation") is True,
                )
        return tuple(begun.values())

    def outcome(self, key: str, digest: str, at: datetime) -> Outcome | None:
        """See `ports.Requests.outcome`."""
        secret = self._known_key()
        if secret is None:
            return None
        name = _mac(secret, "request", key)
        row = next((row for row in _fresh(self._requests, at, REQUESTS_LAST) if row.get("key") == name), None)
        if row is None:
            return None
        same = hmac.compare_digest(str(row.get("digest")), _mac(secret, "asked", digest))
        return Outcome(id=MemoryId(str(row.get("id"))), same=same)

    def keep(self, key: str, outcome: MemoryId, digest: str, at: datetime) -> None:
        """See `ports.Requests.keep`; raises as `bury` does."""
        with self._requests.hold():
            secret = self._made_key()
            name = _mac(secret, "request", key)
            rows = _fresh(self._requests, at, REQUESTS_LAST)
            if not any(row.get("key") == name for row in rows):
                asked = _mac(secret, "asked", digest)
                row: Row = {"key": name, "id": outcome, "digest": asked, "at": at.isoformat()}
                _add(self._requests, row, rows, MOST_REQUESTS)

    def recalled(self, session: str, body_hashes: Sequence[str], at: datetime) -> frozenset[str]:
        """See `ports.Echoes.recalled`."""
        secret = self._known_key()
        if secret is None:
            return frozenset()
        name = _mac(secret, "session", session)
        rows = _fresh(self._shown, at, ECHOES_LAST)
        shown = {digest for row in rows if row.get("session") == name for digest in _texts(row, "shown")}
        return frozenset(one for one in body_hashes if _mac(secret, "shown", one)[:_SHORT] in shown)

    def note(self, session: str, body_hashes: Sequence[str], at: datetime) -> None:
        """See `ports.Echoes.note`; raises as `bury` does."""
        new = sorted(set(body_hashes) - self.recalled(session, body_hashes, at))
        if not new:
            return
        with self._shown.hold():
            secret = self._made_key()
            shown = [_mac(secret, "shown", one)[:_SHORT] for one in new]
            row: Row = {"session": _mac(secret, "session", session), "shown": shown, "at": at.isoformat()}
            _add(self._shown, row, _fresh(self._shown, at, ECHOES_LAST), MOST_SHOWN)


def file_ledger(state: str | os.PathLike[str]) -> KeyedLedger:
    """The ledger of a home, in its folder `state`; nothing is made before something is to be kept."""
    folder = Path(state)
    return KeyedLedger(
        (
            FileJournal(folder, "tombstones.jsonl"),
            # Its rows name files, and what a crash left of them must not stay.
            FileJournal(folder, "erasures.jsonl", cleans=True),
            FileJournal(folder, "requests.jsonl"),
            FileJournal(folder, "shown.jsonl", durable=False),
            FileJournal(folder, "earlier.jsonl", durable=False),
            FileJournal(folder, "buried-turns.jsonl"),
        ),
        partial(read_key, folder),
        partial(make_key, folder),
    )


def memory_ledger() -> KeyedLedger:
    """A ledger that ends with its process."""
    key = os.urandom(KEY_BYTES)
    one, two, three, four, five, six = (MemoryJournal() for _ in range(6))
    return KeyedLedger((one, two, three, four, five, six), lambda: key, lambda: key)


def _mac(key: bytes, purpose: str, text: str) -> str:
    """HMAC of a text; the purpose keeps a digest of one kind from being looked up as another."""
    return hmac.new(key, f"{purpose}\0{text}".encode("utf-8", "surrogatepass"), "sha256").hexdigest()


def _fresh(journal: Journal, at: datetime, lasting: timedelta) -> list[Row]:
    """Rows that have not expired. One from the future, of a clock that went back, counts as fresh."""
    return [row for row in journal.rows() if (when := _time(row)) is not None and at - when < lasting]


def _add(journal: Journal, row: Row, fresh: Iterable[Row], most: int) -> None:
    """Append, or begin anew with the younger half when the journal is full of rows, fresh or expired."""
    if len(journal.rows()) < most:
        journal.append(row)
    else:
        journal.rewrite([*list(fresh)[-(most // 2) :], row])


def _texts(row: Row, name: str) -> tuple[str, ...]:
    found = row.get(name)
    return tuple(str(one) for one in cast("list[object]", found)) if isinstance(found, list) else ()


def _time(row: Row) -> datetime | None:
    try:
        at = datetime.fromisoformat(str(row.get("at")))
    except ValueError:
        return None
    return at if at.tzinfo is not None else None
