"""What files cannot say again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from vademecum.model.ledger import Erasure, Outcome, Tombstone
    from vademecum.model.record import MemoryId


class Tombstones(Protocol):
    """What was forgotten, and what is being forgotten; no words of it."""

    def bury(self, ids: Sequence[str], body_hash: str, at: datetime) -> Tombstone:
        """Keep that a body was forgotten; durable on return. Doing it again changes nothing.

        Args:
            ids: ids under which it may come again.
            body_hash: SHA-256 of the normalised body; what is kept is its HMAC under the home's key.
            at: when.
        """
        ...

    def buried(self, body_hash: str, ids: Sequence[str] = ()) -> Tombstone | None:
        """The tombstone of this body or of one of these ids, which an import leaves alone."""
        ...

    def exhume(self, body_hash: str, at: datetime) -> None:
        """Lift the tombstones of a body, because somebody wants it remembered after all."""
        ...

    def begin(self, erasure: Erasure) -> None:
        """Keep that an erasure begins, so that whoever comes after a crash can finish it.

        What was kept of the same record before is blotted out.
        """
        ...

    def finish(self, erased: MemoryId) -> None:
        """Nothing of the erasure of this record is left to do; its paths are blotted out."""
        ...

    def unfinished(self) -> tuple[Erasure, ...]:
        """Erasures that were begun and not finished, oldest first."""
        ...


class BuriedTurns(Protocol):
    """Turns that were forgotten, as keyed digests: a host copies them into other conversations of its own."""

    def bury_turns(self, hashes: Sequence[str], at: datetime) -> None:
        """Keep that turns with these hashes were forgotten; durable on return. Doing it again changes
        nothing."""
        ...

    def buried_turns(self, hashes: Iterable[str]) -> frozenset[str]:
        """Those of the hashes whose turns were forgotten; none is asked for where no turn ever was."""
        ...


class EarlierBodies(Protocol):
    """What records said before they were changed, as keyed digests, until they are forgotten."""

    def outgrow(self, bodies: Iterable[tuple[MemoryId, str]]) -> None:
        """Keep that records said bodies with these hashes until now.

        Nobody waits for the disk: what a crash takes is a body that an import may bring back.
        """
        ...

    def bury_earlier(self, record: MemoryId, at: datetime) -> None:
        """Give every body that the record said before a tombstone of its own; durable on return."""
        ...

    def disown(self, record: MemoryId) -> None:
        """Blot out what is kept of the record: a secret was taken out of it, and a digest of a text of which
        only the secret is unknown lets the secret be guessed."""
        ...


class Requests(Protocol):
    """Requests that were done under an idempotency key; they expire after thirty days."""

    def outcome(self, key: str, digest: str, at: datetime) -> Outcome | None:
        """What the request under this key led to; None when it is unknown or expired.

        Args:
            key: what the caller named the request.
            digest: of everything the caller asks for now; another one under the same key is a mistake.
            at: the present.
        """
        ...

    def keep(self, key: str, outcome: MemoryId, digest: str, at: datetime) -> None:
        """Keep what a request led to; durable on return. The first of several under a key stands."""
        ...


class Echoes(Protocol):
    """What was shown in a session, so that it is not remembered again as news; expires after a day."""

    def recalled(self, session: str, body_hashes: Sequence[str], at: datetime) -> frozenset[str]:
        """Those of the hashes that were shown in the session."""
        ...

    def note(self, session: str, body_hashes: Sequence[str], at: datetime) -> None:
        """Keep that bodies with these hashes were shown in the session."""
        ...


class Ledger(Tombstones, BuriedTurns, EarlierBodies, Requests, Echoes, Protocol):
    """What files cannot say again. Bodies, keys and sessions are kept as keyed digests only."""
