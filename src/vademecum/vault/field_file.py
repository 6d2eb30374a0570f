"""The declaration on a disk: ``fields.yaml`` beside the folders of the scopes.

A recall asks for its state only, so reading and writing YAML is imported where it happens.
"""

from __future__ import annotations

from functools import partial

from vademecum.errors import Unreadable
from vademecum.model.fields import Declaration
from vademecum.model.file import Quarantined
from vademecum.vault.paths import FIELDS
from vademecum.vault.seeing import Seen, check_unchanged, see, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from vademecum.model.fields import Pair


class FieldFolder:
    """Implements `ports.fields.FieldFile` for a vault on a folder, which is one of these."""

    _root: str
    _now_ns: Callable[[], int]
    _hold: Callable[[str], AbstractContextManager[None]]

    def read_fields(self) -> Declaration | Quarantined:
        """See `FieldFile.read_fields`."""
        seen = see(self._root, FIELDS, self._now_ns)
        if not isinstance(seen, Seen):
            return seen or Declaration()
        from vademecum.vault.declaring import read_declaration

        return read_declaration(seen.data)

    def write_fields(self, said: Mapping[Pair, bool | None]) -> Declaration:
        """See `FieldFile.write_fields`."""
        from pathlib import Path

        from vademecum.durable import create_exclusive, replace_file
        from vademecum.vault.declaring import read_declaration, written_declaration

        with self._hold(FIELDS):
            seen = see(self._root, FIELDS, self._now_ns)
            if isinstance(seen, Quarantined):
                raise Unreadable(f"{FIELDS}: {seen.message}")
            data = written_declaration(seen.data if seen else None, said)
            if seen is None:
                create_exclusive(Path(self._root), (FIELDS,), data)
            elif data != seen.data:
                unchanged = partial(check_unchanged, self._root, FIELDS, seen, self._now_ns)
                replace_file(seen.place, data, mode=seen.mode, guard=unchanged)
        written = read_declaration(data)
        assert isinstance(written, Declaration)
        return written

    def fields_state(self) -> str:
        """See `FieldFile.fields_state`."""
        return state_of(self._root, FIELDS, self._now_ns)
