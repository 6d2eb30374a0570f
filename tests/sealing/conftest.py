"""A home to be encrypted, and a folder that stands for memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

import vademecum
from vademecum import shadows
from vademecum.errors import InvalidValue
from vademecum.places import cache_folder
from vademecum.sealing import keyrings, turning
from vademecum.sealing.layout import MEMORY_VARIABLE
from vademecum.sealing.turning import Turned

WORDS = "correct horse battery"
SENTINEL = "vermilion"


class Sealing:
    """Turns one home, and asks it."""

    def __init__(self, folder: Path) -> None:
        self.home, self.memory = folder / "home", folder / "memory"
        self.environ: Mapping[str, str] = {**os.environ, MEMORY_VARIABLE: str(self.memory)}

    def furnish(self) -> None:
        with self.open() as vade:
            vade.remember(f"The safe is {SENTINEL}.", title="Safe")
            vade.remember("The oats are in the barn.", title="Oats")
            vade.add_entity("Rhea", label="Person")

    def open(self) -> vademecum.Vade:
        return vademecum.open(self.home, sync_interval_s=0)

    def encrypt(self, **how: bool) -> Turned:
        return turning.encrypt(str(self.home), cache_folder(str(self.home)), WORDS, self.environ, **how)

    def unlock(self, words: str | None = WORDS) -> Turned:
        return turning.unlock(str(self.home), self.environ, words)

    def lock(self, **how: bool) -> Turned:
        return turning.lock(str(self.home), self.environ, **how)

    def decrypt(self) -> Turned:
        return turning.decrypt(str(self.home), self.environ)

    def titles(self) -> list[str]:
        with self.open() as vade:
            listed = vade.list(include="all", kinds=("memory", "entity")).items
            return sorted(one.title or one.summary for one in listed)

    def resting(self) -> dict[str, bytes]:
        """Every file of the home on the disk."""
        return {
            str(one.relative_to(self.home)): one.read_bytes() for one in self.home.rglob("*") if one.is_file()
        }


def _protected(identity: str, passphrase: str) -> bytes:
    """Quickly: the real thing takes a second, so that nobody guesses; it has tests of its own."""
    return f"{passphrase}\n{identity}".encode()


def _revealed(key: bytes, passphrase: str) -> str:
    known, identity = key.decode().split("\n")
    if known != passphrase:
        raise InvalidValue("passphrase", "does not open the home; try again")
    return identity


@pytest.fixture
def sealing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sealing:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(MEMORY_VARIABLE, str(tmp_path / "memory"))
    monkeypatch.setattr(turning, "others_at", lambda _folder: ())
    monkeypatch.setattr(keyrings, "fetch", lambda _recipient: None)
    monkeypatch.setattr(turning, "protected", _protected)
    monkeypatch.setattr(turning, "revealed", _revealed)
    monkeypatch.setattr(keyrings, "drop", lambda _recipient: None)
    monkeypatch.setattr(shadows, "_shadows", {})
    made = Sealing(tmp_path)
    made.furnish()
    return made
