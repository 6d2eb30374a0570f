"""What matters at the start of a session, before anybody asked anything."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import Hit


@value(kw_only=True)
class BriefPart(JsonMixin):
    """One part of a brief.

    Attributes:
        name: ``pinned``, ``waiting``, ``decisions`` or ``people``.
        items: newest change first.
        total: how many there are in all.
    """

    name: str
    items: tuple[Hit, ...]
    total: int


@value(kw_only=True)
class Brief(JsonMixin):
    """Answer of `brief`.

    Attributes:
        parts: those that have something to say, most important first.
        text: all of it as a framed block for a model; empty when there is nothing to say.
    """

    parts: tuple[BriefPart, ...]
    text: str
    warnings: tuple[str, ...] = ()
