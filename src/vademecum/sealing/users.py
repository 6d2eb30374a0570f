"""Who else has files of a folder open, as far as the system tells."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PROCESSES = "/proc"
_MOST_NAME = 60


def others_at(folder: str) -> Iterator[str]:
    """Other processes of the user that have something below a folder open: number and command of each.

    Only Linux tells; elsewhere there is nobody.
    """
    try:
        numbers = [name for name in os.listdir(_PROCESSES) if name.isdecimal() and int(name) != os.getpid()]
    except OSError:
        return
    inside = os.path.realpath(folder) + os.sep
    for number in sorted(numbers, key=int):
        if any(one.startswith(inside) for one in _open_files(number)):
            yield f"{number} ({_command(number)})"


def _open_files(number: str) -> Iterator[str]:
    place = os.path.join(_PROCESSES, number, "fd")
    try:
        for name in os.listdir(place):
            try:
                yield os.readlink(os.path.join(place, name))
            except OSError:  # closed meanwhile
                continue
    except OSError:  # gone meanwhile, or somebody else's
        return


def _command(number: str) -> str:
    try:
        with open(os.path.join(_PROCESSES, number, "cmdline"), "rb") as file:
            told = file.read(4096).replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "gone"
    return told if len(told) <= _MOST_NAME else f"{told[: _MOST_NAME - 1]}…"
