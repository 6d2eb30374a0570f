"""Answers of the verbs that change what holds: what a memory became, what replaced it, what is in doubt."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.answer import Stored
    from vademecum.model.doubted import Doubted
    from vademecum.model.record import Status


@value(kw_only=True)
class Revised(JsonMixin):
    """Answer of `retract`, `deprecate`, `archive` and `restore`.

    Attributes:
        memory: the record as it stands now, or would stand after a dry run.
        before: its status until now.
        outcome: its status from now on, ``unchanged`` when it was so already, ``proposed`` when it waits for
            a person to approve it.
        doubted: memories that were put in doubt by it.
    """

    memory: Stored
    before: Status
    outcome: str
    doubted: tuple[Doubted, ...] = ()
    warnings: tuple[str, ...] = ()
    dry_run: bool = False


@value(kw_only=True)
class Superseded(JsonMixin):
    """Answer of `supersede`.

    Attributes:
        memory: the new one.
        replaced: the old one, as it stands now or would stand after a dry run.
        outcome: ``superseded``, or ``proposed`` when it waits for a person to approve it.
        doubted: memories that were put in doubt by it.
        provisional: names for which an entity page was begun.
    """

    memory: Stored
    replaced: Stored
    outcome: str
    doubted: tuple[Doubted, ...] = ()
    provisional: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    dry_run: bool = False
