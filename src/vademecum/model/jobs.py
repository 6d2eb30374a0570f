"""Work that outlasts the request that asked for it."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


class JobKind(StrEnum):
    """What a job does; each may be done again without harm."""

    EMBED = "embed"
    IMPORT = "import"
    EXPORT = "export"
    REINDEX = "reindex"
    ERASE = "erase"


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = frozenset({JobState.DONE, JobState.FAILED, JobState.CANCELLED})


@value(kw_only=True)
class Job:
    """One job of one tenant, as it is shown.

    Attributes:
        user: who asked for it; it is done with what they may reach.
        scopes: shared scopes that they could write to when they asked.
        arguments: what was asked for: names, ids and numbers, JSON text.
        attempts: how often it was begun; more than one after a worker died.
        done: how many things are done, of `total`.
        result: what came of it, JSON text; empty until it ended well.
        error: code and message of what went wrong, else empty.
    """

    id: str
    kind: JobKind
    user: str
    created: datetime
    scopes: tuple[str, ...] = ()
    arguments: str = "{}"
    state: JobState = JobState.WAITING
    attempts: int = 0
    done: int = 0
    total: int = 0
    result: str = ""
    error: str = ""
    started: datetime | None = None
    ended: datetime | None = None
