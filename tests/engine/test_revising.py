"""supersede, retract, deprecate, archive, restore: what they leave in files, answers and index."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.engine.homes_in_memory import PROJECT, MemoryHome, RacingVault

from vademecum.errors import Busy, Conflict, InvalidValue, LimitExceeded, NotFound, UsageError, VaultError
from vademecum.model.record import Importance, Memory, MemoryType, Sensitivity, Status
from vademecum.model.value import replace


def memory(home: MemoryHome, handle: str) -> Memory:
    record = home.vade.get(handle).record
    assert isinstance(record, Memory)
    return record


# ── supersede ────────────────────────────────────────────────────────────────────────────────────────


def test_superseding_links_both_files(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.")
    home.clock.go_on(days=1)

    answer = home.vade.supersede(old, "The port is 8081.", reason="moved")
    new = memory(home, answer.memory.record.id)
    past = memory(home, old)

    assert (new.supersedes, past.superseded_by, past.status) == ((old,), new.id, Status.SUPERSEDED)
    assert past.valid_until == new.created == home.clock.at
    assert past.review_history[0].note == "superseded: moved"
    assert (answer.outcome, answer.replaced.record) == ("superseded", past)


def test_l2_superseded_is_shown_through_the_newest_once(home: MemoryHome) -> None:
    first = home.remember("The staging server listens on port 8080.")
    second = home.vade.supersede(first, "The staging server listens on port 8081.").memory.record.id
    third = home.vade.supersede(second, "The staging server listens on port 9000.").memory.record.id

    assert [hit.id for hit in home.vade.search("staging server port").hits] == [third]
    assert [hit.id for hit in home.vade.search("8080").hits] == [third]


def test_l10_a_correction_works_at_once(home: MemoryHome) -> None:
    old = home.remember("Matthew loves anchovies.", subject="Matthew", predicate="likes", value="anchovies")
    home.vade.supersede(old, "Matthew hates anchovies.", value="no anchovies")

    assert [hit.snippet for hit in home.vade.recall("Matthew anchovies").hits] == [
        "«Matthew» hates «anchovies»."
    ]


def test_the_new_one_takes_over_what_is_not_stated(home: MemoryHome) -> None:
    old = home.remember(
        "We deploy on Tuesdays.",
        title="Deployment day",
        type="decision",
        tags=["release"],
        aliases=["ship day"],
        about=["Rhea"],
        subject="team",
        predicate="deploys_on",
        value="Tuesday",
        qualifier="in summer",
        scope="project",
        pinned=True,
        importance="high",
    )

    new = home.vade.supersede(old, "We deploy on Thursdays.").memory.record

    assert isinstance(new, Memory)
    assert (new.title, new.type, new.tags, new.aliases) == (
        "Deployment day",
        MemoryType.DECISION,
        ("release",),
        ("ship day",),
    )
    assert (new.entities, new.scope, new.pinned, new.importance) == (
        ("Rhea",),
        PROJECT,
        True,
        Importance.HIGH,
    )
    assert (new.subject, new.predicate, new.value, new.qualifier) == (
        "team",
        "deploys_on",
        None,
        "in summer",
    )


@pytest.mark.parametrize(
    ("given", "field", "kept"),
    [
        ({"tags": []}, "tags", ()),
        ({"title": "Day"}, "title", "Day"),
        ({"type": "note"}, "type", MemoryType.NOTE),
        ({"value": "Thursday"}, "value", "Thursday"),
        ({"about": ["Eve"]}, "entities", ("Eve",)),
        ({"pinned": False}, "pinned", False),
        ({"scope": "personal"}, "scope", "personal"),
    ],
)
def test_what_is_stated_is_not_taken_over(
    home: MemoryHome, given: dict[str, Any], field: str, kept: object
) -> None:
    old = home.remember("Tuesdays.", title="When", type="fact", tags=["a"], pinned=True, scope="project")

    assert getattr(home.vade.supersede(old, "Thursdays.", **given).memory.record, field) == kept


def test_a_private_memory_stays_private(home: MemoryHome) -> None:
    old = home.note("a", "old", "sensitivity: sensitive")

    new = home.vade.supersede(old, "new").memory.record

    assert isinstance(new, Memory)
    assert new.sensitivity is Sensitivity.SENSITIVE


def test_proposing_it_to_the_team_hides_no_truth(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.", scope="project")
    new = home.vade.supersede(old, "The port is 8081.").memory.record.id
    home.vade.propose(new)

    assert [hit.id for hit in home.vade.search("port").hits] == [new]
    assert [hit.id for hit in home.vade.search("8080").hits] == [new]
    assert [hit.id for hit in home.vade.list().items] == [new]
    assert home.vade.get(old, as_of=home.clock.at).record.id == new
    home.vade.reject(new)
    assert [hit.id for hit in home.vade.search("port").hits] == [new]


def test_new_names_get_their_page(home: MemoryHome) -> None:
    old = home.remember("Old.")

    assert home.vade.supersede(old, "New.", about=["Rhea"]).provisional == ("Rhea",)
    assert home.vade.entity("Rhea").record.id


def test_a_change_from_a_later_day_leaves_the_present(home: MemoryHome) -> None:
    old = home.remember("The office is in Lyon.")
    later = home.clock.at.replace(month=6)
    new = home.vade.supersede(old, "The office is in Nice.", valid_from=later).memory.record.id

    assert [hit.id for hit in home.vade.search("office").hits] == [old]
    assert [hit.id for hit in home.vade.list().items] == [old]
    home.clock.at = later
    assert [hit.id for hit in home.vade.search("office").hits] == [new]
    assert [hit.id for hit in home.vade.list().items] == [new]


@pytest.mark.parametrize(
    ("days", "shown"), [(0, "in Lyon"), (9, "in Lyon"), (11, "in Oslo"), (29, "in Oslo"), (40, "in Oslo")]
)
def test_an_announcement_that_is_brought_forward_leaves_one_truth(
    home: MemoryHome, days: int, shown: str
) -> None:
    now = home.clock.at
    first = home.remember("The office is in Lyon.")
    later = now + timedelta(days=30)
    second = home.vade.supersede(first, "The office is in Nice.", valid_from=later).memory.record.id
    home.vade.supersede(second, "The office is in Oslo.", valid_from=now + timedelta(days=10))

    then = now + timedelta(days=days, seconds=2)
    past = home.vade.search("office", as_of=then)
    home.clock.at = then

    assert [hit.snippet for hit in home.vade.search("office").hits] == [f"The «office» is {shown}."]
    assert [hit.snippet for hit in past.hits] == [f"The «office» is {shown}."]
    assert home.vade.list().total == home.vade.list(as_of=then).total == 1


def test_an_announcement_is_put_right_for_its_day(home: MemoryHome) -> None:
    day = home.clock.at + timedelta(days=30)
    first = home.remember("The office is in Lyon.")
    second = home.vade.supersede(first, "The office is in Nice.", valid_from=day).memory.record.id

    third = home.vade.supersede(second, "The office is in Oslo.").memory.record

    assert isinstance(third, Memory)
    assert third.valid_from == day
    assert [hit.id for hit in home.vade.search("office").hits] == [first]


def test_an_approved_memory_is_replaced_by_one_that_nobody_reviewed(home: MemoryHome) -> None:
    old = home.note("a", "old", "review: approved", scope="project__harbour__0123456789ab")

    new = home.vade.supersede(old, "new").memory

    assert isinstance(new.record, Memory)
    assert new.record.review is None
    assert [hit.id for hit in home.vade.search("old new").hits] == [new.record.id]


@pytest.mark.parametrize("step", ["propose", "reject"])
def test_what_holds_is_superseded_whatever_a_review_says(home: MemoryHome, step: str) -> None:
    first = home.remember("port one", scope="project")
    second = home.vade.supersede(first, "port two").memory.record.id
    home.vade.propose(second)
    if step == "reject":
        home.vade.reject(second)

    third = home.vade.supersede(second, "port three").memory.record.id

    assert [hit.id for hit in home.vade.search("port").hits] == [third]


def test_a_half_written_chain_behind_a_proposal_is_completed(home: MemoryHome) -> None:
    first = home.remember("port one", scope="project")
    second = home.vade.supersede(first, "port two").memory.record.id
    home.vade.propose(second)
    path = home.vade.get(second).path
    before = home.vault._files[path][0]
    third = home.vade.supersede(second, "port three").memory.record.id
    home.vault.put(path, before)

    assert [hit.id for hit in home.vade.search("port").hits] == [third]
    assert memory(home, second).superseded_by == third


@pytest.mark.parametrize("status", ["superseded", "retracted", "archived"])
def test_what_does_not_hold_is_not_superseded(home: MemoryHome, status: str) -> None:
    old = home.note("a", "old", f"status: {status}")

    with pytest.raises(InvalidValue, match=f"is {status}"):
        home.vade.supersede(old, "new")
    assert home.vade.list(include="all").total == 1


def test_an_entity_page_is_not_superseded(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea")

    with pytest.raises(InvalidValue, match="nothing supersedes"):
        home.vade.supersede("rhea", "new")


def test_the_same_text_replaces_nothing(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.")

    with pytest.raises(InvalidValue, match="says already"):
        home.vade.supersede(old, "The  port\nis 8080.")


def test_what_an_agent_rewrites_waits_for_a_person(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.")

    answer = home.vade.supersede(old, "The port is 8081.", source="agent", reason="read it in a log")

    assert (answer.outcome, memory(home, old).status) == ("proposed", Status.ACTIVE)
    assert [hit.id for hit in home.vade.search("port").hits] == [old]
    home.vade.approve(answer.memory.record.id)
    assert [hit.id for hit in home.vade.search("port").hits] == [answer.memory.record.id]


def test_a_trusted_agent_needs_nobody() -> None:
    home = MemoryHome(review_agents=False)
    old = home.remember("The port is 8080.")

    assert home.vade.supersede(old, "The port is 8081.", source="agent").outcome == "superseded"
    assert home.vade.retract(home.remember("x"), by="agent").outcome == "retracted"


# ── the others ───────────────────────────────────────────────────────────────────────────────────────


def test_l1_retracted_and_archived_are_hidden(home: MemoryHome) -> None:
    home.vade.retract(home.remember("The office is in Lyon."))
    home.vade.archive(home.remember("The office was painted."))

    assert home.found("office") == home.recalled("office") == []
    assert home.vade.list().total == 0


def test_retracting_is_terminal(home: MemoryHome) -> None:
    record = home.remember("The office is in Lyon.")
    home.vade.retract(record, reason="a misreading")

    with pytest.raises(InvalidValue, match="was never true"):
        home.vade.restore(record)
    assert memory(home, record).review_history[0].note == "retracted: a misreading"


@pytest.mark.parametrize("verb", ["deprecate", "archive"])
def test_restoring_undoes(home: MemoryHome, verb: str) -> None:
    record = home.remember("Use the old uploader.")
    retire = {"deprecate": home.vade.deprecate, "archive": home.vade.archive}[verb]
    retire(record)
    answer = home.vade.restore(record)

    assert (answer.outcome, home.found("uploader")) == ("active", ["use-the-old-uploader"])


def test_restoring_gives_the_former_state_back(home: MemoryHome) -> None:
    record = home.remember("Use the old uploader.")
    home.vade.deprecate(record)
    home.vade.archive(record)
    archived = home.vault._files["personal/use-the-old-uploader.md"][0]

    answer = home.vade.restore(record)

    assert b"archived_from: deprecated\n" in archived
    assert (answer.outcome, memory(home, record).archived_from) == ("deprecated", None)
    assert [hit.mark for hit in home.vade.search("uploader").hits] == ["deprecated"]


def test_what_lost_its_successor_is_shown_once_restored(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.")
    home.clock.go_on(days=1)
    home.vade.forget(home.vade.supersede(old, "The port is 8081.").memory.record.id)
    home.clock.go_on(days=1)

    home.vade.restore(old)

    assert [hit.id for hit in home.vade.search("port").hits] == [old]


def test_saying_it_twice_changes_nothing(home: MemoryHome) -> None:
    record = home.remember("Use the old uploader.")
    first = home.vade.deprecate(record)
    home.clock.go_on(days=1)

    again = home.vade.deprecate(record)

    assert (first.outcome, again.outcome) == ("deprecated", "unchanged")
    assert again.memory.record == first.memory.record


def test_what_an_agent_wants_retired_waits(home: MemoryHome) -> None:
    record = home.remember("The office is in Lyon.")

    answer = home.vade.retract(record, by="agent", reason="not in the lease")

    assert (answer.outcome, memory(home, record).status) == ("proposed", Status.ACTIVE)
    home.vade.approve(record)
    assert memory(home, record).status is Status.RETRACTED


def test_an_entity_page_is_archived_without_a_reason(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea")

    answer = home.vade.archive("rhea", reason="moved on")

    assert (answer.outcome, answer.warnings) == (
        "archived",
        ("an entity's page has no place for a reason; it was not kept",),
    )


def test_unknown_handle_is_not_found(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        home.vade.retract("nothing")


# ── dry runs and expectations ────────────────────────────────────────────────────────────────────────


def contents(home: MemoryHome) -> dict[str, bytes]:
    return {path: data for path, (data, _) in home.vault._files.items()}


@pytest.mark.parametrize("verb", ["retract", "deprecate", "archive"])
@pytest.mark.parametrize("by", ["user", "agent"])
def test_a_dry_run_writes_nothing(home: MemoryHome, verb: str, by: str) -> None:
    record = home.remember("The port is 8080.")
    before = contents(home)

    answer = getattr(home.vade, verb)(record, by=by, dry_run=True)

    assert (contents(home), answer.dry_run) == (before, True)
    assert answer.memory.record != memory(home, record)


@pytest.mark.parametrize("source", ["user", "agent"])
def test_a_dry_supersession_writes_nothing(home: MemoryHome, source: str) -> None:
    old = home.remember("The port is 8080.")
    home.remember(f"Derived from {old}.")
    before = contents(home)

    answer = home.vade.supersede(old, "The port is 8081.", source=source, about=["Rhea"], dry_run=True)

    assert (contents(home), answer.dry_run, answer.provisional) == (before, True, ("Rhea",))
    assert answer.memory.record.body == "The port is 8081."


def test_t7_another_time_of_change_is_a_conflict(home: MemoryHome) -> None:
    record = home.remember("The port is 8080.")
    seen = memory(home, record).updated
    home.clock.go_on(days=1)
    home.vade.edit(record, title="Port")
    before = contents(home)

    with pytest.raises(Conflict, match="as expected"):
        home.vade.retract(record, expected_updated=seen)
    with pytest.raises(Conflict, match="as expected"):
        home.vade.supersede(record, "new", expected_updated=seen)
    assert contents(home) == before


@pytest.fixture
def racing() -> MemoryHome:
    return MemoryHome(vault=RacingVault())


def meanwhile(home: MemoryHome, *acts: Callable[[], object]) -> None:
    assert isinstance(home.vault, RacingVault)
    home.vault.meanwhile = list(acts)


def test_sensitivity_is_taken_over_unless_stated(home: MemoryHome) -> None:
    old = home.remember("Rhea takes pills.", sensitivity="sensitive")
    kept = home.vade.supersede(old, "Rhea takes drops.").memory.record
    said = home.vade.supersede(kept.id, "Rhea takes nothing.", sensitivity="normal").memory.record

    assert [memory(home, one.id).sensitivity.value for one in (kept, said)] == ["sensitive", "normal"]


def test_an_edit_meanwhile_is_kept(racing: MemoryHome) -> None:
    old = racing.remember("The port is 8080.")
    meanwhile(racing, lambda: racing.vade.edit(old, add_tags=["seen"]))

    racing.vade.supersede(old, "The port is 8081.")

    assert (memory(racing, old).tags, memory(racing, old).status) == (("seen",), Status.SUPERSEDED)


def test_a_rival_who_was_faster_is_a_conflict(racing: MemoryHome) -> None:
    old = racing.remember("The port is 8080.")
    meanwhile(racing, lambda: racing.vade.supersede(old, "The port is 8082."))

    with pytest.raises(Conflict, match=r"superseded by somebody else.*archived"):
        racing.vade.supersede(old, "The port is 8081.")
    assert [hit.snippet for hit in racing.vade.search("port").hits] == ["The «port» is 8082."]
    assert racing.vade.list(include="all").total == 3
    assert [(one.kind, one.key) for one in racing.vade.tidy().findings] == [
        ("kept_aside", "the-port-is-8081")
    ]


def test_what_a_full_disk_put_aside_can_be_restored(racing: MemoryHome) -> None:
    def refuse() -> None:
        raise VaultError("the disk is full")

    old = racing.remember("The port is 8080.")
    meanwhile(racing, refuse)
    with pytest.raises(VaultError):
        racing.vade.supersede(old, "The port is 8081.")
    racing.vade.restore("the-port-is-8081")
    racing.vade.tidy(apply=True)

    assert racing.found("port") == ["the-port-is-8081"]
    assert racing.vade.tidy().findings == ()


def test_an_expectation_holds_until_the_end(racing: MemoryHome) -> None:
    old = racing.remember("The port is 8080.")
    seen = memory(racing, old).updated
    racing.clock.go_on(days=1)
    meanwhile(racing, lambda: racing.vade.edit(old, add_tags=["seen"]))

    with pytest.raises(Conflict, match="changed by somebody else"):
        racing.vade.supersede(old, "The port is 8081.", expected_updated=seen)
    assert [hit.id for hit in racing.vade.search("port").hits] == [old]


def test_a_file_that_is_moved_meanwhile_is_a_conflict(racing: MemoryHome) -> None:
    old = racing.remember("The port is 8080.")
    meanwhile(racing, lambda: racing.vault.remove("personal/the-port-is-8080.md"))

    with pytest.raises(Conflict, match="moved or removed"):
        racing.vade.supersede(old, "The port is 8081.")


def test_another_look_that_completes_it_first_does_no_harm(racing: MemoryHome) -> None:
    old = racing.remember("The port is 8080.")
    meanwhile(racing, racing.vade.sync)

    answer = racing.vade.supersede(old, "The port is 8081.")

    assert memory(racing, old).superseded_by == answer.memory.record.id


@pytest.mark.parametrize("error", [VaultError("the disk is full"), Busy("another process is writing")])
def test_a_refusing_disk_leaves_the_old_truth(racing: MemoryHome, error: Exception) -> None:
    def refuse() -> None:
        raise error

    old = racing.remember("The port is 8080.")
    meanwhile(racing, refuse)

    with pytest.raises(type(error), match=r"is kept in .*, archived"):
        racing.vade.supersede(old, "The port is 8081.")
    assert [hit.id for hit in racing.vade.search("port").hits] == [old]


# ── doubts ───────────────────────────────────────────────────────────────────────────────────────────


def test_what_names_a_superseded_memory_is_marked_and_shown(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.", title="Port")
    other = home.remember("Open [[Port]] in the firewall.")

    answer = home.vade.supersede(old, "The port is 8081.")

    assert [(one.id, one.reason) for one in answer.doubted] == [(other, "names port, which was superseded")]
    (hit,) = home.vade.search("firewall").hits
    assert (hit.mark, hit.needs_review) == ("needs review", "names port, which was superseded")


def test_what_derives_from_a_retracted_memory_is_marked(home: MemoryHome) -> None:
    source = home.remember("The office is in Lyon.")
    other = home.remember("Matthew needs a French phone.", source="inference", ref=f"memory:{source}")

    home.vade.retract(source)

    doubt = memory(home, other).needs_review
    assert doubt is not None
    assert (doubt.because, doubt.reason) == (
        source,
        "derives from the-office-is-in-lyon, which was retracted",
    )


def test_what_depends_on_a_changed_claim_is_marked(home: MemoryHome) -> None:
    home.remember("Rhea commutes twenty minutes.", subject="Rhea", predicate="commute", value="20 min")
    home.remember("Rhea likes tea.", subject="Rhea", predicate="drinks", value="tea")
    old = home.remember("Rhea lives in Lyon.", subject="Rhea", predicate="lives_in", value="Lyon")

    answer = home.vade.supersede(old, "Rhea lives in Nice.", value="Nice")

    assert [one.key for one in answer.doubted] == ["rhea-commutes-twenty-minutes"]


def test_a_claim_by_another_name_is_marked_too(home: MemoryHome) -> None:
    home.note("way", "Rhea commutes.", "subject: Rhea", "predicate: Commute time", "value: 20 min")
    home.vade.sync()
    old = home.remember("Rhea wohnt in Lyon.", subject="Rhea", predicate="wohnt_in", value="Lyon")

    answer = home.vade.supersede(old, "Rhea wohnt in Nizza.", value="Nizza")

    assert [one.key for one in answer.doubted] == ["way"]


def test_a_name_of_somebody_puts_nothing_in_doubt(home: MemoryHome) -> None:
    old = home.remember("Rhea is tall.", title="Rhea", about=["Rhea"])
    home.remember("[[Rhea]] likes tea.")

    assert home.vade.supersede(old, "Rhea is small.").doubted == ()


@pytest.mark.parametrize("verb", ["deprecate", "archive"])
def test_what_was_true_puts_nothing_in_doubt(home: MemoryHome, verb: str) -> None:
    old = home.remember("The port is 8080.", title="Port")
    home.remember("Open [[Port]] in the firewall.")

    assert getattr(home.vade, verb)(old).doubted == ()


def test_a_doubt_that_cannot_be_written_is_told(racing: MemoryHome) -> None:
    def refuse() -> None:
        raise VaultError("the file is read-only")

    old = racing.remember("The port is 8080.", title="Port")
    racing.remember("Open [[Port]] in the firewall.", title="Firewall")
    meanwhile(racing, refuse)

    answer = racing.vade.retract(old)

    assert answer.outcome == "retracted"
    assert "firewall is in doubt" in answer.warnings[0]


# ── half-written chains ──────────────────────────────────────────────────────────────────────────────


def half_written(home: MemoryHome, *fields: str, scope: str = "personal") -> tuple[str, str]:
    old = home.note("old", "The port is 8080.")
    new = home.note("new", "The port is 8081.", f"supersedes: [{old}]", *fields, scope=scope)
    return old, new


def test_a_half_written_chain_is_completed_at_the_next_look(home: MemoryHome) -> None:
    old, new = half_written(home)

    assert home.found("port") == ["new"]
    assert (memory(home, old).superseded_by, memory(home, old).status) == (new, Status.SUPERSEDED)
    assert memory(home, old).valid_until == memory(home, new).created


def test_completing_spreads_the_doubt(home: MemoryHome) -> None:
    home.note("firewall", "Open [[old]] in the firewall.")
    home.vade.sync()
    half_written(home)
    home.vade.sync()

    assert memory(home, "firewall").needs_review is not None


@pytest.mark.parametrize("fields", ["review: proposed", "review: rejected", "status: archived"])
def test_what_is_not_decided_is_not_completed(home: MemoryHome, fields: str) -> None:
    old, _ = half_written(home, fields)
    home.vade.sync()

    assert memory(home, old).status is Status.ACTIVE


def test_a_file_of_another_scope_retires_nothing(home: MemoryHome) -> None:
    old, _ = half_written(home, scope="project__harbour__0123456789ab")
    home.vade.sync()

    assert memory(home, old).status is Status.ACTIVE
    assert [finding.code for finding in home.vade.doctor().findings] == ["half_written_chain"]


def test_two_that_claim_to_replace_each_other_end_once(home: MemoryHome) -> None:
    home.note("a", "port one", "supersedes: [01JNTSW6X00000000000000002]")
    home.note("b", "port two", "supersedes: [01JNTSW6X00000000000000001]")

    assert len(home.found("port")) == 1
    home.vade.reindex()
    assert len(home.found("port")) == 1


def test_a_chain_of_two_crashes_ends_once(home: MemoryHome) -> None:
    old = home.note("a", "port one")
    middle = home.note("b", "port two", f"supersedes: [{old}]")
    home.note("c", "port three", f"supersedes: [{middle}]")

    assert home.found("port") == ["c"]


def test_an_old_side_that_came_back_is_completed_again(home: MemoryHome) -> None:
    old = home.remember("The port is 8080.")
    path = home.vade.get(old).path
    before = home.vault._files[path][0]
    new = home.vade.supersede(old, "The port is 8081.").memory.record.id
    home.vault.put(path, before)

    assert [hit.id for hit in home.vade.search("port").hits] == [new]
    assert memory(home, old).superseded_by == new


def test_a_rebuild_completes_too(home: MemoryHome) -> None:
    half_written(home)
    home.vade.reindex()

    assert home.found("port") == ["new"]


def test_a_half_that_cannot_be_written_stays_as_it_is(racing: MemoryHome) -> None:
    def refuse() -> None:
        raise VaultError("read-only")

    old, _ = half_written(racing)
    meanwhile(racing, refuse)
    racing.vade.sync()

    assert memory(racing, old).status is Status.ACTIVE
    assert [finding.code for finding in racing.vade.doctor().findings] == ["half_written_chain"]


# ── any text ─────────────────────────────────────────────────────────────────────────────────────────

FORGED = "---\nstatus: retracted\n---\ntext"
TEXTS = ["---", "one\n---\ntwo", FORGED, "我们周二部署。", "x" * 20_000, "[[a]] `b`"]
OUTSIDE = ["../x", "org:../x", "org:a/b", "project:..", "personal/x", "~", "org:", "org:\0"]
STRAY = ["../secret", "/etc/passwd", "~/x", "personal/../a", "C:\\x", "", "\0", "\udc80"]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_t5_any_text_is_superseded_as_it_was_said(home: MemoryHome, text: str) -> None:
    old = home.remember(text)
    new = home.vade.supersede(old, f"{text[:19_990]}\nand more").memory.record.id
    home.vade.reindex()

    assert (memory(home, old).body, memory(home, old).status) == (text, Status.SUPERSEDED)
    assert memory(home, new).body == f"{text[:19_990]}\nand more"


@pytest.mark.parametrize("handle", STRAY)
def test_t11_no_handle_walks_out(home: MemoryHome, handle: str) -> None:
    home.remember("The port is 8080.")

    with pytest.raises(NotFound):
        home.vade.retract(handle)
    with pytest.raises(NotFound):
        home.vade.history(handle)


@pytest.mark.parametrize("scope", OUTSIDE)
def test_t11_no_scope_walks_out(home: MemoryHome, scope: str) -> None:
    old = home.remember("The port is 8080.")

    with pytest.raises(UsageError):
        home.vade.supersede(old, "The port is 8081.", scope=scope)
    assert memory(home, old).status is Status.ACTIVE


# ── what goes with a change ──────────────────────────────────────────────────────────────────────────

TOKEN = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
VERBS: list[Callable[[MemoryHome, str], Any]] = [
    lambda home, why: home.vade.retract("port", reason=why),
    lambda home, why: home.vade.archive("port", reason=why, by="agent"),
    lambda home, why: home.vade.supersede("port", "It is 8081.", reason=why),
    lambda home, why: home.vade.supersede("port", "It is 8081.", reason=why, source="agent"),
    lambda home, why: home.vade.propose("port", retire="archived", note=why),
]


@pytest.mark.parametrize("verb", VERBS)
def test_t12_secret_is_masked_in_a_reason(home: MemoryHome, verb: Callable[[MemoryHome, str], Any]) -> None:
    home.remember("It is 8080.", title="Port")

    answer = verb(home, f"the token {TOKEN} leaked\nyesterday")

    files = b"".join(data for data, _ in home.vault._files.values())
    assert TOKEN.encode() not in files
    assert b"the token ghp_**** leaked yesterday" in files
    assert answer.warnings[0].startswith("masked before it was stored")


def test_a_reason_is_one_line(home: MemoryHome) -> None:
    record = home.remember("It is 8080.")

    with pytest.raises(LimitExceeded, match="reason: 1,000 characters, at most 500"):
        home.vade.retract(record, reason="x" * 1_000)
    with pytest.raises(InvalidValue, match="by: is empty"):
        home.vade.retract(record, by=" ")
    assert memory(home, record).status is Status.ACTIVE


@pytest.mark.parametrize("agent", ["agent", "Agent", " AGENT "])
def test_an_agent_is_one_whatever_the_case(home: MemoryHome, agent: str) -> None:
    record = home.remember("It is 8080.")

    assert home.vade.retract(record, by=agent).outcome == "proposed"
    with pytest.raises(InvalidValue, match="a person approves"):
        home.vade.approve(record, by=agent)


# ── for the write path ───────────────────────────────────────────────────────────────────────────────


def test_replace_by_writes_new_before_old(home: MemoryHome) -> None:
    from vademecum.engine.revising import Revising

    old = home.remember("The port is 8080.")
    document = home.vade._storing.document(home.vade._storing.row(old))
    assert isinstance(document.record, Memory)
    new = replace(document.record, id=home.vade._parts.ids.new(home.clock.at), body="The port is 8081.")

    present, _ = Revising(home.vade._parts, home.vade._storing, home.vade._pages).replace_by(document, new)

    past = home.vade.get(old).record
    assert isinstance(past, Memory)
    assert (past.superseded_by, present.record.id) == (new.id, new.id)
