"""Whoever opens homes for many people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection

    from vademecum.engine.vade import Vade


class Homes(Protocol):
    """Opens what somebody reaches."""

    def vade(
        self,
        tenant: str,
        user: str,
        *,
        reads: Collection[str],
        writes: Collection[str],
        personal: bool,
        changes: bool,
    ) -> Vade:
        """What somebody may ask; shared by all requests of the same reach.

        Args:
            tenant: whose shared scopes are meant.
            user: whose personal scope is meant.
            reads, writes: shared scopes that are open, ``*`` for all of them.
            personal: whether the personal scope is reached.
            changes: whether the personal scope may be written to.
        """
        ...


class KeptHomes(Homes, Protocol):
    """Opens what keeps their indexes, too."""

    def keeper(self, tenant: str, user: str | None = None) -> Vade:
        """All that is shared in a tenant, or is one person's alone, for whoever keeps its index."""
        ...
