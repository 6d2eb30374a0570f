"""Whatever happens to records, rules and vectors: edges are those that are derived of everything at once."""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.graph.deriving import Rules
from vademecum.model.entry import Changes, Place
from vademecum.model.record import PERSONAL, Kind, Scope
from vademecum.model.rules import Condition, ConditionKind, Rederived, Rule, RuleBook, traits_of
from vademecum.model.vectors import Embedded, Space
from vademecum.ports import Index
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.memory.index import MemoryIndex

FEW_PAIRS = 4
"""So that values become too common, and cease to be, all the time."""

SCOPES = (PERSONAL, Scope("org:acme"), Scope("project:x__0123456789ab"))
LABELS = ("Person", "Person", "Organisation", "note")


def one(kind: ConditionKind, subject: str, object: str = "", bound: float = 0.0) -> Condition:
    return Condition(kind=kind, subject_field=subject, object_field=object, bound=bound)


CITY = one(ConditionKind.EQUAL, "city", "city")
MEANS = one(ConditionKind.MEANING, "", "", 0.5)
CONDITIONS = (
    CITY,
    one(ConditionKind.KEY, "works"),
    one(ConditionKind.EQUAL, "city", "works"),
    one(ConditionKind.OVERLAP, "city", "city", 0.5),
    one(ConditionKind.WITHIN, "age", "age", 2),
    Condition(kind=ConditionKind.ALL, parts=(CITY, MEANS)),
    Condition(kind=ConditionKind.ALL, parts=(CITY, one(ConditionKind.WITHIN, "age", "age", 1))),
    Condition(kind=ConditionKind.ANY, parts=(CITY, one(ConditionKind.WITHIN, "age", "age", 0))),
)
rules = st.builds(
    Rule,
    name=st.sampled_from(("first", "second", "third")),
    predicate=st.sampled_from(("near", "like")),
    subjects=st.sampled_from((("entity",), ("person",), ("person", "note"))),
    objects=st.sampled_from((("entity",), ("person",), ("memory",), ("organisation",))),
    when=st.sampled_from(CONDITIONS),
    scope=st.sampled_from((None, None, None, *SCOPES)),
)
books = st.lists(rules, min_size=1, max_size=3, unique_by=lambda rule: rule.name).map(
    lambda held: RuleBook(tuple(held))
)
fields = st.fixed_dictionaries(
    {"city": st.lists(st.sampled_from(("Porto", "Lyon", "Köln")), max_size=2).map(tuple)},
    optional={
        "works": st.sampled_from(("acme", "porto", "key 3")).map(lambda text: (text,)),
        "age": st.sampled_from(("1", "2", "4", "many")).map(lambda text: (text,)),
    },
)
records = st.fixed_dictionaries(
    {
        "number": st.integers(0, 7),
        "label": st.sampled_from(LABELS),
        "form": st.sampled_from(("acme", "rhea", "")),
        "fields": fields,
        "scope": st.sampled_from((PERSONAL, *SCOPES)),
        "body": st.sampled_from(("one", "other")),
    }
)
many = st.lists(records, min_size=4, max_size=8, unique_by=lambda parts: parts["number"])
steps = st.one_of(
    st.tuples(st.just("put"), many),
    st.tuples(st.just("put"), st.lists(records, min_size=1, max_size=2)),
    st.tuples(st.just("gone"), st.lists(st.integers(0, 7), min_size=1, max_size=3)),
    st.tuples(st.just("rules"), books),
    st.tuples(st.just("meaning"), st.sampled_from(((127, 0), (120, 30), (-90, 90)))),
    st.tuples(st.just("another model"), st.sampled_from(("a", "b"))),
    st.tuples(st.just("rebuild"), st.none()),
)
broken_off = st.one_of(
    steps, st.tuples(st.sampled_from(("advance", "killed")), st.none()), st.tuples(st.just("rules"), books)
)


class Twins:
    """The index under test and the one that derives everything anew at every question."""

    def __init__(self, samples: ModuleType, folder: Path, *, portion: int | None = None) -> None:
        self.samples = samples
        self.folder = folder
        self.portion = portion
        self.local = self.opened()
        self.memory = MemoryIndex(rules=Rules)
        self.model = "a"

    def opened(self) -> LocalIndex:
        index = LocalIndex.open(self.folder, self.samples.WEIGHTS, rules=Rules)
        index.portion = self.portion
        return index

    def foreseen(self, held: list[Any]) -> tuple[Rederived, Rederived]:
        entries = [self.entry(**parts) for parts in held]
        traits = {one.id: traits_of(one.id, one.kind, one.scope, one.place) for one in entries}
        changed: dict[Any, Any] = {**traits, self.samples.id_of(0): None}
        return self.local.derivations().foreseen(changed), self.memory.derivations().foreseen(changed)

    def step(self, name: str, given: Any) -> None:
        if name == "killed":
            self.local.close()
            self.local = self.opened()
            return
        for index in (self.local, self.memory):
            match name:
                case "put":
                    index.apply(Changes(put=tuple(self.entry(**parts) for parts in given)))
                case "gone":
                    index.apply(Changes(gone=tuple(f"personal/note-{number}.md" for number in given)))
                case "advance":
                    index.derivations().advance()
                case "rules":
                    index.derivations().put(given, "state")
                case "meaning":
                    self.embed(index, given)
                case "another model":
                    self.model = given
                    index.vectors().begin(Space(model=given, dimension=2))
                case _:
                    self.rebuild(index)

    def entry(
        self, *, number: int, label: str, form: str, fields: dict[str, tuple[str, ...]], **more: Any
    ) -> Any:
        forms = (form,) if form and label != "note" else ()
        place = Place(label, f"n{number}", forms, f"key {number}", fields=tuple(sorted(fields.items())))
        kind = Kind.MEMORY if label == "note" else Kind.ENTITY
        return self.samples.entry(number, kind=kind, place=place, **more)

    def embed(self, index: Index, numbers: tuple[int, int]) -> None:
        row = bytes(number % 256 for number in numbers)
        if index.vectors().space() is None:
            index.vectors().begin(Space(model=self.model, dimension=2))
        lacking = index.vectors().lacking(4)
        index.vectors().put(self.model, [Embedded(version, "digest", (row,)) for _, version in lacking])

    def rebuild(self, index: Index) -> None:
        kept, book = tuple(index.entries()), index.derivations().book()
        with index.rebuilding() as fresh:
            fresh.apply(Changes(put=kept))
            fresh.derivations().put(book, "state")


@pytest.fixture(autouse=True, scope="module")
def few_pairs() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vademecum.stores.derived.MOST_PAIRS", FEW_PAIRS)
        patch.setattr("vademecum.stores.local.deriving.MOST_PAIRS", FEW_PAIRS)
        patch.setattr("vademecum.stores.local.derivations._PAUSE_S", 0.0)
        yield


@settings(max_examples=50, deadline=None)
@given(held=many, book=books, taken=st.lists(steps, min_size=2, max_size=9))
def test_derived_edges_are_those_of_everything(
    samples: ModuleType, held: list[Any], book: RuleBook, taken: list[Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        twins = Twins(samples, Path(folder, "cache"))
        for step in (("rules", book), ("put", held), *taken):
            twins.step(*step)
            local, memory = twins.local, twins.memory
            assert list(local.edges().statements()) == list(memory.edges().statements())
            assert local.derivations().tally() == memory.derivations().tally()
        assert twins.local.check() == ()
        twins.local.close()


@settings(max_examples=40, deadline=None)
@given(held=many, book=books, taken=st.lists(broken_off, min_size=2, max_size=9))
def test_rules_broken_off_derive_the_same_in_the_end(
    samples: ModuleType, held: list[Any], book: RuleBook, taken: list[Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        twins = Twins(samples, Path(folder, "cache"), portion=2)
        for step in (("put", held), ("rules", book), *taken):
            twins.step(*step)
        while twins.local.derivations().advance():
            pass
        assert list(twins.local.edges().statements()) == list(twins.memory.edges().statements())
        assert twins.local.derivations().tally() == twins.memory.derivations().tally()
        twins.local.close()


@settings(max_examples=30, deadline=None)
@given(held=many, book=books, changed=st.lists(records, min_size=1, max_size=3))
def test_what_is_foreseen_is_what_everything_says(
    samples: ModuleType, held: list[Any], book: RuleBook, changed: list[Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        twins = Twins(samples, Path(folder, "cache"))
        twins.step("put", held)
        twins.step("rules", book)
        before = list(twins.local.edges().statements())
        local, memory = twins.foreseen(changed)
        assert local == memory
        assert list(twins.local.edges().statements()) == before
        twins.local.close()
