"""Which nodes names mean, for whom, and which edges that makes."""

from __future__ import annotations

import pytest
from tests.graph.nets import PERSONAL, entity, id_of, memory, net, said

from vademecum.graph.net import Net
from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import Direction, Node, NodeKind
from vademecum.model.record import Scope, Status

PROJECT, OTHER = Scope("project:harbour__0123456789ab"), Scope("project:other__0123456789ab")
WORKS = said("Rhea", "works_at", "Acme")


def edges(graph: Net, *nodes: str, **more: Direction) -> list[tuple[str, str, str]]:
    return [(edge.subject, edge.predicate, edge.object) for edge in graph.expand(nodes, **more).edges]


def test_names_lead_to_their_pages() -> None:
    graph = net(entity(1, "Rhea", "wife"), entity(2, "Acme"), memory(3, "note", (WORKS,)))

    assert graph.named("wife") == (id_of(1),)
    assert edges(graph, id_of(1)) == [(id_of(1), "works_at", id_of(2))]
    assert edges(graph, id_of(2)) == [(id_of(1), "works_at", id_of(2))]


def test_unknown_name_is_a_node_of_its_own() -> None:
    graph = net(memory(3, "note", (WORKS,)))

    assert graph.named("acme") == ("name:acme",)
    assert edges(graph, "name:acme") == [("name:rhea", "works_at", "name:acme")]
    assert graph.node("name:acme") == Node(
        id="name:acme", kind=NodeKind.NAME, label="", name="Acme", scope=None
    )


def test_name_that_becomes_known_moves_its_edges() -> None:
    note = memory(3, "note", (WORKS,))

    assert edges(net(note, entity(2, "ACME")), id_of(2)) == [("name:rhea", "works_at", id_of(2))]
    assert edges(net(note, entity(2, "Acme Inc")), id_of(2)) == []


def test_ambiguous_name_leads_to_all() -> None:
    graph = net(entity(1, "Apple"), entity(2, "Apple"), memory(3, "note", (said("Rhea", "likes", "Apple"),)))

    assert graph.named("apple") == (id_of(1), id_of(2))
    assert edges(graph, "name:rhea") == [
        ("name:rhea", "likes", id_of(1)),
        ("name:rhea", "likes", id_of(2)),
    ]


def test_name_is_looked_for_in_reach_only() -> None:
    mine, theirs = entity(1, "Acme", scope=PROJECT), entity(2, "Acme", scope=OTHER)
    graph = net(mine, theirs, memory(3, "note", (WORKS,), scope=PROJECT))

    assert edges(graph, "name:rhea") == [("name:rhea", "works_at", id_of(1))]
    assert edges(graph, id_of(2)) == []


def test_personal_pages_are_in_everybody_s_reach() -> None:
    graph = net(entity(1, "Acme", scope=PERSONAL), memory(3, "note", (WORKS,), scope=PROJECT))

    assert edges(graph, id_of(1)) == [("name:rhea", "works_at", id_of(1))]


def test_what_may_not_be_read_is_no_part_of_it() -> None:
    entries = entity(1, "Acme", scope=OTHER), memory(3, "note", (WORKS,), scope=OTHER)
    graph = net(*entries, scopes=(PERSONAL,))

    assert graph.named("acme") == ("name:acme",)
    assert edges(graph, "name:acme") == []
    assert graph.record(id_of(1)) is None


@pytest.mark.parametrize(
    ("origin", "found"), [(EdgeOrigin.LINK, id_of(1)), (EdgeOrigin.ABOUT, "name:oat milk")]
)
def test_only_links_find_a_record_by_its_key(origin: EdgeOrigin, found: str) -> None:
    graph = net(memory(1, "oat-milk"), memory(2, "note", (said("a", "mentions", "oat milk", origin=origin),)))

    assert edges(graph, "name:a") == [("name:a", "mentions", found)]


def test_value_that_nothing_is_called_by_is_no_node() -> None:
    claims = tuple(said("rhea", "has", value, origin=EdgeOrigin.CLAIM) for value in ("acme", "20 minutes"))
    graph = net(entity(1, "Acme"), memory(2, "note", claims))

    assert edges(graph, "name:rhea") == [("name:rhea", "has", id_of(1))]


def test_entity_of_the_name_goes_before_a_key() -> None:
    link = said("a", "mentions", "oat milk", origin=EdgeOrigin.LINK)
    graph = net(memory(1, "oat-milk"), entity(2, "Oat milk"), memory(3, "note", (link,)))

    assert edges(graph, "name:a") == [("name:a", "mentions", id_of(2))]


def test_id_leads_to_its_record_or_nowhere() -> None:
    says = (
        said("@" + id_of(2), "supersedes", "@" + id_of(1)),
        said("@" + id_of(2), "mentions", "@" + id_of(9)),
    )
    graph = net(memory(1, "old"), memory(2, "new", says))

    assert edges(graph, id_of(2)) == [(id_of(2), "supersedes", id_of(1))]


def test_retracted_page_answers_to_no_name() -> None:
    graph = net(entity(1, "Acme", status=Status.RETRACTED), memory(3, "note", (WORKS,)))

    assert graph.named("acme") == ("name:acme",)
    assert edges(graph, "name:acme") == [("name:rhea", "works_at", "name:acme")]


def test_retracted_record_says_nothing() -> None:
    graph = net(entity(1, "Acme"), memory(3, "note", (WORKS,), status=Status.RETRACTED))

    assert edges(graph, id_of(1)) == []


@pytest.mark.parametrize(("at_us", "count"), [(4, 0), (5, 1), (8, 1), (9, 0), (None, 1)])
def test_edge_holds_within_its_interval(at_us: int | None, count: int) -> None:
    spoken = memory(1, "note", (said("Rhea", "works_at", "Acme", since=5, until=9),))

    assert len(edges(net(spoken, at_us=at_us), "name:rhea")) == count


def test_merged_pages_are_one_node() -> None:
    likes = said("wife", "likes", "tea")
    graph = net(entity(1, "Rhea"), entity(2, "wife", merged_into=id_of(1)), memory(3, "note", (WORKS, likes)))

    assert graph.named("wife") == graph.named("rhea") == (id_of(1),)
    assert [one.id for one in graph.members(id_of(1))] == [id_of(1), id_of(2)]
    assert edges(graph, id_of(1)) == [(id_of(1), "likes", "name:tea"), (id_of(1), "works_at", "name:acme")]


def test_merges_are_followed_to_their_end() -> None:
    pages = (entity(1, "a", merged_into=id_of(2)), entity(2, "b", merged_into=id_of(3)), entity(3, "c"))
    graph = net(*pages, memory(4, "note", (said("a", "knows", "d"),)))

    assert edges(graph, id_of(3)) == [(id_of(3), "knows", "name:d")]


def test_circle_of_merges_is_its_first_page() -> None:
    graph = net(entity(2, "a", merged_into=id_of(3)), entity(3, "b", merged_into=id_of(2)))

    assert graph.named("a") == graph.named("b") == (id_of(2),)


def test_merge_into_nothing_changes_nothing() -> None:
    graph = net(entity(1, "a", merged_into=id_of(9)), entity(2, "b", merged_into=id_of(3)), memory(3, "m"))

    assert (graph.named("a"), graph.named("b")) == ((id_of(1),), (id_of(2),))


def test_edge_between_two_names_of_one_is_none() -> None:
    graph = net(entity(1, "Rhea", "wife"), memory(3, "note", (said("Rhea", "is", "wife"),)))

    assert edges(graph, id_of(1)) == []


def test_direction_is_seen_from_the_node() -> None:
    graph = net(memory(3, "note", (WORKS, said("Iris", "knows", "Rhea"))))

    assert edges(graph, "name:rhea", direction=Direction.OUT) == [("name:rhea", "works_at", "name:acme")]
    assert edges(graph, "name:rhea", direction=Direction.IN) == [("name:iris", "knows", "name:rhea")]


def test_hub_tells_that_it_has_more() -> None:
    hub = memory(1, "note", tuple(said("hub", "knows", f"p{number}") for number in range(5)))

    assert [net(hub, most=most).expand(["name:hub"]).truncated for most in (4, 5)] == [True, False]


def test_everything_is_read_in_portions() -> None:
    many = tuple(said("hub", "knows", f"p{number}") for number in range(5))
    graph = net(memory(1, "note", many), entity(2, "hub"), most=2)

    assert [object for _, _, object in graph.everything()] == [f"name:p{number}" for number in range(5)]
    assert [node for node, _ in graph.pages()] == [id_of(2)]
