"""What was answered to requests that named themselves, so that a repeat changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vademecum.model.value import field, value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

KEPT_S = 24 * 3600
"""Seconds for which a repeat is known: a client that tries again gives up long before."""


@value(kw_only=True)
class Replay:
    """One answer.

    Attributes:
        digest: of the request: method, path, query and body.
        status: of HTTP.
        headers: those that say something of the answer.
        at: when it was given.
    """

    digest: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes
    at: datetime


class Replays(Protocol):
    """Answers by the key that the request named, each for `KEPT_S`."""

    def find(self, whose: str, key: str, now: datetime) -> Replay | None:
        """The answer that somebody's request of this key was given; None when there is none any more."""
        ...

    def keep(self, whose: str, key: str, replay: Replay) -> None:
        """Keep an answer; what is older than `KEPT_S` may go.

        Raises:
            VaultError: it cannot be kept.
        """
        ...
