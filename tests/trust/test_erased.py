"""Erased is erased: a random sentinel is looked for in every byte of a home and its cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.trust.erasing import killed

import vademecum
from vademecum.engine.vade import Vade
from vademecum.vault.scanning import DRAFTS

ELSEWHERE = """\
import sys, vademecum
vade = vademecum.open()
assert vade.search("heronry").hits
print("open", flush=True)
sys.stdin.readline()
assert not any({sentinel!r} in hit.title for hit in vade.search("heronry").hits)
"""


@pytest.fixture
def vade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vade]:
    """A home of forty memories, with the index handed to the engine."""
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    with vademecum.open(cwd=tmp_path) as opened:
        for number in range(40):
            opened.remember(f"The heronry has {number} nests of oak, reed and willow.")
        yield opened


def keep(vade: Vade, sentinel: str) -> str:
    """A memory that says the sentinel in every way there is, also in versions that were overwritten."""
    stored = vade.remember(f"The heronry was called {sentinel} at first.", title=sentinel, tags=[sentinel])
    vade.after_answer()
    vade.edit(stored.memory.record.id, text=f"Now {sentinel} is a heronry. " * 50, add_aliases=[sentinel])
    vade._parts.index.flush()
    vade.edit(stored.memory.record.id, set_fields={"value": sentinel, "subject": sentinel})
    return stored.memory.record.id


def test_forgotten_is_in_no_byte(vade: Vade, sentinel: str, holding: Callable[[], list[str]]) -> None:
    gone = keep(vade, sentinel)
    assert len(holding()) >= 2

    receipt = vade.forget(gone)

    assert (receipt.outcome, holding()) == ("forgotten", [])
    assert len(vade.search("heronry", limit=50).hits) == 40


def test_redacted_is_in_no_byte(vade: Vade, sentinel: str, holding: Callable[[], list[str]]) -> None:
    kept = keep(vade, sentinel)

    answer = vade.redact(kept, sentinel.upper())

    assert (answer.outcome, holding()) == ("redacted", [])
    assert vade.get(kept).record.body.startswith("Now [redacted] is a heronry.")


def test_forgotten_vocabulary_and_drafts_are_in_no_byte(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path
) -> None:
    gone = keep(vade, sentinel)
    vade.add_alias(sentinel, "heronry")
    vade.search("heronry")
    draft = tmp_path / "tmp" / f"{DRAFTS}x"
    draft.mkdir()
    (draft / "draft.md").write_bytes((tmp_path / "home" / "memories" / vade.get(gone).path).read_bytes())

    receipt = vade.forget(gone, aliases=True)

    assert (receipt.outcome, holding()) == ("forgotten", [])


def test_no_byte_stays_while_another_process_has_it_open(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path
) -> None:
    gone = keep(vade, sentinel)
    other = subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE.format(sentinel=sentinel)],
        env=dict(os.environ),
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"

    receipt = vade.forget(gone)

    assert (receipt.outcome, holding()) == ("forgotten", [])
    other.communicate("\n")
    assert other.returncode == 0


@pytest.mark.parametrize(
    "place",
    [
        ("vault.ledger", "KeyedLedger", "bury"),
        ("vault.files", "FileVault", "erase"),
        ("engine.wiping", "Wiping", "clear"),
        ("engine.wiping", "Wiping", "unlink"),
        ("engine.wiping", "Wiping", "scrub"),
        ("vault.scanning", "FileScanner", "scan"),
    ],
    ids="-".join,
)
def test_a_forgetting_that_was_killed_is_finished_by_the_next(
    vade: Vade,
    sentinel: str,
    holding: Callable[[], list[str]],
    tmp_path: Path,
    place: tuple[str, str, str],
) -> None:
    gone = keep(vade, sentinel)
    assert killed(f"forget({gone!r})", place, tmp_path) == -9

    assert vade.forget().completed == (gone,)
    assert holding() == []
    assert vade.doctor().healthy
    with pytest.raises(vademecum.VadeError, match="was forgotten"):
        vade.remember(f"Now {sentinel} is a heronry. " * 50, source="import")


def test_a_file_half_overwritten_is_finished_by_the_next(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path
) -> None:
    gone = keep(vade, sentinel)
    assert killed(f"forget({gone!r})", ("", "blotting", "blot_out"), tmp_path) == -9
    assert any(".vade-" in path for path in holding())

    assert vade.forget().completed == (gone,)
    assert holding() == []


def test_a_redaction_that_was_killed_is_cleaned_up_by_the_next(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path
) -> None:
    kept = keep(vade, sentinel)
    scrubbing = ("engine.wiping", "Wiping", "scrub")
    assert killed(f"redact({kept!r}, {sentinel!r})", scrubbing, tmp_path) == -9
    assert holding() != []

    assert vade.forget().completed == (kept,)
    assert holding() == []


@pytest.mark.parametrize(
    "place",
    [
        ("vault.files", "FileVault", "redact"),
        ("vault.files", "FileVault", "rename"),
        ("", "blotting", "blot_out"),
        ("engine.storing", "Storing", "indexed"),
    ],
    ids="-".join,
)
def test_a_redaction_that_was_killed_can_be_repeated(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path, place: tuple[str, str, str]
) -> None:
    kept = keep(vade, sentinel)
    assert killed(f"redact({kept!r}, {sentinel!r})", place, tmp_path) == -9

    assert vade.redact(kept, sentinel).outcome == "redacted"
    assert holding() == []
    assert vade.doctor().healthy


def test_e02_what_forgetting_leaves_alone_is_told(vade: Vade, sentinel: str, tmp_path: Path) -> None:
    gone = keep(vade, sentinel)
    artefact = tmp_path / "home" / "raw.log"
    artefact.write_bytes((tmp_path / "home" / "memories" / vade.get(gone).path).read_bytes())

    receipt = vade.forget(gone)

    assert receipt.proof is not None
    assert receipt.proof.elsewhere == ("home/raw.log",)
    assert [place.name for place in receipt.proof.places] == ["home", "cache", "drafts"]
    assert receipt.proof.beyond != ()


def test_a_read_only_file_is_refused_and_kept(vade: Vade, sentinel: str, tmp_path: Path) -> None:
    gone = keep(vade, sentinel)
    (tmp_path / "home" / "memories" / vade.get(gone).path).chmod(0o400)

    with pytest.raises(vademecum.VadeError, match="read-only"):
        vade.forget(gone)

    assert sentinel in vade.get(gone).record.body
    assert vade._parts.ledger.unfinished() == ()


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux tells of locks")
def test_a_proof_lets_go_of_no_lock(tmp_path: Path) -> None:
    """Whoever reads an open database in its own process loses its locks, and then what is not written."""

    def locks() -> int:
        return Path("/proc/locks").read_text().count(f" {os.getpid()} ")

    with vademecum.open(tmp_path / "home") as vade:
        record = vade.remember("The safe is behind the clock.", title="Safe").memory.record.id
        vade.remember("The oats are in the barn.", title="Oats")
        vade.recall("Where are the oats?")
        before = locks()

        assert vade.forget(record).outcome == "forgotten"

        assert before > 0
        assert locks() >= before
