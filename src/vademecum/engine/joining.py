"""What a copy says of fields and rules joins what this home says; where both differ, this home's stays."""

from __future__ import annotations

from vademecum.errors import VadeError, quoted
from vademecum.model.file import Quarantined
from vademecum.model.importing import Fate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from vademecum.engine.parts import Parts
    from vademecum.model.copies import CopiedFile
    from vademecum.ports.copies import Copies

    class Telling(Protocol):
        """Told of every file but those that need to be read by their records."""

        def __call__(self, fate: Fate, kind: str, place: str, reason: str, *, id: str | None) -> None:
            """What became of a file."""
            ...


FIELDS, RULES = "memories/fields.yaml", "memories/rules.yaml"


class Joining:
    """Takes in the two files that stand beside the folders of the scopes."""

    def __init__(self, parts: Parts, copies: Copies) -> None:
        self._parts = parts
        self._copies = copies

    def take(self, file: CopiedFile, tell: Telling) -> None:
        """Take in one of the two; each line or rule of it is told of."""
        kind = "fields" if file.path == FIELDS else "rules"
        try:
            if self._copies.place(file):
                tell(Fate.IMPORTED, kind, file.path, "", id=None)
            elif self._copies.present(file.path) == file.data:
                tell(Fate.DUPLICATE, kind, file.path, "", id=None)
            elif file.path == FIELDS:
                self._fields(file, tell)
            else:
                self._rules(file, tell)
        except VadeError as error:
            tell(Fate.REJECTED, kind, file.path, error.message, id=None)

    def _fields(self, file: CopiedFile, tell: Telling) -> None:
        brought, present = self._copies.fields_of(file), self._parts.vault.read_fields()
        if brought is None or isinstance(present, Quarantined):
            whose = "the copy's" if brought is None else "this home's"
            tell(Fate.REJECTED, "fields", file.path, f"{whose} fields.yaml cannot be read", id=None)
            return
        here = dict(present.said)
        new = {pair: searched for pair, searched in brought.said if pair not in here}
        if new:
            self._parts.vault.write_fields(new)
        for pair, searched in brought.said:
            if pair in new:
                tell(Fate.IMPORTED, "field", file.path, "", id=None)
            elif here[pair] == searched:
                tell(Fate.DUPLICATE, "field", file.path, "", id=None)
            else:
                said = f"{pair.shown} is {_WORDS[here[pair]]} here, which stays"
                tell(Fate.SKIPPED, "field", file.path, said, id=None)

    def _rules(self, file: CopiedFile, tell: Telling) -> None:
        brought = self._copies.add_rules(file)
        if brought.fault:
            tell(Fate.REJECTED, "rules", file.path, f"{brought.fault}; nothing was added", id=None)
        for _ in brought.added:
            tell(Fate.IMPORTED, "rule", file.path, "", id=None)
        for _ in brought.same:
            tell(Fate.DUPLICATE, "rule", file.path, "", id=None)
        for name in brought.differing:
            said = f"the rule {quoted(name)} says something else here, which stays"
            tell(Fate.SKIPPED, "rule", file.path, said, id=None)


_WORDS = {True: "searched", False: "not searched"}
