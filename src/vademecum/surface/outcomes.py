"""One table: what each error code means to whoever called.

A test proves it total over `errors`. A new way in (HTTP, MCP) adds a column here, never a table of its own.
"""

from __future__ import annotations

from enum import IntEnum

from vademecum.errors import VadeError
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DOCS = "docs/errors.md"


class Exit(IntEnum):
    """Exit statuses of the command, a contract with scripts. 9 is kept free for strict duplicates."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    CONFLICT = 3
    NOT_FOUND = 4
    FORBIDDEN = 5
    LIMIT = 6
    STORE = 10
    PARTIAL = 13
    BUSY = 15
    INTERNAL = 20
    INTERRUPTED = 130
    BROKEN_PIPE = 141


@value
class Ending:
    """How one error code ends a command, and a request.

    Attributes:
        exit: status of the process.
        http: status of the answer over HTTP.
        advice: what usually helps, one sentence for the docs.
    """

    exit: Exit
    http: int
    advice: str


class Internal(VadeError):
    """A fault of this program, not of what was asked."""

    code = "internal"


class Interrupted(VadeError):
    """Stopped by the person at the keyboard or by a signal; what was begun is complete or undone."""

    code = "interrupted"
    error_class = "transient"


TABLE: Mapping[str, Ending] = {
    "failure": Ending(Exit.FAILURE, 500, "Read the message; it names what could not be done."),
    "usage": Ending(Exit.USAGE, 400, "Ask the command with `--help`; every option has an example there."),
    "unknown_name": Ending(Exit.USAGE, 400, "Use one of the suggested names."),
    "invalid_value": Ending(Exit.USAGE, 400, "Use one of the values that the message lists."),
    "refused": Ending(
        Exit.USAGE, 400, "Use a field that the answer has (the message suggests some), or leave the knob out."
    ),
    "query_syntax": Ending(
        Exit.USAGE, 400, "Mend the query at the character named, or leave out `--mode expert`."
    ),
    "not_found": Ending(Exit.NOT_FOUND, 404, "Look the id or key up with `vade list` or `vade search`."),
    "ambiguous": Ending(Exit.NOT_FOUND, 404, "Give more of the id, or one of the candidates."),
    "conflict": Ending(Exit.CONFLICT, 409, "Read the record again with `vade show`, then repeat the change."),
    "forbidden_path": Ending(
        Exit.FORBIDDEN, 403, "Stay inside the vault; links that lead out are not followed."
    ),
    "limit_exceeded": Ending(Exit.LIMIT, 413, "Split the input; the message names the bound."),
    "unauthenticated": Ending(
        Exit.FORBIDDEN, 401, "Send a token that is neither expired nor revoked: `Authorization: Bearer …`."
    ),
    "forbidden": Ending(
        Exit.FORBIDDEN,
        403,
        "Ask an administrator of your tenant for the right or the scope, or use another token.",
    ),
    "quota_exceeded": Ending(
        Exit.LIMIT, 429, "Wait as long as `Retry-After` says, or forget something, or ask for a larger quota."
    ),
    "store": Ending(
        Exit.STORE, 500, "Run `vade reindex`; the index is rebuilt from the files, which are unharmed."
    ),
    "vault": Ending(Exit.STORE, 500, "Check free space and permissions of the home, then `vade doctor`."),
    "locked": Ending(Exit.FORBIDDEN, 423, "Open the home with `vade unlock`; nothing in it is lost."),
    "unreadable": Ending(
        Exit.STORE, 500, "Mend the file at the line named; everything else is served meanwhile."
    ),
    "model": Ending(
        Exit.STORE,
        502,
        "Install the model's package again, or choose another embedder; words find meanwhile.",
    ),
    "unreachable": Ending(
        Exit.BUSY, 503, "Look whether `vade serve` runs at the address, and try again; a write is done once."
    ),
    "server": Ending(
        Exit.STORE, 502, "Look whether the address is that of `vade serve`, and install one version on both."
    ),
    "busy": Ending(Exit.BUSY, 503, "Try again; another process was writing."),
    "internal": Ending(Exit.INTERNAL, 500, "Run again with `VADE_DEBUG=1` and report what it prints."),
    "interrupted": Ending(Exit.INTERRUPTED, 503, "Run the command again; nothing is half written."),
}
"""Error code -> how it ends, in the order of the docs."""


def exit_status(error: VadeError) -> Exit:
    """Exit status of an error."""
    return TABLE[error.code].exit


def http_status(error: VadeError) -> int:
    """Status over HTTP of an error."""
    return TABLE[error.code].http


def docs_link(code: str) -> str:
    """Where a code is explained."""
    return f"{DOCS}#{code}"
