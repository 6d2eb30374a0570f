"""One door to age: keys, and files that only their owner opens.

A sealed file is an age file for one recipient. Whoever opens it with any program for age finds two lines,
the seal and the path, and then the bytes of the plain file. age itself tells nobody who wrote a file: the
seal does, for it is made with a key that only an open home knows, so that what was slipped in is noticed.
"""

from __future__ import annotations

import hmac
import json
from hashlib import sha256

from vademecum.errors import InvalidValue, UsageError, VaultError
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SEAL = b"vademecum-seal-1"
_NAMES = b"vademecum names"
_DIGITS = 40
SUFFIX = ".age"


@value
class Plain:
    """A plain file.

    Attributes:
        path: below the home, with ``/``.
    """

    path: str
    data: bytes


def new_identity() -> tuple[str, str]:
    """A secret key and its public part, as age writes them."""
    made = _age().x25519.Identity.generate()
    return str(made), str(made.to_public())


def naming_of(identity: str) -> str:
    """The key of names and seals that belongs to a secret key, hex."""
    return hmac.digest(identity.encode(), _NAMES, "sha256").hex()


def name_of(naming: str, path: str) -> str:
    """Under which name a plain file is sealed; it tells nothing of the path."""
    told = hmac.digest(bytes.fromhex(naming), b"name\0" + path.encode("utf-8", "surrogateescape"), "sha256")
    return f"{told.hex()[:_DIGITS]}{SUFFIX}"


def protected(identity: str, passphrase: str) -> bytes:
    """A secret key under a passphrase, as `age --passphrase` writes it."""
    sealed: bytes = _age().passphrase.encrypt(f"{identity}\n".encode(), passphrase)
    return sealed


def revealed(key: bytes, passphrase: str) -> str:
    """The secret key under a passphrase.

    Raises:
        InvalidValue: the passphrase is another one.
        VaultError: it is no key.
    """
    age = _age()
    try:
        told: bytes = age.passphrase.decrypt(key, passphrase)
    except age.DecryptError as error:
        if not key.startswith(b"age-encryption.org/"):
            raise VaultError("the key of the home is damaged; restore key.age from a backup") from error
        raise InvalidValue("passphrase", "does not open the home; try again") from None
    return checked_identity(told.decode("ascii", "replace"))


def checked_identity(text: str) -> str:
    """A secret key as somebody keeps it.

    Raises:
        VaultError: it is none.
    """
    age = _age()
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    try:
        return str(age.x25519.Identity.from_str(lines[0]))
    except (IndexError, age.IdentityError) as error:
        raise VaultError("what is kept as the key of the home is no secret key of age") from error


def recipient_of(identity: str) -> str:
    """The public part of a secret key."""
    return str(_age().x25519.Identity.from_str(identity).to_public())


def seal(plain: Plain, *, recipient: str, naming: str) -> bytes:
    """A plain file as a sealed one."""
    age = _age()
    path = json.dumps(plain.path).encode()
    content = b"\n".join((_seal_of(plain, naming), path, plain.data))
    sealed: bytes = age.encrypt(content, [age.x25519.Recipient.from_str(recipient)])
    return sealed


def unseal(sealed: bytes, *, identity: str, naming: str, name: str) -> Plain:
    """A sealed file as a plain one.

    Args:
        name: that it stands under.

    Raises:
        VaultError: it is damaged, sealed for somebody else, not sealed by this home, or another file's.
    """
    age = _age()
    try:
        content: bytes = age.decrypt(sealed, [age.x25519.Identity.from_str(identity)])
        seal_of, path, data = content.split(b"\n", 2)
        plain = Plain(str(json.loads(path)), data)
    except (age.DecryptError, ValueError) as error:
        raise VaultError("it is damaged, or sealed for somebody else") from error
    if not hmac.compare_digest(seal_of, _seal_of(plain, naming)):
        raise VaultError("this home did not seal it")
    if name_of(naming, plain.path) != name:
        raise VaultError("it stands under another name than its own")
    return plain


def _seal_of(plain: Plain, naming: str) -> bytes:
    path = plain.path.encode("utf-8", "surrogateescape")
    told = hmac.new(bytes.fromhex(naming), b"seal\0%d\0" % len(path) + path, sha256)
    told.update(plain.data)
    return _SEAL + b" " + told.hexdigest().encode()


def _age() -> Any:
    """The library, loaded by the first who seals or opens.

    Raises:
        UsageError: it is not installed.
    """
    try:
        import pyrage  # pyright: ignore[reportMissingTypeStubs]
    except ImportError:
        raise UsageError("encryption needs the extra: pip install 'vademecum[encryption]'") from None
    return pyrage
