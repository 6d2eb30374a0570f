"""Whatever was written, the files alone give the same graph again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import VadeError

NAMES = st.sampled_from(["Rhea", "Iris", "Acme", "Lyon"])
PREDICATES = st.sampled_from(["works_at", "lives_in"])
Act = Callable[[MemoryHome], object]


def link(one: str, predicate: str, other: str) -> Act:
    return lambda home: home.vade.link(one, predicate, other)


def unlink(one: str, predicate: str, other: str) -> Act:
    return lambda home: home.vade.unlink(one, predicate, other)


def describe(name: str, alias: str) -> Act:
    return lambda home: home.vade.add_entity(name, label="Thing", aliases=[alias.lower() + "x"])


def remember(one: str, other: str) -> Act:
    return lambda home: home.vade.remember(f"[[{one}]] wrote of it.", about=[other])


def merge(one: str, other: str) -> Act:
    return lambda home: home.vade.merge_entities(one, other)


def unmerge(name: str) -> Act:
    return lambda home: home.vade.unmerge_entity(name)


def forget(name: str) -> Act:
    return lambda home: home.vade.forget(home.vade.entity(name).record.id)


ACTS = st.one_of(
    st.builds(link, NAMES, PREDICATES, NAMES),
    st.builds(unlink, NAMES, PREDICATES, NAMES),
    st.builds(describe, NAMES, NAMES),
    st.builds(remember, NAMES, NAMES),
    st.builds(merge, NAMES, NAMES),
    st.builds(unmerge, NAMES),
    st.builds(forget, NAMES),
)


def played(acts: list[Act]) -> MemoryHome:
    """A home in which all of it was done, as far as it could be."""
    home = MemoryHome()
    for act in acts:
        with suppress(VadeError):
            act(home)
    return home


@settings(max_examples=40, deadline=None)
@given(st.lists(ACTS, min_size=3, max_size=12))
def test_files_alone_give_the_same_graph(acts: list[Act]) -> None:
    home = played(acts)
    edges = home.index.edges()
    before = set(edges.vertices()), set(edges.statements()), list(home.index.entries())
    home.vade.reindex()
    edges = home.index.edges()

    assert (set(edges.vertices()), set(edges.statements()), list(home.index.entries())) == before
