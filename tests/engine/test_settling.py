"""A look leaves its trace only where the index knows every file as it was seen."""

from __future__ import annotations

import pytest

from vademecum.engine.settling import later, settle
from vademecum.model.entry import Changes
from vademecum.model.file import FileState, Listing, Quarantined, QuarantineReason, Stamp
from vademecum.stores.memory.index import MemoryIndex

PATH = "personal/a.md"
SEEN, OTHER = Stamp(1, 2, 3, 4), Stamp(1, 2, 9, 4)
LISTING = Listing({PATH: SEEN}, {}, trace="seen")


def index_of(*states: FileState) -> MemoryIndex:
    index = MemoryIndex()
    fault = Quarantined(PATH, QuarantineReason.INVALID, "mend it")
    index.apply(Changes(quarantine=tuple((fault, state) for state in states)))
    return index


def test_file_known_as_seen_leaves_the_trace() -> None:
    index = index_of(FileState(SEEN, "00"))
    settle(index, LISTING, [PATH], index.revision())

    assert index.trace() == "seen"


def test_file_seen_and_known_as_gone_leaves_the_trace() -> None:
    index = index_of()
    settle(index, Listing({}, {}, trace="seen"), [PATH], index.revision())

    assert index.trace() == "seen"


@pytest.mark.parametrize(
    "state", [FileState(OTHER, "00"), FileState(SEEN, "00", racy=True)], ids=["changed again", "young"]
)
def test_file_known_otherwise_leaves_none(state: FileState) -> None:
    index = index_of(state)
    settle(index, LISTING, [PATH], index.revision())

    assert index.trace() == ""


def test_file_that_vanished_meanwhile_leaves_none() -> None:
    index = index_of()
    settle(index, LISTING, [PATH], index.revision())

    assert index.trace() == ""


def test_folder_out_of_reach_leaves_none() -> None:
    index = index_of(FileState(SEEN, "00"))
    settle(index, Listing({PATH: SEEN}, {"org__acme": "refused"}, trace="seen"), [PATH], index.revision())

    assert index.trace() == ""


def test_write_by_another_leaves_none() -> None:
    index = index_of(FileState(SEEN, "00"))
    mine = later(index.revision(), 1)
    index.apply(Changes(touched=((PATH, FileState(SEEN, "01")),)))
    index.apply(Changes(touched=((PATH, FileState(SEEN, "02")),)))
    settle(index, LISTING, [PATH], mine)

    assert index.trace() == ""
