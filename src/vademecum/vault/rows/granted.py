"""A vault as one caller of a service sees it: what is theirs alone, and the shared scopes open to them.

What may not be read is not there. What may be read and not written to is refused by its scope.
"""

from __future__ import annotations

from vademecum.errors import Forbidden
from vademecum.model.file import FAULTY
from vademecum.model.record import PERSONAL
from vademecum.model.value import value
from vademecum.vault.documents import scope_of
from vademecum.vault.paths import FIELDS, RULES
from vademecum.vault.rows.vault import RowVault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeVar

    from vademecum.model.fields import Declaration, Pair
    from vademecum.model.file import AliasEntry, Listing, Stamp
    from vademecum.model.record import Scope
    from vademecum.ports import Index
    from vademecum.ports.truth import FileRows

    T = TypeVar("T")


@value(kw_only=True)
class Granted:
    """What a caller reaches.

    Attributes:
        own: files that are theirs alone; None when those are not reached.
        shared: files of the tenant.
        reads, writes: whether what stands in a scope may be read, and written to.
        rules: whether the rules of the tenant may be written.
    """

    own: FileRows | None
    shared: FileRows
    reads: Callable[[Scope], bool]
    writes: Callable[[Scope], bool]
    rules: bool = False


class GrantedRows:
    """Implements `ports.truth.FileRows` over both."""

    def __init__(self, granted: Granted) -> None:
        self._granted = granted

    def _all(self) -> Iterator[FileRows]:
        if self._granted.own is not None:
            yield self._granted.own
        yield self._granted.shared

    def _rows(self, path: str) -> FileRows | None:
        """Where a path leads, may it be read or not."""
        granted = self._granted
        if path == FIELDS:
            return granted.own or granted.shared
        return granted.own if path != RULES and _scope(path) == PERSONAL else granted.shared

    def _reads(self, path: str) -> bool:
        return path in (FIELDS, RULES) or self._granted.reads(_scope(path))

    def _readable(self, path: str) -> FileRows | None:
        return self._rows(path) if self._reads(path) else None

    def _writable(self, path: str) -> FileRows:
        """Where a path leads.

        Raises:
            Forbidden: nothing may be written there.
        """
        scope, rows = _scope(path), self._rows(path)
        granted = self._granted
        may = path == FIELDS or (granted.rules if path == RULES else granted.writes(scope))
        if rows is None or not may:
            what = path if path == RULES else scope
            raise Forbidden(f"{what} is not open to you for writing; ask an administrator of your tenant")
        return rows

    def whole(self, path: str, work: Callable[[], T]) -> T:
        """See `FileWhole.whole`."""
        return self._writable(path).whole(path, work)

    def revision(self) -> str:
        """See `FileReading.revision`."""
        return "+".join(rows.revision() for rows in self._all())

    def stamps(self, paths: Sequence[str] | None = None) -> dict[str, Stamp]:
        """See `FileReading.stamps`."""
        found: dict[str, Stamp] = {}
        for rows in self._all():
            wanted = None if paths is None else [path for path in paths if self._rows(path) is rows]
            found |= {path: stamp for path, stamp in rows.stamps(wanted).items() if self._is_of(path, rows)}
        return dict(sorted(found.items()))

    def _is_of(self, path: str, rows: FileRows) -> bool:
        return self._readable(path) is rows

    def contents(self, paths: Sequence[str]) -> dict[str, tuple[bytes, Stamp]]:
        """See `FileReading.contents`."""
        found: dict[str, tuple[bytes, Stamp]] = {}
        for rows in self._all():
            found |= rows.contents([path for path in paths if self._is_of(path, rows)])
        return found

    def named(self, folder: str, names: Sequence[str]) -> tuple[str, ...]:
        """See `FileReading.named`."""
        found = [(path, rows) for rows in self._all() for path in rows.named(folder, names)]
        return tuple(sorted(path for path, rows in found if self._is_of(path, rows)))

    def holding(self, needles: Sequence[bytes]) -> dict[str, frozenset[bytes]]:
        """See `FileReading.holding`."""
        found: dict[str, frozenset[bytes]] = {}
        for rows in self._all():
            found |= {path: held for path, held in rows.holding(needles).items() if self._is_of(path, rows)}
        return dict(sorted(found.items()))

    def versions(self, path: str) -> tuple[bytes, ...]:
        """See `FileReading.versions`."""
        rows = self._readable(path)
        return rows.versions(path) if rows is not None else ()

    def put(self, path: str, data: bytes, name: str) -> None:
        """See `FileChanging.put`."""
        self._writable(path).put(path, data, name)

    def move(self, path: str, to: str, name: str) -> None:
        """See `FileChanging.move`; both paths are of one scope."""
        self._writable(path).move(path, to, name)

    def erase(self, path: str) -> None:
        """See `FileChanging.erase`."""
        self._writable(path).erase(path)

    def erase_versions(self, path: str) -> None:
        """See `FileChanging.erase_versions`."""
        self._writable(path).erase_versions(path)


def _scope(path: str) -> Scope:
    """Scope of a path, of a folder too."""
    return scope_of(path if "/" in path else f"{path}/")


class GrantedVault(RowVault):
    """The vault of a caller.

    Nobody looks at the files for a caller: who keeps the indexes looks at all of them, and what the index was
    made by is what holds.

    Args:
        granted: what the caller reaches.
        index: what the caller asks.
        keep: has the indexes brought up to date with the files, where those changed.
    """

    def __init__(self, granted: Granted, index: Index, keep: Callable[[], None]) -> None:
        super().__init__(GrantedRows(granted))
        self._index = index
        self._keep = keep

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`; nothing is ever to be read by the caller."""
        del trace
        self._keep()
        return None

    def write_aliases(self, scope: Scope, entries: Sequence[AliasEntry]) -> None:
        """See `ports.AliasFiles.write_aliases`."""
        super().write_aliases(scope, entries)
        self._keep()

    def aliases_state(self) -> str:
        """See `ports.AliasFiles.aliases_state`."""
        return self._index.vocabulary_state().removeprefix(FAULTY)

    def write_fields(self, said: Mapping[Pair, bool | None]) -> Declaration:
        """See `ports.FieldFile.write_fields`; what is theirs alone says so, and all that holds is told."""
        super().write_fields(said)
        self._keep()
        return self._index.fields().declared()

    def fields_state(self) -> str:
        """See `ports.FieldFile.fields_state`."""
        return self._index.fields().state().removeprefix(FAULTY)

    def rules_state(self) -> str:
        """See `ports.RuleFile.rules_state`."""
        return self._index.derivations().state().removeprefix(FAULTY)
