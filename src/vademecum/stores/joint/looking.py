"""What several indexes remember of the files, as one."""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vademecum.model.file import FileState, Quarantined
    from vademecum.model.record import MemoryId, Scope
    from vademecum.stores.joint.sides import Side, Sides


def summed(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Counts of several, added."""
    whole: Counter[str] = Counter()
    for part in parts:
        whole.update(part)
    return dict(whole)


class JointManifest:
    """Implements `ports.Manifest`, and keeps the trace of a look."""

    def __init__(self, sides: Sides, scope_at: Callable[[str], Scope]) -> None:
        self._sides = sides
        self._scope_at = scope_at

    def _shows(self, path: str) -> bool:
        return self._sides.shows(self._scope_at(path))

    def states(self) -> dict[str, FileState]:
        found = (one for side in self._sides for one in side.index.states().items())
        return {path: state for path, state in found if self._shows(path)}

    def state(self, path: str) -> FileState | None:
        side = self._sides.of(self._scope_at(path))
        return side.index.state(path) if side is not None and self._shows(path) else None

    def known_files(self) -> int:
        return sum(map(_files, self._sides))

    def owner(self, record: MemoryId) -> str | None:
        found = (side.index.owner(record) for side in self._sides)
        path = next((path for path in found if path is not None), None)
        return path if path is not None and self._shows(path) else None

    def file_of(self, scope: Scope) -> str | None:
        side = self._sides.of(scope)
        return side.index.file_of(scope) if side is not None and side.shows(scope) else None

    def quarantined(self) -> tuple[Quarantined, ...]:
        found = [one for side in self._sides for one in side.index.quarantined() if self._shows(one.path)]
        return tuple(sorted(found, key=lambda fault: fault.path))

    def revision(self) -> str:
        stores, numbers = zip(*(side.index.revision().split(".") for side in self._sides.all), strict=True)
        return f"{'+'.join(stores)}.{sum(map(int, numbers))}"

    def trace(self) -> str:
        traces = {side.index.trace() for side in self._sides.all}
        return traces.pop() if len(traces) == 1 else ""

    def put_trace(self, trace: str, revision: str) -> None:
        if revision == self.revision():
            for side in self._sides.all:
                side.index.put_trace(trace, side.index.revision())


def _files(side: Side) -> int:
    """How many files it knows; of one that is not seen as a whole, those of the records that are."""
    if side.scopes is None:
        return side.index.known_files()
    return sum(number for scope, number in side.index.tally("scope").items() if scope in side.scopes)
