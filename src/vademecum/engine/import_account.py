"""What became of every record of an import: counted one by one, told together where they fared alike."""

from __future__ import annotations

from vademecum.model.importing import Fate, ImportRecord
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_TOLD = 10_000
"""Rows of an answer; what is beyond is counted and no longer told."""


class ImportAccount:
    """Counts the records of one run.

    Attributes:
        untold: records that are counted but not told.
    """

    def __init__(self) -> None:
        self._counts = dict.fromkeys(Fate, 0)
        self._rows: dict[tuple[object, ...], ImportRecord] = {}
        self.untold = 0
        self._file_counts = dict.fromkeys(Fate, 0)

    def begin_file(self, counts: Mapping[str, int]) -> None:
        """Count for another file, of which earlier runs counted so much."""
        self._file_counts = {fate: counts.get(fate.value, 0) for fate in Fate}

    @property
    def of_file(self) -> dict[str, int]:
        """Records of the present file over every run."""
        return {fate.value: count for fate, count in self._file_counts.items()}

    def count(self, fate: Fate) -> int:
        """Records of this fate in this run."""
        return self._counts[fate]

    def tell(self, record: ImportRecord) -> None:
        """Count what became of a record, or of several."""
        self._counts[record.outcome] += record.count
        self._file_counts[record.outcome] += record.count
        # A place to look at is what a rejected record is told for; of the others the first one is enough.
        apart = record.place if record.outcome is Fate.REJECTED else ""
        key = (record.outcome, record.kind, record.file, record.reason, record.id, apart)
        known = self._rows.get(key)
        if known is not None:
            self._rows[key] = replace(known, count=known.count + record.count)
        elif len(self._rows) < MOST_TOLD:
            self._rows[key] = record
        else:
            self.untold += record.count

    def rows(self) -> tuple[ImportRecord, ...]:
        """All that is told, in the order in which it was met."""
        return tuple(self._rows.values())
