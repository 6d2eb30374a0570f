"""Fields that go by two names; which of them hold depends on the command that answers."""

from __future__ import annotations

from vademecum.surface.keys import FieldKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

EVERYWHERE: tuple[frozenset[str], ...] = (frozenset({"entity_type", "type"}),)
"""Groups of names that mean the same in every answer."""

BY_COMMAND: Mapping[str, tuple[frozenset[str], ...]] = {
    "graph": (frozenset({"entity_type", "kind", "type"}),),
    # In the stream of a graph `kind` tells nodes from edges, so there it is no other name of a type.
    "graph-ndjson": (),
}
"""First word of a command -> further groups; the whole command is looked for before its first word."""


def groups_of(command: str | None) -> tuple[frozenset[str], ...]:
    """Groups that hold for a command; for none given, those that hold everywhere."""
    if command is None:
        return EVERYWHERE
    own = BY_COMMAND.get(command)
    return EVERYWHERE + (BY_COMMAND.get(command.partition(" ")[0], ()) if own is None else own)


def spellings(key: FieldKey, command: str | None) -> tuple[FieldKey, ...]:
    """What a key may be called: itself, the same as one whole name, then the last segment's synonyms.

    Synonyms keep the path before them and stand in alphabetical order; none is listed twice.
    """
    others = sorted(
        {name for group in groups_of(command) if key.last in group for name in group} - {key.last}
    )
    whole = [FieldKey((".".join(key.segments),))] if len(key.segments) > 1 else []
    return (key, *whole, *[key.renamed(name) for name in others])
