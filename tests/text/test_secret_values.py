"""What a value looks like, whatever it is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.secret_values import (
    is_code,
    is_machine_made,
    is_masked,
    is_mixed,
    is_ordinary,
    is_random,
    is_stand_in,
    is_technical,
    is_wordy,
    masked,
    restlessness,
)

RANDOM = "Zx8Kq2Wv9Rt4Yp7L" + "m3Nb6Vc1Xz5As0Df"


@pytest.mark.parametrize(
    ("secret", "cut"),
    [("abcdefghij", "abcd****"), ("abcdefgh", "abcd****"), ("hunter2", "hun****"), ("abcd", "ab****")],
)
def test_at_most_half_is_kept(secret: str, cut: str) -> None:
    assert masked(secret) == cut


@given(st.text(st.characters(), min_size=4, max_size=40))
def test_what_is_masked_counts_as_masked(secret: str) -> None:
    assert is_masked(masked(secret))


def test_secret_with_asterisks_is_not_masked() -> None:
    assert not is_masked("hunter2****")


@pytest.mark.parametrize(
    "text",
    [
        "${DB_PASSWORD}", "<token>", "your-key", "xxxxxxxx", "~/.ssh/key", "a.pem", "7x9://k2", "7x9k2…m4",
        "7x9k2m4...", "-----BEGIN 7x9k2",
    ],
)  # fmt: skip
def test_stand_in_is_no_secret(text: str) -> None:
    assert is_stand_in(text)


@pytest.mark.parametrize("text", ["abcabcabc", "4711", "11111111", "aB3/xK9/zQ2", "abCd/efgh/ijK"])
def test_value_of_its_own_is_no_stand_in(text: str) -> None:
    assert not is_stand_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "v2.3.1", "SHA-256", "OAuth2", "PBKDF2", "24h", "192.168.1.10", "AES-256", "sha256/oauth2",
        "sha256-hashed", "random-4711",
    ],
)  # fmt: skip
def test_technical_term_is_no_secret(text: str) -> None:
    assert is_technical(text)


@pytest.mark.parametrize("text", ["hunter-2024", "hunter-two", "required", "sha256-hunter"])
def test_other_words_are_not_technical(text: str) -> None:
    assert not is_technical(text)


@pytest.mark.parametrize(
    "text", ["required", "case-sensitive", "expired", "abgelaufen", "hashed", "not-set", "marinated_"]
)
def test_word_about_secrets_is_ordinary(text: str) -> None:
    assert is_ordinary(text)


@pytest.mark.parametrize(
    "text", ["db-credentials-v2", "user:1234:profile", "app.config.name", "tenant-0042", "db-v1234"]
)
def test_identifier_is_wordy(text: str) -> None:
    assert is_wordy(text)


@pytest.mark.parametrize("text", ["app.conf123", "abCdefghijK", "aBcDeFgH"])
def test_restless_or_numbered_word_is_no_identifier(text: str) -> None:
    assert not is_wordy(text)


@pytest.mark.parametrize(
    ("text", "mixed"),
    [
        ("hunter2", True),
        ("mar%malade", True),
        ("47%11", True),
        ("ab!X", True),
        ("marmalade", False),
        ("marmalade!", False),
        ("4711", False),
    ],
)
def test_mixed_needs_two_kinds_of_characters(text: str, mixed: bool) -> None:
    assert is_mixed(text) is mixed


@pytest.mark.parametrize(
    "text",
    [
        "get_token(",
        "os.environ[",
        "PKCS12PrivateKeyTypes",
        "win32api.RegEnumKey",
        "Config.get(",
        "TokenReader",
    ],
)
def test_expression_is_code(text: str) -> None:
    assert is_code(text)


@pytest.mark.parametrize("text", ["xK9%", "marmalade"])
def test_word_and_password_are_no_code(text: str) -> None:
    assert not is_code(text)


@pytest.mark.parametrize("text", ["9f8e7d6c5b4a3f2e", RANDOM, "hunter2hunter"])
def test_token_is_machine_made(text: str) -> None:
    assert is_machine_made(text)


@pytest.mark.parametrize(
    "text", ["aBcDeFgHiJkLmNoP", "ABcdEFghIJklMNop", "ABcdEFghIJklMNOP", "ABCDiEFGHiJKLM%NO"]
)
def test_sixteen_restless_letters_are_machine_made(text: str) -> None:
    assert is_machine_made(text)


@pytest.mark.parametrize(
    "text",
    [
        "user-profile-1", "a1b2c3", "12345678", "aBcDeFgHi", "abcdefgh%ijklmnop", "ABCDEFGHiJKLMNO%PQ",
        "sha256-hashed",
    ],
)  # fmt: skip
def test_what_people_write_is_not_machine_made(text: str) -> None:
    assert not is_machine_made(text)


@pytest.mark.parametrize(
    ("text", "random"),
    [
        (RANDOM, True),
        ("9fceb02d0ae598e95dc970b74767f19372d61af8", False),
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", False),
        ("AbstractSingletonProxyFactoryBean2", False),
        ("policy/S3/AccessForAmplify", False),
        ("3F2504e0-4f89-11d3-9a0c-0305e82c3301", False),
        (RANDOM[:16], True),
        (RANDOM[:15], False),
        ("ABCDe1234fghIJKL567mn", True),
        ("aB1cD2aB1cD2eFaB", True),
        ("aB1cD2aB1cD2eDaB", False),
    ],
)
def test_random_is_told_from_hash_and_name(text: str, random: bool) -> None:
    assert is_random(text) is random


def test_half_of_the_asked_length_must_differ() -> None:
    assert is_random("aB1cD2aB1cD2eFaB1", least=17)


@pytest.mark.parametrize("text", ["aB", "Ab", "A1", "1A", "a1", "1a", "A-b"])
def test_two_neighbours_of_two_kinds_are_restless(text: str) -> None:
    assert restlessness(text) == 1.0


@pytest.mark.parametrize(
    ("text", "share"), [("aB1", 1.0), ("1-2", 0.0), ("ab-cd", 0.0), ("aaB", 0.5), ("", 0.0), ("a", 0.0)]
)
def test_restlessness_counts_changes(text: str, share: float) -> None:
    assert restlessness(text) == share
