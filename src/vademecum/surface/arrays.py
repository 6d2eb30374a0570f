"""Which list of an answer the knobs mean."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.surface.kinds import LIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

DECLARED = (
    "results",
    "items",
    "nodes",
    "entities",
    "memories",
    "hits",
    "rows",
    "matches",
    "data",
    "types",
)
"""Names under which answers of the world keep their results; the first that is a list is meant."""


@value
class ResultArray:
    """The list in question.

    Attributes:
        name: its key.
        source: ``contract`` (this product's own answer), ``declared`` (a usual name) or ``fallback`` (the
            first list there is).
    """

    name: str
    source: str
    elements: list[Any]


def result_array(document: Mapping[str, Any], name: str | None = None) -> ResultArray | None:
    """Find the list; None when the document has none.

    Args:
        document: an object.
        name: the list's key by contract; nothing else is then looked at.
    """
    if name is not None:
        held: Any = document.get(name)
        return ResultArray(name, "contract", held) if type(held) is LIST else None
    for usual in DECLARED:
        if type(document.get(usual)) is LIST:
            return ResultArray(usual, "declared", document[usual])
    for key, held in document.items():
        if type(held) is LIST:
            return ResultArray(key, "fallback", held)
    return None
