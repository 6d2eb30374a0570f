"""Keys and sealed files, as age has them."""

from __future__ import annotations

import pyrage
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.errors import InvalidValue, VaultError
from vademecum.sealing.ciphering import (
    Plain,
    checked_identity,
    name_of,
    naming_of,
    new_identity,
    protected,
    recipient_of,
    revealed,
    seal,
    unseal,
)

IDENTITY, RECIPIENT = new_identity()
NAMING = naming_of(IDENTITY)


def test_a_passphrase_keeps_a_key() -> None:
    key = protected(IDENTITY, "correct horse battery")

    assert revealed(key, "correct horse battery") == IDENTITY
    with pytest.raises(InvalidValue, match="does not open"):
        revealed(key, "wrong horse battery")
    with pytest.raises(VaultError, match="damaged"):
        revealed(b"no key", "correct horse battery")


def test_a_public_part_belongs_to_a_key() -> None:
    assert recipient_of(IDENTITY) == RECIPIENT


def test_a_key_may_have_remarks() -> None:
    assert checked_identity(f"# made today\n\n{IDENTITY}\n") == IDENTITY
    with pytest.raises(VaultError, match="no secret key"):
        checked_identity("# nothing")
    with pytest.raises(VaultError, match="no secret key"):
        checked_identity("AGE-SECRET-KEY-1NONE")


@given(path=st.text(min_size=1), data=st.binary())
def test_what_is_sealed_is_unsealed(path: str, data: bytes) -> None:
    plain = Plain(path, data)

    sealed = seal(plain, recipient=RECIPIENT, naming=NAMING)

    assert unseal(sealed, identity=IDENTITY, naming=NAMING, name=name_of(NAMING, path)) == plain
    assert data not in sealed or len(data) < 3


def test_names_tell_nothing_and_are_the_same_each_time() -> None:
    name = name_of(NAMING, "memories/personal/safe.md")

    assert name == name_of(NAMING, "memories/personal/safe.md")
    assert name != name_of(naming_of(new_identity()[0]), "memories/personal/safe.md")
    assert "safe" not in name


@pytest.mark.parametrize("content", [b"", b"x", b"a\nb", b"a\n[1\nx", b'vademecum-seal-1 00\n"a.md"\nx'])
def test_what_this_home_did_not_seal_is_not_unsealed(content: bytes) -> None:
    sealed = pyrage.encrypt(content, [pyrage.x25519.Recipient.from_str(RECIPIENT)])

    with pytest.raises(VaultError):
        unseal(sealed, identity=IDENTITY, naming=NAMING, name=name_of(NAMING, "a.md"))


def test_what_is_sealed_for_somebody_else_is_not_unsealed() -> None:
    other, recipient = new_identity()
    sealed = seal(Plain("a.md", b"x"), recipient=recipient, naming=naming_of(other))

    with pytest.raises(VaultError, match="somebody else"):
        unseal(sealed, identity=IDENTITY, naming=NAMING, name=name_of(NAMING, "a.md"))
