"""What settings say of a model: where it is, or what is missing or dangerous."""

from __future__ import annotations

import pytest

from vademecum.model.extracted import Failing, FailingKind
from vademecum.models.address import Address, address

ENVIRON = {"MODEL_KEY": " sk-1 \n", "EMPTY": " ", "BROKEN": "sk-\n1", "LETTERS": "clé"}


def made(url: str = "https://example.test/v1", name: str = "small", key: str = "MODEL_KEY") -> Address:
    found = address(url, name, key, ENVIRON)
    assert isinstance(found, Address)
    return found


def test_an_address_is_complete() -> None:
    whole = made("https://example.test/v1/")

    assert (whole.url, whole.name, whole.key, whole.host) == (
        "https://example.test/v1/chat/completions",
        "small",
        "sk-1",
        "example.test",
    )


def test_a_key_is_not_needed() -> None:
    assert made("http://box.lan:8000/v1", key="").key == ""


@pytest.mark.parametrize("host", ["localhost:11434", "127.0.0.1", "[::1]:80"])
def test_a_key_may_stay_on_this_machine(host: str) -> None:
    assert made(f"http://{host}/v1").key == "sk-1"


@pytest.mark.parametrize(
    ("url", "name", "key"),
    [
        ("", "small", "MODEL_KEY"),
        ("https://example.test", "", "MODEL_KEY"),
        ("https://example.test", "small", "UNSET"),
        ("https://example.test", "small", "EMPTY"),
        ("https://example.test", "small", "BROKEN"),
        ("https://example.test", "small", "LETTERS"),
        ("http://example.test/v1", "small", "MODEL_KEY"),
        ("http://localhost.example.test/v1", "small", "MODEL_KEY"),
        ("ftp://example.test", "small", ""),
        ("https://", "small", ""),
        ("https://me:secret@example.test", "small", ""),
        ("https://example.test/v1?key=1", "small", ""),
        ("https://example.test:99999/v1", "small", ""),
        ("https://[::1", "small", ""),
    ],
)
def test_what_is_missing_or_dangerous_is_said(url: str, name: str, key: str) -> None:
    found = address(url, name, key, ENVIRON)

    assert isinstance(found, Failing)
    assert found.kind is FailingKind.NOT_CONFIGURED
    assert "sk-" not in found.message
