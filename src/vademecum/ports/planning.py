"""What the planner asks of the names that a store knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.plan import NamedRun


class KnownForms(Protocol):
    """Names of the people, places and things that a store knows, aliases included."""

    def mentioned(self, words: Sequence[str]) -> tuple[NamedRun, ...]:
        """Known names among folded words: longest first, then alphabetical, then in text order.

        Of names that overlap, the one that comes first here stands. A name of more than `MAX_FORM_WORDS`
        words is not known.
        """
        ...
