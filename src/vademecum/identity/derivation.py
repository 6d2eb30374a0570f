"""What is kept in place of a secret: what argon2id makes of it."""

from __future__ import annotations

import secrets
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from vademecum.errors import Busy

_MEMORY_KIB, _PASSES, _LANES = 19 * 1024, 2, 1
"""The least that OWASP's Password Storage Cheat Sheet asks of argon2id. A secret of ours is 256 bits by
chance, which nobody guesses however cheap a guess is, so that more would buy nothing."""

_AT_ONCE, _IN_ALL = 2, 10
"""Derivations that one process does at a time, and those with the ones that wait for their turn: whoever
sends wrong tokens takes two cores and ten threads at most; whoever is known already is let in meanwhile."""


class Derivation:
    """Derives and compares; counts how often, for whoever must know that it is off the hot path."""

    def __init__(self, *, memory_kib: int = _MEMORY_KIB, passes: int = _PASSES) -> None:
        """Use so much memory and so many passes; what was derived with others compares all the same."""
        self._hasher = PasswordHasher(time_cost=passes, memory_cost=memory_kib, parallelism=_LANES)
        self._turn, self._room = BoundedSemaphore(_AT_ONCE), BoundedSemaphore(_IN_ALL)
        self._nobody = self._hasher.hash(secrets.token_hex())
        self.comparisons = 0

    def derive(self, secret: str) -> str:
        """What is kept, with its parameters and a salt."""
        return self._hasher.hash(secret)

    def matches(self, digest: str, secret: str) -> bool:
        """Whether `digest` was derived from the secret.

        Raises:
            Busy: too many are being compared.
        """
        if not self._room.acquire(blocking=False):
            raise Busy("too many tokens are being proven at once; try again in a moment")
        try:
            with self._turn:
                self.comparisons += 1
                return self._hasher.verify(digest, secret)
        except (VerificationError, InvalidHashError):
            return False
        finally:
            self._room.release()

    def compare_with_nobody(self, secret: str) -> None:
        """Take as long as `matches` does, where there is nothing to compare with.

        Raises:
            Busy: too many are being compared.
        """
        self.matches(self._nobody, secret)
