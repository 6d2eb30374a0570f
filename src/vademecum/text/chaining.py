"""What ties the lines of a conversation to each other: ids and hashes over an unambiguous encoding.

Every field is written with its length before it, so that no two different lists of fields are the same bytes;
an absent field differs from an empty one. The first field names the encoding: another one makes other hashes.
"""

from __future__ import annotations

from vademecum.model.conversation import ConversationId
from vademecum.text.digest import sha256, sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.conversation import Header, ToolUse

ENCODING = 1
"""Version of the encoding below; it stands in the header of every file."""

_ID_DIGITS = 24


def encoded(fields: Iterable[str | None]) -> bytes:
    """Fields as bytes that no other fields are: ``<length>:<UTF-8>`` each, ``-`` for an absent one."""
    parts: list[bytes] = []
    for each in fields:
        if each is None:
            parts.append(b"-")
        else:
            data = each.encode("utf-8", "surrogatepass")
            parts.append(b"%d:%b" % (len(data), data))
    return b"".join(parts)


def conversation_id(host: str, origin_id: str) -> ConversationId:
    """The id of what a host calls `origin_id`: the same in every home."""
    return ConversationId(sha256_hex(encoded((host, origin_id)))[:_ID_DIGITS])


def header_hash(header: Header) -> str:
    """Hash of a header, with which the chain begins."""
    return sha256_hex(
        encoded(
            (
                f"header {ENCODING}",
                header.id,
                header.host,
                header.origin_id,
                header.title,
                header.workspace,
                header.folder,
                header.started,
                header.parent,
            )
        )
    )


def content_hash(salt: str, text: str, tools: Sequence[ToolUse]) -> str:
    """Hash of what a redaction takes away."""
    said = sha256(encoded((f"content {ENCODING}", salt, text)))
    for tool in tools:
        error = "1" if tool.error else "0"
        said.update(encoded((tool.name, tool.input_digest, tool.output_digest, error)))
    return said.hexdigest()


def line_hash(prev_hash: str, kind: str, fields: Iterable[str | None]) -> str:
    """Hash of a turn's or an event's line.

    Args:
        prev_hash: of the line before.
        kind: ``turn`` or ``event``.
        fields: all others, in the order in which the file has them.
    """
    return sha256_hex(encoded((f"{kind} {ENCODING}", prev_hash, *fields)))
