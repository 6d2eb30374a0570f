"""A server that speaks OpenAI's embeddings: one on this machine, one of the house, or a hosted one.

Texts go to the address that was set up and nowhere else: proxy variables and `.netrc` are not heeded,
redirections not followed. The deadline is one for everything; what hangs is left to a thread of its own.
"""

from __future__ import annotations

import json
import math
import struct
import threading
import time
from urllib.parse import urlsplit

from vademecum.errors import ModelError
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from ssl import SSLContext
    from typing import Any

    import httpx

BATCH = 64
"""Texts a request; servers accept at least that many."""

MOST_CHARACTERS = 8_000
"""Of a text; what is longer is embedded by passages, and most models read 512 tokens."""

MOST_BYTES = 1 << 26
"""Of an answer: 64 texts of 4,096 numbers in twenty digits are a tenth of it."""

PAUSES_S = (0.2, 0.8)
"""Waits before a question is asked again that a busy or broken server did not answer."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})


@value(kw_only=True)
class Endpoint:
    """Where to ask.

    Attributes:
        url: base of the API, e.g. ``http://localhost:11434/v1``.
        model: as the server calls it.
        key: empty when the server wants none; shown nowhere.
        deadline_s: of one call of `embed`, everything included.
    """

    url: str
    model: str
    key: str = ""
    deadline_s: float = 30.0

    def __repr__(self) -> str:
        return f"Endpoint({self.url!r}, {self.model!r})"


class EndpointEmbedder:
    """`ports.Embedder` behind an address.

    Args:
        endpoint: where to ask.

    Raises:
        ModelError: the address is none, or a key would go over an unencrypted line to another machine.
    """

    fit = b""

    def __init__(self, endpoint: Endpoint) -> None:
        try:
            parts = urlsplit(endpoint.url)
            host, _ = parts.hostname, parts.port  # an impossible port is found when it is read
        except ValueError as error:
            raise ModelError(f"{endpoint.url} is no address; `vade config set meaning.url …`") from error
        if endpoint.key and parts.scheme != "https" and host not in _LOOPBACK:
            raise ModelError("a key is not sent unencrypted to another machine; use an https:// address")
        self._endpoint = endpoint
        self._dimension = 0

    @property
    def id(self) -> str:
        """See `ports.Embedder.id`. What a server does behind the same name is not known here."""
        return f"endpoint:{self._endpoint.model}@{self._endpoint.url}"

    @property
    def dimension(self) -> int:
        """See `ports.Embedder.dimension`; a word is embedded when nothing was yet.

        Raises:
            ModelError: the server does not say.
        """
        if not self._dimension:
            self.embed(["dimension"])
        return self._dimension

    def fitted(self, texts: Iterable[str]) -> EndpointEmbedder:
        """See `ports.Embedder.fitted`."""
        return self

    def refitted(self, fit: bytes) -> EndpointEmbedder:
        """See `ports.Embedder.refitted`."""
        return self

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """See `ports.Embedder.embed`. Empty texts are not sent."""
        spoken = [text[:MOST_CHARACTERS].encode(errors="replace").decode() for text in texts]
        told = [place for place, text in enumerate(spoken) if text.strip()]
        found = _within(self._endpoint, [spoken[place] for place in told])
        sizes = {len(row) for row in found}
        if len(sizes) > 1 or (self._dimension and sizes - {self._dimension}):
            raise ModelError(
                f"{self._endpoint.model} gives vectors of several lengths, which cannot be compared"
            )
        self._dimension = next(iter(sizes), self._dimension)
        rows = [bytes(4 * self._dimension)] * len(texts)
        for place, row in zip(told, found, strict=True):
            rows[place] = _unit(row)
        return b"".join(rows)


def _unit(row: list[float]) -> bytes:
    length = math.hypot(*row) or 1.0  # squares of what a server may send can be larger than a float
    return struct.pack(f"<{len(row)}f", *(one / length for one in row))


def _within(endpoint: Endpoint, texts: list[str]) -> list[list[float]]:
    """The rows of the texts, or a `ModelError` when the deadline has passed."""
    if not texts:
        return []
    call = _Call(endpoint, texts)
    thread = threading.Thread(target=call.run, name="vade-embedding", daemon=True)
    thread.start()
    thread.join(endpoint.deadline_s)
    if call.failure is not None:
        raise call.failure
    if thread.is_alive():
        raise ModelError(f"{endpoint.model} gave no vectors within {endpoint.deadline_s:g} s")
    return call.rows


class _Call:
    """All requests of one call."""

    def __init__(self, endpoint: Endpoint, texts: list[str]) -> None:
        self._endpoint = endpoint
        self._texts = texts
        self._until = time.monotonic() + endpoint.deadline_s
        self.rows: list[list[float]] = []
        self.failure: ModelError | None = None

    def run(self) -> None:
        """Ask for one batch after the other; whatever goes wrong is kept for who waits."""
        name = self._endpoint.model
        try:
            import httpx

            with httpx.Client(
                trust_env=False,
                follow_redirects=False,
                verify=_trusted(self._endpoint.url),
                timeout=self._endpoint.deadline_s,
            ) as client:
                for start in range(0, len(self._texts), BATCH):
                    self.rows += self._batch(client, self._texts[start : start + BATCH])
        except ModelError as error:
            self.failure = error
        except ImportError:
            self.failure = ModelError("httpx is missing; `pip install 'vademecum[models]'`")
        except Exception as error:  # noqa: BLE001 - nothing that a server does may end a thread silently
            self.failure = ModelError(f"asking {name} for vectors failed with {type(error).__name__}")

    def _batch(self, client: httpx.Client, texts: list[str]) -> list[list[float]]:
        import httpx

        why = ""
        for pause in (*PAUSES_S, None):
            wanted = 0.0
            try:
                status, body, wanted = self._asked(client, texts)
                if status == 200:
                    return _rows(body, len(texts), self._endpoint.model)
                why = f"answers with status {status}" + (f" and wants {wanted:g} s to pass" if wanted else "")
                if status not in _AGAIN:
                    break
            except httpx.TransportError as error:
                why = f"cannot be asked ({type(error).__name__})"
            if pause is None or time.monotonic() + max(pause, wanted) > self._until:
                break
            time.sleep(max(pause, wanted))
        raise ModelError(f"the server of {self._endpoint.model} {why}; check its address, name and key")

    def _asked(self, client: httpx.Client, texts: list[str]) -> tuple[int, bytes, float]:
        """Status, body, and how many seconds the server wants to be left alone."""
        headers = {"content-type": "application/json", "accept-encoding": "identity"}
        if self._endpoint.key:
            headers["authorization"] = f"Bearer {self._endpoint.key}"
        asked = {"model": self._endpoint.model, "input": texts, "encoding_format": "float"}
        url = self._endpoint.url.rstrip("/") + "/embeddings"
        with client.stream("POST", url, content=json.dumps(asked).encode(), headers=headers) as response:
            body = bytearray()
            for chunk in response.iter_raw():
                body += chunk
                if len(body) > MOST_BYTES or time.monotonic() > self._until:
                    raise ModelError(f"the answer of {self._endpoint.model} is too long, or too slow")
            return response.status_code, bytes(body), _seconds(response.headers.get("retry-after", ""))


def _trusted(url: str) -> SSLContext | bool:
    """The authorities that this machine trusts, `SSL_CERT_FILE` included; reading them takes 20 ms."""
    import ssl

    return ssl.create_default_context() if url.startswith("https") else False  # there is nothing to trust


def _seconds(told: str) -> float:
    """What `Retry-After` says; 0 for a moment, which would need a clock that agrees with the server's."""
    return float(told) if told.isascii() and told.isdigit() else 0.0


def _rows(body: bytes, number: int, model: str) -> list[list[float]]:
    """The vectors of an answer, in the order in which their texts were sent."""
    try:
        data: list[dict[str, Any]] = json.loads(body)["data"]
        rows = {int(one["index"]): [float(each) for each in one["embedding"]] for one in data}
        found = [rows[place] for place in range(number)]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ModelError(f"{model} did not answer with a vector for each text") from error
    if not all(row and all(map(math.isfinite, row)) for row in found):
        raise ModelError(f"{model} answers with vectors that hold no numbers")
    return found
