"""What every index promises of what is gone."""

from __future__ import annotations

from typing import Any

from vademecum.model.entry import Changes
from vademecum.model.value import replace
from vademecum.ports import Index


def test_a_scrubbed_index_knows_nothing_that_is_gone(index: Index, samples: Any) -> None:
    index.apply(
        Changes(put=(samples.entry(1, "heron nests", folded_tags=("marsh",)), samples.entry(2, "oak")))
    )
    index.apply(Changes(gone=("personal/note-1.md",)))

    index.scrub()

    assert index.lingering(["heron", "nests", "marsh", "oak"]) == {"oak"}


def test_a_scrubbed_index_answers_as_before(index: Index, samples: Any) -> None:
    index.apply(Changes(put=tuple(samples.entry(n, f"oak leaf{n}") for n in range(1, 6))))
    index.apply(Changes(gone=("personal/note-3.md",)))
    before = index.propose(samples.ask("oak")).candidates

    index.scrub()

    assert sorted(index.propose(samples.ask("oak")).candidates, key=lambda one: one.version) == sorted(
        before, key=lambda one: one.version
    )
    assert index.corpus().records == 4


def test_a_scrub_forgets_earlier_versions(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "heron"),)))
    index.apply(Changes(put=(replace(samples.entry(1, "oak"), state=samples.state(9)),)))

    index.scrub()

    assert index.lingering(["heron", "oak"]) == {"oak"}


def test_an_index_goes_on_after_a_scrub(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "heron"),)))
    index.scrub()
    index.apply(Changes(put=(samples.entry(2, "heron"),), gone=("personal/note-1.md",)))
    index.flush()

    assert [one.id for one in index.propose(samples.ask("heron")).candidates] == [samples.id_of(2)]


def test_an_empty_index_can_be_scrubbed(index: Index) -> None:
    index.scrub()

    assert index.lingering(["heron"]) == frozenset()
