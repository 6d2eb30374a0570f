"""The vocabularies on a disk: one ``aliases.yaml`` a scope folder.

A recall asks for their state only, so reading and writing YAML is imported where it happens.
"""

from __future__ import annotations

import os
from functools import partial

from vademecum.errors import Unreadable
from vademecum.model.file import AliasEntry, Quarantined
from vademecum.text.digest import sha256
from vademecum.vault.paths import ALIASES
from vademecum.vault.scopes import folder_scope, scope_folder
from vademecum.vault.seeing import Seen, check_unchanged, see

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.model.record import Scope


class AliasFolder:
    """Implements `ports.AliasFiles` for a vault on a folder, which is one of these."""

    _root: str
    _now_ns: Callable[[], int]
    _hold: Callable[[str], AbstractContextManager[None]]

    def read_aliases(self) -> tuple[tuple[AliasEntry, ...], tuple[Quarantined, ...]]:
        """See `ports.AliasFiles.read_aliases`."""
        from vademecum.vault.vocabulary import vocabulary_entries

        entries: list[AliasEntry] = []
        broken: list[Quarantined] = []
        for scope, path in self._vocabularies():
            seen = see(self._root, path, self._now_ns)
            found = vocabulary_entries(scope, path, seen.data) if isinstance(seen, Seen) else seen
            if isinstance(found, Quarantined):
                broken.append(found)
            else:
                entries += found or ()
        return tuple(entries), tuple(broken)

    def write_aliases(self, scope: Scope, entries: Sequence[AliasEntry]) -> None:
        """See `ports.AliasFiles.write_aliases`; comments of a person stay where they are.

        Raises:
            Unreadable: the present vocabulary does not parse; it is not overwritten.
            Conflict: an editor saved it at the same moment.
        """
        from vademecum.vault.vocabulary import pairs_of, write_pairs

        pairs = pairs_of(scope, entries)
        path = f"{scope_folder(scope)}/{ALIASES}"
        from pathlib import Path

        from vademecum.durable import create_exclusive, make_folders

        with self._hold(scope_folder(scope)):
            seen = see(self._root, path, self._now_ns)
            if isinstance(seen, Quarantined):
                raise Unreadable(f"{path}: {seen.message}")
            if seen is not None:
                self._replace_aliases(seen, path, write_pairs(path, seen.data, pairs))
            elif pairs:
                folder = Path(self._root, scope_folder(scope))
                make_folders(folder)
                create_exclusive(folder, (ALIASES,), write_pairs(path, None, pairs))

    def _replace_aliases(self, seen: Seen, path: str, data: bytes) -> None:
        if data != seen.data:
            # An entry may go because what it names was forgotten; such writes are rare.
            from vademecum.blotting import replace_blotting

            unchanged = partial(check_unchanged, self._root, path, seen, self._now_ns)
            replace_blotting(seen.place, data, mode=seen.mode, guard=unchanged)

    def aliases_state(self) -> str:
        """See `ports.AliasFiles.aliases_state`; made from the contents, which are short."""
        paths = [path for _, path in self._vocabularies()]
        if not paths:
            return ""
        digest = sha256()
        for path in paths:
            seen = see(self._root, path, self._now_ns)
            content = seen.data if isinstance(seen, Seen) else repr(seen).encode()
            digest.update(b"%s\0%d\0" % (path.encode(), len(content)) + content)
        return digest.hexdigest()

    def _vocabularies(self) -> Iterator[tuple[Scope, str]]:
        try:
            names = sorted(os.listdir(self._root))
        except OSError:
            return
        for name in names:
            scope = folder_scope(name)
            if scope is not None and os.path.lexists(f"{self._root}/{name}/{ALIASES}"):
                yield scope, f"{name}/{ALIASES}"
