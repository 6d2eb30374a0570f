"""Files of people beside the notes, as rows: vocabularies, what is searched, rules."""

from __future__ import annotations

import hashlib

from vademecum.model.fields import Declaration
from vademecum.model.file import AliasEntry, Quarantined
from vademecum.vault.declaring import read_declaration, written_declaration
from vademecum.vault.paths import ALIASES, FIELDS, RULES
from vademecum.vault.rows.notes import RowNotes
from vademecum.vault.ruling import read_rule_book
from vademecum.vault.scopes import folder_scope, scope_folder
from vademecum.vault.vocabulary import pairs_of, vocabulary_entries, write_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.fields import Pair
    from vademecum.model.record import Scope
    from vademecum.model.rules import RuleBook


class RowPeople(RowNotes):
    """Implements `ports.AliasFiles`, `ports.FieldFile` and `ports.RuleFile`."""

    def __init__(self) -> None:
        self._states: tuple[str, dict[str, str]] = ("", {})

    def read_aliases(self) -> tuple[tuple[AliasEntry, ...], tuple[Quarantined, ...]]:
        """See `ports.AliasFiles.read_aliases`."""
        entries: list[AliasEntry] = []
        broken: list[Quarantined] = []
        for scope, path, data in self._vocabularies():
            found = vocabulary_entries(scope, path, data)
            if isinstance(found, Quarantined):
                broken.append(found)
            else:
                entries += found
        return tuple(entries), tuple(broken)

    def write_aliases(self, scope: Scope, entries: Sequence[AliasEntry]) -> None:
        """See `ports.AliasFiles.write_aliases`; a vocabulary that does not parse is never overwritten, and
        what it said before is kept by nobody: an entry may go because what it names was forgotten."""
        pairs = pairs_of(scope, entries)
        path = f"{scope_folder(scope)}/{ALIASES}"

        def write() -> None:
            found = self._found(path)
            if found is None and not pairs:
                return
            data = write_pairs(path, found[0] if found else None, pairs)
            if found is None or data != found[0]:
                self.put(path, data)
                self._rows.erase_versions(path)

        self._rows.whole(path, write)

    def aliases_state(self) -> str:
        """See `ports.AliasFiles.aliases_state`."""
        return self._people()[ALIASES]

    def _vocabularies(self) -> list[tuple[Scope, str, bytes]]:
        named = {path: folder_scope(path.partition("/")[0]) for path in self._rows.named("", [ALIASES])}
        scopes = {path: scope for path, scope in named.items() if scope and path.count("/") == 1}
        found = self._rows.contents(list(scopes)) if scopes else {}
        return [(scope, path, found[path][0]) for path, scope in scopes.items() if path in found]

    def read_fields(self) -> Declaration | Quarantined:
        """See `ports.FieldFile.read_fields`."""
        found = self._found(FIELDS)
        return read_declaration(found[0]) if found else Declaration()

    def write_fields(self, said: Mapping[Pair, bool | None]) -> Declaration:
        """See `ports.FieldFile.write_fields`."""

        def write() -> bytes:
            found = self._found(FIELDS)
            data = written_declaration(found[0] if found else None, said)
            self.put(FIELDS, data)
            return data

        written = read_declaration(self._rows.whole(FIELDS, write))
        assert isinstance(written, Declaration)
        return written

    def fields_state(self) -> str:
        """See `ports.FieldFile.fields_state`."""
        return self._people()[FIELDS]

    def read_rules(self) -> RuleBook | Quarantined:
        """See `ports.RuleFile.read_rules`."""
        found = self._found(RULES)
        return read_rule_book(found[0] if found else b"")

    def rules_state(self) -> str:
        """See `ports.RuleFile.rules_state`."""
        return self._people()[RULES]

    def _people(self) -> dict[str, str]:
        """The state of each of these files, found out once a revision."""
        revision, states = self._states
        present = self._rows.revision()
        if not revision or revision != present:
            states = self._looked()
            self._states = (present, states)
        return states

    def _looked(self) -> dict[str, str]:
        found = self._rows.contents([FIELDS, RULES])
        states = {
            name: hashlib.sha256(found[name][0]).hexdigest() if name in found else ""
            for name in (FIELDS, RULES)
        }
        digest = hashlib.sha256()
        for _, path, content in self._vocabularies():
            digest.update(b"%s\0%d\0" % (path.encode(), len(content)) + content)
        return {FIELDS: "", RULES: "", **states, ALIASES: digest.hexdigest()}
