"""Looks for texts in files; as a module, or as a program in a process of its own.

A process that closes a file lets go of every lock that it holds on it (POSIX), by whatever descriptor it was
read: a database that is open in it, and that another process then takes for its own, loses what was not
written back. So whoever has databases open has their files read by this program, which needs the interpreter
alone.
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict

    class Told(TypedDict):
        """What the program says of a file: why it cannot be read, or its length and the needles in it."""

        errno: int
        reason: str
        length: int
        held: list[int]


_AT_ONCE = 4 << 20
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW

Looked = tuple[int, frozenset[bytes]]


def look(path: str, needles: Sequence[bytes]) -> Looked:
    """Length of a file, and the needles in it; one that stands across two portions is found too.

    Raises:
        OSError: it cannot be read.
    """
    descriptor = os.open(path, _FLAGS)
    try:
        size = min(os.fstat(descriptor).st_size + 1, _AT_ONCE)
        data = os.read(descriptor, size)
        length, held = len(data), _held(data, needles)
        overlap = max(map(len, needles), default=1) - 1
        while more := os.read(descriptor, size):
            data = (data[-overlap:] if overlap else b"") + more
            length, held = length + len(more), held | _held(data, needles)
    finally:
        os.close(descriptor)
    return length, held


def look_apart(paths: Sequence[str], needles: Sequence[bytes]) -> dict[str, Looked | OSError]:
    """The same of several files, in a process of its own."""
    import subprocess

    asked = {"paths": list(paths), "needles": [one.hex() for one in needles]}
    program = [sys.executable, "-I", "-S", os.path.abspath(__file__)]
    try:
        done = subprocess.run(  # noqa: S603  # our own interpreter and file
            program, input=json.dumps(asked).encode(), capture_output=True, check=True
        )
        told: list[Told] = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        failed = OSError(f"no process of its own could read it ({type(error).__name__})")
        return dict.fromkeys(paths, failed)
    return {path: _of(one, needles) for path, one in zip(paths, told, strict=True)}


def _of(told: Told, needles: Sequence[bytes]) -> Looked | OSError:
    if told["reason"]:
        return OSError(told["errno"], told["reason"])
    return told["length"], frozenset([needles[number] for number in told["held"]])


def _held(data: bytes, needles: Sequence[bytes]) -> frozenset[bytes]:
    return frozenset([needle for needle in needles if needle in data])


def main() -> None:
    """Read what is asked, look, and tell; an answer for each file, in order."""
    asked = json.load(sys.stdin)
    needles = [bytes.fromhex(one) for one in asked["needles"]]
    answers: list[Told] = []
    for path in asked["paths"]:
        try:
            length, held = look(path, needles)
        except OSError as error:
            reason = error.strerror or str(error)
            answers.append({"errno": error.errno or 0, "reason": reason, "length": 0, "held": []})
        else:
            found = [number for number, one in enumerate(needles) if one in held]
            answers.append({"errno": 0, "reason": "", "length": length, "held": found})
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
