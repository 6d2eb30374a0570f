"""Inside a steady block one state of the index answers, whatever others write meanwhile."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from vademecum.model.entry import Changes
from vademecum.stores.local.index import LocalIndex


def test_another_process_write_is_seen_after_the_block(
    local: LocalIndex, cache: Path, samples: ModuleType
) -> None:
    other = LocalIndex.open(cache, samples.WEIGHTS)
    with local.steady():
        before = local.revision()
        other.apply(Changes(put=(samples.entry(1, "red"),)))
        inside = (local.revision(), local.corpus().records)
    other.close()

    assert inside == (before, 0)
    assert local.revision() != before
    assert local.corpus().records == 1


def test_own_write_succeeds_inside_the_block(local: LocalIndex, samples: ModuleType) -> None:
    with local.steady():
        local.apply(Changes(put=(samples.entry(1, "red"),)))

    assert local.corpus().records == 1


def test_nested_blocks_share_one_state(local: LocalIndex, samples: ModuleType) -> None:
    with local.steady():
        with local.steady():
            local.corpus()
        local.apply(Changes(put=(samples.entry(1, "red"),)))

        assert local.corpus().records == 0


def test_lost_catalogue_is_met_by_the_question(local: LocalIndex, cache: Path) -> None:
    for file in cache.rglob("*.sqlite*"):
        file.write_bytes(b"not a database")

    with local.steady():
        assert local.corpus().records == 0
