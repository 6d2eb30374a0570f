"""Pages that a person makes one, and two again; the files alone say which."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import Ambiguous, InvalidValue, NotFound
from vademecum.model.record import Entity, MemoryId


@pytest.fixture
def home() -> MemoryHome:
    made = MemoryHome()
    for name in ("New York City", "NYC", "Gotham"):
        made.clock.go_on(seconds=1)
        made.vade.add_entity(name, label="Place")
    made.remember("It rains.", about=["NYC"])
    return made


def files(home: MemoryHome) -> dict[str, bytes]:
    return {path: data for path, (data, _) in home.vault._files.items()}


def page(home: MemoryHome, name: str) -> Entity:
    record = home.vade.get(home.vade.entity(name).record.id).record
    assert isinstance(record, Entity)
    return record


def id_of(home: MemoryHome, key: str) -> MemoryId:
    return home.vade.get(key).record.id


def test_merged_pages_are_one_node(home: MemoryHome) -> None:
    merged = home.vade.merge_entities("NYC", "New York City")

    assert (merged.outcome, merged.into_name, merged.memory.key) == ("merged", "New York City", "nyc")
    (card,) = home.vade.graph.node("NYC").cards
    assert (card.node.name, card.aliases, card.merged) == ("New York City", ("NYC",), (id_of(home, "nyc"),))
    assert [edge.object_name for edge in home.vade.graph.edges("New York City").edges] == ["New York City"]


def test_merge_is_one_line_of_one_file(home: MemoryHome) -> None:
    before = files(home)
    home.clock.go_on(seconds=1)

    home.vade.merge_entities("NYC", "New York City")

    after = files(home)
    assert [path for path in after if after[path] != before[path]] == ["personal/entities/nyc.md"]
    assert f"merged_into: {id_of(home, 'new-york-city')}\n".encode() in after["personal/entities/nyc.md"]


def test_merge_survives_a_rebuild(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")
    home.vade.reindex()

    assert len(home.vade.graph.node("New York City").cards[0].merged) == 1


def test_name_of_a_merged_page_means_the_other(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")

    assert home.vade.entity("nyc").key == "new-york-city"
    assert home.vade.remember("Snow.", about=["NYC"]).provisional == ()
    assert home.vade.add_entity("NYC", text="Big.").memory.key == "new-york-city"


def test_two_pages_of_one_name_can_be_merged_by_id(home: MemoryHome) -> None:
    home.write("personal/other.md", "---\nkind: entity\nname: Gotham\nlabel: Film\n---\n")
    with pytest.raises(Ambiguous):
        home.vade.merge_entities("Gotham", "NYC")

    home.vade.merge_entities(id_of(home, "other"), id_of(home, "gotham"))

    assert home.vade.entity("Gotham").key == "gotham"


def test_merge_again_changes_nothing(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")

    assert home.vade.merge_entities(id_of(home, "nyc"), "New York City").outcome == "existing"


def test_page_cannot_be_merged_into_itself(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")

    with pytest.raises(InvalidValue, match="are the same page"):
        home.vade.merge_entities("New York City", "NYC")


def test_page_cannot_be_merged_into_a_hidden_one(home: MemoryHome) -> None:
    home.vade.retract("gotham")

    with pytest.raises(NotFound, match="'gotham' is retracted or not to be seen"):
        home.vade.merge_entities("NYC", "gotham")


def test_memory_cannot_be_merged(home: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="is a memory"):
        home.vade.merge_entities("it-rains", "NYC")


def test_unknown_page_is_refused_with_near_ones(home: MemoryHome) -> None:
    with pytest.raises(NotFound) as caught:
        home.vade.merge_entities("Gothan", "NYC")

    assert caught.value.suggestions == ("Gotham",)


def test_unmerged_pages_are_two_and_stay_so(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")

    apart = home.vade.unmerge_entity("NYC")

    assert (apart.outcome, apart.memory.key) == ("unmerged", "nyc")
    assert page(home, "NYC").distinct_from == (id_of(home, "new-york-city"),)
    assert [card.merged for card in home.vade.graph.node("New York City").cards] == [()]


def test_unmerge_by_the_name_that_stands_for_both(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "New York City")
    assert home.vade.unmerge_entity("New York City").memory.key == "nyc"

    home.vade.merge_entities("NYC", "New York City")
    home.vade.merge_entities("Gotham", "New York City")
    with pytest.raises(Ambiguous):
        home.vade.unmerge_entity("New York City")


def test_merge_takes_back_that_they_differ(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "Gotham")
    home.vade.unmerge_entity("NYC")

    home.vade.merge_entities("NYC", "Gotham")

    merged = home.vade.get("nyc").record
    assert isinstance(merged, Entity)
    assert (merged.merged_into, merged.distinct_from) == (id_of(home, "gotham"), ())


def test_what_was_never_merged_cannot_be_unmerged(home: MemoryHome) -> None:
    with pytest.raises(NotFound, match="was not merged"):
        home.vade.unmerge_entity("NYC")


@pytest.mark.parametrize("verb", ["merge", "unmerge"])
def test_dry_run_writes_nothing(home: MemoryHome, verb: str) -> None:
    if verb == "unmerge":
        home.vade.merge_entities("NYC", "Gotham")
    before = files(home)
    told = (
        home.vade.merge_entities("NYC", "Gotham", dry_run=True)
        if verb == "merge"
        else home.vade.unmerge_entity("NYC", dry_run=True)
    )

    assert (told.dry_run, files(home)) == (True, before)


def test_signs_tell_languages_apart() -> None:
    home = MemoryHome()
    home.vade.remember("It is old.", about=["C"])

    assert home.vade.remember("It is large.", about=["C++"]).provisional == ("C++",)
    assert len(home.vade.graph.node("C").cards) == 1


def test_alike_pages_are_proposed_until_somebody_decides(home: MemoryHome) -> None:
    home.vade.link("NYC", "part_of", "Gotham")
    home.vade.link("New York City", "part_of", "Gotham")
    (found,) = home.vade.graph.alike().results

    assert (found.one.name, found.other.name) == ("New York City", "NYC")
    assert (found.reason, found.shared) == ("initial letters of the words", ("Gotham",))

    home.vade.merge_entities("NYC", "New York City")
    assert home.vade.graph.alike().total == 0
    home.vade.unmerge_entity("NYC")
    assert home.vade.graph.alike().total == 0


def test_page_taken_out_of_a_chain_is_not_proposed_again(home: MemoryHome) -> None:
    home.vade.merge_entities("NYC", "Gotham")
    home.vade.merge_entities("Gotham", "New York City")

    home.vade.unmerge_entity(id_of(home, "nyc"))

    assert home.vade.graph.alike().total == 0
