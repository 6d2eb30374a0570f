"""What names only somebody joined to whom a question names is found, and explained by the way there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.answer import Hit, MatchedVia

ASKED = "Where does Rhea Lindt's sister work?"


def claim(home: MemoryHome, subject: str, predicate: str, value: str, text: str, **given: Any) -> str:
    return home.remember(text, subject=subject, predicate=predicate, value=value, **given)


def by_graph(home: MemoryHome, question: str, **given: Any) -> list[Hit]:
    hits = home.vade.recall(question, **given).hits
    return [hit for hit in hits if hit.matched_via is MatchedVia.GRAPH]


def ids(home: MemoryHome, question: str, **given: Any) -> list[str]:
    return [hit.id for hit in by_graph(home, question, **given)]


@pytest.fixture
def sister(home: MemoryHome) -> str:
    return claim(home, "Rhea Lindt", "sister", "Mara Lindt", "Rhea's sister is Mara.")


@pytest.fixture
def work(home: MemoryHome, sister: str) -> str:
    assert sister
    return claim(home, "Mara Lindt", "works_at", "Acme", "Mara started at Acme in May.")


def test_claim_of_whom_the_question_means_comes_first(home: MemoryHome, work: str) -> None:
    first = home.vade.recall(ASKED).hits[0]

    assert (first.id, first.matched_via, first.covered, first.terms) == (work, MatchedVia.GRAPH, 4, 4)


@pytest.mark.usefixtures("work")
def test_hit_tells_its_way(home: MemoryHome) -> None:
    assert by_graph(home, ASKED)[0].snippet == (
        "Mara started at Acme in May. (graph: Rhea Lindt sister Mara Lindt; Mara Lindt works_at Acme)"
    )


@pytest.mark.usefixtures("work")
def test_addends_sum_to_the_score(home: MemoryHome) -> None:
    hit = by_graph(home, ASKED, explain=True)[0]

    assert hit.explanation is not None
    addends = {one.source: one.amount for one in hit.explanation.contributions}
    assert sum(addends.values()) == pytest.approx(hit.score)
    assert addends["graph"] > 0
    assert (hit.explanation.covered, hit.explanation.missing) == (("rhea", "lindt", "sister", "work"), ())


def test_another_word_for_the_relation_is_understood(home: MemoryHome, work: str) -> None:
    assert ids(home, "Who is the employer of Rhea Lindt's sister?") == [work]


@pytest.mark.usefixtures("sister")
def test_memory_about_whom_the_question_means_is_found(home: MemoryHome) -> None:
    nuts = home.remember("She is allergic to nuts.", about=["Mara Lindt"])

    assert ids(home, "What is the sister of Rhea Lindt allergic to?") == [nuts]


def test_page_answers_by_its_edge_alone(home: MemoryHome) -> None:
    page = home.vade.link("Rhea Lindt", "works_at", "Acme").memory

    hit = by_graph(home, "Where does Rhea Lindt work?")[0]

    assert (hit.id, hit.snippet) == (page.record.id, "(graph: Rhea Lindt works_at Acme)")


@pytest.mark.parametrize("name", ["Ida Marie Louise Brandt", "University of New South Wales"])
def test_page_of_a_long_name_is_gone_on_from(home: MemoryHome, name: str) -> None:
    page = home.vade.link(name, "founded_by", "Kaja Holt").memory

    assert ids(home, f"Who founded {name}?") == [page.record.id]


def test_edge_that_leads_half_the_way_is_not_told(home: MemoryHome) -> None:
    home.vade.link("Rhea Lindt", "sister", "Mara Lindt")

    assert by_graph(home, "What is the sister of Rhea Lindt allergic to?") == []


def test_label_is_asked_for(home: MemoryHome) -> None:
    home.vade.link("Rhea Lindt", "owns", "Brightwater")
    home.vade.add_entity("Brightwater", label="Company")
    prices = home.remember("Prices go up in May.", about=["Brightwater"])

    assert ids(home, "When do prices of Rhea Lindt's company go up?") == [prices]


@pytest.mark.usefixtures("work")
def test_question_without_a_name_asks_no_graph(home: MemoryHome) -> None:
    assert by_graph(home, "where does the sister work?") == []


@pytest.mark.usefixtures("work")
def test_relation_that_nobody_stated_leads_nowhere(home: MemoryHome) -> None:
    assert by_graph(home, "Where does Rhea Lindt's brother work?") == []


def test_what_holds_no_more_is_not_reached(home: MemoryHome, work: str) -> None:
    home.vade.retract(work)

    assert by_graph(home, ASKED) == []


def test_caller_s_conditions_hold(home: MemoryHome, work: str) -> None:
    assert ids(home, ASKED, types=["note"]) == [work]
    assert by_graph(home, ASKED, types=["fact"]) == []
    assert by_graph(home, ASKED, tags=["x"]) == []
    assert by_graph(home, ASKED, about=["Rhea Lindt"]) == []


@pytest.mark.usefixtures("sister")
def test_another_scope_is_not_reached(home: MemoryHome) -> None:
    claim(home, "Mara Lindt", "works_at", "Acme", "Mara is at Acme.", scope="org:ash")

    assert by_graph(home, ASKED, scopes=["personal"]) == []


def test_why_explains_what_the_graph_found(home: MemoryHome, work: str) -> None:
    explanation = home.vade.why(ASKED, work).explanation

    assert (explanation.rank, explanation.missing) == (1, ())


# ── as of a moment ───────────────────────────────────────────────────────────────────────────────────


def test_past_question_walks_the_past(home: MemoryHome) -> None:
    april = datetime(2026, 4, 1, tzinfo=UTC)
    home.vade.link("Rhea Lindt", "manager", "Odil Marsh", until=april)
    home.vade.link("Rhea Lindt", "manager", "Taru Weil", since=april)
    home.clock.go_on(days=60)
    asked = "Who is the manager of Rhea Lindt?"

    now, then = by_graph(home, asked)[0], by_graph(home, asked, as_of=datetime(2026, 3, 15, tzinfo=UTC))[0]

    assert now.snippet == "(graph: Rhea Lindt manager Taru Weil)"
    assert then.snippet == "(graph: Rhea Lindt manager Odil Marsh)"


def test_superseded_claim_answers_of_its_time(home: MemoryHome, work: str) -> None:
    then = home.clock.at
    home.clock.go_on(days=30)
    home.vade.supersede(work, "Mara went to Oakfield.", value="Oakfield")

    assert by_graph(home, ASKED)[0].snippet.startswith("Mara went to Oakfield.")
    assert by_graph(home, ASKED, as_of=then)[0].snippet.startswith("Mara started at Acme in May.")


@pytest.mark.usefixtures("work")
def test_what_was_not_known_yet_leads_nowhere(home: MemoryHome) -> None:
    assert by_graph(home, ASKED, as_of=datetime(2025, 1, 1, tzinfo=UTC)) == []


@pytest.mark.parametrize("name", ["university of new south wales", "ida marie louise brandt"])
def test_page_of_a_long_name_in_small_letters_is_gone_on_from(home: MemoryHome, name: str) -> None:
    page = home.vade.link(name.title(), "founded_by", "Kaja Holt").memory

    assert ids(home, f"who founded {name}?") == [page.record.id]


def test_long_name_that_is_unknown_means_nobody(home: MemoryHome) -> None:
    home.vade.link("University of New South Wales", "founded_by", "Kaja Holt")

    assert ids(home, "who founded university of new north wales?") == []


@pytest.fixture
def half() -> MemoryHome:
    """A home whose floor is half of the words."""
    return MemoryHome(floor="half")


def test_floor_of_half_goes_on_by_the_graph(half: MemoryHome) -> None:
    claim(half, "Rhea Lindt", "sister", "Mara Lindt", "Rhea's sister is Mara.")
    work = claim(half, "Mara Lindt", "works_at", "Acme", "Mara started at Acme in May.")

    assert half.vade.recall(ASKED).hits[0].id == work
    assert ids(half, ASKED) == [work]


def test_search_goes_on_by_the_graph(home: MemoryHome, work: str) -> None:
    first = home.vade.search(ASKED, explain=True).hits[0]

    assert (first.id, first.matched_via, first.covered) == (work, MatchedVia.GRAPH, 4)
    assert first.explanation is not None
    assert {one.source for one in first.explanation.contributions} > {"graph"}


@pytest.mark.parametrize("mode", ["all", "expert"])
@pytest.mark.usefixtures("work")
def test_search_that_is_to_match_as_written_goes_nowhere(home: MemoryHome, mode: str) -> None:
    hits = home.vade.search(ASKED.strip("?").replace("'s", ""), mode=mode).hits

    assert [hit for hit in hits if hit.matched_via is MatchedVia.GRAPH] == []


def test_why_tells_what_the_graph_added_to_a_search(home: MemoryHome, work: str) -> None:
    why = home.vade.why(ASKED, work, verb="search")

    assert why.explanation is not None
    assert "graph" in {one.source for one in why.explanation.contributions}
