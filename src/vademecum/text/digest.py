"""Digests of the standard library, by the shorter way to them.

`hashlib` loads OpenSSL first, 2.4 ms or a fifth of a bare interpreter, and a cold recall takes three digests:
of the home's path, of the project's name and of what the vault's folders hold. The modules that `hashlib`
itself falls back to take 0.6 ms; the standard library's `random` goes the same way for the same reason.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha256
else:
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    try:
        from _sha256 import sha256
    except ImportError:  # `_sha2` from Python 3.12 on
        from hashlib import sha256

__all__ = ["blake2b", "sha256", "sha256_hex"]


def sha256_hex(data: bytes) -> str:
    """The SHA-256 of some bytes in hexadecimal."""
    return sha256(data).hexdigest()
