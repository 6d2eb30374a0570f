"""The digest is SHA-256."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.digest import sha256_hex


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ],
)
def test_published_examples_hold(data: bytes, digest: str) -> None:
    assert sha256_hex(data) == digest


@given(st.binary(max_size=300))
def test_agrees_with_the_library(data: bytes) -> None:
    assert sha256_hex(data) == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("length", range(50, 130))
def test_every_padding_agrees(length: int) -> None:
    assert sha256_hex(b"x" * length) == hashlib.sha256(b"x" * length).hexdigest()
