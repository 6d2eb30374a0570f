"""Where a sealed home keeps what, and where its plain files are while it is open."""

from __future__ import annotations

import json
import os
import stat
from typing import cast

from vademecum.errors import Locked, VaultError
from vademecum.model.value import value
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

MARK, KEY, SEALED = "sealed.json", "key.age", "sealed"
"""In a sealed home: that it is one and for whom it is sealed, the key under a passphrase, the files."""

OPEN, HOME, CACHE = "open.json", "home", "cache"
"""In the folder in memory: what it belongs to, the plain files, what is derived from them."""

MEMORY_VARIABLE = "VADE_MEMORY_FOLDER"
_SHARED_MEMORY = "/dev/shm"  # noqa: S108  # a folder of the user's own in it is asked for
_DIGITS = 16
VERSION = 1


@value(kw_only=True)
class Opened:
    """A sealed home that is open.

    Attributes:
        folder: the folder in memory.
        sealed: the home on the disk.
        recipient: for whom files are sealed; public.
        naming: the key from which names of sealed files and their seals are made, hex.
        unread: names of sealed files that could not be opened; they stay as they are.
    """

    folder: str
    sealed: str
    recipient: str
    naming: str
    unread: tuple[str, ...] = ()

    @property
    def home(self) -> str:
        """Where the plain files are."""
        return os.path.join(self.folder, HOME)


def is_sealed(home: str) -> bool:
    """Whether a home is encrypted where it rests."""
    return os.path.lexists(os.path.join(home, MARK))


def recipient_of(home: str) -> str:
    """For whom a home is sealed.

    Raises:
        VaultError: its mark cannot be read, or is of another version.
    """
    place = os.path.join(home, MARK)
    told = _json(place)
    if told is None or told.get("version") != VERSION or not isinstance(told.get("recipient"), str):
        raise VaultError(
            f"{place} is no mark of a sealed home that this version reads; restore it from a backup"
        )
    return str(told["recipient"])


def has_keyring(home: str) -> bool:
    """Whether the key of a sealed home was put into the system's keyring, which is slow to ask."""
    told = _json(os.path.join(home, MARK))
    return told is not None and told.get("keyring") is True


def folders_in_memory(environ: Mapping[str, str]) -> Iterator[str]:
    """Where a sealed home may be open: folders of the user's own that live in memory, likeliest first."""
    named = environ.get(MEMORY_VARIABLE, "")
    if os.path.isabs(named):
        yield named
        return
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(runtime) and os.path.isdir(runtime):
        yield os.path.join(runtime, "vademecum")
    if os.path.isdir(_SHARED_MEMORY):
        yield os.path.join(_SHARED_MEMORY, f"vademecum-{os.getuid()}")


def place_in(root: str, home: str) -> str:
    """The folder of a home among those in memory."""
    return os.path.join(root, sha256_hex(os.fsencode(os.path.realpath(home)))[:_DIGITS])


def opened(home: str, environ: Mapping[str, str]) -> Opened | None:
    """The folder in which a sealed home is open; None while it is locked."""
    for root in folders_in_memory(environ):
        folder = place_in(root, home)
        if os.path.lexists(os.path.join(folder, OPEN)) and is_own(root) and is_own(folder):
            return read_open(folder)
    return None


def read_open(folder: str) -> Opened | None:
    """What a folder in memory says of itself; None where it is none."""
    told = _json(os.path.join(folder, OPEN))
    try:
        return Opened(
            folder=folder,
            sealed=told["sealed"],
            recipient=told["recipient"],
            naming=told["naming"],
            unread=tuple(told["unread"]),
        )
    except (KeyError, TypeError):
        return None


def open_at(home: str, environ: Mapping[str, str]) -> Opened | None:
    """What a folder of plain files belongs to; None where it is no open home.

    It is asked from the side of the sealed home: what a folder says of itself, a clone could say as well.
    """
    folder, name = os.path.split(home)
    said = read_open(folder) if name == HOME else None
    at = opened(said.sealed, environ) if said is not None else None
    return at if at is not None and at.home == home else None


def write_open(one: Opened) -> bytes:
    """What `read_open` reads."""
    told = {
        "sealed": one.sealed,
        "recipient": one.recipient,
        "naming": one.naming,
        "unread": list(one.unread),
    }
    return json.dumps(told).encode()


def is_own(folder: str) -> bool:
    """Whether a folder is the user's alone: one in shared memory might have been put there by anybody."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def locked(home: str) -> Locked:
    """What is told of a sealed home that is not open."""
    return Locked(f"{home} is encrypted and locked; open it with `vade unlock`")


def _json(place: str) -> Any:
    try:
        with open(place, "rb") as file:
            told: Any = json.loads(file.read(1 << 20))
    except (OSError, ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", told) if isinstance(told, dict) else None
