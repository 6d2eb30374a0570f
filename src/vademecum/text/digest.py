"""SHA-256 of a short text, written out, because the way to OpenSSL's is too long for it.

A cold recall takes two digests, of the home's path and of the project's name. `hashlib` loads OpenSSL before
the first, 2.4 ms or a quarter of a bare interpreter; here each costs 0.1 ms. They name folders and scopes and
keep no secret. Anything longer than a path belongs to `hashlib`.

Source: FIPS 180-4, "Secure Hash Standard", sections 4.1.2, 4.2.2, 5 and 6.2.
"""

from __future__ import annotations

_MASK = 0xFFFF_FFFF
_TWICE = 0x1_0000_0001  # a word times this stands beside itself, so that a shift rotates it

_FIRST = (
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
)  # fmt: skip
"""Fractions of the square roots of the first eight primes."""

_ROUNDS = (
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
)  # fmt: skip
"""Fractions of the cube roots of the first sixty-four primes."""


def sha256_hex(data: bytes) -> str:
    """The digest in hexadecimal, equal to ``hashlib.sha256(data).hexdigest()``."""
    padding = b"\x80" + bytes(-(len(data) + 9) % 64)
    message = data + padding + (8 * len(data)).to_bytes(8, "big")
    state: tuple[int, ...] = _FIRST
    for start in range(0, len(message), 64):
        state = _compressed(state, message[start : start + 64])
    return "".join([f"{word:08x}" for word in state])


def _compressed(state: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    a, b, c, d, e, f, g, h = state
    for constant, word in zip(_ROUNDS, _schedule(block), strict=True):
        twice_a, twice_e = a * _TWICE, e * _TWICE
        sum_a = (twice_a >> 2 ^ twice_a >> 13 ^ twice_a >> 22) & _MASK
        sum_e = (twice_e >> 6 ^ twice_e >> 11 ^ twice_e >> 25) & _MASK
        first = h + sum_e + (e & f ^ ~e & g) + constant + word
        second = sum_a + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & _MASK, a, b, c, (d + first) & _MASK, e, f, g
    return tuple([(x + y) & _MASK for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)])


def _schedule(block: bytes) -> list[int]:
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    for at in range(16, 64):
        early, late = words[at - 15], words[at - 2]
        twice_early, twice_late = early * _TWICE, late * _TWICE
        near = (twice_early >> 7 ^ twice_early >> 18) & _MASK ^ early >> 3
        far = (twice_late >> 17 ^ twice_late >> 19) & _MASK ^ late >> 10
        words.append((words[at - 16] + near + words[at - 7] + far) & _MASK)
    return words
