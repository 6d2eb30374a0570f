"""A memory's history, from whichever link of its chain it is asked."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue, NotFound

A, B, C = (f"01JNTSW6X0{number:0>16}" for number in (1, 2, 3))
GONE = "01JNTSW6X09999999999999999"


@pytest.fixture
def chain(home: MemoryHome) -> MemoryHome:
    """Three memories, the first two replaced."""
    home.note("a", "port 8080", "status: superseded", f"superseded_by: {B}")
    home.note("b", "port 8081", f"supersedes: [{A}]", "status: superseded", f"superseded_by: {C}")
    home.note("c", "port 9000", f"supersedes: [{B}]")
    return home


@pytest.mark.parametrize("handle", ["a", "b", "c"])
def test_history_is_the_same_from_any_link(chain: MemoryHome, handle: str) -> None:
    history = chain.vade.history(handle)

    assert [(str(link.key), link.text.strip()) for link in history.links] == [
        ("a", "port 8080"),
        ("b", "port 8081"),
        ("c", "port 9000"),
    ]
    assert (history.current, history.missing) == (C, ())


def test_history_says_which_link_was_asked_for(chain: MemoryHome) -> None:
    assert chain.vade.history("b").id == B


def test_link_that_only_its_elder_names_is_found(home: MemoryHome) -> None:
    home.note("a", "x", "status: superseded", f"superseded_by: {B}")
    home.note("b", "y")

    assert [link.key for link in home.vade.history("b").links] == ["a", "b"]


def test_missing_link_is_named(home: MemoryHome) -> None:
    home.note("a", "x", "status: superseded", f"superseded_by: {GONE}")

    history = home.vade.history("a")

    assert (history.current, history.missing) == (None, (GONE,))
    assert GONE in history.warnings[0]


def test_circle_is_told_once(home: MemoryHome) -> None:
    home.note("a", "x1", "status: superseded", f"superseded_by: {B}")
    home.note("b", "x2", "status: superseded", f"superseded_by: {A}")

    history = home.vade.history("a")

    assert ([link.key for link in history.links], history.current) == (["a", "b"], None)


def test_single_memory_has_a_history(home: MemoryHome) -> None:
    home.remember("port", source="agent", ref="file:a.md#L1")

    (link,) = home.vade.history("port").links

    assert [(event.what, event.by, event.ref) for event in link.events] == [
        ("written", "agent", "file:a.md#L1")
    ]


def test_entity_has_no_chain(home: MemoryHome) -> None:
    home.vade.add_entity("Eve")

    with pytest.raises(InvalidValue, match="'eve' is an entity's page"):
        home.vade.history("eve")


def test_unknown_memory_is_not_found(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        home.vade.history("nothing")
