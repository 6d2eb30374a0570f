"""Markdown notes: Obsidian and other folders, basic-memory, and what Claude Code and Codex remember by
themselves. They are read and never changed."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from vademecum.importers.json_stream import lines
from vademecum.importers.outbox import rejected, skipped
from vademecum.importers.passages import memories
from vademecum.importers.reading import id_in, name_in, named, object_in, text_in, texts_in, time_in
from vademecum.markdown.frame import split
from vademecum.markdown.outcome import Refusal
from vademecum.markdown.reading import front_values
from vademecum.model.file import QuarantineReason
from vademecum.model.importing import ForeignMemory, Reached
from vademecum.model.record import MemoryType, Relation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vademecum.importers.members import Member
    from vademecum.markdown.tree import Raw
    from vademecum.model.importing import Item

_PERMALINK = re.compile(rb"\A(?:\xef\xbb\xbf)?---[^\n]*\n(?:(?!---).*\n)*?permalink:", re.MULTILINE)
_RELATION = re.compile(
    r"^- ([\w -]{1,60}?) \[\[([^\[\]|#]{1,200})(?:[#|][^\[\]]*)?\]\]\s*(?:\([^()]*\))?$", re.MULTILINE
)
_HEADING = re.compile(r"^#{1,6} +(.+?)[ #]*$", re.MULTILINE)
_TYPES = {"feedback": "preference", "user": "identity", **{name.value: name.value for name in MemoryType}}
"""What others call the type of a note -> ours."""

_LARGEST_NOTE = 8 * 1024**2

_HOSTS = (
    (re.compile(r"/projects/[^/]+/memory/"), "claude-code-memory"),
    (re.compile(r"/\.?codex[^/]*/memories/"), "codex-memory"),
)
"""Where hosts keep their own memories."""


def is_basic_memory(beginning: bytes) -> bool:
    """Whether a note has the permanent address that basic-memory gives to each."""
    return _PERMALINK.match(beginning) is not None


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """One note as one memory, or as several in a row when it is long."""
    del begin  # a note is written anew each time
    with member.open() as stream:
        data = stream.read(_LARGEST_NOTE + 1)
    if len(data) > _LARGEST_NOTE:
        yield rejected(member.name, f"is larger than {_LARGEST_NOTE // 1024**2} MB, which no note is")
        return
    # Bytes that are no text cost their own place, not the note.
    data = data.decode("utf-8", "replace").replace("\0", "").encode()
    try:
        frame = split(data)
        front, body = front_values(frame), frame.body_text
    except Refusal as refusal:
        if refusal.fault.reason is QuarantineReason.MERGE_MARKERS:
            yield rejected(member.name, refusal.fault.message)
            return
        front, body = {}, data.decode()
    found: list[Item] = list(memories(_memory(member, front, body)))
    yield from found or [skipped(member.name, "holds no words")]


def _memory(member: Member, front: Mapping[str, Raw], body: str) -> ForeignMemory:
    host = next((name for place, name in _HOSTS if place.search(member.key)), "markdown")
    permalink = id_in(front, "permalink")
    if permalink:
        host = "basic-memory"
    metadata = object_in(front, "metadata")
    kind = text_in(front, "type") or text_in(metadata, "type")
    heading = _HEADING.search(body)
    return ForeignMemory(
        host=host,
        origin_id=permalink or id_in(front, "id") or member.key,
        text=body,
        title=name_in(front, "title", "name")
        or named(heading[1] if heading else PurePosixPath(member.name).stem),
        type=_TYPES.get(kind.casefold()),
        tags=_tags(front),
        aliases=texts_in(front, "aliases") or texts_in(front, "alias"),
        relations=_relations(body) if permalink else (),
        at=time_in(front, "created", "created_at", "date"),
        folder=_folder(member) if host == "claude-code-memory" else None,
        place=member.name,
    )


def _tags(front: Mapping[str, Raw]) -> tuple[str, ...]:
    tags = front.get("tags") or front.get("tag")
    if isinstance(tags, str):  # Obsidian takes `a, b` and `a b` for two tags
        return tuple(tag for tag in re.split(r"[,\s]+", tags) if tag)
    return texts_in(front, "tags") or texts_in(front, "tag")


def _relations(body: str) -> tuple[Relation, ...]:
    """Edges of a basic-memory note: lines of a verb and one link. A sentence with links is none."""
    return tuple(
        Relation(predicate=kind.strip(), object=target.strip()) for kind, target in _RELATION.findall(body)
    )


def _folder(member: Member) -> str | None:
    """Working folder of the project whose memory this is, as the transcripts beside it tell; the folder's own
    name has lost its separators."""
    from pathlib import Path

    for transcript in sorted(Path(member.key).parent.parent.glob("*.jsonl"))[:3]:
        try:
            with transcript.open("rb") as stream:
                for piece in lines(stream, Reached()):
                    if piece.said is not None and (folder := text_in(piece.said, "cwd")):
                        return folder
                    if piece.place > 50:
                        break
        except OSError:
            continue
    return None
