"""Answers to requests that named themselves: in memory, and as files of the home's state."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock

from vademecum.errors import VaultError
from vademecum.ports.replays import KEPT_S, Replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = "replays"
"""Of the home's state. Whatever is erased from a home takes all of them with it: they say what was said."""

_MOST = 10_000
"""Answers in memory; what is oldest goes first."""


class MemoryReplays:
    """Answers of one process. Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Replay] = {}
        self._lock = Lock()

    def find(self, whose: str, key: str, now: datetime) -> Replay | None:
        with self._lock:
            found = self._kept.get((whose, key))
        return found if found is not None and _lives(found.at, now) else None

    def keep(self, whose: str, key: str, replay: Replay) -> None:
        with self._lock:
            self._kept.pop((whose, key), None)
            self._kept[whose, key] = replay
            while len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]


class FileReplays:
    """Answers as files of one folder, which outlive the process. Safe to share between threads and processes.

    Args:
        folder: where they stand; it is made with the first one.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find(self, whose: str, key: str, now: datetime) -> Replay | None:
        try:
            with open(self._place(whose, key), "rb") as file:
                found = _read(file.read())
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise VaultError(f"cannot read what was answered before: {error.strerror}") from error
        return found if found is not None and _lives(found.at, now) else None

    def keep(self, whose: str, key: str, replay: Replay) -> None:
        place = self._place(whose, key)
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            unfinished = f"{place}.{os.getpid()}.part"
            with open(unfinished, "wb", opener=_private) as file:
                file.write(_written(replay))
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, place)
            self._sweep(replay.at)
        except OSError as error:
            raise VaultError(
                f"cannot keep what was answered: {error.strerror}; nothing else is lost"
            ) from error

    def _place(self, whose: str, key: str) -> str:
        name = sha256(f"{whose}\n{key}".encode()).hexdigest()
        return os.path.join(self._folder, f"{name[:40]}.reply")

    def _sweep(self, now: datetime) -> None:
        """Delete what is out of time, by the time of its file."""
        oldest = (now - timedelta(seconds=KEPT_S)).timestamp()
        with os.scandir(self._folder) as found:
            for one in found:
                try:
                    if one.stat().st_mtime < oldest:
                        os.unlink(one.path)
                except FileNotFoundError:  # another process was faster
                    continue


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _lives(at: datetime, now: datetime) -> bool:
    return now - at < timedelta(seconds=KEPT_S)


def _written(replay: Replay) -> bytes:
    """What is told of an answer on one line, then its body as it is: whoever looks for what is left of
    an erased text finds it there."""
    told = {
        "digest": replay.digest,
        "status": replay.status,
        "headers": dict(replay.headers),
        "at": replay.at.isoformat(),
    }
    return json.dumps(told).encode() + b"\n" + replay.body


def _read(raw: bytes) -> Replay | None:
    """The answer that a file holds; None when it holds none, which a repeat then is told by being done."""
    first, _, body = raw.partition(b"\n")
    try:
        told: dict[str, Any] = json.loads(first)
        return Replay(
            digest=told["digest"],
            status=told["status"],
            headers=told["headers"],
            body=body,
            at=datetime.fromisoformat(told["at"]),
        )
    except (ValueError, KeyError, TypeError):
        return None
