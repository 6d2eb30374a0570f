"""What is kept of a request to a service: who asked for what, and how it ended; never a word of content."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


@value(kw_only=True)
class AuditEntry:
    """One line of the audit log.

    Attributes:
        request: id of the request, as its answer carried it.
        user: who asked; empty for the operator at the command line.
        bearer: id of the token, or another name of the proof; never the proof itself.
        action: name of the operation, e.g. ``recall`` or ``token.revoke``.
        targets: ids of the records, users or tokens that it was about; no titles, no words.
        writes: whether the operation may change anything.
        status: HTTP status of its end; 0 for a command of the operator.
        glass: id of a look into somebody's personal scope, else empty.
        number: place in the tenant's log, ascending; given by the log.
    """

    at: datetime
    request: str
    user: str
    bearer: str
    action: str
    targets: tuple[str, ...] = ()
    writes: bool = False
    status: int = 0
    glass: str = ""
    number: int = 0


@value(kw_only=True)
class AuditQuery:
    """Which lines of a tenant's log are wanted, newest first.

    Attributes:
        user: of this one only; empty for all.
        action: of this operation only; empty for all.
        since: at or after this moment.
        before: only lines with a smaller number: the place to read on from.
    """

    user: str = ""
    action: str = ""
    since: datetime | None = None
    before: int | None = None
    limit: int = 100
