from __future__ import annotations

import pytest

from vademecum.errors import InvalidValue
from vademecum.remote.address import address


@pytest.mark.parametrize(
    ("url", "base", "host"),
    [
        ("http://localhost:8377", "http://localhost:8377", "localhost:8377"),
        ("https://memory.example.org/", "https://memory.example.org", "memory.example.org"),
        (" https://example.org/vade/ ", "https://example.org/vade", "example.org"),
        ("http://[::1]:8377", "http://[::1]:8377", "[::1]:8377"),
    ],
)
def test_an_address_is_read(url: str, base: str, host: str) -> None:
    read = address(url)
    assert (read.url, read.host, read.token) == (base, host, "")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "is no http or https address"),
        ("memory.example.org", "is no http or https address"),
        ("ftp://example.org", "is no http or https address"),
        ("file:///etc/passwd", "is no http or https address"),
        ("http://", "is no http or https address"),
        ("http://a b", "is no http or https address"),
        ("http://host:99999", "is no address"),
        ("http://[::1", "is no address"),
        ("https://me:secret@example.org", "holds a user, a query or a fragment"),
        ("https://example.org/?token=secret", "holds a user, a query or a fragment"),
        ("https://example.org/#x", "holds a user, a query or a fragment"),
    ],
)
def test_what_is_no_address_is_refused(url: str, message: str) -> None:
    with pytest.raises(InvalidValue, match=message) as caught:
        address(url)
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("token", ["two\nlines", "a b", "é", "x" * 9_000])
def test_a_token_that_no_header_carries_is_refused(token: str) -> None:
    with pytest.raises(InvalidValue, match="holds what no header can carry") as caught:
        address("https://example.org", token)
    assert token not in caught.value.message


def test_a_token_goes_unencrypted_to_this_machine_only() -> None:
    assert address("http://127.0.0.1:8377", "t").token == "t"
    assert address("https://example.org", " t\n").token == "t"
    with pytest.raises(InvalidValue, match="is not encrypted"):
        address("http://example.org", "t")


def test_an_address_never_shows_its_token() -> None:
    assert "secret" not in repr(address("https://example.org", "secret"))
