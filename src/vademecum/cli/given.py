"""The text that a command works on: its words, standard input or a file."""

from __future__ import annotations

import sys

from vademecum.errors import LimitExceeded, UsageError, VaultError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

MAX_INPUT_BYTES = 16 * 1024 * 1024
"""Most that is read from a pipe or a file before it is refused; an endless pipe must not fill the memory."""


def clean(text: str) -> str:
    """Well-formed text: bytes that are not UTF-8 reach us as lone surrogates and become U+FFFD."""
    try:
        raw = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        raw = text.encode("utf-8", "surrogatepass")
    return raw.decode("utf-8", "replace")


def read_text(words: tuple[str, ...], file: Path | None = None) -> str:
    """The text a command works on: its words, ``-`` for standard input, or a file.

    Raises:
        UsageError: none or two of them.
        LimitExceeded: more than `MAX_INPUT_BYTES`.
        VaultError: the file cannot be read.
    """
    if file is not None:
        if words:
            raise UsageError("give the text or --file, not both")
        return _decode(read_file(file), str(file))
    if words == ("-",):
        return _decode(_read_input(), "standard input")
    if not words:
        raise UsageError("no text given; write it behind the command, or - to read standard input")
    return " ".join(words)


def _read_input() -> bytes:
    if sys.stdin is None:
        return b""
    raw: bytes = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
    return raw


def read_file(path: Path) -> bytes:
    """At most a byte more than `MAX_INPUT_BYTES` of a file.

    Raises:
        VaultError: it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_INPUT_BYTES + 1)
    except OSError as error:
        raise VaultError(f"cannot read {path}: {error.strerror}") from error


def _decode(raw: bytes, source: str) -> str:
    if len(raw) > MAX_INPUT_BYTES:
        raise LimitExceeded(f"{source} holds more than {MAX_INPUT_BYTES // 2**20} MiB; split it")
    return raw.decode("utf-8-sig", "replace")
