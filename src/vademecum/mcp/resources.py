"""What a client may list and read beside the tools: memories, entities, conversations, the brief."""

from __future__ import annotations

from vademecum.errors import InvalidValue, NotFound, quoted
from vademecum.mcp import finding, opening
from vademecum.mcp.addresses import BRIEF_URI, URI, read_address
from vademecum.model.value import value
from vademecum.retrieval.packing import safe_line
from vademecum.text.telling import titled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.mcp.desk import Desk

PAGE = 50
MARKDOWN = "text/markdown"


@value(kw_only=True)
class Listed:
    """One resource in a list."""

    uri: str
    name: str
    title: str
    description: str = ""


@value(kw_only=True)
class Template:
    """How resources of one kind are named."""

    pattern: str
    name: str
    title: str
    description: str


BRIEF = Listed(
    uri=BRIEF_URI, name="brief", title="Brief", description="What matters at the start of a session."
)
TEMPLATES = (
    Template(
        pattern=f"{URI}memory/{{id}}",
        name="memory",
        title="Memory",
        description="One memory in full, by id, key or unique beginning of an id.",
    ),
    Template(
        pattern=f"{URI}entity/{{id}}",
        name="entity",
        title="Entity",
        description="A person, place or thing that memories speak of, by id or key.",
    ),
    Template(
        pattern=f"{URI}conversation/{{id}}",
        name="conversation",
        title="Conversation",
        description="What was said in a past conversation of this workspace, by id.",
    ),
    Template(
        pattern=f"{URI}turn/{{conversation}}/{{seq}}",
        name="turn",
        title="Turn",
        description="One utterance of a conversation in full.",
    ),
)

_RECORDS, _TALKS = "records", "conversations"


def list_resources(desk: Desk, cursor: str | None) -> tuple[tuple[Listed, ...], str | None]:
    """One page, and where the next begins: the brief, records newest change first, then conversations.

    Raises:
        InvalidValue: a cursor that none of these lists gave.
    """
    kind, offset = _place(cursor)
    if kind == _RECORDS:
        page = desk.vade.list(scopes=desk.scopes, kinds=("memory", "entity"), limit=PAGE, offset=offset)
        found = [
            Listed(
                uri=f"{URI}{hit.kind.value}/{hit.id}",
                name=safe_line(hit.key),
                title=safe_line(hit.title or hit.key),
                description=safe_line(hit.summary),
            )
            for hit in page.items
        ]
        more = f"{_RECORDS}:{offset + PAGE}" if offset + PAGE < page.total else None
        first = () if offset else (BRIEF,)
        return (*first, *found), more or (f"{_TALKS}:0" if desk.has_conversations() else None)
    talks = desk.vade.conversations.list(workspace="here", limit=PAGE, offset=offset)
    said = [
        Listed(uri=f"{URI}conversation/{held.id}", name=held.id, title=titled(held.title))
        for held in talks.items
    ]
    return tuple(said), f"{_TALKS}:{offset + PAGE}" if offset + PAGE < talks.total else None


def _place(cursor: str | None) -> tuple[str, int]:
    kind, _, offset = (cursor or f"{_RECORDS}:0").partition(":")
    if kind not in (_RECORDS, _TALKS) or not (offset.isascii() and offset.isdigit() and len(offset) < 10):
        raise InvalidValue("cursor", f"{quoted(str(cursor))} is none of this list's; begin without one")
    return kind, int(offset)


def read_resource(desk: Desk, uri: str) -> str:
    """The text of a resource, framed like everything that was stored.

    Raises:
        NotFound, Ambiguous: nothing that may be read here has the URI, or several things have.
    """
    named = read_address(uri)
    if not uri.startswith(URI):
        raise NotFound(f"{quoted(uri)} is none of this server's; its resources begin with {URI}")
    if named.kind == "brief":
        return finding.brief(desk).text
    if named.kind not in ("memory", "turn", "conversation") or not named.handle:
        raise NotFound(f"nothing here has the URI {quoted(uri)}; the templates name what there may be")
    return opening.open_(desk, uri).text
