"""What keyword capture noticed in a text."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import Remembered


@value(kw_only=True)
class Noticed(JsonMixin):
    """One thing that somebody asked to be kept.

    Attributes:
        text: what is to be kept, without the words that asked for it.
        start, end: character offsets in the text that was read.
        cue: the words that asked for it.
        lang: their language.
        remembered: what became of it; None while it is only proposed.
    """

    text: str
    start: int
    end: int
    cue: str
    lang: str
    remembered: Remembered | None = None


@value(kw_only=True)
class Captured(JsonMixin):
    """Answer of `capture`, in the order of the text."""

    items: tuple[Noticed, ...]
    warnings: tuple[str, ...] = ()
