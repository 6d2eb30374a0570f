"""Memories that other systems export: the reference MCP memory server's entities and relations, and mem0."""

from __future__ import annotations

from vademecum.importers.json_stream import elements, lines
from vademecum.importers.outbox import rejected, skipped, unread
from vademecum.importers.passages import memories
from vademecum.importers.reading import id_in, name_in, object_in, text_in, texts_in, time_in
from vademecum.model.importing import ForeignEntity, ForeignMemory, Reached
from vademecum.model.record import Relation
from vademecum.text.digest import sha256_hex
from vademecum.text.lines import collapse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Object
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

MCP_HOST, MEM0_HOST = "mcp-memory", "mem0"


def is_graph(said: Object) -> bool:
    """Whether a line is one of the MCP memory server."""
    kind = said.get("type")
    return (kind == "entity" and "entityType" in said) or (kind == "relation" and "relationType" in said)


def read_graph_lines(member: Member, begin: Reached) -> Iterator[Item]:
    """Every entity with its observations and every relation of ``memory.jsonl``."""
    del begin  # the server writes the file anew each time
    with member.open() as stream:
        for piece in lines(stream, Reached()):
            place = f"line {piece.place}"
            if piece.said is None:
                yield unread(piece, place)
            else:
                yield from _graph(piece.said, place)


def read_graph(member: Member, begin: Reached) -> Iterator[Item]:
    """The same as one object, as the server's `read_graph` answers."""
    del begin
    for key in ("entities", "relations"):
        with member.open() as stream:
            for piece in elements(stream, key):
                place = f"{key} {piece.place}"
                if piece.said is None:
                    yield unread(piece, place)
                else:
                    yield from _graph(
                        {**piece.said, "type": "entity" if key == "entities" else "relation"}, place
                    )


def _graph(said: Object, place: str) -> Iterator[Item]:
    if said.get("type") == "entity" and (name := name_in(said, "name")):
        yield ForeignEntity(name=name, label=name_in(said, "entityType"), place=place)
        for observation in texts_in(said, "observations"):
            origin = sha256_hex(f"{name}\0{observation}".encode("utf-8", "surrogatepass"))[:32]
            yield from memories(
                ForeignMemory(
                    host=MCP_HOST, origin_id=origin, text=observation, about=(name,), type="fact", place=place
                )
            )
    elif said.get("type") == "relation":
        yield _relation(said, place)
    else:
        yield rejected(place, "is neither an entity with a name nor a relation")


def _relation(said: Object, place: str) -> Item:
    source, target, kind = name_in(said, "from"), name_in(said, "to"), name_in(said, "relationType")
    if not (source and target and kind):
        return rejected(place, "is a relation without from, to or relationType")
    words = collapse(kind.replace("_", " "))
    return ForeignMemory(
        host=MCP_HOST,
        origin_id=sha256_hex(f"{source}\0{kind}\0{target}".encode())[:32],
        text=f"{source} {words} {target}",
        about=(source, target),
        subject=source,
        relations=(Relation(predicate=kind, object=target),),
        type="relationship",
        place=place,
    )


def is_mem0(keys: frozenset[str]) -> bool:
    """Whether an object with these keys is one of mem0's memories."""
    return (
        "memory" in keys
        and "id" in keys
        and bool(keys & {"user_id", "agent_id", "hash", "created_at", "metadata"})
    )


def read_mem0(member: Member, begin: Reached) -> Iterator[Item]:
    """Every memory of a bare array."""
    del begin  # it is written as a whole each time
    yield from _mem0(member, None)


def read_mem0_results(member: Member, begin: Reached) -> Iterator[Item]:
    """Every memory of an answer with `results`."""
    del begin
    yield from _mem0(member, "results")


def _mem0(member: Member, key: str | None) -> Iterator[Item]:
    with member.open() as stream:
        for piece in elements(stream, key):
            place = f"memory {piece.place}"
            said = piece.said
            if said is None:
                yield unread(piece, place)
                continue
            text, number = text_in(said, "memory", "text", "data"), id_in(said, "id")
            if not text or not number:
                yield skipped(place, "is a memory without text or id")
                continue
            metadata = object_in(said, "metadata")
            yield from memories(
                ForeignMemory(
                    host=MEM0_HOST,
                    origin_id=number,
                    text=text,
                    tags=(*texts_in(said, "categories"), *texts_in(metadata, "category")),
                    at=time_in(said, "created_at", "updated_at"),
                    place=place,
                )
            )
