"""Every question to the graph can be asked of a day that is past; claims are edges of their time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import NotFound


@pytest.fixture
def then(home: MemoryHome) -> datetime:
    """A moment at which Rhea worked at Acme; since, her claim was superseded and Mara's link ended."""
    for name in ("Rhea", "Mara", "Acme", "Oakfield"):
        home.vade.add_entity(name)
    work = home.remember("Rhea works at Acme.", subject="Rhea", predicate="works_at", value="Acme")
    home.vade.link("Mara", "works_at", "Acme", until=home.clock.at + timedelta(days=10))
    then = home.clock.at + timedelta(seconds=1)
    home.clock.go_on(days=30)
    home.vade.supersede(work, "Rhea works at Oakfield.", value="Oakfield")
    home.clock.go_on(days=1)
    return then


def who_works_at(home: MemoryHome, firm: str, as_of: datetime | None = None) -> list[str]:
    edges = home.vade.graph.edges(firm, predicates=["works_at"], as_of=as_of).edges
    return [edge.subject_name for edge in edges]


def test_edges_are_those_of_the_day(home: MemoryHome, then: datetime) -> None:
    assert who_works_at(home, "Acme", then) == ["Mara", "Rhea"]
    assert (who_works_at(home, "Acme"), who_works_at(home, "Oakfield")) == ([], ["Rhea"])


def test_neighborhood_is_that_of_the_day(home: MemoryHome, then: datetime) -> None:
    def around(as_of: datetime | None) -> set[str]:
        nodes = home.vade.graph.neighborhood("Rhea", hops=2, predicates=["works_at"], as_of=as_of).nodes
        return {near.node.name for near in nodes}

    assert around(then) == {"Rhea", "Acme", "Mara"}
    assert around(None) == {"Rhea", "Oakfield"}


def test_path_is_that_of_the_day(home: MemoryHome, then: datetime) -> None:
    def way(as_of: datetime | None) -> list[str]:
        path = home.vade.graph.path("Rhea", "Mara", predicates=["works_at"], as_of=as_of)
        return [node.name for node in path.nodes]

    assert way(then) == ["Rhea", "Acme", "Mara"]
    assert way(None) == []


def test_central_node_is_that_of_the_day(home: MemoryHome, then: datetime) -> None:
    first = home.vade.graph.central(predicates=["works_at"], as_of=then).results[0]

    assert (first.node.name, first.degree) == ("Acme", 2)


def test_components_are_those_of_the_day(home: MemoryHome, then: datetime) -> None:
    parts = home.vade.graph.components(predicates=["works_at"], as_of=then).results

    assert [part.size for part in parts] == [3]


def test_node_counts_edges_of_the_day(home: MemoryHome, then: datetime) -> None:
    def works(as_of: datetime | None) -> list[int]:
        card = home.vade.graph.node("Acme", as_of=as_of).cards[0]
        return [one.count for one in card.relations if one.predicate == "works_at"]

    assert (works(then), works(None)) == ([2], [])


def test_history_tells_claims_of_every_time(home: MemoryHome, then: datetime) -> None:
    del then
    told = home.vade.graph.history("Rhea").results

    assert {past.edge.object_name for past in told if past.edge.predicate == "works_at"} == {
        "Acme",
        "Oakfield",
    }


def test_name_that_nothing_bore_yet_is_not_found(home: MemoryHome) -> None:
    home.remember("Odil knows Taru.", subject="Odil", predicate="knows", value="Taru")

    with pytest.raises(NotFound):
        home.vade.graph.node("Odil", as_of=home.clock.at - timedelta(days=1))


def test_doubt_of_today_stands_beside_what_held_then(home: MemoryHome) -> None:
    lyon = home.remember("Rhea lives in Lyon.", subject="Rhea", predicate="lives_in", value="Lyon")
    home.remember("Rhea commutes 20 minutes.", subject="Rhea", predicate="commute", value="20 minutes")
    then = home.clock.at
    home.clock.go_on(days=30)
    home.vade.supersede(lyon, "Rhea lives in Porto.", value="Porto")

    hits = home.vade.recall("Where does Rhea live, how long does she commute?", as_of=then).hits

    assert {hit.key: hit.mark for hit in hits} == {
        "rhea-lives-in-lyon": "superseded",
        "rhea-commutes-20-minutes": "needs review",
    }
