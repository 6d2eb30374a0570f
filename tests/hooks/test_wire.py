"""A hook and its helper speak to the same user alone: who is at the other end is asked of the kernel."""

from __future__ import annotations

import _socket
import os
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from vademecum.hooks import wire
from vademecum.hooks.helper import Helper


class Peer:
    """A socket at whose other end somebody stands."""

    def __init__(self, pid: int, uid: int, gid: int) -> None:
        self._told = struct.pack("3i", pid, uid, gid)

    def getsockopt(self, level: int, name: int, size: int) -> bytes:
        """The credentials, as the kernel tells them."""
        assert (level, name, size) == (_socket.SOL_SOCKET, _socket.SO_PEERCRED, len(self._told))
        return self._told


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    yield ends
    for end in ends:
        end.close()


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is at the other end is somebody else."""
    there = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: there + 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a home's derived data, at an address that is short enough for a socket."""
    place = tmp_path / "derived"
    place.mkdir(mode=0o700)
    return place


@pytest.fixture
def heard(folder: Path) -> Iterator[list[bytes]]:
    """What a helper hears that answers everything with `yes`."""
    messages: list[bytes] = []
    address = wire.Address(str(folder))
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(address.spoken)
    listening.listen(1)

    def answer() -> None:
        peer, _ = listening.accept()
        with peer:
            said = b""
            while block := peer.recv(65_536):
                said += block
            messages.append(said)
            if said:
                peer.sendall(wire.packed([wire.ANSWERED, b"yes"]))

    helper = threading.Thread(target=answer)
    helper.start()
    yield messages
    helper.join(timeout=10)
    listening.close()
    address.close()


needs_credentials = pytest.mark.skipif(
    not hasattr(_socket, "SO_PEERCRED"), reason="this system does not tell who is at the other end"
)


@needs_credentials
def test_own_process_at_the_other_end_is_own(pair: tuple[socket.socket, socket.socket]) -> None:
    assert all(wire.is_own(end) for end in pair)


@needs_credentials
@pytest.mark.usefixtures("stranger")
def test_another_user_at_the_other_end_is_not_own(pair: tuple[socket.socket, socket.socket]) -> None:
    assert not any(wire.is_own(end) for end in pair)


@needs_credentials
@pytest.mark.parametrize(("uid", "is_own"), [(0, True), (1, False), (-1, False)])
def test_the_user_decides_not_the_process_or_the_group(uid: int, is_own: bool) -> None:
    mine = os.getuid()

    peer = Peer(pid=mine, uid=mine + uid, gid=mine)

    assert wire.is_own(peer) is is_own  # type: ignore[arg-type] # asks for its credentials alone


def test_where_the_system_does_not_tell_the_folder_has_decided(
    pair: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(_socket, "SO_PEERCRED", raising=False)

    assert wire.is_own(pair[0])


def test_own_helper_is_asked_and_answers(folder: Path, heard: list[bytes]) -> None:
    answer = wire.ask(str(folder), [b"a prompt"], 10)

    assert answer == b"yes"
    assert wire.unpacked(heard[0]) == [wire.PROTOCOL, wire.stamp(), b"a prompt"]


@needs_credentials
@pytest.mark.usefixtures("stranger")
def test_a_hook_tells_nothing_to_the_helper_of_another(folder: Path, heard: list[bytes]) -> None:
    answer = wire.ask(str(folder), [b"a prompt"], 10)

    assert answer is None
    assert heard in ([], [b""])


@needs_credentials
@pytest.mark.usefixtures("stranger")
def test_a_helper_tells_nothing_to_another(
    pair: tuple[socket.socket, socket.socket], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    theirs, ours = pair
    theirs.sendall(wire.packed([wire.PROTOCOL, wire.stamp(), b"", b"", b"", b"", b""]))
    theirs.shutdown(socket.SHUT_WR)

    with ours:
        Helper(str(tmp_path), {})._attend_to(ours)

    theirs.settimeout(10)
    with pytest.raises(ConnectionResetError):  # the question went unread
        theirs.recv(1)


@needs_credentials
def test_a_helper_answers_its_own_user(
    pair: tuple[socket.socket, socket.socket], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    theirs, ours = pair
    theirs.sendall(wire.packed([wire.PROTOCOL, wire.stamp(), b"of other settings"]))
    theirs.shutdown(socket.SHUT_WR)

    with ours:
        Helper(str(tmp_path), {})._attend_to(ours)

    assert wire.unpacked(theirs.recv(1024)) == [wire.DECLINED]
