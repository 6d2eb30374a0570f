"""Every error that a caller can meet, and nothing else.

    VadeError
    ├── UsageError            what was asked is malformed: say what was meant           exit 2
    │   ├── UnknownName       a type, scope, field, setting or command nobody declared
    │   ├── InvalidValue      a known field with a value it cannot take
    │   ├── Refused           a knob on an answer that cannot be honoured
    │   └── QuerySyntaxError  an expert query that does not parse, with its position
    ├── NotFound              an id, key or file that does not exist                    exit 4
    ├── Ambiguous             a prefix or key that names several records                exit 4
    ├── Conflict              the record changed since it was read                      exit 3
    ├── ForbiddenPath         a path that leaves the vault                              exit 5
    ├── Unauthenticated       a service does not know who asks                          exit 5
    ├── Forbidden             a service knows, and does not let them                    exit 5
    ├── LimitExceeded         too large, too many, too deep                             exit 6
    │   └── QuotaExceeded     a bound of the tenant; it tells when to come again        exit 6
    ├── StoreError            the index cannot be read or written                       exit 10
    ├── VaultError            a file or folder cannot be read or written                exit 10
    │   ├── Unreadable        one file that does not parse (quarantined)
    │   └── Locked            the home is encrypted and not open                        exit 5
    ├── ModelError            what gives texts their vectors is damaged or silent     exit 10
    ├── Unreachable           no server answers at an address, or not in time           exit 15
    ├── ServerFault           what a server answers is no answer of a memory            exit 10
    └── Busy                  another process holds what is needed past the deadline    exit 15

Each class carries a stable `code`, which surfaces map to exit status, HTTP status and MCP errors from
one table (`surface.outcomes`). Nothing matches on message text. A message says what happened, to what,
and what to do next.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar, Literal

    ErrorClass = Literal["usage", "not_found", "conflict", "limit", "transient", "permanent"]


_QUOTED = 60
"""Characters of a word that a message repeats; whoever wrote more knows what it was."""


def quoted(text: str) -> str:
    """A text as messages repeat it: in quotes, on one line, no longer than 60 characters."""
    return repr(text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…")


class VadeError(Exception):
    """Base of the family.

    Attributes:
        code: stable identifier, e.g. ``unknown_type``; part of the contract.
        error_class: what kind of remedy helps; `transient` means the same call may succeed later.
        suggestions: what was probably meant, best first; at most three.
    """

    code: ClassVar[str] = "failure"
    error_class: ClassVar[ErrorClass] = "permanent"

    def __init__(self, message: str, *, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.suggestions = suggestions

    @property
    def retryable(self) -> bool:
        """Whether the identical call may succeed later without any change."""
        return self.error_class == "transient"


class UsageError(VadeError):
    """What was asked is malformed."""

    code = "usage"
    error_class = "usage"


class UnknownName(UsageError):
    """A name of the interface (type, scope, field, setting) that nobody declared."""

    code = "unknown_name"

    def __init__(self, what: str, name: str, *, suggestions: tuple[str, ...] = ()) -> None:
        hint = f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"unknown {what} {quoted(name)}{hint}", suggestions=suggestions)
        self.what = what
        self.name = name


class InvalidValue(UsageError):
    """A known field with a value that it cannot take.

    Attributes:
        field: the field's name as it stands in a file or on a command line.
    """

    code = "invalid_value"

    def __init__(self, field: str, message: str, *, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(f"{field}: {message}", suggestions=suggestions)
        self.field = field


class Refused(UsageError):
    """A knob on an answer cannot be honoured; turning it all the same would show a nothing that is none.

    Attributes:
        details: what a program needs to mend the request, as JSON values; part of the error object.
    """

    code = "refused"

    def __init__(
        self,
        message: str,
        *,
        suggestions: tuple[str, ...] = (),
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message, suggestions=suggestions)
        self.details = dict(details or {})


class QuerySyntaxError(UsageError):
    """An expert query that does not parse.

    Attributes:
        position: zero-based character offset in the query where reading stopped.
    """

    code = "query_syntax"

    def __init__(self, message: str, position: int, *, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message} (at character {position + 1})", suggestions=suggestions)
        self.position = position


class NotFound(VadeError):
    """Something addressed by id, key or path does not exist."""

    code = "not_found"
    error_class = "not_found"


class Ambiguous(VadeError):
    """A prefix or key that names several records.

    Attributes:
        candidates: the full ids it could mean, sorted, at most ten.
    """

    code = "ambiguous"
    error_class = "not_found"

    def __init__(self, message: str, candidates: tuple[str, ...]) -> None:
        super().__init__(message, suggestions=candidates[:3])
        self.candidates = candidates


class Conflict(VadeError):
    """The record changed since the caller read it, or its name was taken; nothing was written.

    Attributes:
        path: file that stands in the way, relative to the vault, where there is one.
    """

    code = "conflict"
    error_class = "conflict"

    def __init__(self, message: str, *, path: str | None = None) -> None:
        super().__init__(message)
        self.path = path


class ForbiddenPath(VadeError):
    """A path that would leave the vault, or a name that no file may have."""

    code = "forbidden_path"
    error_class = "usage"


class Unauthenticated(VadeError):
    """Who asks is not known: no token came, or one that does not count. Why it does not is never said."""

    code = "unauthenticated"
    error_class = "usage"


class Forbidden(VadeError):
    """Who asks is known, and may not ask for this."""

    code = "forbidden"
    error_class = "usage"


class LimitExceeded(VadeError):
    """An input beyond a stated bound; the message names the bound."""

    code = "limit_exceeded"
    error_class = "limit"


class QuotaExceeded(LimitExceeded):
    """A bound that the operator of a service set for a tenant.

    Attributes:
        retry_after_s: seconds after which the same request may pass; None when waiting does not help.
    """

    code = "quota_exceeded"

    def __init__(self, message: str, *, retry_after_s: int | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class StoreError(VadeError):
    """The index cannot be read or written; the files are unharmed."""

    code = "store"
    error_class = "permanent"


class VaultError(VadeError):
    """A file or folder of the vault cannot be read or written."""

    code = "vault"
    error_class = "permanent"


class Locked(VaultError):
    """The home is encrypted and not open."""

    code = "locked"


class Unreadable(VaultError):
    """One file that does not parse as a record; it is quarantined, the rest is served."""

    code = "unreadable"


class ModelError(VadeError):
    """What gives texts their vectors cannot be read, or did not answer; words are searched all the same."""

    code = "model"
    error_class = "permanent"


class Unreachable(VadeError):
    """No server answers at the address, it broke off, or it was not done in time."""

    code = "unreachable"
    error_class = "transient"


class ServerFault(VadeError):
    """A server answers, and not as a memory does: another address, another version, a fault of its own."""

    code = "server"
    error_class = "permanent"


class Busy(VadeError):
    """Another process held what is needed beyond the deadline; try again."""

    code = "busy"
    error_class = "transient"
