"""What every store of vectors promises: beside memories and beside turns, in memory and on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.contract.test_turns import A, B, hear

from vademecum.model.entry import Changes
from vademecum.model.turns import Fence, TurnChanges
from vademecum.model.value import replace
from vademecum.model.vectors import ALIKE, Coverage, Embedded, Space, rounded
from vademecum.ports import Index
from vademecum.ports.meaning import Vectors
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.text.passages import digest

SPACE = Space(model="m", dimension=2, texts=3, fit=b"\0fit")
EAST, NORTH, NORTH_EAST, NOWHERE = b"\x7f\x00", b"\x00\x7f", b"\x5a\x5a", b""


def embedded(vectors: Vectors[Any, Any], *rows: tuple[bytes, ...], model: str = "m") -> None:
    """Give what lacks vectors these, oldest version first."""
    lacking = vectors.lacking(len(rows))
    made = zip(lacking, rows, strict=True)
    vectors.put(model, [Embedded(version, digest("oak"), each) for (_, version), each in made])


@pytest.fixture(name="filled")
def _filled(index: Index, samples: Any) -> Index:
    """Four notes; the third is of another scope."""
    scopes = {1: "personal", 2: "personal", 3: "org:acme", 4: "personal"}
    index.apply(Changes(put=tuple(samples.entry(n, "oak", scope=scope) for n, scope in scopes.items())))
    index.vectors().begin(SPACE)
    embedded(index.vectors(), (EAST,), (NORTH, NORTH_EAST), (EAST, NORTH), (NOWHERE,))
    return index


def nearest(index: Index, samples: Any, row: bytes, limit: int = 9, **filters: Any) -> list[tuple[int, int]]:
    found = index.vectors().nearest("m", row, samples.ask("", **filters).filters, limit)
    return [(int(id[3:]), likeness) for id, likeness in found]


def test_store_without_vectors_has_no_space(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "oak"),)))

    assert index.vectors().space() is None
    assert index.vectors().coverage() == Coverage(0, 1)
    assert nearest(index, samples, EAST) == []


def test_space_is_kept_as_it_was_begun(filled: Index) -> None:
    assert filled.vectors().space() == SPACE


def test_what_lacks_vectors_is_told_oldest_first(index: Index, samples: Any) -> None:
    index.apply(Changes(put=tuple(samples.entry(n, "oak") for n in (2, 1, 3))))
    index.vectors().begin(SPACE)
    embedded(index.vectors(), (EAST,))

    assert [id for id, _ in index.vectors().lacking(9)] == [samples.id_of(1), samples.id_of(3)]
    assert len(index.vectors().lacking(1)) == 1
    ((_, first), second) = index.vectors().lacking(9)
    assert index.vectors().lacking(9, after=first) == (second,)
    assert index.vectors().coverage() == Coverage(1, 3)


def test_nearest_counts_the_best_passage(filled: Index, samples: Any) -> None:
    assert nearest(filled, samples, NORTH) == [(2, ALIKE), (3, ALIKE), (1, 0)]
    assert nearest(filled, samples, EAST) == [(1, ALIKE), (3, ALIKE), (2, 127 * 90)]


def test_equal_likeness_is_ordered_by_key(filled: Index, samples: Any) -> None:
    assert nearest(filled, samples, NORTH, 1) == [(2, ALIKE)]


def test_filters_hold_before_the_best_are_cut(filled: Index, samples: Any) -> None:
    assert nearest(filled, samples, EAST, 1, scopes=("org:acme",)) == [(3, ALIKE)]
    assert nearest(filled, samples, EAST, 9, scopes=("org:other",)) == []


def test_few_that_pass_are_found_among_many(index: Index, samples: Any) -> None:
    many = [samples.entry(n, "oak", type="note" if n % 1_000 else "rule") for n in range(1, 2_001)]
    index.apply(Changes(put=tuple(many)))
    index.vectors().begin(SPACE)
    embedded(index.vectors(), *[(EAST if n % 1_000 else NORTH_EAST,) for n in range(1, 2_001)])

    assert nearest(index, samples, EAST, 1, types=("rule",)) == [(1_000, 127 * 90)]
    assert nearest(index, samples, EAST, 2) == [(1, ALIKE), (2, ALIKE)]


def test_likeness_is_told_of_what_is_asked_for(filled: Index, samples: Any) -> None:
    keys = [samples.id_of(n) for n in (3, 2, 4, 99)]

    found = filled.vectors().likenesses("m", NORTH_EAST, keys)

    assert found == {samples.id_of(3): 127 * 90, samples.id_of(2): 90 * 90 * 2}


def test_nothing_is_like_nothing(filled: Index, samples: Any) -> None:
    assert nearest(filled, samples, NOWHERE) == []
    assert filled.vectors().likenesses("m", NOWHERE, [samples.id_of(1)]) == {}


def test_another_model_finds_nothing(filled: Index, samples: Any) -> None:
    everything = samples.ask("").filters

    assert filled.vectors().nearest("other", EAST, everything, 9) == ()
    assert filled.vectors().likenesses("other", EAST, [samples.id_of(1)]) == {}


def test_vectors_of_another_model_are_not_taken(filled: Index, samples: Any) -> None:
    filled.apply(Changes(put=(samples.entry(5, "oak"),)))

    embedded(filled.vectors(), (EAST,), model="other")

    assert filled.vectors().coverage() == Coverage(4, 5)


@pytest.mark.parametrize("other", [{"model": "other"}, {"dimension": 3}])
def test_another_space_drops_the_vectors(filled: Index, samples: Any, other: Any) -> None:
    filled.vectors().begin(replace(SPACE, **other))

    assert filled.vectors().coverage() == Coverage(0, 4)
    assert nearest(filled, samples, EAST) == []


def test_the_same_space_begun_again_keeps_them(filled: Index) -> None:
    filled.vectors().begin(replace(SPACE, texts=4))

    assert filled.vectors().coverage() == Coverage(4, 4)
    assert filled.vectors().space() == replace(SPACE, texts=4)


def test_changed_text_lacks_a_vector(filled: Index, samples: Any) -> None:
    filled.apply(Changes(put=(samples.entry(1, "reed"),)))

    assert [id for id, _ in filled.vectors().lacking(9)] == [samples.id_of(1)]
    assert nearest(filled, samples, EAST, 1) == [(3, ALIKE)]


def test_unchanged_text_keeps_its_vector(filled: Index, samples: Any) -> None:
    filled.apply(Changes(put=(samples.entry(1, "oak", pinned=True),)))

    assert filled.vectors().lacking(9) == ()
    assert nearest(filled, samples, EAST, 1) == [(1, ALIKE)]


def test_stale_vector_is_not_taken(filled: Index, samples: Any) -> None:
    filled.apply(Changes(put=(samples.entry(5, "oak"),)))
    ((_, version),) = filled.vectors().lacking(9)
    filled.apply(Changes(put=(samples.entry(5, "reed"),)))

    filled.vectors().put("m", [Embedded(version, digest("oak"), (EAST,))])

    assert filled.vectors().coverage() == Coverage(4, 5)


def test_vectors_go_with_their_record(filled: Index, samples: Any) -> None:
    filled.apply(Changes(gone=("personal/note-1.md",)))

    assert filled.vectors().coverage() == Coverage(3, 3)
    assert nearest(filled, samples, EAST, 1) == [(3, ALIKE)]


def test_scrubbed_store_answers_as_before(filled: Index, samples: Any) -> None:
    filled.apply(Changes(gone=("personal/note-1.md",)))
    before = nearest(filled, samples, EAST)

    filled.scrub()
    filled.apply(Changes(put=(samples.entry(5, "oak"),)))
    embedded(filled.vectors(), (NORTH,))

    assert nearest(filled, samples, EAST) == [*before, (5, 0)]


def test_rebuilt_store_is_of_the_same_space(filled: Index, samples: Any) -> None:
    before = nearest(filled, samples, EAST)
    with filled.rebuilding() as fresh:
        fresh.apply(Changes(put=tuple(filled.entries())))
    assert filled.vectors().coverage() == Coverage(0, 4)

    embedded(filled.vectors(), (EAST,), (NORTH, NORTH_EAST), (EAST, NORTH), (NOWHERE,))

    assert nearest(filled, samples, EAST) == before


def test_rounded_rows_are_signed_bytes() -> None:
    rows = bytes.fromhex("0000803f000080bf0000003f000000000000000000000000")

    assert rounded(rows, 2) == [b"\x7f\x81", b"\x40\x00", b""]


@pytest.fixture(params=["memory", "local", "postgres"], name="turns")
def _turns(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    """Two conversations of two turns each."""
    turns: Any = MemoryTurns()
    if request.param == "postgres":
        turns = PostgresTurns(request.getfixturevalue("tenancy"))
    elif request.param == "local":
        turns = LocalTurns.open(tmp_path)
    heard = (hear(A, "port", "coffee", workspace="project:x"), hear(B, "tea", "reed"))
    turns.apply(TurnChanges(heard=heard))
    turns.vectors().begin(SPACE)
    embedded(turns.vectors(), (EAST,), (NORTH,), (NORTH_EAST,), (EAST,))
    yield turns
    assert turns.check() == ()
    turns.close()


def test_turns_are_near_within_the_fence(turns: Any) -> None:
    found = turns.vectors().nearest("m", EAST, Fence(workspaces=("project:x",)), 9)

    assert found == (((A, 1), ALIKE), ((A, 2), 0))
    assert turns.vectors().nearest("m", EAST, Fence(without=(A,)), 1) == (((B, 2), ALIKE),)


def test_likeness_of_turns_is_told_by_place(turns: Any) -> None:
    assert turns.vectors().likenesses("m", EAST, [(B, 1), (A, 2), (B, 9)]) == {(B, 1): 127 * 90, (A, 2): 0}


def test_vectors_go_with_their_conversation(turns: Any) -> None:
    turns.apply(TurnChanges(heard=(hear(B, "tea", anew=True),), gone=(A,)))

    assert turns.vectors().lacking(9)[0][0] == (B, 1)
    assert turns.vectors().coverage() == Coverage(0, 1)
