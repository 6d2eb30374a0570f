"""Bytes of a file that is not ours to the memories that its passages are."""

from __future__ import annotations

import hashlib
import os

from vademecum.model.file import Document, FileState, Stamp, shown_path
from vademecum.model.record import Key, Memory, Source, SourceKind
from vademecum.model.value import field, value
from vademecum.text.lines import normalise_space
from vademecum.vault.documents import stand_in
from vademecum.vault.foreign.looking import LARGEST, stamp_of
from vademecum.vault.foreign.passages import Passage, passages_in
from vademecum.vault.seeing import RACY_NS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.record import Scope

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK


@value
class Read:
    """One file as it was read.

    Attributes:
        state: with the digest of its bytes.
        passages: by slug.
        digests: slug -> digest of the text, white space aside.
        complaint: why it has no passages; empty when it has, or says nothing.
    """

    state: FileState
    passages: dict[str, Passage] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    complaint: str = ""


def read_file(place: str, now_ns: Callable[[], int]) -> Read:
    """Read a file whole; one that cannot be read says so and has no passages."""
    try:
        with os.fdopen(os.open(place, _FLAGS), "rb") as file:
            moment, found = now_ns(), os.fstat(file.fileno())
            data = file.read(LARGEST + 1)
            again = os.fstat(file.fileno())
    except OSError as error:
        return Read(FileState(Stamp(0, 0, 0, 0), "", racy=True), complaint=error.strerror or str(error))
    racy = (
        max(found.st_mtime_ns, found.st_ctime_ns) > moment - RACY_NS or again.st_mtime_ns != found.st_mtime_ns
    )
    state = FileState(stamp_of(found), hashlib.sha256(data).hexdigest(), racy)
    if len(data) > LARGEST:
        return Read(state, complaint=f"it is larger than {LARGEST >> 20} MiB")
    passages = passages_in(data)
    if isinstance(passages, str):
        return Read(state, complaint=passages)
    by_slug = {passage.slug: passage for passage in passages}
    return Read(state, by_slug, {slug: _digest(one.body) for slug, one in by_slug.items()})


def document_of(path: str, scope: Scope, read: Read) -> Document | None:
    """What a passage is to whoever reads the vault; None when the file has none of that name.

    It carries no times: when a passage was written nobody knows, and the file's own time moves with every
    other line of it.
    """
    name, _, slug = path.rpartition("/")[2].rpartition("#")
    passage = read.passages.get(slug)
    if passage is None:
        return None
    digest = hashlib.sha256(passage.body.encode()).hexdigest()
    ref = f"file:{shown_path(path)}#L{passage.first}-L{passage.last}"
    record = Memory(
        id=stand_in(path),
        scope=scope,
        type=passage.type,
        title=passage.title or None,
        body=passage.body,
        sources=(Source(kind=SourceKind.FILE, ref=ref, quote_hash=digest),),
    )
    said = hashlib.sha256(f"{ref}\n{passage.title}\n{passage.type}\n{passage.body}".encode()).hexdigest()
    warnings = (
        (f"what looks like a secret was masked ({', '.join(passage.masked)})",) if passage.masked else ()
    )
    state = FileState(read.state.stamp, said, read.state.racy)
    return Document(record, path, Key(f"{name}#{slug}"), scope, state, warnings, passage.first)


def _digest(body: str) -> str:
    return hashlib.sha256(normalise_space(body).encode("utf-8", "surrogatepass")).hexdigest()
