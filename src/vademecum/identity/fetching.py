"""Documents of identity providers over HTTP."""

from __future__ import annotations

import asyncio
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
    """A document; nothing is followed elsewhere. Not for a thread that runs an event loop.

    Raises:
        Busy: it cannot be had within five seconds, is larger than half a megabyte, or its address is none
            that may be asked.
    """
    try:
        return asyncio.run(_within(_TIMEOUT_S, checked_address(address)))
    except (httpx.HTTPError, httpx.InvalidURL, InvalidValue, TimeoutError, _Unfit) as error:
        raise Busy(f"{urlsplit(address).hostname} does not give its keys; try again in a moment") from error


class _Unfit(Exception):
    """An answer that holds no keys."""


async def _within(seconds: float, address: str) -> bytes:
    """A document, all of it in so much time: a bound on each read would let it come byte by byte."""
    async with (
        asyncio.timeout(seconds),
        httpx.AsyncClient(timeout=seconds, follow_redirects=False, trust_env=False) as client,
        client.stream("GET", address) as answer,
    ):
        if not answer.is_success:
            raise _Unfit
        read = b""
        async for chunk in answer.aiter_bytes():
            read += chunk
            if len(read) > _MOST_BYTES:
                raise _Unfit
        return read
