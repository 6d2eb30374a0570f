"""A check-up that reads every byte: does the index hold what files say, and has what was erased come back?"""

from __future__ import annotations

from itertools import islice

from vademecum.errors import VadeError
from vademecum.model.answer import CheckUp, Finding
from vademecum.model.file import Document
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Entry
    from vademecum.model.ledger import Tombstone
    from vademecum.model.record import MemoryId

_MEND = "vade reindex"
_AT_ONCE = 1_000
_EVERY = 100
"""Records between two tellings of how far it is."""


class DeepHealth:
    """Reads each record's file again and derives its entry anew; of any number of records few are in memory.

    Args:
        parts: the open home.
        look: brings the index up to date; called where something differs, as others may write meanwhile.
    """

    def __init__(self, parts: Parts, look: Callable[[], object]) -> None:
        self._parts = parts
        self._look = look

    def check(self, watch: Callable[[int, int], None] | None = None) -> CheckUp:
        """What differs, by path; never raises for a file that cannot be read.

        Args:
            watch: called with how many records are done, and how many there are.
        """
        self._look()
        suspects = {entry.path for entry in self._watched(watch) if self._difference(entry)}
        if suspects:
            self._look()
        entries = self._parts.index.entries()
        differing = {entry.path: self._difference(entry) for entry in entries if entry.path in suspects}
        findings = [_differs(path, why) for path, why in sorted(differing.items()) if why]
        return CheckUp(findings=(*(findings or [_derived()]), *self._returned()))

    def _watched(self, watch: Callable[[int, int], None] | None) -> Iterator[Entry]:
        index = self._parts.index
        total = sum(index.tally("kind").values())
        for done, entry in enumerate(index.entries(), 1):
            yield entry
            if watch and (done % _EVERY == 0 or done == total):
                watch(done, total)

    def _difference(self, entry: Entry) -> str:
        """How an entry differs from one derived anew; empty when it does not, or its file is out of reach,
        which the plain check-up says."""
        try:
            document = self._parts.vault.read(entry.path)
        except VadeError:
            return ""
        if document is None:
            return "the file is gone, and the index serves it still"
        if not isinstance(document, Document):
            return ""
        if document.state.sha256 != entry.state.sha256:
            return "the index was derived from other bytes than the file has"
        fresh = replace(self._parts.entry(document), state=entry.state)
        return "" if fresh == entry else "the index says something else of it than the file"

    def _returned(self) -> Iterator[Finding]:
        """Records that are here although they were forgotten: a backup brought their files back."""
        entries = self._parts.index.entries()
        try:
            while some := list(islice(entries, _AT_ONCE)):
                # Each question reads all tombstones: most are put for many records at once, and answered no.
                if self._buried([entry.id for entry in some]) is not None:
                    yield from filter(None, map(self._back, some))
        except VadeError:
            return  # the plain check-up says that the ledger cannot be read

    def _buried(self, ids: Sequence[MemoryId]) -> Tombstone | None:
        """A tombstone of one of them; a text without its id may have been kept a second time on purpose."""
        return self._parts.ledger.buried("", ids)

    def _back(self, entry: Entry) -> Finding | None:
        buried = self._buried([entry.id])
        if buried is None:
            return None
        message = f"it was forgotten on {buried.at.date()} and is here again ({entry.path})"
        fix = f"vade forget {entry.id}"
        return Finding(level="warning", code="erased_came_back", subject=entry.key, message=message, fix=fix)


def _derived() -> Finding:
    message = "every record was read again, and the index says of each what its file says"
    return Finding(level="ok", code="derived_anew", subject="", message=message)


def _differs(path: str, why: str) -> Finding:
    return Finding(level="error", code="index_differs", subject=path, message=why, fix=_MEND)
