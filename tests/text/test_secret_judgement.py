"""Whether a value is a secret, by its name and by what ties it to it."""

from __future__ import annotations

import pytest

from vademecum.text.secret_judgement import Link, Name, is_secret
from vademecum.text.secret_reading import Found

RANDOM = "Zx8Kq2Wv9Rt4Yp7L" + "m3Nb6Vc1Xz5As0Df"
WORDS = {"password": "password", "short": "pw", "secret": "token", "weak": "session", "pin": "pin"}


def judged(secret: str, tier: str, link: Link, *, behind: str = "", quoted: bool = False) -> bool:
    """What is said of a value with nothing, or a text, behind it."""
    found = Found(secret, 0, quoted=quoted)
    return is_secret(f"{secret}{behind}", found, Name(tier, WORDS[tier], 0), link)


@pytest.mark.parametrize(
    ("secret", "tier", "link"),
    [
        ("12345678", "pin", Link.HINTED),
        (RANDOM, "weak", Link.BESIDE),
        ("1234567890123456", "secret", Link.ASSIGNED),
        ("9f8e7d6c5b4a", "secret", Link.HINTED),
        ("9f8e7d6c5b4a3f2e", "secret", Link.BESIDE),
        ("4711", "password", Link.HINTED),
        ("hunter202", "password", Link.BESIDE),
        ("hunt1234", "password", Link.BESIDE),
        ("marmalade", "password", Link.ASSIGNED),
        ("HunterTwo2x", "password", Link.ASSIGNED),
    ],
)
def test_value_is_a_secret(secret: str, tier: str, link: Link) -> None:
    assert judged(secret, tier, link)


@pytest.mark.parametrize(
    ("secret", "tier", "link"),
    [
        ("a1b", "password", Link.ASSIGNED),
        ("hun****", "password", Link.ASSIGNED),
        ("4711", "pin", Link.BESIDE),
        ("123456789", "pin", Link.ASSIGNED),
        ("abcd", "pin", Link.ASSIGNED),
        ("abcd1x", "pin", Link.ASSIGNED),
        ("hunter2x", "weak", Link.ASSIGNED),
        ("hunter2", "secret", Link.ASSIGNED),
        ("12345678", "secret", Link.ASSIGNED),
        ("1234567890123456", "secret", Link.HINTED),
        ("9f8e7d6c5b4a", "secret", Link.BESIDE),
        ("hunter2", "password", Link.BESIDE),
        ("ab1234", "password", Link.BESIDE),
        ("hun7ter9", "password", Link.BESIDE),
        ("ma(rma1ade", "password", Link.ASSIGNED),
        ("required|min:8", "password", Link.ASSIGNED),
        ("Required|min:8", "password", Link.ASSIGNED),
        ("sha256", "password", Link.ASSIGNED),
        ("db-credentials-2", "password", Link.ASSIGNED),
        ("required", "password", Link.ASSIGNED),
        ("marmalade", "short", Link.ASSIGNED),
        ("mypassport", "password", Link.ASSIGNED),
        ("marmalade", "password", Link.HINTED),
    ],
)
def test_value_is_no_secret(secret: str, tier: str, link: Link) -> None:
    assert not judged(secret, tier, link)


@pytest.mark.parametrize(
    ("secret", "tier", "link"),
    [
        ("HunterTwo2x", "password", Link.ASSIGNED),
        ("ma(rma1ade", "password", Link.ASSIGNED),
        ("db-credentials-2", "password", Link.ASSIGNED),
        ("hunter-2024", "password", Link.BESIDE),
        ("hunter-202", "password", Link.BESIDE),
        ("purple horse battery staple", "password", Link.HINTED),
        ("blue h0rse7", "password", Link.ASSIGNED),
    ],
)
def test_quoted_value_is_a_secret(secret: str, tier: str, link: Link) -> None:
    assert judged(secret, tier, link, quoted=True)


@pytest.mark.parametrize(
    ("secret", "tier", "link"),
    [
        (f"{RANDOM[:16]} {RANDOM[16:]}", "weak", Link.ASSIGNED),
        ("9f8e 7d6c 5b4a", "secret", Link.ASSIGNED),
        ("marmalade", "password", Link.BESIDE),
        ("hunter-24", "password", Link.BESIDE),
        ("purple horse 1234 battery", "password", Link.BESIDE),
        ("blue horse", "password", Link.ASSIGNED),
        ("purple horse battery", "password", Link.ASSIGNED),
        ("the horse battery staple jam", "password", Link.ASSIGNED),
    ],
)
def test_quoted_value_is_no_secret(secret: str, tier: str, link: Link) -> None:
    assert not judged(secret, tier, link, quoted=True)


def test_passphrase_of_two_words_is_none() -> None:
    found = Found("blue h0rse7", 0, quoted=True)

    assert not is_secret(found.secret, found, Name("password", "passphrase", 0), Link.ASSIGNED)


@pytest.mark.parametrize(
    ("secret", "link", "behind", "known"),
    [
        ("4711", Link.ASSIGNED, ", then", True),
        ("4711", Link.ASSIGNED, " apples", False),
        ("marmalade", Link.ASSIGNED, "\nnext", True),
        ("marmalade", Link.ASSIGNED, " jam", False),
        ("marmalade", Link.STATED, ".", True),
        ("marmalade", Link.STATED, " jam", False),
    ],
)
def test_plain_password_ends_its_clause(secret: str, link: Link, behind: str, known: bool) -> None:
    assert judged(secret, "password", link, behind=behind) is known


def test_plain_word_after_another_name_is_none() -> None:
    found = Found("marmalade", 0, quoted=False)

    assert not is_secret("marmalade.", found, Name("password", "kennwort", 0), Link.STATED)
