"""The line to a server: one request at a time of each thread, tried again where that cannot do it twice."""

from __future__ import annotations

import threading
import time
from functools import cache
from uuid import uuid4

from vademecum.errors import LimitExceeded, ServerFault, Unreachable, VadeError
from vademecum.remote.hearing import PROBLEM, Response
from vademecum.surface.lossless.writing import MEDIA_TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from ssl import SSLContext

    import httpx

    from vademecum.remote.address import Address
    from vademecum.remote.asking import Request
    from vademecum.surface.operations.shape import Operation

MISSING = "asking a server needs a library; `pip install 'vademecum[remote]'` installs it"
MOST_BYTES = 256 * 1024 * 1024
"""Of an answer, which is held in memory."""

CONNECT_S = 5.0
PAUSES_S = (0.1, 0.4, 1.0)
"""Before each further try: long enough together for a server to be begun again."""

_AWAY = frozenset({502, 503, 504})
"""Statuses by which whatever stands before a server says that it is not there just now."""


class Line:
    """Sends requests. Safe to share between threads.

    A write carries a key of its own, by which the server does it once however often it comes. So what breaks
    off is sent again, whether it was done or not. What is late is not, because it may be at work still; nor
    is what erases, of which a server keeps no answer to repeat.
    Proxy variables and `.netrc` are not heeded: what is asked goes to the address and nowhere else.

    Args:
        address: where to.
        timeout_s: longest wait for a sign of life, and for a whole answer.
        pause: waits so many seconds.
    """

    def __init__(
        self, address: Address, timeout_s: float, *, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self.address = address
        self._timeout_s = timeout_s
        self._pause = pause
        self._lock = threading.Lock()
        self._held: httpx.Client | None = None
        self._closed = False

    def ask(self, operation: Operation, request: Request, *, wants: str = MEDIA_TYPE) -> Response:
        """Send and receive.

        Args:
            operation: what is asked; whether it writes.
            request: how.
            wants: media type of the answer.

        Raises:
            Unreachable: no server answers there, or not in time.
            ServerFault: it speaks no HTTP.
            LimitExceeded: the answer is too long.
        """
        headers = self._headers(request, wants)
        if operation.writes:
            headers["idempotency-key"] = uuid4().hex
        for pause in (*PAUSES_S, None):
            try:
                response = self._once(request, headers)
            except _Broken as broken:
                if pause is None or (operation.erases and broken.heard):
                    raise broken.error from None
            else:
                away = response.status in _AWAY and response.media != PROBLEM
                if pause is None or operation.erases or not away:
                    return response
            self._pause(pause)
        raise AssertionError  # the last try answers or raises

    def close(self) -> None:
        """Hang up; safe to call twice."""
        with self._lock:
            self._closed = True
            if self._held is not None:
                self._held.close()

    def _once(self, request: Request, headers: dict[str, str]) -> Response:
        import httpx

        until = time.monotonic() + self._timeout_s
        try:
            with self._client().stream(
                request.method,
                f"{self.address.url}{request.path}",
                params=list(request.query) or None,
                content=request.body,
                headers=headers,
            ) as response:
                return Response(
                    status=response.status_code,
                    media=response.headers.get("content-type", "").partition(";")[0].strip().lower(),
                    headers={name.lower(): one for name, one in response.headers.items()},
                    body=self._read(response.iter_raw(), until),
                )
        except httpx.HTTPError as error:
            raise self._told(error) from None
        except httpx.InvalidURL:
            raise ServerFault(
                f"{self.address.host} cannot be asked for this: the address is too long"
            ) from None

    def _read(self, chunks: Iterator[bytes], until: float) -> bytes:
        body = bytearray()
        for chunk in chunks:
            body += chunk
            if len(body) > MOST_BYTES:
                raise LimitExceeded(f"the answer of {self.address.host} is longer than {MOST_BYTES:,} bytes")
            if time.monotonic() > until:
                raise self._late()
        return bytes(body)

    def _told(self, error: httpx.HTTPError) -> Exception:
        """What an error of the line means, in our words: its own may quote what was sent.

        Returns:
            `_Broken` where it may be tried again.
        """
        import httpx

        host = self.address.host
        match error:
            case httpx.ConnectTimeout() | httpx.ConnectError():
                said = f"no server answers at {host}; look whether `vade serve` runs there"
                return _Broken(Unreachable(said), heard=False)
            case httpx.TimeoutException():
                return self._late()
            case httpx.RemoteProtocolError():
                said = f"{host} broke off before it had answered, or speaks no HTTP; try again"
                return _Broken(Unreachable(said))
            case _:
                return _Broken(Unreachable(f"the connection to {host} broke off; try again"))

    def _late(self) -> VadeError:
        return Unreachable(
            f"{self.address.host} gave no whole answer within {self._timeout_s:g} s; it may still be at work"
        )

    def _headers(self, request: Request, wants: str) -> dict[str, str]:
        # Unpacking is left out on purpose: a few kilobytes may unpack to a gigabyte.
        headers = {
            "accept": ", ".join(dict.fromkeys((wants, MEDIA_TYPE, PROBLEM))),
            "accept-encoding": "identity",
            "user-agent": "vademecum",
        }
        if request.body is not None:
            headers["content-type"] = request.media
        if self.address.token:
            headers["authorization"] = f"Bearer {self.address.token}"
        return headers

    def _client(self) -> httpx.Client:
        with self._lock:
            if self._closed:
                raise Unreachable("this home is closed; `vademecum.connect` opens it again")
            if self._held is None:
                try:
                    import httpx
                except ImportError as error:
                    raise VadeError(f"{MISSING} ({error})") from error
                limits = httpx.Timeout(self._timeout_s, connect=min(CONNECT_S, self._timeout_s))
                # Without encryption there is nothing to verify, and reading the authorities would be in vain.
                verify = _trusted() if self.address.url.startswith("https:") else False
                self._held = httpx.Client(timeout=limits, trust_env=False, verify=verify)
            return self._held


class _Broken(Exception):
    """Sending failed in a way that may pass.

    Attributes:
        heard: the server may have heard of it.
    """

    def __init__(self, error: VadeError, *, heard: bool = True) -> None:
        super().__init__(error.message)
        self.error, self.heard = error, heard


@cache
def _trusted() -> SSLContext:
    """The authorities that this machine trusts, `SSL_CERT_FILE` included; reading them takes 20 ms."""
    import ssl

    return ssl.create_default_context()
