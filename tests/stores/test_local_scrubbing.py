"""A scrub leaves no byte of what is gone in the cache folder, whoever else has the index open."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from vademecum.errors import Busy
from vademecum.model.entry import Changes
from vademecum.model.file import AliasEntry, Quarantined, QuarantineReason
from vademecum.model.record import PERSONAL
from vademecum.stores.local import catalogue, rewriting, scrubbing
from vademecum.stores.local.index import LocalIndex

SENTINEL = "zqxheronvwk"


def holding(folder: Path, needle: str = SENTINEL) -> list[str]:
    """Names of the files below a folder in which the needle stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if needle.encode() in path.read_bytes())


@pytest.fixture
def filled(local: LocalIndex, samples: ModuleType) -> LocalIndex:
    """Three hundred records, and one more with the sentinel."""
    local.apply(Changes(put=tuple(samples.entry(n, f"oak leaf{n} " * 20) for n in range(1, 301))))
    local.apply(Changes(put=(samples.entry(301, SENTINEL * 3, title=SENTINEL, folded_tags=(SENTINEL,)),)))
    local.flush()
    return local


def test_a_deleted_row_lingers_without_a_scrub(filled: LocalIndex, cache: Path) -> None:
    filled.apply(Changes(gone=("personal/note-301.md",)))

    assert holding(cache) != []


def test_no_byte_stays_after_a_scrub(filled: LocalIndex, cache: Path) -> None:
    filled.apply(Changes(gone=("personal/note-301.md",)))
    filled.scrub()

    assert holding(cache) == []
    assert filled.lingering([SENTINEL]) == frozenset()


def test_no_byte_stays_of_a_record_that_was_never_flushed(
    local: LocalIndex, cache: Path, samples: ModuleType
) -> None:
    local.apply(Changes(put=(samples.entry(1, SENTINEL),)))
    local.apply(Changes(gone=("personal/note-1.md",)))
    local.scrub()

    assert holding(cache) == []


def test_no_byte_stays_of_vocabulary_and_quarantine(local: LocalIndex, cache: Path) -> None:
    fault = Quarantined("personal/x.md", QuarantineReason.UNPARSABLE, f"unclosed {SENTINEL}")
    local.put_vocabulary([AliasEntry(PERSONAL, SENTINEL, "oak")], "one")
    local.apply(Changes(quarantine=((fault, None),)))
    local.put_vocabulary([], "two")
    local.apply(Changes(gone=("personal/x.md",)))
    local.scrub()

    assert holding(cache) == []


def test_no_byte_stays_while_another_has_the_index_open(
    filled: LocalIndex, cache: Path, samples: ModuleType
) -> None:
    other = LocalIndex.open(cache, samples.WEIGHTS)
    assert len(other.propose(samples.ask(SENTINEL * 3)).candidates) == 1
    filled.apply(Changes(gone=("personal/note-301.md",)))
    filled.scrub()

    assert holding(cache) == []
    assert other.propose(samples.ask(SENTINEL * 3)).candidates == ()
    assert len(other.propose(samples.ask("oak")).candidates) >= 200
    other.close()


@pytest.mark.usefixtures("filled")
def test_a_reader_of_an_old_state_is_waited_for_and_told(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "BUSY_TIMEOUT_S", 0.1)
    reader = sqlite3.connect(next(cache.rglob("catalogue.db")), isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM head").fetchone()
    again = LocalIndex.open(cache, {})
    again.apply(Changes(gone=("personal/note-301.md",)))

    with pytest.raises(Busy, match="reading an old state"):
        again.scrub()
    reader.close()
    again.scrub()

    assert holding(cache) == []
    again.close()


def test_a_rebuild_of_another_process_is_told(filled: LocalIndex, cache: Path, samples: ModuleType) -> None:
    other = LocalIndex.open(cache, samples.WEIGHTS)
    with other.rebuilding(), pytest.raises(Busy, match="building the index anew"):
        filled.scrub()
    filled.scrub()

    assert len(list(cache.glob("gen-*"))) == 1
    other.close()


def test_an_engine_that_broke_is_filled_anew(filled: LocalIndex, cache: Path) -> None:
    next(cache.rglob("meta.json")).write_text("broken")
    filled.apply(Changes(gone=("personal/note-301.md",)))
    again = LocalIndex.open(cache, {})
    again.scrub()
    again.flush()

    assert holding(cache) == []
    assert again.check() == ()
    again.close()


def test_an_engine_that_holds_nothing_else_is_left_as_it_is(filled: LocalIndex, cache: Path) -> None:
    before = next(cache.rglob("meta.json")).parent
    filled.apply(Changes(gone=("personal/note-301.md",)))
    filled.scrub()

    assert holding(cache) == []
    assert filled.lingering([SENTINEL]) == frozenset()
    assert next(cache.rglob("meta.json")).parent == before


def test_an_engine_that_holds_a_deleted_record_is_filled_anew(filled: LocalIndex, cache: Path) -> None:
    before = next(cache.rglob("meta.json")).parent
    filled.apply(Changes(gone=("personal/note-5.md",)))
    filled.scrub()

    assert filled.lingering(["leaf5"]) == frozenset()
    assert next(cache.rglob("meta.json")).parent != before


@pytest.fixture
def old(local: LocalIndex, samples: ModuleType) -> LocalIndex:
    """As many records as are worth a rewriting, in segments of several sizes."""
    for first, last in ((1, 2_000), (2_001, 2_100), (2_101, 2_110)):
        entries = (samples.entry(n, f"oak leaf{n}") for n in range(first, last + 1))
        local.apply(Changes(put=tuple(entries)))
        local.flush()
    return local


def test_an_old_record_goes_by_the_engines_own_merge(
    old: LocalIndex, samples: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrubbing, "_filled", None)
    old.apply(Changes(gone=("personal/note-5.md", "personal/note-2005.md")))
    old.scrub()

    assert old.lingering(["leaf5", "leaf2005", "leaf6"]) == {"leaf6"}
    assert old.check() == ()
    assert old.propose(samples.ask("leaf5 leaf2110")).candidates[0].id == samples.id_of(2110)


def test_a_rewriting_that_does_not_come_about_is_a_refilling(
    old: LocalIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewriting, "_MERGED_AT_ONCE", 2)
    old.apply(Changes(gone=("personal/note-5.md",)))
    old.scrub()

    assert old.lingering(["leaf5", "leaf6"]) == {"leaf6"}
    assert old.check() == ()


def test_others_go_on_while_an_index_is_rewritten(
    old: LocalIndex, samples: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*given: Any) -> Any:
        old.apply(Changes(put=(samples.entry(2_111, "elm"),), gone=("personal/note-7.md",)))
        return rewriting.rewritten(*given)

    monkeypatch.setattr(scrubbing, "rewritten", meanwhile)
    old.apply(Changes(gone=("personal/note-5.md",)))
    old.scrub()

    assert [one.id for one in old.propose(samples.ask("elm")).candidates] == [samples.id_of(2_111)]
    assert old.propose(samples.ask("leaf7")).candidates == ()
    assert old.check() == ()


def test_a_crash_while_rewriting_leaves_the_old_index(
    old: LocalIndex, cache: Path, samples: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrubbing, "_take", _Killed.die)
    old.apply(Changes(gone=("personal/note-5.md",)))
    with pytest.raises(_Killed):
        old.scrub()
    monkeypatch.undo()

    again = LocalIndex.open(cache, samples.WEIGHTS)
    assert len(again.propose(samples.ask("oak", depth=5)).candidates) >= 5
    again.scrub()
    assert again.lingering(["leaf5"]) == frozenset()
    assert len(list(cache.rglob("lexical-*"))) == 1
    again.close()


class _Killed(Exception):
    """Stands for a process that ended."""

    @classmethod
    def die(cls, *_given: Any) -> Any:
        raise cls
