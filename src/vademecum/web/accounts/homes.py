"""`ServiceHomes`: to whoever came in by the door, what they reach."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import trace

from vademecum.access.deciding import may
from vademecum.errors import Busy, Unauthenticated
from vademecum.model.tenancy import Right
from vademecum.text.digest import sha256_hex

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from starlette.requests import Request

    from vademecum.engine.homes import Homes
    from vademecum.engine.vade import Vade
    from vademecum.model.tenancy import Caller

_tracer = trace.get_tracer("vademecum")

_LASTING = ("/v1/sessions", "/mcp")
"""Where a home stays open beyond the request that opened it, in whatever thread comes: no span can follow."""

_DIGITS = 16

AGENTS = "/mcp"
"""Where one path answers whatever an agent asks, so that what it may change is decided beforehand."""


class ServiceHomes:
    """Implements `web.provider.Provider` for many tenants.

    Args:
        homes: opens what somebody reaches.
        ready: raises when requests cannot be answered.
        close: lets go of everything.
    """

    def __init__(self, homes: Homes, ready: Callable[[], None], close: Callable[[], None]) -> None:
        self._homes = homes
        self._ready = ready
        self._close = close
        self._leaving = False

    @contextmanager
    def opening(self, request: Request) -> Generator[Vade]:
        caller = caller_of(request)
        changes = _changes(caller, request.url.path)
        vade = self._homes.vade(
            caller.tenant,
            caller.user,
            reads=caller.reads,
            writes=caller.writes if changes else (),
            personal=caller.personal,
            changes=changes,
        )
        if request.url.path.startswith(_LASTING):
            yield vade
            return
        with _tracer.start_as_current_span("verb"):
            yield vade

    def whose(self, request: Request) -> str:
        caller = caller_of(request)
        # Whoever reaches less meets no session that was begun, and no answer that was given, with more.
        reach = (caller.rights, caller.reads, caller.writes, caller.glass)
        said = "\n".join([*(" ".join(sorted(one)) for one in reach), str(caller.personal)])
        return f"{caller.tenant}/{caller.user}/{sha256_hex(said.encode())[:_DIGITS]}"

    def ready(self) -> None:
        if self._leaving:
            raise Busy("this process is about to end; ask another one")
        self._ready()

    def leave(self) -> None:
        """Be ready no more, so that whoever spreads requests sends none here; what comes is answered."""
        self._leaving = True

    def close(self) -> None:
        self._close()


def _changes(caller: Caller, path: str) -> bool:
    """Whether anything may be changed at a path: the door has seen to it that the operation is allowed."""
    if path.startswith(AGENTS):  # one tool corrects, retracts and forgets
        return may(caller, Right.WRITE) and may(caller, Right.ERASE)
    return may(caller, Right.WRITE) or may(caller, Right.ERASE)


def caller_of(request: Request) -> Caller:
    """Who came in by the door.

    Raises:
        Unauthenticated: nobody did.
    """
    found: Caller | None = getattr(request.state, "caller", None)
    if found is None:
        raise Unauthenticated("nobody has come in by the door of the service")
    return found
