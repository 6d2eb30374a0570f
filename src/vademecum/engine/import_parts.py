"""What importing needs beside the parts of every verb."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from vademecum.model.conversation import Appended, ConversationId, NewConversation
    from vademecum.ports.importing import ForeignSources, ImportLedger

    class Keeping(Protocol):
        """The conversations of a home, as far as an import needs them."""

        def append(self, new: NewConversation) -> Appended:
            """Begin a conversation or go on with it; raises as `ConversationWriting.append` does."""
            ...

        def origins(self, conversation: ConversationId) -> frozenset[str]:
            """Origin ids of the turns that are there."""
            ...

        def rename(self, conversation: ConversationId, title: str) -> None:
            """Give it another title."""
            ...


@value(kw_only=True)
class ImportParts:
    """Handed in by wiring, and opened by the first import.

    Attributes:
        scope_at: scope of the project that a folder belongs to, None when it belongs to none.
    """

    sources: ForeignSources
    ledger: ImportLedger
    keeping: Keeping
    scope_at: Callable[[str], str | None]
