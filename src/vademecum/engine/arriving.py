"""What another home exported, brought into this one file by file.

What is not here is put where it stood there, byte for byte, so that an empty home answers as the other did.
What is here already stays as it is: a copy never takes the place of anything.
"""

from __future__ import annotations

import json

from vademecum.engine.conversations.parts import mark_of_turn
from vademecum.engine.curating import Curating
from vademecum.engine.joining import FIELDS, RULES, Joining
from vademecum.errors import Forbidden, VadeError
from vademecum.indexing.entry import body_hash
from vademecum.markdown.outcome import Fault
from vademecum.markdown.reading import parse
from vademecum.model.copies import CopiedFile
from vademecum.model.importing import Fate
from vademecum.model.record import PERSONAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.joining import Telling
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.ports.copies import Copies

    Became = tuple[Fate, str, str | None]
    """Fate, reason, id."""


_KIND_OF = {
    "memories": "memory",
    "conversations": "conversation",
    "config.toml": "settings",
    "state": "state",
}
_ENDS = "state/conversation-ends.jsonl"
_MERGED = (
    "state/tombstones.jsonl",
    "state/buried-turns.jsonl",
    "state/imports.jsonl",
    "state/imported.jsonl",
)
"""Journals of which rows that are not here are added."""


class Arriving:
    """Takes in the files of a copy."""

    def __init__(self, parts: Parts, storing: Storing, copies: Copies) -> None:
        self._parts = parts
        self._storing = storing
        self._copies = copies
        self._ends = b""
        self.known: set[str] = set()
        """Paths of conversations that are here already, of which only further turns can come, or that hold
        something that was forgotten here."""

    def take(self, files: Iterator[CopiedFile], tell: Telling) -> None:
        """Take in everything but what is `known` afterwards.

        Raises:
            UsageError: the copy is damaged; what was taken in before stays.
            VaultError: the disk refuses; likewise.
        """
        for file in files:
            folder = file.path.partition("/")[0]
            if file.path == _ENDS:
                self._ends = file.data
            elif folder == "state":
                self._state(file)
            elif file.path.endswith("/aliases.yaml"):
                self._aliases(file, tell)
            elif file.path in (FIELDS, RULES):
                Joining(self._parts, self._copies).take(file, tell)
            else:
                fate, reason, own = self._allowed(file, folder)
                if file.path not in self.known:
                    tell(fate, _KIND_OF[folder], file.path, reason, id=own)

    def _state(self, file: CopiedFile) -> None:
        """What no file says again: added where it is missing here."""
        if not self._copies.place(file) and file.path in _MERGED:
            self._copies.add_rows(file)

    def _aliases(self, file: CopiedFile, tell: Telling) -> None:
        try:
            placed = self._copies.place(file)
        except Forbidden as error:
            tell(Fate.REJECTED, "aliases", file.path, error.message, id=None)
            return
        if placed:
            tell(Fate.IMPORTED, "aliases", file.path, "", id=None)
            return
        curating = Curating(self._parts, self._storing)
        for entry in self._copies.aliases_of(file):
            before = self._parts.vault.read_aliases()[0]
            try:
                added = curating.add_alias(entry.alias, entry.target, entry.scope, dry_run=False)
            except VadeError as error:
                tell(Fate.REJECTED, "alias", file.path, error.message, id=None)
                continue
            fate = Fate.DUPLICATE if added in before else Fate.IMPORTED
            tell(fate, "alias", file.path, "", id=None)

    def _allowed(self, file: CopiedFile, folder: str) -> Became:
        """As `_placed`, of what may be written here at all."""
        try:
            return self._placed(file, folder)
        except Forbidden as error:
            return Fate.REJECTED, error.message, None

    def _placed(self, file: CopiedFile, folder: str) -> Became:
        if folder == "memories":
            return self._memory(file)
        if folder == "conversations":
            return self._conversation(file)
        if self._copies.place(file):
            return Fate.IMPORTED, "", None
        same = self._copies.present(file.path) == file.data
        return (Fate.DUPLICATE, "", None) if same else (Fate.SKIPPED, "the settings of this home stay", None)

    def _memory(self, file: CopiedFile) -> Became:
        found = parse(file.data, scope=PERSONAL)
        if isinstance(found, Fault) or not found.record.id:
            return self._anywhere(file, None)
        own = found.record.id
        tombstone = self._parts.ledger.buried(body_hash(found.record.body), (own,))
        if tombstone is not None:
            return Fate.SKIPPED, f"was forgotten here on {tombstone.at:%Y-%m-%d}", own
        owner = self._parts.index.owner(own)
        if owner is not None:
            same = self._copies.present(f"memories/{owner}") == file.data
            return (
                (Fate.DUPLICATE, "", own)
                if same
                else (Fate.SKIPPED, "says something else here, which stays", own)
            )
        return self._anywhere(file, own)

    def _anywhere(self, file: CopiedFile, own: str | None) -> Became:
        """Put it where it stood, or beside what stands there."""
        if self._copies.place(file):
            return Fate.IMPORTED, "", own
        if self._copies.present(file.path) == file.data:
            return Fate.DUPLICATE, "", own
        stem = file.path.removesuffix(".md")
        for ending in ((own or "copy")[-6:].lower(), (own or "another-copy").lower()):
            if self._copies.place(CopiedFile(f"{stem}-{ending}.md", file.data)):
                return Fate.IMPORTED, "stands under another name", own
        return Fate.SKIPPED, "every name for it is taken", own

    def _conversation(self, file: CopiedFile) -> Became:
        own = file.path.rpartition("/")[2].partition(".")[0]
        tombstone = self._parts.ledger.buried("", (own,))
        if tombstone is not None:
            return Fate.SKIPPED, f"was forgotten here on {tombstone.at:%Y-%m-%d}", own
        if self._parts.ledger.buried_turns(_marks(file.data)):
            self.known.add(file.path)  # without what was forgotten it is another file, so its turns are taken
            return Fate.SKIPPED, "", own
        if self._copies.place_conversation(file, self._ends):
            return Fate.IMPORTED, "", own
        present = self._copies.present(file.path)
        if present is not None and present.startswith(file.data):
            return Fate.DUPLICATE, "", own
        self.known.add(file.path)
        return Fate.DUPLICATE, "", own


def _marks(data: bytes) -> Iterator[str]:
    """What stands for the turns of a conversation's file among those that were forgotten."""
    host = ""
    for line in data.splitlines():
        try:
            said = json.loads(line)
            if said["kind"] == "header":
                host = said["host"]
            elif said["kind"] == "turn" and said.get("text") is not None:
                yield mark_of_turn(host, said["id"], said["role"], said["text"])
        except (ValueError, KeyError, TypeError):
            continue
