"""What `tidy` finds, and the little that it repairs."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.record import Memory, Status

GONE = "01JNTSW6X09999999999999999"
FIRST = "01JNTSW6X00000000000000001"


def found(home: MemoryHome, kind: str, **given: object) -> list[tuple[str, str]]:
    tidied = home.vade.tidy(**given)  # type: ignore[arg-type]
    return [(str(one.key), one.message) for one in tidied.findings if one.kind == kind]


def test_tidy_home_has_no_findings(home: MemoryHome) -> None:
    home.remember("It listens on port 8080.", about=["Eve"])

    assert home.vade.tidy().findings == ()


def test_exact_repeat_is_found(home: MemoryHome) -> None:
    home.note("a", "port 8080")
    home.note("b", "port  8080")

    (finding,) = home.vade.tidy().findings

    assert (finding.kind, finding.key, finding.others) == ("exact_repeat", "b", (FIRST,))
    assert finding.safe


@pytest.mark.parametrize("fields", ["status: archived", "expires: 2026-01-01T00:00:00Z", "review: proposed"])
def test_hidden_repeat_is_left_alone(home: MemoryHome, fields: str) -> None:
    home.note("a", "port 8080")
    home.note("b", "port 8080", fields, f"supersedes: [{FIRST}]")

    assert found(home, "exact_repeat") == []


def test_repeat_in_another_scope_is_none(home: MemoryHome) -> None:
    home.note("a", "port 8080")
    home.note("b", "port 8080", scope="org__acme")

    assert found(home, "exact_repeat", scopes=["all"]) == []


def test_dry_run_writes_nothing(home: MemoryHome) -> None:
    home.note("a", "port 8080")
    home.note("b", "port 8080")
    before = dict(home.vault._files)
    home.vade.tidy()

    assert home.vault._files == before


def test_applied_repair_leads_to_the_kept_one(home: MemoryHome) -> None:
    home.note("a", "port 8080", "sources: [{kind: user}]")
    home.note("b", "port 8080", "sources: [{kind: agent, ref: file:a.md}]")

    tidied = home.vade.tidy(apply=True)

    kept, repeat = home.vade.get("a").record, home.vade.get("b").record
    assert isinstance(kept, Memory)
    assert isinstance(repeat, Memory)
    assert (tidied.repaired, tidied.repairable) == (1, 0)
    assert (repeat.status, repeat.superseded_by) == (Status.SUPERSEDED, FIRST)
    assert [source.kind.value for source in kept.sources] == ["user", "agent"]
    assert home.found("port") == ["a"]
    assert home.vade.tidy().findings == ()


def test_three_repeats_are_repaired_together(home: MemoryHome) -> None:
    for name in "abc":
        home.note(name, "port 8080")

    assert home.vade.tidy(apply=True).repaired == 2
    assert home.found("port") == ["a"]


def test_repeat_that_says_more_is_only_named(home: MemoryHome) -> None:
    home.note("a", "port 8080")
    home.note("b", "port 8080", "tags: [ops]")

    tidied = home.vade.tidy(apply=True)

    assert (tidied.repaired, [one.done for one in tidied.findings]) == (0, [False])
    assert home.found("port") == ["a", "b"]


def test_near_repeat_is_named_and_never_repaired(home: MemoryHome) -> None:
    home.note("a", "The staging server of the shop listens on port 8080 today.")
    home.note("b", "The staging server of the shop listens on port 8080.")

    tidied = home.vade.tidy(apply=True)

    assert [(one.kind, one.key, one.done) for one in tidied.findings] == [("near_repeat", "b", False)]


def test_digit_is_a_difference(home: MemoryHome) -> None:
    home.note("a", "The staging server of the shop listens on port 8080.")
    home.note("b", "The staging server of the shop listens on port 8081.")

    assert home.vade.tidy().findings == ()


def test_expired_memory_is_named(home: MemoryHome) -> None:
    home.note("a", "port", "expires: 2026-01-01T00:00:00Z")
    home.note("b", "quay", "expires: 2026-01-01T00:00:00Z", "pinned: true")

    assert found(home, "expired") == [("a", "ran out, and is shown no more")]


def test_broken_chain_is_named(home: MemoryHome) -> None:
    home.note("a", "port", "status: superseded", f"superseded_by: {GONE}")

    assert [key for key, _ in found(home, "broken_chain")] == ["a"]


def test_circular_chain_is_named_once(home: MemoryHome) -> None:
    home.note("a", "x1", "status: superseded", "superseded_by: 01JNTSW6X00000000000000002")
    home.note("b", "x2", "status: superseded", f"superseded_by: {FIRST}")

    assert [key for key, _ in found(home, "broken_chain")] == ["b"]


def test_two_that_replace_each_other_leave_one(home: MemoryHome) -> None:
    home.note("a", "x1", "supersedes: [01JNTSW6X00000000000000002]")
    home.note("b", "x2", f"supersedes: [{FIRST}]")

    assert home.vade.tidy().findings == ()
    assert len(home.vade.list().items) == 1


def test_note_that_names_itself_is_no_chain(home: MemoryHome) -> None:
    home.note("a", "x1", f"supersedes: [{FIRST}]")

    assert home.vade.tidy().findings == ()


def test_replacement_that_was_put_aside_is_named(home: MemoryHome) -> None:
    home.note("a", "x1", "status: superseded", "superseded_by: 01JNTSW6X00000000000000002")
    home.note("b", "x2", f"supersedes: [{FIRST}]")
    home.note("c", "x3", f"supersedes: [{FIRST}]", "status: archived")

    assert found(home, "kept_aside") == [("c", "was to take the place of a, which is superseded")]


@pytest.mark.parametrize("fields", [("review: rejected",), ()])
def test_archived_or_rejected_successor_is_not_named(home: MemoryHome, fields: tuple[str, ...]) -> None:
    home.note("a", "x1", "status: superseded", "superseded_by: 01JNTSW6X00000000000000002")
    home.note("b", "x2", f"supersedes: [{FIRST}]", "status: archived", *fields)

    assert found(home, "kept_aside") == []


def test_replacement_across_scopes_is_named(home: MemoryHome) -> None:
    home.note("a", "x1", scope="org__acme")
    home.note("b", "x2", f"supersedes: [{FIRST}]")

    assert found(home, "half_written_chain") == [("b", "says that it replaced a, which holds still")]


def test_replacement_in_a_clone_is_completed_when_asked(home: MemoryHome) -> None:
    team = "project__harbour__0123456789ab/.vademecum"
    home.note("a", "x1", scope=team)
    home.note("b", "x2", f"supersedes: [{FIRST}]", scope=team)

    assert [one.safe for one in home.vade.tidy().findings] == [True]
    assert home.vade.get("a").record.status is Status.ACTIVE
    assert home.vade.tidy(apply=True).repaired == 1
    assert home.vade.get("a").record.status is Status.SUPERSEDED


def test_doubt_is_named_with_its_reason(home: MemoryHome) -> None:
    home.note("a", "port", "needs_review: {reason: its source changed}")

    assert found(home, "doubt") == [("a", "is in doubt: its source changed")]


def test_stub_that_nobody_mentions_is_named(home: MemoryHome) -> None:
    home.remember("port", title="a", about=["Eve", "Bob"])
    home.vade.edit("a", set_fields={"entities": "Bob"})

    assert [key for key, _ in found(home, "lonely_stub")] == ["eve"]


def test_described_page_is_no_stub(home: MemoryHome) -> None:
    home.vade.add_entity("Eve", text="Our captain.")

    assert found(home, "lonely_stub") == []


def test_link_to_nothing_is_named_with_what_is_near(home: MemoryHome) -> None:
    home.note("harbour", "a port")
    home.note("links", "see [[Habour]], [[harbour]], [[notes/harbour.md]], [[picture.png]]")

    (finding,) = home.vade.tidy().findings

    assert (finding.kind, finding.message) == (
        "broken_link",
        "links to [[Habour]], which no note is called",
    )
    assert finding.fix == "did you mean [[harbour]]?"


@pytest.mark.parametrize("link", ["Port", "the quay", "eve", FIRST, "A"])
def test_link_to_any_name_holds(home: MemoryHome, link: str) -> None:
    home.note("a", "x", "title: Port", "aliases: [The Quay]")
    home.note("b", f"see [[{link}]]")
    home.vade.add_entity("Eve", text="Our captain.")

    assert found(home, "broken_link") == []


def test_tidy_keeps_to_its_scopes(home: MemoryHome) -> None:
    home.note("a", "see [[nowhere]]", scope="project__other__ba9876543210")

    assert found(home, "broken_link") == []
    assert len(found(home, "broken_link", scopes=["all"])) == 1


def test_claim_that_its_text_does_not_say_is_named(home: MemoryHome) -> None:
    claim = ("subject: Anna", "predicate: lives_in", "value: Lyon")
    home.note("left", "Anna lives in Porto.", *claim)
    home.note("said", "Anna's flat in Lyons is small.", *claim)
    home.note("titled", "She moved there.", "title: Anna in Lyon", *claim)
    home.note("answer", "The light is lit.", "subject: light", "predicate: lit", "value: yes")

    assert found(home, "unsaid_claim") == [("left", "claims 'Lyon', of which its text says nothing")]


def test_check_up_counts_claims_that_their_texts_do_not_say(home: MemoryHome) -> None:
    home.note("left", "Anna lives in Porto.", "subject: Anna", "predicate: lives_in", "value: Lyon")
    home.vade.sync()

    (finding,) = [one for one in home.vade.doctor().findings if one.code == "unsaid_claim"]

    assert (finding.level, finding.message) == (
        "note",
        "the text says nothing of the value that is claimed beside it: left",
    )
