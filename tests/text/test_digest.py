"""The digests are those that everybody knows by these names."""

from __future__ import annotations

import hashlib

import pytest

from vademecum.text.digest import blake2b, sha256_hex


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ],
)
def test_published_examples_hold(data: bytes, digest: str) -> None:
    assert sha256_hex(data) == digest


def test_lean_modules_agree_with_the_library() -> None:
    assert sha256_hex(b"x" * 200) == hashlib.sha256(b"x" * 200).hexdigest()
    assert blake2b(b"x", digest_size=16).digest() == hashlib.blake2b(b"x", digest_size=16).digest()
