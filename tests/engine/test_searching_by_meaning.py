"""Search by what texts mean, beside what their words say."""

from __future__ import annotations

from tests.engine.homes_in_memory import MemoryHome
from tests.engine.test_recalling_by_meaning import Foreign, Knowing, home

from vademecum.model.answer import MatchedVia

BIRDS = "where do birds sleep"
"""Shares no word with the memory of the heron, and means the same."""


def keys(made: MemoryHome, query: str, *, mode: str = "any") -> list[str]:
    return [hit.key for hit in made.vade.search(query, mode=mode).hits]


def test_what_shares_no_word_is_found_by_its_meaning() -> None:
    (hit,) = home(Knowing()).vade.search(BIRDS).hits
    assert (hit.key, hit.matched_via, hit.covered, hit.terms) == ("nest", MatchedVia.MEANING, 0, 2)


def test_what_is_not_like_enough_is_not_found() -> None:
    assert keys(home(Knowing()), "copper kettle") == []


def test_words_find_beside_meaning_in_one_order() -> None:
    made = home(Knowing())
    made.remember("Birds sleep on one leg.", title="leg")
    made.vade._parts.meaning.embed(None)
    told = made.vade.search(BIRDS).hits
    assert [(hit.key, hit.matched_via) for hit in told] == [
        ("leg", MatchedVia.BODY),
        ("nest", MatchedVia.MEANING),
    ]


def test_meaning_may_come_before_one_word_of_many() -> None:
    made = home(Knowing())
    made.remember("A bed to sleep in costs 300 euros at the sale.", title="bed")
    made.vade._parts.meaning.embed(None)
    assert keys(made, "where do birds sleep in winter nights") == ["nest", "bed"]


def test_explanation_names_likeness_and_sums_to_the_score() -> None:
    (hit,) = home(Knowing()).vade.search(BIRDS, explain=True).hits
    assert hit.explanation is not None
    told = hit.explanation.contributions
    assert [each.source for each in told] == ["likeness", "said by the owner"]
    assert abs(sum(each.amount for each in told) - hit.score) < 1e-9
    assert hit.explanation.floor.startswith("0 of 2 terms is less than half; likeness 1.00, ")
    assert hit.explanation.floor.endswith(" is enough")


def test_all_words_and_expert_queries_stay_exact() -> None:
    made = home(Knowing())
    assert keys(made, BIRDS, mode="all") == keys(made, "birds OR sleep", mode="expert") == []


def test_filters_hold_for_what_is_alike_in_search() -> None:
    assert home(Knowing()).vade.search(BIRDS, types=["decision"]).hits == ()


def test_likeness_of_another_model_finds_nothing() -> None:
    assert keys(home(Foreign()), BIRDS) == []


def test_failing_model_leaves_words_and_says_so() -> None:
    embedder = Knowing()
    made = home(embedder)
    embedder.broken = True
    answer = made.vade.search("oak")
    assert [hit.key for hit in answer.hits] == ["oak"]
    assert answer.warnings == ("the embedder failed with ModelError",)


def test_without_a_model_words_find_silently() -> None:
    made = MemoryHome()
    made.remember("heron nest in the reeds", title="nest")
    answer = made.vade.search("heron")
    assert ([hit.key for hit in answer.hits], answer.warnings) == (["nest"], ())


def test_superseded_memory_that_is_alike_shows_the_newest() -> None:
    made = home(Knowing())
    made.vade.supersede("nest", "They moved to the island.")
    made.vade._parts.meaning.embed(None)
    (hit,) = made.vade.search(BIRDS).hits
    assert hit.summary == "They moved to the island."


def test_limit_holds_for_both_together() -> None:
    made = home(Knowing())
    for number in range(30):
        made.remember(f"They sleep in room {number}.", title=f"room-{number}")
    made.vade._parts.meaning.embed(None)
    assert len(made.vade.search("where do they sleep", limit=5).hits) == 5
    assert len(made.vade.search("where do they sleep", limit=50).hits) == 30


def test_why_tells_likeness_of_what_search_found() -> None:
    told = home(Knowing()).vade.why(BIRDS, "nest", verb="search").explanation
    assert (told.rank, told.hidden) == (1, None)


def test_why_tells_what_search_did_not_find_alike() -> None:
    told = home(Knowing()).vade.why(BIRDS, "oak", verb="search").explanation
    assert told.hidden == "none of the terms stands in it"
    assert (told.floor.split(", ")[0], told.floor[-9:]) == (
        "0 of 2 terms is less than half; likeness 0.23",
        "is needed",
    )
