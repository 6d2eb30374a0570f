"""What importing needs beside the parts of every verb."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.ports.copies import Copies
    from vademecum.ports.importing import ForeignSources, ImportLedger


@value(kw_only=True)
class ImportParts:
    """Handed in by wiring, and opened by the first import.

    Attributes:
        scope_at: scope of the project that a folder belongs to, None when it belongs to none.
        copies: copies of the home, None for one that lives in memory.
    """

    sources: ForeignSources
    ledger: ImportLedger
    scope_at: Callable[[str], str | None]
    copies: Copies | None = None
