"""What was read of states that do not change any more, for as long as there is room for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from vademecum.model.ask import Candidate

_MOST_CANDIDATES = 32_768
"""Records of all tenants together, about 1.5 KB each. Reading two hundred from the database costs 1.5 ms, and
a version never changes: a rebuilt index has another name, and no number is given twice."""

_MOST_BYTES = 128 * 1024 * 1024
"""Of lists of postings, of all tenants together; a thousand memories have 0.4 MB of them, all words asked."""

_MOST_STATES = 20_000
_STATE_BYTES = 2_048


class Kept(dict[object, "Any"]):
    """What is known of one state of one index.

    Attributes:
        bytes: about how many it takes.
        counted: it is kept beyond the transaction that asked, and room is made for it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.bytes = _STATE_BYTES
        self.counted = False


class Remembered:
    """Candidates by version, and whatever else was asked of the newest state of an index.

    Shared between threads and tenants. What is kept of a state goes as soon as another one is met.
    """

    def __init__(self, most_candidates: int = _MOST_CANDIDATES, most_bytes: int = _MOST_BYTES) -> None:
        """Keep nothing yet."""
        self._most_candidates = most_candidates
        self._most_bytes = most_bytes
        self._candidates: dict[tuple[str, int], Candidate] = {}
        self._states: OrderedDict[str, tuple[int, Kept]] = OrderedDict()
        self._lock = threading.Lock()
        self._bytes = 0

    def state(self, store: str, changes: int) -> Kept:
        """What is kept of a state; whoever learns more of it puts it there, and says so to `grown`."""
        with self._lock:
            known = self._states.get(store)
            if known is not None and known[0] == changes:
                self._states.move_to_end(store)
                return known[1]
            kept = Kept()
            if known is None or known[0] < changes:  # an older state is looked at, and forgotten
                self._drop(store)
                self._states[store] = changes, kept
                self._bytes += kept.bytes
                kept.counted = True
            return kept

    def grown(self, kept: Kept, by: int) -> None:
        """Make room for more that was put to a state; the states that nobody asked for longest go."""
        with self._lock:
            kept.bytes += by
            if not kept.counted:  # it goes with its transaction, or went when another state was met
                return
            self._bytes += by
            while self._states and (self._bytes > self._most_bytes or len(self._states) > _MOST_STATES):
                self._drop(next(iter(self._states)))

    def _drop(self, store: str) -> None:
        if (known := self._states.pop(store, None)) is not None:
            self._bytes -= known[1].bytes
            known[1].counted = False

    def candidates(
        self,
        store: str,
        versions: Sequence[int],
        missing: Callable[[list[int]], Iterable[tuple[int, Candidate]]],
        *,
        keep: bool,
    ) -> list[Candidate]:
        """Records by their versions; those that do not exist are left out.

        Args:
            store: name of the index.
            versions: which.
            missing: reads those that are not kept.
            keep: what is read is committed.
        """
        held = self._candidates
        # Taken out first: another thread may be making room meanwhile.
        found = {version: held.get((store, version)) for version in versions}
        lacking = [version for version, record in found.items() if record is None]
        if lacking:
            if len(held) + len(lacking) > self._most_candidates:
                for key in list(islice(held, self._most_candidates // 2)):
                    held.pop(key, None)
            for version, record in missing(lacking):
                found[version] = record
                if keep:
                    held[store, version] = record
        return [record for record in found.values() if record is not None]

    def forget(self, store: str) -> None:
        """Drop everything that is kept of an index."""
        with self._lock:
            self._drop(store)
        for key in [key for key in list(self._candidates) if key[0] == store]:
            self._candidates.pop(key, None)
