"""Where a model is, what it is called and what opens its door."""

from __future__ import annotations

from urllib.parse import urlsplit

from vademecum.model.extracted import Failing, FailingKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Address:
    """Where to ask. No value: it never shows its key, nor is it compared.

    Args:
        url: base of the API, e.g. ``http://localhost:11434/v1``, without a user, query or fragment.
        name: of the model, as the server knows it.
        key: "" when the server wants none.
    """

    __slots__ = ("host", "key", "name", "url")

    def __init__(self, url: str, name: str, key: str = "") -> None:
        self.url = url.rstrip("/") + "/chat/completions"
        self.name = name
        self.key = key
        self.host = urlsplit(url).hostname or ""

    def __repr__(self) -> str:
        return f"Address({self.host!r}, {self.name!r})"


def address(url: str, name: str, key_variable: str, environ: Mapping[str, str]) -> Address | Failing:
    """The address that settings describe, or what is missing or dangerous about them.

    A key goes over an unencrypted line to this machine only. What is said here never quotes the key.
    """
    if not url or not name:
        missing = "model.url" if not url else "model.name"
        return _failing(f"{missing} is not set; `vade config set {missing} …`")
    key = environ.get(key_variable, "").strip() if key_variable else ""
    if key_variable and not key:
        return _failing(f"the variable {key_variable}, which holds the key, is empty or not set")
    if not all(" " < char <= "~" for char in key):
        return _failing(f"the key in {key_variable} holds characters that no header can carry")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # an impossible port is found when it is read
    except ValueError:
        return _failing("model.url is no address")
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or parts.query:
        return _failing("model.url must be http:// or https://, a host and a path, without a user or a query")
    if key and parts.scheme == "http" and host not in _LOOPBACK:
        return _failing("a key is not sent unencrypted to another machine; use https:// in model.url")
    return Address(url, name, key)


def _failing(message: str) -> Failing:
    return Failing(kind=FailingKind.NOT_CONFIGURED, message=message)
