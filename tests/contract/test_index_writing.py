"""What every index keeps of files and vocabularies, and how steps change it."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.model.ask import Corpus
from vademecum.model.entry import Changes
from vademecum.model.file import AliasEntry, FileState, Quarantined, QuarantineReason, Stamp
from vademecum.model.record import PERSONAL, Scope
from vademecum.model.value import replace
from vademecum.ports import Index

ORG = Scope("org:acme")
ONE, TWO = "personal/note-1.md", "personal/note-2.md"


def broken(path: str) -> Quarantined:
    return Quarantined(path, QuarantineReason.UNPARSABLE, "unclosed list; close it", 3)


def test_manifest_knows_every_file(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1),), quarantine=((broken(TWO), samples.state(7)),)))

    assert index.states() == {ONE: samples.state(2), TWO: samples.state(7)}
    assert index.known_files() == 2
    assert index.state(TWO) == samples.state(7)
    assert index.state("personal/none.md") is None


def test_owner_is_the_file_of_a_record(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1),)))

    assert index.owner(samples.id_of(1)) == ONE
    assert index.owner(samples.id_of(2)) is None


def test_quarantine_replaces_what_was_served(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    index.apply(Changes(quarantine=((broken(ONE), samples.state(9)),)))

    assert index.quarantined() == (broken(ONE),)
    assert index.corpus() == Corpus(0, {})
    assert index.owner(samples.id_of(1)) is None


def test_mended_file_leaves_the_quarantine(index: Index, samples: Any) -> None:
    index.apply(Changes(quarantine=((broken(ONE), samples.state(9)),)))
    index.apply(Changes(put=(samples.entry(1),)))

    assert index.quarantined() == ()
    assert index.state(ONE) == samples.state(2)


def test_quarantine_is_sorted_by_path(index: Index) -> None:
    index.apply(Changes(quarantine=tuple((broken(path), None) for path in ("b.md", "é.md", "a.md"))))

    assert [each.path for each in index.quarantined()] == ["a.md", "b.md", "é.md"]


def test_unseen_file_is_known_and_never_trusted(index: Index) -> None:
    index.apply(Changes(quarantine=((broken(ONE), None),)))

    assert index.states() == {ONE: FileState(Stamp(0, 0, 0, 0), "", racy=True)}


def test_path_may_be_any_bytes(index: Index, samples: Any) -> None:
    path = b"personal/caf\xe9.md".decode("utf-8", "surrogateescape")
    index.apply(Changes(quarantine=((broken(path), samples.state(3)),)))

    assert index.states() == {path: samples.state(3)}
    assert index.quarantined() == (broken(path),)


def test_huge_inode_is_kept(index: Index, samples: Any) -> None:
    given = samples.entry(1, state=FileState(Stamp(1, 2, 3, 2**127), "0" * 64, racy=True))
    index.apply(Changes(put=(given,)))

    assert index.state(ONE) == given.state


def test_touched_file_keeps_its_record(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    index.apply(Changes(touched=((ONE, samples.state(40)), ("personal/none.md", samples.state(41)))))

    assert index.states() == {ONE: samples.state(40)}
    assert index.rows([samples.id_of(1)])[samples.id_of(1)].state == samples.state(40)


def test_trace_is_kept_until_a_file_changes(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1),)))
    index.put_trace("seen", index.revision())
    index.put_vocabulary((), "empty")
    assert index.trace() == "seen"

    index.apply(Changes(touched=((ONE, samples.state(40)),)))
    assert index.trace() == ""


def test_trace_of_an_older_state_is_not_kept(index: Index, samples: Any) -> None:
    before = index.revision()
    index.apply(Changes(put=(samples.entry(1),)))
    index.put_trace("seen", before)

    assert index.trace() == ""


def test_rebuilt_index_has_no_trace(index: Index) -> None:
    index.put_trace("seen", index.revision())
    with index.rebuilding() as fresh:
        assert fresh.trace() == ""

    assert index.trace() == ""


def test_moved_record_leaves_its_old_path(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    index.apply(Changes(put=(samples.entry(1, "red", path=TWO),)))

    assert list(index.states()) == [TWO]
    assert index.owner(samples.id_of(1)) == TWO
    assert index.frequencies(("red",)) == {"red": 1}


def test_move_seen_as_gone_and_put_keeps_it(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    index.apply(Changes(put=(samples.entry(1, "red", path=TWO),), gone=(ONE,)))

    assert index.owner(samples.id_of(1)) == TWO


def test_new_id_takes_over_a_path(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    index.apply(Changes(put=(samples.entry(2, "blue", path=ONE),)))

    assert index.owner(samples.id_of(1)) is None
    assert index.owner(samples.id_of(2)) == ONE
    assert index.frequencies(("red", "blue")) == {"blue": 1}


def test_two_records_swap_their_paths(index: Index, samples: Any) -> None:
    first, second = samples.entry(1, "red"), samples.entry(2, "blue")
    index.apply(Changes(put=(first, second)))
    index.apply(Changes(put=(replace(first, path=TWO), replace(second, path=ONE))))

    assert index.owner(first.id) == TWO
    assert index.owner(second.id) == ONE
    assert index.corpus() == Corpus(2, {"b": 2})


def test_later_put_of_an_id_wins(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"), samples.entry(1, "blue"))))

    assert index.frequencies(("red", "blue")) == {"blue": 1}


def test_unknown_gone_path_changes_nothing(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1),), gone=("personal/none.md",)))

    assert list(index.states()) == [ONE]


def test_entries_come_back_by_path(index: Index, samples: Any) -> None:
    given = [
        samples.entry(n, "a b", title="t", path=f"{path}.md") for n, path in enumerate(("b", "é", "a", "Z"))
    ]
    index.apply(Changes(put=tuple(given), quarantine=((broken("c.md"), None),)))

    assert list(index.entries()) == [given[3], given[2], given[0], given[1]]


def test_more_entries_than_one_portion(index: Index, samples: Any) -> None:
    given = tuple(samples.entry(number, path=f"{number:04d}.md") for number in range(600))
    index.apply(Changes(put=given))

    assert tuple(index.entries()) == given


def test_revision_grows_with_every_change(index: Index, samples: Any) -> None:
    seen = [index.revision()]
    for step in (
        Changes(put=(samples.entry(1),)),
        Changes(touched=((ONE, samples.state(3)),)),
        Changes(gone=(ONE,)),
    ):
        index.apply(step)
        seen.append(index.revision())
    index.put_vocabulary((), "s")
    seen.append(index.revision())

    assert [int(each.split(".")[1]) for each in seen] == [0, 1, 2, 3, 4]
    assert len({each.split(".")[0] for each in seen}) == 1


def test_empty_step_and_flush_change_no_revision(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1),)))
    before = index.revision()
    index.apply(Changes())

    assert index.flush() is True
    assert index.revision() == before


def test_rebuild_takes_the_place_of_the_old(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    before = index.revision()
    with index.rebuilding() as fresh:
        fresh.apply(Changes(put=(samples.entry(2, "blue"),)))
        assert index.owner(samples.id_of(1)) == ONE

    assert list(index.states()) == [TWO]
    assert index.frequencies(("red", "blue")) == {"blue": 1}
    assert index.revision().split(".")[0] != before.split(".")[0]


def test_failed_rebuild_leaves_the_old(index: Index, samples: Any) -> None:
    index.apply(Changes(put=(samples.entry(1, "red"),)))
    before = index.revision()
    with pytest.raises(AttributeError), index.rebuilding() as fresh:
        fresh.apply(Changes(put=(samples.entry(2, "blue"), None)))  # type: ignore[arg-type]

    assert list(index.states()) == [ONE]
    assert index.revision() == before


def test_alias_is_found_from_both_sides(index: Index) -> None:
    given = (
        AliasEntry(PERSONAL, "K8s", "Kubernetes Cluster"),
        AliasEntry(ORG, "cluster", "Rechnerverbund"),
        AliasEntry(PERSONAL, "设计评审", "design review"),
    )
    index.put_vocabulary(given, "digest")

    assert index.matching(("kubernetes",), ()) == given[:1]
    assert index.matching(("cluster",), ()) == given[1:2]
    assert index.matching(("设",), ()) == given[2:]
    assert index.matching(("design", "k8s", "设计"), ()) == (given[0], given[2])


def test_aliases_of_other_scopes_stay_silent(index: Index) -> None:
    given = tuple(AliasEntry(scope, "ml", "machine learning") for scope in (PERSONAL, ORG))
    index.put_vocabulary(given, "digest")

    assert index.matching(("ml",), (ORG,)) == given[1:]
    assert index.matching(("ml",), ()) == given
    assert index.matching((), ()) == ()


VOCABULARIES = [
    ["a", "b", "c", "d"],
    ["a", "b"],
    ["b", "c"],
    ["a", "x", "c"],
    ["d", "c", "b", "a"],
    [],
    ["a", "b", "c", "e"],
]


@pytest.mark.parametrize("names", VOCABULARIES, ids="".join)
def test_vocabulary_follows_any_change(index: Index, names: list[str]) -> None:
    index.put_vocabulary([AliasEntry(PERSONAL, name, f"to {name}") for name in "abc"], "one")
    entries = tuple(AliasEntry(PERSONAL, name, f"to {name}") for name in names)
    index.put_vocabulary(entries, "two")

    assert index.matching(("to",), ()) == entries
    assert [index.matching((name,), ()) for name in names] == [(entry,) for entry in entries]
    assert index.matching(tuple(set("abcdex") - set(names)), ()) == ()


def test_vocabulary_is_replaced_as_a_whole(index: Index) -> None:
    assert index.vocabulary_state() == ""
    index.put_vocabulary((AliasEntry(PERSONAL, "a", "b"),), "one")
    index.put_vocabulary((AliasEntry(PERSONAL, "c", "d"),), "two")

    assert index.vocabulary_state() == "two"
    assert index.matching(("a", "b"), ()) == ()
