"""What reading one file ends in: a record, or the reason why there is none."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.file import QuarantineReason
    from vademecum.model.record import Record


@value
class Parsed:
    """A record read from bytes.

    Attributes:
        warnings: what was tolerated, one line each, in the order it was met.
        body_line: one-based line on which the body begins.
    """

    record: Record
    warnings: tuple[str, ...] = ()
    body_line: int = 1


@value
class Fault:
    """Why bytes are not a record.

    Attributes:
        message: one line: what is wrong and what to do.
        line: one-based line of the fault, None when it has none.
    """

    reason: QuarantineReason
    message: str
    line: int | None = None


class Refusal(Exception):
    """Carries a fault out of nested reading; `reading.parse` turns it back into a value."""

    def __init__(self, reason: QuarantineReason, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.fault = Fault(reason, message, line)
