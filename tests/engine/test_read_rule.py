"""What a file's state means to a reader, through the whole engine."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import OTHER, MemoryHome

from vademecum.errors import InvalidValue, UnknownName
from vademecum.model.answer import MatchedVia

DEEP = "project__harbour__0123456789ab"


@pytest.mark.parametrize("status", ["retracted", "archived"])
def test_hidden_states_are_not_found(home: MemoryHome, status: str) -> None:
    home.note("a", "the port", f"status: {status}")

    assert home.found("port") == []
    assert home.recalled("port") == []


def test_superseded_answers_with_the_newest_once(home: MemoryHome) -> None:
    new = home.note("new", "the quay is 9000")
    middle = home.note("middle", "the port is 8081", "status: superseded", f"superseded_by: {new}")
    old = home.note("old", "the port is 8080", "status: superseded", f"superseded_by: {middle}")

    hits = home.vade.search("port 8080").hits

    assert [(hit.key, hit.because) for hit in hits] == [("new", old)]
    assert (hits[0].covered, hits[0].matched_via) == (2, MatchedVia.OTHER)
    assert hits[0].snippet == "the quay is 9000"


def test_newest_that_matches_itself_keeps_its_evidence(home: MemoryHome) -> None:
    new = home.note("new", "the port is 9000")
    home.note("old", "port", "status: superseded", f"superseded_by: {new}")

    hit = home.vade.search("port").hits[0]

    assert (hit.key, hit.matched_via) == ("new", MatchedVia.BODY)


@pytest.mark.parametrize("turned", [False, True])
def test_of_equal_evidence_its_own_counts(home: MemoryHome, turned: bool) -> None:
    old = home.remember("The port is 8080.")
    new = home.vade.supersede(old, "The port is 8081.").memory.record.id
    if turned:
        home.vade.edit(old, add_tags=["seen"])
    home.vade.reindex()
    (hit,) = home.vade.search("port").hits

    assert (hit.id, hit.because) == (new, None)


@pytest.mark.parametrize("state", ["retracted", "archived"])
def test_chain_into_a_hidden_state_vanishes(home: MemoryHome, state: str) -> None:
    new = home.note("new", "quay", f"status: {state}")
    home.note("old", "port", "status: superseded", f"superseded_by: {new}")

    assert home.found("port") == []


def test_l4_dangling_chain_shows_the_last_with_warning(home: MemoryHome) -> None:
    home.note("old", "port", "status: superseded", "superseded_by: 01JNTSW6X00000000000000999")

    answer = home.vade.search("port")

    assert [(hit.key, hit.mark) for hit in answer.hits] == [("old", "superseded")]
    assert "which no file that can be read has" in answer.warnings[0]


def test_l3_circle_is_shown_once_with_warning(home: MemoryHome) -> None:
    first = "01JNTSW6X00000000000000001"
    second = home.note("a", "port one", "status: superseded", "superseded_by: 01JNTSW6X00000000000000002")
    home.note("b", "port two", "status: superseded", f"superseded_by: {first}")

    answer = home.vade.search("port")

    assert (second, [hit.key for hit in answer.hits]) == (first, ["b"])
    assert "circle" in answer.warnings[0]


def test_l5_chain_that_leaves_the_scope_is_hidden(home: MemoryHome) -> None:
    new = home.note("new", "quay", scope="project__other__ba9876543210")
    home.note("old", "port", "status: superseded", f"superseded_by: {new}")

    assert home.found("port") == []
    assert home.found("port", scopes=["all"]) == ["new"]


def test_l5_chain_that_leaves_the_type_is_hidden(home: MemoryHome) -> None:
    new = home.note("new", "quay", "type: fact")
    home.note("old", "port", "status: superseded", f"superseded_by: {new}")

    assert home.found("port", types=["note"]) == []
    assert home.found("port") == ["new"]


def test_deprecated_comes_last(home: MemoryHome) -> None:
    home.note("old", "use the uploader uploader", "status: deprecated")
    home.note("new", "use the new uploader, which is much faster than anything before")

    hits = home.vade.search("uploader").hits

    assert [(hit.key, hit.mark) for hit in hits] == [("new", None), ("old", "deprecated")]


def test_tiers_order_what_the_floor_admits(home: MemoryHome) -> None:
    home.note("draft", "port port", "review: draft", scope=DEEP)
    home.note("personal", "port among other words", "review: draft")
    home.note(
        "approved",
        "port in a long text with many words that say something else",
        "review: approved",
        scope=DEEP,
    )
    home.note("rejected", "port", "review: rejected", scope=DEEP)

    hits = home.vade.recall("port").hits

    assert [hit.key for hit in hits] == ["approved", "personal", "draft", "rejected"]
    assert [hit.mark for hit in hits] == ["approved", None, "draft", "rejected"]


def test_tier_lifts_nothing_below_the_floor(home: MemoryHome) -> None:
    home.note("approved", "redis", "review: approved", scope=DEEP)
    home.note("strong", "redis port staging")

    assert home.found("redis port staging lyon") == ["strong", "approved"]


def test_l6_expiry_hides_at_its_moment(home: MemoryHome) -> None:
    home.remember("port", expires=datetime(2026, 3, 1, 13, tzinfo=UTC))
    home.remember("port pinned", expires=datetime(2026, 3, 1, 13, tzinfo=UTC), pinned=True)

    assert len(home.found("port")) == 2
    home.clock.go_on(hours=1)
    assert home.found("port") == ["port-pinned"]


def test_l6_future_memory_waits(home: MemoryHome) -> None:
    home.remember("port", valid_from=datetime(2026, 3, 2, tzinfo=UTC))

    assert home.found("port") == []
    home.clock.go_on(days=1)
    assert home.found("port") == ["port"]


def test_hidden_records_do_not_starve_the_rest(home: MemoryHome) -> None:
    for number in range(300):
        home.note(f"h{number}", "port port", "status: archived")
    home.note("ours", "a long text in which the port is mentioned once")

    assert home.found("port") == ["ours"]


def test_stats_count_what_was_hidden(home: MemoryHome) -> None:
    new = home.note("new", "quay")
    home.note("old", "port", "status: superseded", f"superseded_by: {new}")
    home.note("expired", "port", "expires: 2026-01-01T00:00:00Z")

    stats = home.vade.search("port").stats

    assert (stats.hidden_superseded, stats.hidden_excluded) == (1, 1)


def test_list_hides_what_is_not_in_force(home: MemoryHome) -> None:
    home.note("over", "x1", "expires: 2026-01-01T00:00:00Z")
    home.note("pinned", "x2", "expires: 2026-01-01T00:00:00Z", "pinned: true")
    home.note("later", "x3", "valid_from: 2027-01-01T00:00:00Z")
    home.note("ended", "x4", "valid_until: 2026-03-01T12:00:00Z")

    listed = home.vade.list()

    assert ([hit.key for hit in listed.items], listed.total) == (["pinned"], 1)
    marks = {str(hit.key): hit.mark for hit in home.vade.list(include="all").items}
    assert marks["over"] == "expired"


def test_a_list_of_one_status_is_as_it_is_stored(home: MemoryHome) -> None:
    home.note("gone", "x1", "status: archived")
    home.note("wrong", "x2", "status: retracted")
    home.note("here", "x3")

    listed = home.vade.list(statuses=["archived", "retracted"])

    assert ({hit.key for hit in listed.items}, listed.total) == ({"gone", "wrong"}, 2)


def test_an_unknown_status_is_refused(home: MemoryHome) -> None:
    with pytest.raises(UnknownName, match="unknown status 'gone'"):
        home.vade.list(statuses=["gone"])


def test_a_status_of_the_past_is_refused(home: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="give either"):
        home.vade.list(statuses=["archived"], as_of=home.clock.at)


def test_proposed_replacement_is_seen_by_nobody(home: MemoryHome) -> None:
    old = home.note("old", "port 8080")
    new = home.note("new", "port 8081", "review: proposed", f"supersedes: [{old}]")

    assert (home.found("port"), home.recalled("port")) == (["old"], ["old"])
    assert [hit.key for hit in home.vade.list().items] == ["old"]
    assert home.vade.why("port", new).explanation.hidden == "it is proposed"
    assert {hit.mark for hit in home.vade.list(include="all").items} == {None, "proposed"}


def test_circle_is_listed_once_and_said(home: MemoryHome) -> None:
    home.note("a", "x1", "status: superseded", "superseded_by: 01JNTSW6X00000000000000002")
    home.note("b", "x2", "status: superseded", "superseded_by: 01JNTSW6X00000000000000001")

    listed = home.vade.list()

    assert ([hit.key for hit in listed.items], listed.total, listed.dangling) == (["b"], 1, 1)
    assert "b stands in a circle" in listed.warnings[0]
    assert home.vade.doctor().findings[0].code == "circular_chain"


def test_link_to_a_broken_file_is_not_called_missing(home: MemoryHome) -> None:
    home.note("old", "port", "status: superseded", "superseded_by: 01JNTSW6X00000000000000009")
    home.write("personal/new.md", "<<<<<<< a\n=======\n>>>>>>> b\n")

    finding = next(f for f in home.vade.doctor().findings if f.code == "dangling_chain")

    assert "which no file that can be read has" in finding.message
    assert finding.fix.startswith("mend the files that cannot be read first")


def test_about_means_the_entity_by_any_name(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", aliases=["wife", "妻"])
    home.remember("likes figs", about=["Rhea"], title="figs")
    home.remember("likes plums", about=["wife"], title="plums")

    for name in ("Rhea", "WIFE", "妻"):
        assert sorted(home.found("likes", about=[name])) == ["figs", "plums"]


def test_literal_word_comes_before_its_synonym(home: MemoryHome) -> None:
    home.remember("Le serveur de production redémarre chaque dimanche.", title="french")
    home.remember("The server restarts every Sunday at seven.", title="english")

    assert home.found("server") == ["english", "french"]


def test_rewriting_into_more_words_is_no_better_match(home: MemoryHome) -> None:
    home.vade.add_alias("NYC", "New York City")
    home.remember("New York City apartment and a great deal of other matter", title="long")
    home.remember("NYC trip", title="short")

    assert home.recalled("nyc") == ["short", "long"]


def test_broken_vocabulary_is_told(home: MemoryHome) -> None:
    home.remember("port")
    home.write("personal/aliases.yaml", "broken: [")

    assert "a vocabulary cannot be read" in home.vade.search("port").warnings[0]
    home.write("personal/aliases.yaml", "- {alias: quay, target: port}\n")
    assert (home.vade.search("port").warnings, len(home.found("quay"))) == ((), 1)


def test_page_of_another_project_lends_no_names(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", aliases=["wife"], scope=OTHER)
    home.remember("likes figs", about=["Rhea"], title="figs")

    assert home.found("likes", about=["wife"]) == []
    assert home.found("likes", about=["wife"], scopes=["all"]) == ["figs"]
