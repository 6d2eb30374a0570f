"""Documents of identity providers over HTTP."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx

from vademecum.errors import Busy, InvalidValue, quoted

_TIMEOUT_S = 5.0
_MOST_BYTES = 512 * 1024
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def checked_address(text: str) -> str:
    """An address that keys may be fetched from: https, or http on this machine.

    Raises:
        InvalidValue: it is not.
    """
    parts = urlsplit(text)
    fit = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    if not fit or not parts.hostname or parts.username or parts.query or parts.fragment:
        raise InvalidValue("issuer", f"{quoted(text)} is no https address without user, query and fragment")
    return text


def fetch(address: str) -> bytes:
    """A document; nothing is followed elsewhere.

    Raises:
        Busy: it cannot be had, is larger than half a megabyte, or its address is none that may be asked.
    """
    unreachable = Busy(f"{urlsplit(address).hostname} does not give its keys; try again in a moment")
    try:
        with (
            httpx.Client(timeout=_TIMEOUT_S, follow_redirects=False, trust_env=False) as client,
            client.stream("GET", checked_address(address)) as answer,
        ):
            if not answer.is_success:
                raise unreachable
            read = b""
            for chunk in answer.iter_bytes():
                read += chunk
                if len(read) > _MOST_BYTES:
                    raise unreachable
            return read
    except (httpx.HTTPError, httpx.InvalidURL, InvalidValue) as error:
        raise unreachable from error
