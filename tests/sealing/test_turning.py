"""A home is encrypted, opened, locked and plain again, and nothing is lost or left behind."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pyrage
import pytest
from tests.sealing.conftest import SENTINEL, WORDS, Sealing

import vademecum
from vademecum.errors import Conflict, InvalidValue, Locked, NotFound, UsageError, VaultError
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.places import cache_folder, home_folder
from vademecum.sealing import keyrings, layout, turning
from vademecum.sealing.ciphering import Plain
from vademecum.sealing.moving import put
from vademecum.sealing.opening import resting_home

ALL = ["Oats", "Rhea", "Safe"]


def test_nothing_readable_rests(sealing: Sealing, tmp_path: Path) -> None:
    sealing.encrypt()

    told = sealing.resting()
    assert {path.partition("/")[0] for path in told} == {"sealed.json", "key.age", "sealed"}
    assert not any(word in path for path in told for word in ("safe", "oats", "personal", "memories"))
    assert not any(SENTINEL.encode() in data for data in told.values())
    assert not list((tmp_path / "cache").rglob("*.db*"))


def test_an_open_home_is_as_any_other(sealing: Sealing) -> None:
    turned = sealing.encrypt()

    assert (turned.state, turned.files, turned.left) == ("open", 3, ())
    assert sealing.titles() == ALL
    with sealing.open() as vade:
        assert vade.recall(f"What is {SENTINEL}?").hits[0].title == "Safe"


def test_what_is_derived_is_in_memory_too(sealing: Sealing) -> None:
    sealing.encrypt()
    home = home_folder(sealing.home, sealing.environ)

    assert Path(home).is_relative_to(sealing.memory)
    assert Path(cache_folder(home)).is_relative_to(sealing.memory)


def test_a_locked_home_answers_nothing(sealing: Sealing) -> None:
    sealing.encrypt()
    sealing.lock()

    with pytest.raises(Locked, match="vade unlock"):
        sealing.open()
    assert not any(one.is_file() for one in sealing.memory.rglob("*"))


def test_a_passphrase_opens_it(sealing: Sealing) -> None:
    sealing.encrypt()
    sealing.lock()

    with pytest.raises(InvalidValue, match="does not open"):
        sealing.unlock("wrong horse battery")
    assert sealing.unlock().state == "open"
    assert sealing.titles() == ALL


def test_every_write_rests_before_it_counts(sealing: Sealing) -> None:
    sealing.encrypt()
    with sealing.open() as vade:
        kept = vade.remember("The gate is green.", title="Gate").memory.record.id
        vade.edit("oats", text="The oats are in the attic.")
        vade.supersede("safe", "The safe was sold.")
        vade.archive(kept)
        vade.conversations.append(
            NewConversation(
                host="h", origin_id="1", turns=[NewTurn(origin_id="1", role=Role.USER, text="Hello.")]
            )
        )
        before = [(one.id, one.status, one.summary) for one in vade.list(include="all").items]
    _power_cut(sealing)
    sealing.unlock()

    with sealing.open() as vade:
        assert [(one.id, one.status, one.summary) for one in vade.list(include="all").items] == before
        assert vade.conversations.list().items[0].turns == 1


def test_what_is_forgotten_is_in_no_sealed_file(sealing: Sealing) -> None:
    sealing.encrypt()
    with sealing.open() as vade:
        number = len(list(layout_files(sealing)))
        assert vade.forget("safe").outcome == "forgotten"
    assert len(list(layout_files(sealing))) <= number + 2  # the journals of erasures
    _power_cut(sealing)
    sealing.unlock()

    assert sealing.titles() == ["Oats", "Rhea"]
    assert not any(
        SENTINEL.encode() in one.read_bytes() for one in sealing.memory.rglob("*") if one.is_file()
    )


def test_what_is_edited_by_hand_rests_after_the_next_look(sealing: Sealing) -> None:
    folder = Path(sealing.encrypt().folder)
    note = folder / "memories" / "personal" / "oats.md"
    note.write_text(note.read_text().replace("barn", "cellar"))
    (folder / "memories" / "personal" / "new.md").write_text("---\ntitle: New\n---\nWritten by hand.\n")
    (folder / "memories" / "personal" / "safe.md").unlink()
    sealing.titles()
    _power_cut(sealing)
    sealing.unlock()

    assert sealing.titles() == ["New", "Oats", "Rhea"]
    with sealing.open() as vade:
        assert "cellar" in vade.get("oats").record.body


def test_what_is_edited_by_hand_rests_when_it_is_locked(sealing: Sealing) -> None:
    folder = Path(sealing.encrypt().folder)
    (folder / "memories" / "rules.yaml").write_text("rules: []\n")

    assert sealing.lock().files >= 1
    assert (Path(sealing.unlock().folder) / "memories" / "rules.yaml").read_text() == "rules: []\n"


def test_a_home_is_plain_again(sealing: Sealing) -> None:
    before = {path: data for path, data in sealing.resting().items() if "locks" not in path}
    sealing.encrypt()
    sealing.decrypt()

    assert {path: data for path, data in sealing.resting().items() if "locks" not in path} == before
    assert sealing.titles() == ALL
    assert not any(one.is_file() for one in sealing.memory.rglob("*"))


def test_files_keep_their_times(sealing: Sealing) -> None:
    note = sealing.home / "memories" / "personal" / "oats.md"
    os.utime(note, (1_700_000_000, 1_700_000_000))
    sealing.titles()
    sealing.encrypt()
    sealing.lock()
    sealing.unlock()
    sealing.decrypt()

    assert note.stat().st_mtime == 1_700_000_000


def test_any_age_program_opens_what_rests(sealing: Sealing) -> None:
    sealing.encrypt()
    key = (sealing.home / "key.age").read_text().split("\n")[1]
    identity = pyrage.x25519.Identity.from_str(key)

    opened = [pyrage.decrypt(one.read_bytes(), [identity]) for one in layout_files(sealing)]
    assert any(f"The safe is {SENTINEL}.".encode() in one for one in opened)


def test_what_somebody_slipped_in_is_not_opened(sealing: Sealing) -> None:
    sealing.encrypt()
    recipient = json.loads((sealing.home / "sealed.json").read_bytes())["recipient"]
    sealing.lock()
    forged = b'vademecum-seal-1 00\n"memories/personal/forged.md"\n# Forged\n'
    place = sealing.home / "sealed" / "00" / f"{'0' * 40}.age"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(pyrage.encrypt(forged, [pyrage.x25519.Recipient.from_str(recipient)]))

    turned = sealing.unlock()

    assert "did not seal it" in turned.unread[0]
    assert sealing.titles() == ALL
    sealing.lock()
    assert place.exists()  # it is not ours to delete


def test_a_damaged_file_costs_no_other(sealing: Sealing) -> None:
    sealing.encrypt()
    sealing.lock()
    victim = next(iter(layout_files(sealing)))
    victim.write_bytes(victim.read_bytes()[:-5])

    turned = sealing.unlock()

    assert "damaged" in turned.unread[0]
    assert turned.files == 2
    with pytest.raises(Conflict, match="would be lost"):
        sealing.decrypt()
    sealing.lock()
    assert victim.exists()


def test_sealed_files_that_change_places_are_not_opened(sealing: Sealing) -> None:
    sealing.encrypt()
    sealing.lock()
    place = next(iter(layout_files(sealing)))
    other = place.with_name(f"{'a' * 40}.age")
    other.write_bytes(place.read_bytes())

    turned = sealing.unlock()  # a second copy of what is there, under another name

    assert sealing.titles() == ALL
    assert "another name" in turned.unread[0]


def test_a_path_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="outside"):
        put(tmp_path / "home", Plain("../out.md", b"x"), 0)
    assert not (tmp_path / "out.md").exists()


def test_who_has_it_open_meets_a_locked_home(sealing: Sealing) -> None:
    sealing.encrypt()
    with sealing.open() as vade:
        vade.list()
        sealing.lock(force=True)

        with pytest.raises(Locked):
            vade.remember("The gate is green.")
        with pytest.raises(Locked):
            vade.recall(f"What is {SENTINEL}?")
    assert not list(sealing.memory.rglob("*.md"))
    sealing.unlock()
    assert sealing.titles() == ALL


def test_others_are_named(sealing: Sealing, monkeypatch: pytest.MonkeyPatch) -> None:
    sealing.encrypt()
    monkeypatch.setattr(turning, "others_at", lambda _folder: ("17 (vade mcp)",))

    with pytest.raises(Conflict, match=r"17 \(vade mcp\)"):
        sealing.lock()
    with pytest.raises(Conflict, match=r"17 \(vade mcp\)"):
        sealing.decrypt()
    assert sealing.lock(force=True).state == "locked"


def test_to_open_or_lock_it_twice_is_no_fault(sealing: Sealing) -> None:
    sealing.encrypt()
    assert sealing.unlock().state == "open"
    sealing.lock()
    assert sealing.lock().state == "locked"


def test_what_cannot_be_is_told(sealing: Sealing, tmp_path: Path) -> None:
    with pytest.raises(Conflict, match="not encrypted"):
        sealing.unlock()
    with pytest.raises(Conflict, match="not encrypted"):
        sealing.lock()
    with pytest.raises(Conflict, match="not encrypted"):
        sealing.decrypt()
    with pytest.raises(InvalidValue, match="8 characters"):
        turning.encrypt(str(sealing.home), "", "short", sealing.environ)
    with pytest.raises(NotFound):
        turning.encrypt(str(tmp_path / "none"), "", WORDS, sealing.environ)
    (sealing.home / "memories" / "link").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="is a link"):
        sealing.encrypt()
    (sealing.home / "memories" / "link").unlink()
    (sealing.home / ".git").mkdir()
    with pytest.raises(UsageError, match="git repository"):
        sealing.encrypt()
    assert sealing.titles() == ALL


def test_encrypted_files_that_lost_their_mark_are_not_erased(sealing: Sealing) -> None:
    sealing.encrypt()
    sealing.lock()
    mark = (sealing.home / "sealed.json").read_bytes()
    (sealing.home / "sealed.json").unlink()
    sealing.furnish()
    before = layout_files(sealing)

    with pytest.raises(Conflict, match=r"restore that from a backup"):
        sealing.encrypt()

    assert layout_files(sealing) == before
    (sealing.home / "sealed.json").write_bytes(mark)
    assert sealing.unlock().files == 3


def test_what_a_death_left_in_memory_goes(sealing: Sealing) -> None:
    sealing.encrypt()
    left = sealing.memory / ".vade-00ff.tmp"
    (left / "home").mkdir(parents=True)
    os.utime(left, (0, 0))
    sealing.lock()

    assert not left.exists()


def test_a_folder_of_somebody_else_is_not_used(sealing: Sealing) -> None:
    sealing.memory.mkdir(mode=0o777)
    sealing.memory.chmod(0o777)

    with pytest.raises(VaultError, match="not yours alone"):
        sealing.encrypt()
    assert sealing.titles() == ALL


def test_the_keyring_opens_it_unasked(sealing: Sealing, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, str] = {}
    monkeypatch.setattr(keyrings, "keep", kept.__setitem__)
    monkeypatch.setattr(keyrings, "fetch", kept.get)
    sealing.encrypt(keyring=True)
    sealing.lock()

    assert sealing.titles() == ALL


def test_a_backup_is_as_encrypted_as_the_home(sealing: Sealing, tmp_path: Path) -> None:
    sealing.encrypt()
    with sealing.open() as vade:
        vade.export_to(str(tmp_path / "backup"), whole=True)
        vade.export_to(str(tmp_path / "export"), whole=False)

    backup = [one.read_bytes() for one in (tmp_path / "backup").rglob("*") if one.is_file()]
    assert not any(SENTINEL.encode() in data for data in backup)
    assert any(SENTINEL in one.read_text() for one in (tmp_path / "export").rglob("*.md"))


def test_a_backup_is_not_put_into_the_home(sealing: Sealing) -> None:
    sealing.encrypt()
    with sealing.open() as vade, pytest.raises(UsageError, match="lies in the home"):
        vade.export_to(str(sealing.home / "b.zip"), whole=True)


def test_a_backup_becomes_a_home(sealing: Sealing, tmp_path: Path) -> None:
    from vademecum.wiring_conversations import restore_home, verify_copy

    sealing.encrypt()
    with sealing.open() as vade:
        vade.export_to(str(tmp_path / "b.zip"), whole=True)
    assert not verify_copy(str(tmp_path / "b.zip"), str(sealing.home)).losses
    with pytest.raises(Conflict, match="vade lock"):
        restore_home(str(tmp_path / "b.zip"), str(sealing.home), replace=True)

    restore_home(str(tmp_path / "b.zip"), str(tmp_path / "other"), replace=False)
    other = Sealing(tmp_path)
    other.home = tmp_path / "other"
    other.unlock()

    assert other.titles() == ALL


def test_an_encrypted_copy_is_not_imported(sealing: Sealing, tmp_path: Path) -> None:
    sealing.encrypt()
    with sealing.open() as vade:
        vade.export_to(str(tmp_path / "b.zip"), whole=True)
    with (
        vademecum.open(tmp_path / "plain") as plain,
        pytest.raises(UsageError, match="copy of an encrypted home"),
    ):
        plain.import_from(str(tmp_path / "b.zip"))
    assert not layout.is_sealed(str(tmp_path / "plain"))


def layout_files(sealing: Sealing) -> list[Path]:
    return sorted((sealing.home / "sealed").rglob("*.age"))


def _power_cut(sealing: Sealing) -> None:
    """What is in memory is gone."""
    import shutil

    shutil.rmtree(sealing.memory)


def test_places_know_the_names_of_an_open_home() -> None:
    from vademecum import places

    assert (places._MARK, places._OPEN, places._OPEN_HOME) == (layout.MARK, layout.OPEN, layout.HOME)


def test_a_clone_that_calls_itself_open_is_not_believed(sealing: Sealing, tmp_path: Path) -> None:
    other = Path(sealing.encrypt().folder).parent / "open.json"
    clone = tmp_path / "clone" / "home"
    clone.mkdir(parents=True)
    (clone.parent / "open.json").write_bytes(other.read_bytes())

    assert Path(cache_folder(str(clone))).is_relative_to(tmp_path / "cache")
    assert resting_home(str(clone)) == str(clone)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EACCES, errno.EIO])
def test_what_cannot_be_read_now_is_not_gone(
    sealing: Sealing, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    sealing.encrypt()
    before = layout_files(sealing)
    real = os.scandir

    def fails(place: str) -> object:
        if str(place).endswith("personal"):
            raise OSError(number, os.strerror(number), place)
        return real(place)

    monkeypatch.setattr(os, "scandir", fails)
    with pytest.raises(VaultError, match="cannot read"):
        sealing.lock()

    assert layout_files(sealing) == before


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EACCES, errno.EIO])
def test_a_file_that_cannot_be_opened_now_is_not_gone(
    sealing: Sealing, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    note = Path(sealing.encrypt().folder) / "memories" / "personal" / "oats.md"
    os.utime(note, (1, 1))
    before = layout_files(sealing)
    real = os.open

    def fails(place: Any, *rest: Any, **more: Any) -> int:
        if str(place).endswith("oats.md"):
            raise OSError(number, os.strerror(number))
        return real(place, *rest, **more)

    monkeypatch.setattr(os, "open", fails)
    with pytest.raises(VaultError, match="cannot encrypt"):
        sealing.lock()

    assert layout_files(sealing) == before
