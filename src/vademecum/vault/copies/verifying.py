"""Checking a copy: every file by its bytes and by what they say, and all beside the home it was taken of."""

from __future__ import annotations

import os
import tomllib
from contextlib import ExitStack
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from vademecum.errors import NotFound, UsageError
from vademecum.markdown.outcome import Fault
from vademecum.model.conversation import ConversationId
from vademecum.model.copies import Loss, LossKind, VerifiedCopy
from vademecum.model.file import Quarantined, Stamp
from vademecum.vault.conversations import checking
from vademecum.vault.conversations.ends import ends_in
from vademecum.vault.copies.layout import CARRIED, ENDS, KEY, SETTINGS, files_of
from vademecum.vault.copies.reading import MemberFault, in_order, member, open_copy
from vademecum.vault.declaring import read_declaration
from vademecum.vault.documents import document
from vademecum.vault.journals import read_row
from vademecum.vault.paths import ALIASES, FIELDS, RULES
from vademecum.vault.ruling import read_rule_book
from vademecum.vault.vocabulary import read_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.vault.conversations.chain import End
    from vademecum.vault.copies.reading import Copy, Listed

_NOWHEN = Stamp(0, 0, 0, 0)
_MEMORIES, _TALKS, _STATE = "memories/", "conversations/", "state/"
_ROWS = ".jsonl"
_CHUNK = 1 << 20


def verify(source: str, home: str | os.PathLike[str]) -> VerifiedCopy:
    """Check all of a copy, a file at a time.

    Args:
        source: folder or archive that `Copies.take` made.
        home: it is compared with this one where it was taken of it, which the key of a home tells.

    Raises:
        NotFound: there is no such copy.
        UsageError: it is no copy, or its list cannot be read.
    """
    place = Path(source).expanduser()
    if not os.path.lexists(place):
        raise NotFound(f"there is no copy {source}; check the path")
    with ExitStack() as held:
        copy = open_copy(place, held)
        if copy is None:
            raise UsageError(
                f"{source} is no copy of a home, or so damaged that the list of its files cannot be read; "
                "use another copy"
            )
        losses = tuple(sorted(_losses(copy), key=lambda loss: loss.path))
    listed = copy[1]
    compared = Path(home) if _is_of(listed, Path(home)) else None
    changed, added, deleted = _differences(listed, compared) if compared else ((), (), ())
    return VerifiedCopy(
        path=str(place),
        memories=sum(_is_memory(path) for path in listed),
        conversations=sum(_is_talk(path) for path in listed),
        files=len(listed),
        bytes=sum(size for size, _ in listed.values()),
        losses=losses,
        home=str(compared) if compared else None,
        changed=changed,
        added=added,
        deleted=deleted,
    )


def _losses(copy: Copy) -> Iterator[Loss]:
    opening, listed = copy
    ends: dict[ConversationId, End] = {}
    for path in in_order(listed):  # the ends of conversations come before the conversations
        data = member(opening, path, *listed[path])
        if isinstance(data, MemberFault):
            yield _lost(path, data)
            continue
        if path == ENDS:
            ends = ends_in(data)
        if (told := _chain_fault(path, data, ends) if _is_talk(path) else "") != "":
            yield Loss(path=path, kind=LossKind.CHAIN, message=f"{path}: {told}")
        elif (told := _unread(path, data)) != "":
            yield Loss(
                path=path, kind=LossKind.UNREADABLE, message=f"{path} was so when it was copied: {told}"
            )
    present = {_talk_of(path) for path in listed if _is_talk(path)}
    for gone in sorted(set(ends) - present):
        message = f"conversation {gone} was gone already when the copy was taken"
        yield Loss(path=f"{_TALKS}{gone}{_ROWS}", kind=LossKind.CHAIN, message=message)


def _lost(path: str, fault: MemberFault) -> Loss:
    kind = LossKind.MISSING if fault.is_missing else LossKind.DAMAGED
    return Loss(path=path, kind=kind, message=f"{_what(path)} {path} is lost: {fault.why}")


def _what(path: str) -> str:
    if _is_memory(path):
        return "the memory"
    return "the conversation" if _is_talk(path) else "the file"


def _is_memory(path: str) -> bool:
    return path.startswith(_MEMORIES) and path.endswith(".md")


def _is_talk(path: str) -> bool:
    return path.startswith(_TALKS) and path.endswith(_ROWS)


def _talk_of(path: str) -> ConversationId:
    return ConversationId(path.rpartition("/")[2].removesuffix(_ROWS))


def _chain_fault(path: str, data: bytes, ends: dict[ConversationId, End]) -> str:
    """The first fault of a conversation; empty when everything that was acknowledged is there."""
    own = _talk_of(path)
    verified = checking.verify(own, BytesIO(data), ends.get(own))
    if verified.sound:
        return ""
    first, *others = verified.faults
    return f"{first.message}{f' (and {len(others)} more)' if others else ''}"


def _unread(path: str, data: bytes) -> str:
    """Why a file does not say what one at its place says; empty when it does, or when nothing reads it."""
    found: object = None
    name = path.rpartition("/")[2]
    if _is_memory(path):
        found = document(path.removeprefix(_MEMORIES), data, _NOWHEN)
    elif path.startswith(_MEMORIES) and name == ALIASES:
        found = read_pairs(data)
    elif path == f"{_MEMORIES}{FIELDS}":
        found = read_declaration(data)
    elif path == f"{_MEMORIES}{RULES}":
        found = read_rule_book(data)
    elif path == SETTINGS:
        return _unread_settings(data)
    elif path.startswith(_STATE) and name.endswith(_ROWS):
        return _unread_rows(data)
    if isinstance(found, (Quarantined, Fault)):
        return f"line {found.line}: {found.message}" if found.line else found.message
    return ""


def _unread_settings(data: bytes) -> str:
    try:
        tomllib.loads(data.decode())
    except ValueError as error:
        return str(error)
    return ""


def _unread_rows(data: bytes) -> str:
    """A journal's first line that was never written so; the beginning of a row is what a crash tore off, and
    nobody was told that it is kept."""
    for number, line in enumerate(data.splitlines(), 1):
        is_torn = line.startswith(b"{") and not line.endswith(b"}")
        if line.strip() and not is_torn and read_row(line) is None:
            return f"line {number} is no row of a journal"
    return ""


def _is_of(listed: Listed, home: Path) -> bool:
    """Whether a copy was taken of a home: they share the key, or one had none yet and they share a file."""
    here = _digest(home / KEY)
    if KEY in listed and here:
        return listed[KEY][1] == here
    if KEY in listed:
        return False
    return any(_digest(home / path) == digest for path, (_, digest) in listed.items())


def _digest(path: Path) -> str:
    """SHA-256 of a file, empty when it is not there or cannot be read."""
    digest = sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return ""
    return digest.hexdigest()


def _differences(listed: Listed, home: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Paths of files that are changed, added and deleted in a home since a copy was taken of it."""
    is_whole = any(path.startswith(_STATE) and path not in CARRIED for path in listed)
    here = set(files_of(str(home), whole=is_whole))
    changed = [path for path in here & set(listed) if _digest(home / path) != listed[path][1]]
    return tuple(sorted(changed)), tuple(sorted(here - set(listed))), tuple(sorted(set(listed) - here))
