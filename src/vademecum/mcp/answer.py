"""What a tool answers, before any protocol."""

from __future__ import annotations

from vademecum.model.value import field, value
from vademecum.retrieval.hits import placed
from vademecum.retrieval.packing import safe_line
from vademecum.surface.envelope import to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.errors import VadeError
    from vademecum.model.answer import Hit, Stored


@value(kw_only=True)
class Link:
    """Where something that was answered stands.

    Attributes:
        name: ``personal/oat-milk.md#L10-L14``.
    """

    uri: str
    name: str


@value(kw_only=True)
class Answer:
    """An answer in the two forms that clients show to their models.

    Attributes:
        data: the structured answer, always an object.
        said: what a model reads in its place; None for the same JSON.
        failed: nothing was done, and `said` is advice.
    """

    data: Mapping[str, Any]
    said: str | None = None
    links: tuple[Link, ...] = field(default=())
    failed: bool = False

    @property
    def text(self) -> str:
        """What a model reads."""
        return to_json(self.data) if self.said is None else self.said


def told(text: str, **more: Any) -> Answer:
    """An answer that is a text for a model; an error of the text's own is told as one."""
    return Answer(data={"text": text, **more}, said=text, failed=text.startswith("error:"))


def refused(error: VadeError) -> Answer:
    """Advice in the place of an answer."""
    data = {
        "error": {
            "code": error.code,
            "message": error.message,
            "suggestions": list(error.suggestions),
            "retryable": error.retryable,
        }
    }
    return Answer(data=data, said=f"error: {error.message}", failed=True)


def with_notes(text: str, warnings: Sequence[str]) -> str:
    """A text, and below it what else is to be known."""
    return "\n".join([text, *(f"note: {safe_line(warning)}" for warning in warnings)])


def note_of(hit: Hit) -> dict[str, Any]:
    """What a model is told of a hit; every text is one safe line."""
    told_of = {
        "id": hit.id,
        "key": safe_line(hit.key),
        "kind": hit.kind.value,
        "type": hit.type,
        "title": safe_line(hit.title),
        "summary": safe_line(hit.summary),
        "updated": hit.updated,
        "mark": hit.mark,
        "covered": hit.covered,
        "terms": hit.terms,
        "path": safe_line(placed(hit)),
        "stale": hit.stale or None,
    }
    return {name: one for name, one in told_of.items() if one not in (None, "")}


def link_of(hit: Hit | Stored) -> Link:
    """Where a record stands."""
    from vademecum.model.answer import Stored

    first, last = hit.lines
    record_id = hit.record.id if isinstance(hit, Stored) else hit.id
    return Link(uri=f"vade://memory/{record_id}#L{first}-L{last}", name=safe_line(placed(hit)))
