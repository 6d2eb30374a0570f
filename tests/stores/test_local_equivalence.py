"""Any sequence of steps, crashes of the cache included, leaves what a fresh index in memory would hold."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.model.ask import AllOf, AtLeast, Condition, Everything, Filters, Prefix, Without, Word
from vademecum.model.entry import Changes
from vademecum.model.file import AliasEntry, Quarantined, QuarantineReason
from vademecum.model.record import PERSONAL, Kind, Scope, Status
from vademecum.ports import Index
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex

TERMS = ("red", "redder", "blue", "größe", "設計", "c++", "src/store.rs", "_", "ß", "a" * 64)
SCOPES = (PERSONAL, Scope("org:acme"), Scope("project:x__0123456789ab"))
PATHS = tuple(f"personal/{name}.md" for name in "abcdef")

words = st.lists(st.sampled_from(TERMS), max_size=6).map(" ".join)
tags = st.lists(st.sampled_from(("x", "y", "größe", "t" * 300)), max_size=3).map(tuple)
times = st.none() | st.integers(-10, 10)
entries = st.fixed_dictionaries(
    {
        "number": st.integers(0, 7),
        "body": words,
        "title": words,
        "extra": words,
        "path": st.sampled_from(PATHS),
        "scope": st.sampled_from(SCOPES),
        "type": st.sampled_from(("note", "fact")),
        "kind": st.sampled_from(Kind),
        "status": st.sampled_from(Status),
        "folded_tags": tags,
        "about": tags,
        "name_forms": tags,
        "updated": times,
        "created": times,
        "languages": st.lists(st.sampled_from(("de", "en")), max_size=2, unique=True).map(tuple),
    }
)
steps = st.one_of(
    st.tuples(st.just("put"), st.lists(entries, min_size=1, max_size=4)),
    st.tuples(st.just("gone"), st.lists(st.sampled_from(PATHS), min_size=1, max_size=2)),
    st.tuples(st.just("quarantine"), st.sampled_from(PATHS)),
    st.tuples(st.just("touch"), st.sampled_from(PATHS)),
    st.tuples(st.just("alias"), st.lists(st.tuples(st.sampled_from(SCOPES), words, words), max_size=3)),
    st.tuples(st.sampled_from(("flush", "reopen", "rebuild", "lose engine")), st.none()),
)

leaves: st.SearchStrategy[Condition] = st.one_of(
    st.lists(st.sampled_from(TERMS), max_size=2).map(lambda forms: Word(tuple(forms))),
    st.sampled_from(("re", "red", "größ", "設", "zz")).map(lambda form: Prefix((form,))),
    st.just(Everything()),
)
conditions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.tuples(st.integers(0, 3), st.lists(inner, max_size=3)).map(lambda p: AtLeast(p[0], tuple(p[1]))),
        inner.map(Without),
    ),
    max_leaves=6,
)
filters = st.builds(
    Filters,
    scopes=st.lists(st.sampled_from(SCOPES), max_size=2).map(tuple),
    types=st.lists(st.sampled_from(("note", "fact", "odd")), max_size=2).map(tuple),
    tags=tags,
    about=tags,
    kinds=st.lists(st.sampled_from(Kind), max_size=1).map(tuple),
    statuses=st.lists(st.sampled_from(Status), max_size=4).map(tuple),
    updated_from=times,
    updated_until=times,
)


class Pair:
    """The index under test and the one it must equal."""

    def __init__(self, samples: ModuleType, folder: Path) -> None:
        self.samples = samples
        self.folder = folder
        self.local = LocalIndex.open(folder, samples.WEIGHTS)
        self.memory = MemoryIndex()

    def step(self, name: str, value: Any) -> None:
        match name:
            case "put":
                self.apply(Changes(put=tuple(self.samples.entry(**fields) for fields in value)))
            case "gone":
                self.apply(Changes(gone=tuple(value)))
            case "quarantine":
                fault = Quarantined(value, QuarantineReason.INVALID, "odd")
                self.apply(Changes(quarantine=((fault, self.samples.state(5)),)))
            case "touch":
                self.apply(Changes(touched=((value, self.samples.state(6)),)))
            case "alias":
                for index in self.both():
                    index.put_vocabulary([AliasEntry(*parts) for parts in value], "state")
            case "flush":
                assert self.local.flush()
            case "reopen":
                self.reopen()
            case "rebuild":
                self.rebuild()
            case "lose engine":
                for lexical in self.folder.glob("gen-*/lexical-*"):
                    shutil.rmtree(lexical)
                self.reopen()
            case _:
                raise AssertionError(name)

    def both(self) -> tuple[Index, Index]:
        return self.local, self.memory

    def apply(self, changes: Changes) -> None:
        for index in self.both():
            index.apply(changes)

    def reopen(self) -> None:
        self.local.close()
        self.local = LocalIndex.open(self.folder, self.samples.WEIGHTS)

    def rebuild(self) -> None:
        broken = tuple((fault, self.local.state(fault.path)) for fault in self.local.quarantined())
        kept = tuple(self.local.entries())
        for index in self.both():
            aliases = index.matching(tuple("".join(TERMS)) + TERMS, ())
            with index.rebuilding() as fresh:
                fresh.apply(Changes(put=kept, quarantine=broken))
                fresh.put_vocabulary(aliases, "state")


def contents(index: Index) -> dict[str, Any]:
    attributes = ("scope", "type", "status", "kind", "month", "tag")
    return {
        "entries": list(index.entries()),
        "corpus": index.corpus(),
        "frequencies": index.frequencies(TERMS),
        "prefixes": [index.expand_prefix(prefix, 5) for prefix in ("", "re", "größ", "設")],
        "languages": index.languages(),
        "states": index.states(),
        "quarantined": index.quarantined(),
        "census": index.census(()),
        "tallies": [index.tally(attribute) for attribute in attributes],
        "named": index.named(("x", "größe"), SCOPES[:2]),
        "aliases": index.matching(TERMS, ()),
    }


def proposed(index: Index, ask: Any) -> list[Any]:
    return sorted((each.id, each.postings.encoded, each.scope) for each in index.propose(ask).candidates)


@settings(max_examples=60)
@given(st.lists(steps, max_size=12), st.lists(st.tuples(conditions, filters), min_size=3, max_size=6))
def test_local_index_equals_one_in_memory(samples: ModuleType, history: list[Any], asked: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pair = Pair(samples, Path(folder))
        for name, value in history:
            pair.step(name, value)
        assert contents(pair.local) == contents(pair.memory)
        for where, hard in asked:
            ask = samples.ask(where, rank_by="red größe")
            ask = type(ask)(where=where, rank_by=ask.rank_by, filters=hard, depth=100)
            assert proposed(pair.local, ask) == proposed(pair.memory, ask)
        assert pair.local.check() == ()
        pair.local.close()


@pytest.mark.slow
@settings(max_examples=2_000)
@given(st.lists(steps, max_size=30), st.lists(st.tuples(conditions, filters), min_size=3, max_size=6))
def test_long_histories_leave_them_equal(samples: ModuleType, history: list[Any], asked: list[Any]) -> None:
    test_local_index_equals_one_in_memory.hypothesis.inner_test(samples, history, asked)  # type: ignore[attr-defined]
