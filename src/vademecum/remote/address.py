"""Where a server is, and what opens its door."""

from __future__ import annotations

from urllib.parse import urlsplit

from vademecum.errors import InvalidValue

MOST_TOKEN = 8_192
"""Characters of a token; a signed one with many claims has some two thousand."""

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Address:
    """Where to ask. No value: it never shows its token, nor is it compared.

    Args:
        url: base of the API, e.g. ``https://memory.example.org``, without a slash at its end.
        host: host and port, as messages name the server.
        token: "" where none is sent.
    """

    __slots__ = ("host", "token", "url")

    def __init__(self, url: str, host: str, token: str = "") -> None:
        self.url, self.host, self.token = url, host, token

    def __repr__(self) -> str:
        return f"Address({self.url!r})"


def address(url: str, token: str | None = None) -> Address:
    """Read an address. A token goes over an unencrypted line to this machine only.

    Raises:
        InvalidValue: it is no address of a server, or the token can or may not be sent there; neither is
            quoted where it may hold a secret.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise InvalidValue("remote", "is no address; write e.g. https://memory.example.org") from None
    if parts.scheme not in ("http", "https") or not host or any(map(str.isspace, url.strip())):
        raise InvalidValue("remote", "is no http or https address; write e.g. https://memory.example.org")
    if parts.username is not None or parts.query or parts.fragment:
        raise InvalidValue("remote", "holds a user, a query or a fragment; a token is given apart")
    known = _token(token)
    if known and parts.scheme == "http" and host not in _LOOPBACK:
        raise InvalidValue(
            "remote",
            "is not encrypted, and a token is not sent so to another machine; use https://, or a tunnel that "
            "ends at localhost",
        )
    named = f"[{host}]" if ":" in host else host
    return Address(
        f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/"),
        f"{named}:{port}" if port else named,
        known,
    )


def _token(token: str | None) -> str:
    known = (token or "").strip()
    if len(known) > MOST_TOKEN or not all("!" <= char <= "~" for char in known):
        raise InvalidValue("token", "holds what no header can carry; it is one line of letters and digits")
    return known
