"""A client of the chat completions API that most servers of models speak.

The deadline is one for everything: looking the host up, connecting, TLS, and a body that comes byte by byte.
Each question has a thread of its own, because a name server or a dripping header can be waited for without
end; when the time is up the thread is left to itself and its connection closed, so that it ends at the next
byte.
"""

from __future__ import annotations

import json
import threading
import time
from functools import cache

from vademecum.model.extracted import Failing, FailingKind
from vademecum.model.prompt import Reply
from vademecum.models.reply import MAX_BYTES, reply, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx

    from vademecum.model.prompt import Prompt
    from vademecum.models.address import Address

MAX_LEFT = 4
"""Questions that may be waiting at one time, those left to themselves included."""

_STATUSES = {
    401: "does not accept the key",
    403: "does not accept the key",
    404: "knows no such address or model",
    408: "gave up waiting",
    429: "is asked too often",
}


class ChatModel:
    """A model at an address.

    Proxy variables and `.netrc` are not heeded: what is said goes to the address in the settings and nowhere
    else.

    Args:
        address: where to ask.
        deadline_s: of one question, everything included.
    """

    def __init__(self, address: Address, deadline_s: float) -> None:
        self._address = address
        self._deadline_s = deadline_s
        self._slots = threading.BoundedSemaphore(MAX_LEFT)

    def ask(self, prompt: Prompt) -> Reply:
        """See `ports.Model.ask`."""
        if not self._slots.acquire(blocking=False):
            return _failing(FailingKind.BUSY, f"{MAX_LEFT} earlier questions have not come back")
        call = _Call(self._address, prompt, self._deadline_s, self._slots)
        threading.Thread(target=call.run, name="vade-model", daemon=True).start()
        return call.wait()


class _Call:
    """One question on its way."""

    def __init__(
        self, address: Address, prompt: Prompt, deadline_s: float, slots: threading.BoundedSemaphore
    ) -> None:
        self._address = address
        self._prompt = prompt
        self._deadline_s = deadline_s
        self._until = time.monotonic() + deadline_s
        self._slots = slots
        self._done = threading.Event()
        self._reply = _late(deadline_s)
        self._client: httpx.Client | None = None

    def wait(self) -> Reply:
        """The reply, or that it is late."""
        if self._done.wait(max(0.0, self._until - time.monotonic())):
            return self._reply
        client = self._client
        if client is not None:
            threading.Thread(target=_closed, args=(client,), name="vade-model-close", daemon=True).start()
        return _late(self._deadline_s)

    def run(self) -> None:
        """Ask, whatever becomes of it."""
        try:
            self._reply = self._asked()
        except ImportError:
            self._reply = _failing(
                FailingKind.NOT_CONFIGURED, "httpx is missing; `pip install 'vademecum[models]'`"
            )
        except Exception as error:  # noqa: BLE001  # nothing that a server does may reach a turn
            self._reply = _broken(error, self._address.host, self._deadline_s)
        finally:
            self._slots.release()
            self._done.set()

    def _asked(self) -> Reply:
        import httpx

        # Both are the library's own habit, and would hand key and utterance to whoever the environment names.
        with httpx.Client(
            trust_env=False, follow_redirects=False, verify=_trusted(), timeout=self._deadline_s
        ) as client:
            self._client = client
            request = client.build_request(
                "POST",
                self._address.url,
                content=_body(self._prompt, self._address.name),
                headers=self._headers(),
            )
            response = client.send(request, stream=True)
            try:
                return self._read(response)
            finally:
                response.close()

    def _headers(self) -> dict[str, str]:
        # Unpacking is left out on purpose: a few kilobytes may unpack to a gigabyte.
        headers = {"content-type": "application/json", "accept-encoding": "identity"}
        if self._address.key:
            headers["authorization"] = f"Bearer {self._address.key}"
        return headers

    def _read(self, response: httpx.Response) -> Reply:
        if response.status_code != 200:
            return _failing(FailingKind.REFUSED, _status(response.status_code, self._address.host))
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            return unreadable("is packed, which was not wanted")
        body = bytearray()
        for chunk in response.iter_raw():
            body += chunk
            if len(body) > MAX_BYTES:
                return _failing(FailingKind.TOO_LONG, f"the answer is longer than {MAX_BYTES:,} bytes")
            if time.monotonic() > self._until:
                return _late(self._deadline_s)
        return reply(bytes(body))


def _body(prompt: Prompt, name: str) -> bytes:
    material = json.dumps(prompt.material, ensure_ascii=False)
    wanted = {"name": prompt.name, "strict": True, "schema": prompt.schema}
    request = {
        "model": name,
        "temperature": 0,
        "stream": False,
        "messages": [
            {"role": "system", "content": prompt.instruction},
            {"role": "user", "content": material},
        ],
        "response_format": {"type": "json_schema", "json_schema": wanted},
    }
    return json.dumps(request).encode()  # ASCII: a lone surrogate of a broken transcript is escaped


@cache
def _trusted() -> SSLContext:
    """The authorities that this machine trusts, `SSL_CERT_FILE` included; reading them takes 20 ms."""
    import ssl

    return ssl.create_default_context()


def _status(code: int, host: str) -> str:
    if 300 <= code < 400:
        return f"{host} sends elsewhere ({code}), where no key is carried; set model.url to the right address"
    if code >= 500:
        return f"{host} has a fault of its own ({code})"
    return f"{host} {_STATUSES.get(code, 'does not take the question')} ({code})"


def _broken(error: Exception, host: str, deadline_s: float) -> Reply:
    """The reason for an error, in our words: those of the error may quote what was sent."""
    import httpx

    match error:
        case httpx.TimeoutException():
            return _late(deadline_s)
        case httpx.UnsupportedProtocol() | httpx.InvalidURL():
            return _failing(FailingKind.NOT_CONFIGURED, "model.url is no address")
        case httpx.ConnectError():
            return _failing(FailingKind.UNREACHABLE, f"no connection to {host}")
        case httpx.RemoteProtocolError():
            return _failing(FailingKind.UNREADABLE, f"{host} broke off, or speaks no HTTP")
        case httpx.TransportError():
            return _failing(FailingKind.UNREACHABLE, f"the connection to {host} broke off")
        case _:
            return _failing(FailingKind.UNREACHABLE, f"asking {host} failed with {type(error).__name__}")


def _late(deadline_s: float) -> Reply:
    return _failing(FailingKind.DEADLINE, f"no whole answer within {deadline_s:g} s")


def _failing(kind: FailingKind, message: str) -> Reply:
    return Reply(failing=Failing(kind=kind, message=message))


def _closed(client: httpx.Client) -> None:
    """Close what nobody waits for any more; that it was in use is the point of it."""
    from contextlib import suppress

    with suppress(Exception):
        client.close()
