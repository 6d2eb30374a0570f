"""`RowCopies`: copies of a home whose files are rows, in the same form as those of a home on a disk."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from vademecum.durable import disk_refusal
from vademecum.model.conversation import ConversationId
from vademecum.vault.copies import merging, taking
from vademecum.vault.copies.bringing import entries_of
from vademecum.vault.copies.layout import ENDS, KEY, checked_place
from vademecum.vault.copies.reading import contents
from vademecum.vault.journals import line_of, read_row
from vademecum.vault.naming import fold
from vademecum.vault.rows.journals import KEY as KEY_ROWS
from vademecum.vault.rows.journals import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from vademecum.model.copies import BroughtRules, CopiedFile, HomeCopy
    from vademecum.model.fields import Declaration
    from vademecum.model.file import AliasEntry
    from vademecum.ports.truth import FileRows, JournalRows, Row, TalkRows

_MEMORIES, _CONVERSATIONS, _STATE = "memories/", "conversations/", "state/"
_ASIDE = ".home/"
"""Begins the path of what a copy holds and rows have no use for: settings, half lines. It goes out again."""

_JOURNAL, _TALK = ".jsonl", ".jsonl"


class RowCopies:
    """Implements `ports.copies.Copies`.

    Args:
        files: of the vault.
        talks: what was said.
        journals: of the home.
        steady: what is read inside is of one moment.
    """

    def __init__(
        self,
        files: FileRows,
        talks: TalkRows,
        journals: JournalRows,
        steady: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._files = files
        self._talks = talks
        self._journals = journals
        self._steady = steady
        self._ends: tuple[bytes, dict[str, Row]] = (b"", {})

    def take(self, target: str, *, whole: bool) -> HomeCopy:
        """See `Copies.take`; the home is written beside it first, as it would stand on a disk."""
        staging = Path(tempfile.mkdtemp(prefix="vade-copy-"))
        try:
            with self._steady():
                for path, data in self._written():
                    place = staging / checked_place(path)
                    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                    with taking.private(place) as file:
                        file.write(data)
            return taking.take(staging, Path(target).expanduser(), whole=whole)
        except OSError as error:
            raise disk_refusal("write", staging, error) from error
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    def _written(self) -> Iterator[tuple[str, bytes]]:
        """Every file of the home as it would stand on a disk."""
        for path in self._files.stamps():
            if (found := self._files.contents([path]).get(path)) is not None:
                aside = path.startswith(_ASIDE)
                yield path.removeprefix(_ASIDE) if aside else f"{_MEMORIES}{path}", found[0]
        for conversation in self._talks.stamps():
            place = f"{_CONVERSATIONS}{self._talks.year(conversation)}/{conversation}{_TALK}"
            yield place, b"".join(self._talks.lines(conversation))
        for name in self._journals.names(""):
            rows = self._journals.rows(name)
            if name == KEY_ROWS:
                yield KEY, f"{rows[0][KEY_ROWS]}\n".encode()
            else:
                yield f"{_STATE}{name}{_JOURNAL}", b"".join(map(line_of, rows))

    def read(self, source: str) -> Iterator[CopiedFile] | None:
        """See `Copies.read`."""
        return contents(Path(source).expanduser())

    def place(self, file: CopiedFile) -> bool:
        """See `Copies.place`.

        Raises:
            Forbidden: nothing may be written in its scope.
        """
        path = checked_place(file.path)
        if path == KEY:
            key = {KEY_ROWS: key_of(file.data.decode("ascii", "replace")).hex()}
            return self._begun(KEY_ROWS, [key])
        if path.startswith(_STATE) and path.endswith(_JOURNAL):
            return self._begun(_journal(path), _rows(file.data))
        path = path.removeprefix(_MEMORIES) if path.startswith(_MEMORIES) else f"{_ASIDE}{path}"

        def place() -> bool:
            is_free = not self._files.stamps([path])
            if is_free:
                self._files.put(path, file.data, fold(path.rpartition("/")[2]))
            return is_free

        return self._files.whole(path, place)

    def _begun(self, journal: str, rows: list[Row]) -> bool:
        """Begin a journal with these rows, unless there is one."""
        with self._journals.hold():
            if self._journals.rows(journal):
                return False
            self._journals.append(journal, rows)
        return True

    def present(self, path: str) -> bytes | None:
        """See `Copies.present`."""
        checked_place(path)
        if path.startswith(_CONVERSATIONS) and path.endswith(_TALK):
            year, _, name = path.removeprefix(_CONVERSATIONS).partition("/")
            own = ConversationId(name.removesuffix(_TALK))
            return b"".join(self._talks.lines(own)) if self._talks.year(own) == year else None
        if path.startswith(_STATE) and path.endswith(_JOURNAL):
            return b"".join(map(line_of, self._journals.rows(_journal(path)))) or None
        path = path.removeprefix(_MEMORIES) if path.startswith(_MEMORIES) else f"{_ASIDE}{path}"
        found = self._files.contents([path]).get(path)
        return found[0] if found else None

    def place_conversation(self, file: CopiedFile, ends: bytes) -> bool:
        """See `Copies.place_conversation`."""
        path = checked_place(file.path)
        year, _, name = path.removeprefix(_CONVERSATIONS).partition("/")
        if not name.endswith(_TALK):
            return self.place(file)
        own = ConversationId(name.removesuffix(_TALK))

        def place() -> bool:
            is_free = not self._talks.year(own)
            if is_free:
                self._talks.replace(own, file.data.splitlines(keepends=True), year)
            return is_free

        placed = self._talks.whole(place)
        end = self._new_ends(ends).get(own) if placed else None
        if end is not None:
            self._journals.append(_journal(ENDS), [end])
        return placed

    def _new_ends(self, ends: bytes) -> dict[str, Row]:
        """Conversation -> the last row about it in a copy; told apart once a copy."""
        if self._ends[0] is not ends:
            self._ends = (ends, {str(row.get("id")): row for row in _rows(ends)})
        return self._ends[1]

    def add_rows(self, file: CopiedFile) -> None:
        """See `Copies.add_rows`."""
        journal = _journal(file.path)
        with self._journals.hold():
            here = set(map(line_of, self._journals.rows(journal)))
            new = [row for row in _rows(file.data) if line_of(row) not in here]
            if new:
                self._journals.append(journal, new)

    def aliases_of(self, file: CopiedFile) -> tuple[AliasEntry, ...]:
        """See `Copies.aliases_of`."""
        return entries_of(file)

    def fields_of(self, file: CopiedFile) -> Declaration | None:
        """See `Copies.fields_of`."""
        return merging.fields_of(file)

    def add_rules(self, file: CopiedFile) -> BroughtRules:
        """See `Copies.add_rules`."""
        path = checked_place(file.path).removeprefix(_MEMORIES)

        def add() -> BroughtRules:
            before = self._files.contents([path])[path][0]
            merged, brought = merging.merged_rules(before, file.data)
            if merged != before:
                self._files.put(path, merged, fold(path))
            return brought

        return self._files.whole(path, add)

    def keep_aside(self, conversation: ConversationId, torn: bytes) -> None:
        """Keep what stood behind the last whole line of a conversation, as a disk does beside its file."""
        path = f"{_ASIDE}{_CONVERSATIONS}{self._talks.year(conversation)}/{conversation}.torn"

        def keep() -> None:
            found = self._files.contents([path]).get(path)
            self._files.put(path, (found[0] if found else b"") + torn + b"\n", f"{conversation}.torn")

        self._files.whole(path, keep)


def _journal(path: str) -> str:
    return path.removeprefix(_STATE).removesuffix(_JOURNAL)


def _rows(data: bytes) -> list[Row]:
    return [row for line in data.splitlines() if (row := read_row(line)) is not None]
