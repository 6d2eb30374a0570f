"""Answers of the verbs that write edges and make pages one: what was written, and where."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.answer import Stored
    from vademecum.model.doubted import Doubted
    from vademecum.model.record import MemoryId


@value(kw_only=True)
class Linked(JsonMixin):
    """Answer of `link` and `unlink`.

    Attributes:
        memory: the record that says it, as it stands now, or would stand after a dry run.
        subject, object: names of the two ends as they are written.
        outcome: ``created``, ``changed`` (since when or until when), ``existing`` or ``removed``.
        doubted: memories that were put in doubt, because they depend on what ended.
        provisional: names for which an entity page was begun.
    """

    memory: Stored
    subject: str
    predicate: str
    object: str
    since: datetime | None
    until: datetime | None
    outcome: str
    doubted: tuple[Doubted, ...] = ()
    provisional: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


@value(kw_only=True)
class Merged(JsonMixin):
    """Answer of `entity merge` and `entity unmerge`.

    Attributes:
        memory: the page that was merged or stands for itself again.
        into: id of the page that stands for both, or stood for it until now.
        into_name: its name.
        outcome: ``merged``, ``existing`` or ``unmerged``.
    """

    memory: Stored
    into: MemoryId
    into_name: str
    outcome: str
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
