"""Records that were read before, for as long as there is room for them."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vademecum.model.ask import Candidate

_MOST = 32_768
"""Records of all tenants together, about 1.5 KB each. Reading two hundred from the database costs 1.5 ms, and
a version never changes: a rebuilt index has another name, and no number is given twice."""


class Decoded:
    """Candidates by index and version. Shared between threads and tenants."""

    def __init__(self, most: int = _MOST) -> None:
        """Keep nothing yet."""
        self._most = most
        self._held: dict[tuple[str, int], Candidate] = {}

    def read(
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
        held = self._held
        # Taken out first: another thread may be making room meanwhile.
        found = {version: held.get((store, version)) for version in versions}
        lacking = [version for version, record in found.items() if record is None]
        if lacking:
            if len(held) + len(lacking) > self._most:
                for key in list(islice(held, self._most // 2)):
                    held.pop(key, None)
            for version, record in missing(lacking):
                found[version] = record
                if keep:
                    held[store, version] = record
        return [record for record in found.values() if record is not None]

    def forget(self, store: str) -> None:
        """Drop what is kept of an index."""
        for key in [key for key in list(self._held) if key[0] == store]:
            self._held.pop(key, None)
