"""A cache folder may be cut, copied, deleted or swapped at any time; nobody notices more than a resync."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from vademecum.errors import StoreError
from vademecum.model.ask import Corpus
from vademecum.model.entry import Changes
from vademecum.stores.local.index import LocalIndex


@pytest.fixture
def filled(cache: Path, samples: ModuleType) -> Path:
    """A closed index of forty flushed records and one pending."""
    index = LocalIndex.open(cache, samples.WEIGHTS)
    index.apply(Changes(put=tuple(samples.entry(number, f"word w{number}") for number in range(40))))
    index.flush()
    index.apply(Changes(put=(samples.entry(40, "word late"),)))
    index.close()
    return cache


def generation(cache: Path) -> Path:
    return cache / (cache / "CURRENT").read_text()


def lexical(cache: Path) -> Path:
    (folder,) = generation(cache).glob("lexical-*")
    return folder


def words_found(index: LocalIndex, samples: ModuleType) -> int:
    return len(index.propose(samples.ask("word")).candidates)


def cut_database(cache: Path) -> None:
    path = generation(cache) / "catalogue.db"
    path.write_bytes(path.read_bytes()[:9_000])


def scribble_database(cache: Path) -> None:
    (generation(cache) / "catalogue.db").write_bytes(b"no database at all" * 1_000)


def empty_database(cache: Path) -> None:
    (generation(cache) / "catalogue.db").write_bytes(b"")


def delete_database(cache: Path) -> None:
    (generation(cache) / "catalogue.db").unlink()


def delete_generation(cache: Path) -> None:
    shutil.rmtree(generation(cache))


def delete_pointer(cache: Path) -> None:
    (cache / "CURRENT").unlink()


def stale_pointer(cache: Path) -> None:
    (cache / "CURRENT").write_text("gen-0123456789abcdef")


def foreign_pointer(cache: Path) -> None:
    (cache / "CURRENT").write_text("../../etc")


def empty_pointer(cache: Path) -> None:
    (cache / "CURRENT").write_bytes(b"")


def binary_pointer(cache: Path) -> None:
    (cache / "CURRENT").write_bytes(bytes(range(256)))


def other_schema(cache: Path) -> None:
    connection = sqlite3.connect(generation(cache) / "catalogue.db")
    connection.execute("UPDATE head SET layout = '0:none'")
    connection.commit()
    connection.close()


def headless(cache: Path) -> None:
    connection = sqlite3.connect(generation(cache) / "catalogue.db")
    connection.execute("DELETE FROM head")
    connection.commit()
    connection.close()


DISASTERS = [
    cut_database,
    scribble_database,
    empty_database,
    delete_database,
    delete_generation,
    delete_pointer,
    stale_pointer,
    foreign_pointer,
    empty_pointer,
    binary_pointer,
    other_schema,
    headless,
    shutil.rmtree,
]


@pytest.mark.parametrize("disaster", DISASTERS, ids=lambda each: each.__name__)
def test_broken_catalogue_starts_empty(
    filled: Path, samples: ModuleType, disaster: Callable[[Path], None]
) -> None:
    disaster(filled)
    index = LocalIndex.open(filled, samples.WEIGHTS)

    assert (index.states(), index.corpus()) == ({}, Corpus(0, {}))
    index.apply(Changes(put=(samples.entry(1, "word"),)))
    assert words_found(index, samples) == 1
    assert index.check() == ()
    index.close()


@pytest.mark.parametrize("disaster", [delete_pointer, delete_generation, shutil.rmtree, other_schema])
def test_open_index_survives_losing_its_folder(
    cache: Path, local: LocalIndex, samples: ModuleType, disaster: Callable[[Path], None]
) -> None:
    local.apply(Changes(put=(samples.entry(1, "word"),)))
    before = local.revision()
    disaster(cache)
    local.apply(Changes(put=(samples.entry(2, "word"),)))

    assert local.check() == ()
    again = LocalIndex.open(cache, samples.WEIGHTS)
    assert again.owner(samples.id_of(2)) == "personal/note-2.md" or disaster is other_schema
    assert local.revision() != before
    again.close()


def delete_engine(cache: Path) -> None:
    shutil.rmtree(lexical(cache))


def empty_engine(cache: Path) -> None:
    for path in lexical(cache).iterdir():
        path.unlink()


def scribble_engine(cache: Path) -> None:
    for path in lexical(cache).iterdir():
        path.write_bytes(b"garbage" * 100)


def cut_engine(cache: Path) -> None:
    for path in lexical(cache).iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip_engine(cache: Path) -> None:
    """Change bytes in the middle of every segment file; sizes and footers stay."""
    for path in lexical(cache).glob("*.*"):
        content = bytearray(path.read_bytes())
        middle = len(content) // 2
        if path.suffix != ".json":
            content[middle // 2 : middle] = bytes(255 - byte for byte in content[middle // 2 : middle])
        path.write_bytes(content)


ENGINE_DISASTERS = [delete_engine, empty_engine, scribble_engine, cut_engine]


@pytest.mark.parametrize("disaster", ENGINE_DISASTERS, ids=lambda each: each.__name__)
def test_broken_engine_is_filled_again(
    filled: Path, samples: ModuleType, disaster: Callable[[Path], None]
) -> None:
    disaster(filled)
    index = LocalIndex.open(filled, samples.WEIGHTS)

    assert words_found(index, samples) == 41
    assert index.flush() is True
    assert words_found(index, samples) == 41
    assert index._shelf.current().head().lexical == 41
    assert index.check() == ()
    index.close()


@pytest.mark.parametrize("disaster", ENGINE_DISASTERS, ids=lambda each: each.__name__)
def test_flush_repairs_a_broken_engine(
    filled: Path, samples: ModuleType, disaster: Callable[[Path], None]
) -> None:
    disaster(filled)
    index = LocalIndex.open(filled, samples.WEIGHTS)

    assert index.flush() is True
    assert words_found(index, samples) == 41
    assert index.check() == ()
    assert lexical(filled).is_dir()
    index.close()


def test_flipped_bytes_in_the_engine_hurt_nobody(filled: Path, samples: ModuleType) -> None:
    flip_engine(filled)
    index = LocalIndex.open(filled, samples.WEIGHTS)
    index.propose(samples.ask("word w3 w17"))
    index.flush()

    assert index.known_files() == 41
    index.close()


def test_left_over_of_a_crashed_flush_blocks_none(filled: Path, samples: ModuleType) -> None:
    """The engine's next lists of deleted documents exist already, as a killed commit leaves them."""
    folder = lexical(filled)
    segments = {path.stem for path in folder.glob("*.store")}
    names = [f"{segment}.{number}.del" for segment in segments for number in range(200)]
    managed = json.loads((folder / ".managed.json").read_text())
    (folder / ".managed.json").write_text(json.dumps(managed + names))
    for name in names:
        (folder / name).write_bytes(b"")
    connection = sqlite3.connect(generation(filled) / "catalogue.db")
    connection.execute("UPDATE head SET next_stamp = 'announced'")
    connection.commit()
    connection.close()
    index = LocalIndex.open(filled, samples.WEIGHTS)
    index.apply(Changes(gone=("personal/note-3.md",)))

    assert index.flush() is True
    assert lexical(filled) == folder
    assert words_found(index, samples) == 40
    index.close()


def test_engine_that_cannot_be_written_is_replaced(filled: Path, samples: ModuleType) -> None:
    folder = lexical(filled)
    for segment in {path.stem for path in folder.glob("*.store")}:
        for number in range(200):
            (folder / f"{segment}.{number}.del").mkdir()
    index = LocalIndex.open(filled, samples.WEIGHTS)
    index.apply(Changes(gone=("personal/note-3.md",)))

    assert index.flush() is True
    assert lexical(filled) != folder
    assert words_found(index, samples) == 40
    assert index.check() == ()
    index.close()


def test_engine_from_an_older_copy_is_not_believed(filled: Path, samples: ModuleType, tmp_path: Path) -> None:
    shutil.copytree(lexical(filled), tmp_path / "old")
    index = LocalIndex.open(filled, samples.WEIGHTS)
    index.flush()
    index.close()
    target = lexical(filled)
    shutil.rmtree(target)
    shutil.copytree(tmp_path / "old", target)

    again = LocalIndex.open(filled, samples.WEIGHTS)
    assert again.check() == (f"lexical index: {target.name} carries a foreign stamp",)
    assert words_found(again, samples) == 41
    again.close()


def test_catalogue_from_an_older_copy_is_served(filled: Path, samples: ModuleType, tmp_path: Path) -> None:
    shutil.copy(generation(filled) / "catalogue.db", tmp_path / "old.db")
    index = LocalIndex.open(filled, samples.WEIGHTS)
    index.apply(Changes(put=(samples.entry(41, "word"),), gone=("personal/note-0.md",)))
    index.flush()
    index.close()
    shutil.copy(tmp_path / "old.db", generation(filled) / "catalogue.db")

    again = LocalIndex.open(filled, samples.WEIGHTS)
    assert words_found(again, samples) == 41
    assert again.flush() is True
    assert words_found(again, samples) == 41
    again.close()


def test_rebuild_is_followed_by_other_processes(cache: Path, local: LocalIndex, samples: ModuleType) -> None:
    other = LocalIndex.open(cache, samples.WEIGHTS)
    other.apply(Changes(put=(samples.entry(1, "word"),)))
    with local.rebuilding() as fresh:
        fresh.apply(Changes(put=(samples.entry(2, "word"),)))

    assert list(other.states()) == ["personal/note-2.md"]
    assert other.revision() == local.revision()
    other.close()


def test_rebuild_leaves_one_generation(cache: Path, local: LocalIndex, samples: ModuleType) -> None:
    for number in range(3):
        with local.rebuilding() as fresh:
            fresh.apply(Changes(put=(samples.entry(number),)))

    assert list(cache.glob("gen-*")) == [generation(cache)]
    assert local.check() == ()


def test_old_left_overs_are_swept_and_young_kept(cache: Path, samples: ModuleType) -> None:
    clock = [0]
    index = LocalIndex.open(cache, samples.WEIGHTS, clock_ns=lambda: clock[0])
    left_over = cache / "gen-0000000000000000"
    left_over.mkdir()
    clock[0] = left_over.stat().st_mtime_ns + 59 * 10**9
    with index.rebuilding():
        pass
    young = left_over.exists()
    clock[0] += 2 * 10**9
    with index.rebuilding():
        pass

    assert (young, left_over.exists()) == (True, False)
    index.close()


def test_rebuild_within_a_rebuild_is_refused(local: LocalIndex) -> None:
    with pytest.raises(StoreError, match="already"), local.rebuilding() as fresh, fresh.rebuilding():
        pass


def test_unwritable_folder_says_what_to_do(tmp_path: Path, samples: ModuleType) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match="choose another cache folder"):
        LocalIndex.open(tmp_path / "file" / "cache", samples.WEIGHTS)


def test_closed_index_says_so(local: LocalIndex) -> None:
    local.close()
    local.close()

    with pytest.raises(StoreError, match="closed"):
        local.states()


def test_size_counts_every_file(local: LocalIndex, cache: Path) -> None:
    assert local.size_bytes() == sum(
        path.stat().st_size for path in generation(cache).rglob("*") if path.is_file()
    )
