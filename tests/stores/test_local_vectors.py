"""The file of vectors beside a local catalogue: damaged, half written, erased, and shared by processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vademecum.model.ask import Filters
from vademecum.model.entry import Changes
from vademecum.model.vectors import ALIKE, Coverage, Embedded, Space
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.local.vectors import MEMORIES, LocalVectors

SPACE = Space(model="m", dimension=9)
NUMBER = 40

ELSEWHERE = """\
import sys
from vademecum.model.vectors import Embedded
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.local.vectors import MEMORIES, LocalVectors
vectors = LocalIndex.open(sys.argv[1], {}).vectors()
while lacking := vectors.lacking(3):
    vectors.put("m", [Embedded(version, "", (version.to_bytes(9, "little"),)) for _, version in lacking])
"""


def row_of(number: int) -> bytes:
    """A row like no other, most like itself: the digits of a number as signs, behind a number of its own."""
    return bytes([127, *(100 if number >> digit & 1 else 256 - 100 for digit in range(8))])


def embed(local: LocalIndex) -> None:
    vectors = local.vectors()
    found = vectors.lacking(1_000)
    vectors.put("m", [Embedded(version, "", (row_of(int(id[3:])),)) for id, version in found])


@pytest.fixture
def filled(local: LocalIndex, samples: Any) -> LocalIndex:
    local.apply(Changes(put=tuple(samples.entry(n, "oak") for n in range(1, NUMBER + 1))))
    local.vectors().begin(SPACE)
    embed(local)
    return local


def files(cache: Path) -> list[Path]:
    return sorted(cache.glob("gen-*/vectors-*"))


def best(local: LocalIndex, number: int) -> list[int]:
    found = local.vectors().nearest("m", row_of(number), Filters(), 3)
    return [int(id[3:]) for id, _ in found]


def reopened(cache: Path, samples: Any) -> LocalIndex:
    return LocalIndex.open(cache, samples.WEIGHTS)


def test_rows_stand_in_one_file(filled: LocalIndex, cache: Path) -> None:
    (file,) = files(cache)

    assert file.read_bytes() == b"".join(map(row_of, range(1, NUMBER + 1)))
    assert filled.check() == ()


def test_later_rows_are_appended(filled: LocalIndex, cache: Path, samples: Any) -> None:
    before = files(cache)
    filled.apply(Changes(put=(samples.entry(41, "oak"),)))
    embed(filled)

    assert files(cache) == before
    assert best(filled, 41)[0] == 41


@pytest.mark.parametrize("harm", ["gone", "short"])
def test_harmed_file_is_not_believed_and_written_anew(
    filled: LocalIndex, cache: Path, samples: Any, harm: str
) -> None:
    (file,) = files(cache)
    whole = file.read_bytes()
    file.unlink() if harm == "gone" else file.write_bytes(whole[:-1])
    assert len(filled.check()) == 1
    found = reopened(cache, samples)

    assert best(found, 7)[0] == 7
    assert found.check() == ()
    found.close()


def test_file_that_says_otherwise_is_named(filled: LocalIndex, cache: Path) -> None:
    (file,) = files(cache)
    file.write_bytes(row_of(99) + file.read_bytes()[9:])

    assert filled.check() == (f"vectors: 1 rows of {file.name} differ from the catalogue's",)


def test_what_a_crash_left_behind_the_rows_is_written_over(
    filled: LocalIndex, cache: Path, samples: Any
) -> None:
    (file,) = files(cache)
    file.write_bytes(file.read_bytes() + row_of(99))
    filled.apply(Changes(put=(samples.entry(41, "oak"),)))
    embed(filled)

    assert file.read_bytes()[-9:] == row_of(41)
    assert filled.check() == ()


def test_no_byte_of_a_forgotten_vector_stays(filled: LocalIndex, cache: Path) -> None:
    filled.apply(Changes(gone=("personal/note-7.md",)))
    filled.scrub()

    assert [path for path in cache.rglob("*") if path.is_file() and row_of(7) in path.read_bytes()] == []
    assert filled.vectors().coverage() == Coverage(NUMBER - 1, NUMBER - 1)
    assert best(filled, 8)[0] == 8


def test_no_byte_of_a_replaced_vector_stays(filled: LocalIndex, cache: Path, samples: Any) -> None:
    filled.apply(Changes(put=(samples.entry(7, "reed"),)))
    filled.scrub()

    assert [path for path in cache.rglob("*") if path.is_file() and row_of(7) in path.read_bytes()] == []


def test_no_byte_of_another_model_stays(filled: LocalIndex, cache: Path) -> None:
    filled.vectors().begin(Space(model="other", dimension=9))

    assert files(cache) == []


def test_file_full_of_holes_is_written_anew(filled: LocalIndex, cache: Path, samples: Any) -> None:
    for text in ("reed", "oak") * 30:
        filled.apply(Changes(put=tuple(samples.entry(n, text) for n in range(1, NUMBER + 1))))
        embed(filled)

    (file,) = files(cache)
    assert file.stat().st_size < 9 * 1_200
    assert best(filled, 7)[0] == 7


def test_reader_of_a_scrubbed_file_goes_on(filled: LocalIndex, cache: Path, samples: Any) -> None:
    other = reopened(cache, samples)
    filled.apply(Changes(gone=("personal/note-7.md",)))
    with other.steady():
        assert best(other, 8)[0] == 8
        filled.vectors().begin(Space(model="other", dimension=9))
        assert best(other, 9)[0] == 9

    assert best(other, 8) == []
    other.close()


def test_many_processes_embed_one_store(local: LocalIndex, cache: Path, samples: Any) -> None:
    local.apply(Changes(put=tuple(samples.entry(n, "oak") for n in range(1, NUMBER + 1))))
    local.vectors().begin(SPACE)

    running = [subprocess.Popen([sys.executable, "-c", ELSEWHERE, cache]) for _ in range(3)]

    assert [each.wait() for each in running] == [0, 0, 0]
    assert local.vectors().coverage() == Coverage(NUMBER, NUMBER)
    assert local.check() == ()


def test_size_counts_the_file(filled: LocalIndex, cache: Path) -> None:
    whole = sum(path.stat().st_size for path in cache.glob("gen-*/**/*") if path.is_file())

    assert filled.size_bytes() == whole
    assert ALIKE == 16_129


SIGNS_FROM = 32


def signed(local: LocalIndex, least: int = SIGNS_FROM) -> LocalVectors:
    """The vectors of an index that is searched by signs from so few rows on."""
    return LocalVectors(local._try, MEMORIES, signs_from=least)


def signs(cache: Path) -> list[Path]:
    return sorted(cache.glob("gen-*/signs-*"))


def test_signs_choose_what_is_compared_and_find_the_same(filled: LocalIndex, cache: Path) -> None:
    asked = [(row_of(number), Filters(), 3) for number in (1, 17, 40)]

    exact = [filled.vectors().nearest("m", *each) for each in asked]

    assert [signed(filled).nearest("m", *each) for each in asked] == exact
    assert len(signs(cache)) == 1


def test_few_rows_are_searched_without_signs(filled: LocalIndex, cache: Path) -> None:
    signed(filled, NUMBER + 1).nearest("m", row_of(1), Filters(), 3)

    assert signs(cache) == []


def test_signs_of_later_rows_are_added(filled: LocalIndex, cache: Path, samples: Any) -> None:
    vectors = signed(filled)
    vectors.nearest("m", row_of(1), Filters(), 3)
    (file,) = signs(cache)
    before = file.read_bytes()
    filled.apply(Changes(put=(samples.entry(41, "oak"),)))
    embed(filled)

    assert vectors.nearest("m", row_of(41), Filters(), 1)[0][0][3:].lstrip("0") == "41"
    assert file.read_bytes()[: len(before)] == before
    assert len(file.read_bytes()) == 8 * 41


def test_signs_go_with_an_erased_row(filled: LocalIndex, cache: Path) -> None:
    vectors = signed(filled)
    vectors.nearest("m", row_of(1), Filters(), 3)
    before = signs(cache)
    filled.apply(Changes(gone=("personal/note-7.md",)))
    filled.scrub()

    assert signs(cache) == []
    vectors.nearest("m", row_of(1), Filters(), 3)
    (file,) = signs(cache)
    assert (file not in before, len(file.read_bytes())) == (True, 8 * 39)


def test_harmed_signs_are_told_by_a_check(filled: LocalIndex, cache: Path) -> None:
    signed(filled).nearest("m", row_of(1), Filters(), 3)
    (file,) = signs(cache)
    assert filled.check() == ()
    file.write_bytes(bytes(8 * NUMBER))

    assert filled.check() == (f"vectors: {file.name} holds other signs than the rows",)


def test_shortened_signs_are_made_again(filled: LocalIndex, cache: Path) -> None:
    signed(filled).nearest("m", row_of(1), Filters(), 3)
    (file,) = signs(cache)
    whole = file.read_bytes()
    file.write_bytes(whole[:100])

    signed(filled).nearest("m", row_of(1), Filters(), 3)

    assert file.read_bytes() == whole


def test_signs_are_made_without_a_file_while_another_writes(filled: LocalIndex, cache: Path) -> None:
    with filled._try(lambda generation: generation.catalogue.writing()):
        found = signed(filled).nearest("m", row_of(5), Filters(), 1)

    assert [id[3:].lstrip("0") for id, _ in found] == ["5"]
    assert signs(cache) == []
