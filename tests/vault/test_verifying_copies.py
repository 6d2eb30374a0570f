"""What a copy has lost is named by file; what is different at home since is told, and is no fault."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

import vademecum
from vademecum.errors import NotFound, UsageError
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.copies import MANIFEST, LossKind
from vademecum.vault.copies.layout import manifest, read_manifest
from vademecum.vault.copies.verifying import verify

NOTE = "memories/personal/oats.md"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of two memories, a tombstone with the key, and a conversation of two turns."""
    turns = (
        NewTurn(origin_id="1", role=Role.USER, text="Where are the oats?"),
        NewTurn(origin_id="2", role=Role.ASSISTANT, text="In the barn."),
    )
    with vademecum.open(tmp_path / "home") as vade:
        vade.remember("The oats are in the barn.", title="Oats")
        vade.remember("The rye is in the loft.", title="Rye")
        vade.forget("rye")
        vade.conversations.append(NewConversation(host="cli", origin_id="s", turns=turns))
    return tmp_path / "home"


@pytest.fixture
def copy(home: Path, tmp_path: Path) -> Path:
    """A backup of that home, as a folder."""
    with vademecum.open(home) as vade:
        vade.export_to(str(tmp_path / "copy"), whole=True)
    return tmp_path / "copy"


def losses(copy: Path) -> list[tuple[str, LossKind]]:
    return [(loss.path, loss.kind) for loss in verify(str(copy), copy / "nowhere").losses]


def talk_in(copy: Path) -> Path:
    (talk,) = copy.glob("conversations/*/*.jsonl")
    return talk


def relisted(copy: Path, path: Path, data: bytes) -> None:
    """Change a file, and the list with it: the home was so when the copy was taken."""
    listed = dict(read_manifest((copy / MANIFEST).read_bytes(), "copy") or {})
    listed[path.relative_to(copy).as_posix()] = (len(data), sha256(data).hexdigest())
    path.write_bytes(data)
    (copy / MANIFEST).write_bytes(manifest(listed))


def test_a_whole_copy_has_no_losses(copy: Path, home: Path) -> None:
    found = verify(str(copy), home)

    assert (found.memories, found.conversations, found.losses) == (1, 1, ())
    assert (found.home, found.changed, found.added, found.deleted) == (str(home), (), (), ())


def test_a_changed_byte_is_named(copy: Path) -> None:
    (copy / NOTE).write_bytes((copy / NOTE).read_bytes().replace(b"barn", b"burn"))

    assert losses(copy) == [(NOTE, LossKind.DAMAGED)]


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / NOTE).unlink()

    (loss,) = verify(str(copy), copy / "nowhere").losses
    assert loss.kind is LossKind.MISSING
    assert loss.message == f"the memory {NOTE} is lost: it is not in the copy"


def test_every_loss_is_named_at_once(copy: Path) -> None:
    (copy / NOTE).unlink()
    talk_in(copy).write_bytes(b"")

    assert [kind for _, kind in losses(copy)] == [LossKind.DAMAGED, LossKind.MISSING]


def test_a_damaged_archive_names_what_is_lost(home: Path, tmp_path: Path) -> None:
    archive = tmp_path / "copy.zip"
    with vademecum.open(home) as vade:
        vade.export_to(str(archive), whole=True)
    with zipfile.ZipFile(archive) as packed:
        begins = packed.getinfo(NOTE).header_offset + 30 + len(NOTE)
    data = bytearray(archive.read_bytes())
    data[begins + 5] ^= 0xFF
    archive.write_bytes(data)

    assert losses(archive) == [(NOTE, LossKind.DAMAGED)]


def test_an_archive_cut_short_is_refused(home: Path, tmp_path: Path) -> None:
    archive = tmp_path / "copy.zip"
    with vademecum.open(home) as vade:
        vade.export_to(str(archive), whole=True)
    archive.write_bytes(archive.read_bytes()[:-100])

    with pytest.raises(UsageError, match="the list of its files cannot be read"):
        verify(str(archive), home)


def test_a_record_that_did_not_parse_is_named(copy: Path) -> None:
    relisted(copy, copy / NOTE, b"---\nid: [\n---\n")

    assert losses(copy) == [(NOTE, LossKind.UNREADABLE)]


@pytest.mark.parametrize("path", ["state/tombstones.jsonl", "memories/rules.yaml", "config.toml"])
def test_other_files_have_to_be_readable(copy: Path, path: str) -> None:
    relisted(copy, copy / path, b"]\n")

    assert losses(copy) == [(path, LossKind.UNREADABLE)]


def test_a_torn_row_is_no_loss(copy: Path) -> None:
    rows = copy / "state/tombstones.jsonl"
    relisted(copy, rows, rows.read_bytes() + b'{"mac": "ab')

    assert losses(copy) == []


def test_a_broken_chain_is_named(copy: Path) -> None:
    talk = talk_in(copy)
    header, _, last = talk.read_bytes().splitlines(keepends=True)
    relisted(copy, talk, header + last)

    assert losses(copy) == [(talk.relative_to(copy).as_posix(), LossKind.CHAIN)]


def test_a_conversation_cut_short_is_named(copy: Path) -> None:
    talk = talk_in(copy)
    relisted(copy, talk, b"".join(talk.read_bytes().splitlines(keepends=True)[:2]))

    assert losses(copy) == [(talk.relative_to(copy).as_posix(), LossKind.CHAIN)]


def test_what_changed_at_home_since_is_no_loss(copy: Path, home: Path) -> None:
    with vademecum.open(home) as vade:
        vade.remember("The hay is in the shed.", title="Hay")
        vade.archive("oats")

    found = verify(str(copy), home)
    assert NOTE in found.changed
    assert "memories/personal/hay.md" in found.added
    assert (found.deleted, found.losses) == ((), ())


def test_another_home_is_not_compared(copy: Path, tmp_path: Path) -> None:
    with vademecum.open(tmp_path / "other") as vade:
        vade.remember("The oats are in the barn.", title="Oats")

    assert verify(str(copy), tmp_path / "other").home is None


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()

    with pytest.raises(UsageError, match="no copy of a home"):
        verify(str(tmp_path / "notes"), tmp_path)
    with pytest.raises(NotFound, match="check the path"):
        verify(str(tmp_path / "nothing"), tmp_path)
