"""The review of memories: who decides what, and what each decision leaves in the files."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.homes_in_memory import PROJECT, MemoryHome

from vademecum.errors import InvalidValue, NotFound, UnknownName
from vademecum.model.record import Memory, MemoryId, Review, Status
from vademecum.vault.memory import MemoryVault

FOLDER = "project__harbour__0123456789ab"


def memory(home: MemoryHome, handle: str) -> Memory:
    record = home.vade.get(handle).record
    assert isinstance(record, Memory)
    return record


def replacement(home: MemoryHome, *fields: str, scope: str = "personal") -> tuple[MemoryId, MemoryId]:
    """A memory, and another one that an agent would put in its place."""
    old = home.note("old", "It listens on port 8080.", *fields, scope=scope)
    by = "review_history: [{at: 2026-02-02T00:00:00Z, by: agent, to: proposed, note: I saw 8081}]"
    new = home.note(
        "new", "It listens on port 8081.", "review: proposed", f"supersedes: [{old}]", by, scope=scope
    )
    home.vade.sync()
    return old, new


def waiting(home: MemoryHome, **asked: Any) -> list[tuple[str, str]]:
    return [(item.waits_as, str(item.key)) for item in home.vade.queue(**asked).items]


def test_queue_is_empty_at_first(home: MemoryHome) -> None:
    home.remember("port")

    assert (home.vade.queue().items, home.vade.queue().total) == ((), 0)


def test_queue_shows_the_most_pressing_first(home: MemoryHome) -> None:
    home.note("draft", "a", "review: draft", scope=FOLDER)
    home.note("doubt", "b", "needs_review: {reason: its source changed}")
    home.note("plain", "c", "review: proposed", scope=FOLDER)
    home.note("retire", "d", "needs_review: {reason: never so, proposes: retracted, by: agent}")
    replacement(home)

    assert waiting(home) == [
        ("replacement", "new"),
        ("retirement", "retire"),
        ("proposal", "plain"),
        ("doubt", "doubt"),
        ("draft", "draft"),
    ]


def test_queue_tells_what_a_replacement_changes(home: MemoryHome) -> None:
    replacement(home)

    (item,) = home.vade.queue().items

    assert (item.against, item.by, item.note) == ("old", "agent", "I saw 8081")
    assert item.change is not None
    assert [line.sign for line in item.change.lines] == ["-", "+"]


def test_queue_tells_who_wants_what_retired(home: MemoryHome) -> None:
    home.note("retire", "d", "needs_review: {reason: never so, proposes: retracted, by: agent}")

    (item,) = home.vade.queue().items

    assert (item.by, item.note, item.proposes) == ("agent", "never so", Status.RETRACTED)


def test_queue_counts_what_it_leaves_out(home: MemoryHome) -> None:
    home.note("a", "x1", "review: draft", scope=FOLDER)
    home.note("b", "x2", "review: draft", scope=FOLDER)

    queue = home.vade.queue(limit=1)

    assert ([item.key for item in queue.items], queue.total) == (["a"], 2)


def test_queue_keeps_to_its_scopes(home: MemoryHome) -> None:
    home.note("a", "x1", "review: draft", scope=FOLDER)
    home.note("b", "x2", "review: draft", scope="project__other__ba9876543210")

    assert waiting(home) == [("draft", "a")]
    assert waiting(home, scopes=["all"]) == [("draft", "a"), ("draft", "b")]


def test_queue_says_when_a_proposal_came_too_late(home: MemoryHome) -> None:
    replacement(home, "status: archived")

    assert home.vade.queue().items[0].warnings == ("old is archived by now; this proposal came too late",)


def test_queue_says_when_nothing_is_there_to_replace(home: MemoryHome) -> None:
    home.note("new", "x", "review: proposed", "supersedes: [01JNTSW6X09999999999999999]")

    assert "is gone" in home.vade.queue().items[0].warnings[0]


def test_proposed_memory_is_still_found(home: MemoryHome) -> None:
    home.remember("port", scope="project")

    done = home.vade.propose("port", note="worth sharing")

    assert (done.outcome, memory(home, "port").review) == ("proposed", Review.PROPOSED)
    assert home.found("port") == ["port"]


def test_approval_is_kept_with_its_author(home: MemoryHome) -> None:
    home.remember("port", scope="project")
    home.vade.propose("port")

    home.vade.approve("port", by="Eve", note="read it")

    last = memory(home, "port").review_history[-1]
    assert (last.by, last.before, last.after, last.note) == (
        "Eve",
        Review.PROPOSED,
        Review.APPROVED,
        "read it",
    )


def test_approved_replacement_takes_the_place(home: MemoryHome) -> None:
    old, new = replacement(home)

    done = home.vade.approve(new)

    assert (done.outcome, [stored.key for stored in done.replaced]) == ("superseded", ["old"])
    assert (memory(home, old).status, memory(home, old).superseded_by) == (Status.SUPERSEDED, new)
    assert home.found("port 8080") == ["new"]


def test_dry_approval_writes_nothing(home: MemoryHome) -> None:
    old, new = replacement(home)

    done = home.vade.approve(new, dry_run=True)

    assert [stored.record.status for stored in done.replaced] == [Status.SUPERSEDED]
    assert (memory(home, new).review, memory(home, old).status) == (Review.PROPOSED, Status.ACTIVE)


def test_rejected_replacement_leaves_the_old_one(home: MemoryHome) -> None:
    old, new = replacement(home)

    done = home.vade.reject(new, note="it is 8080")

    assert (done.outcome, memory(home, new).status) == ("rejected", Status.ARCHIVED)
    assert memory(home, old).status is Status.ACTIVE
    assert home.found("port") == ["old"]
    assert home.vade.queue().items == ()


def test_late_replacement_is_not_approved(home: MemoryHome) -> None:
    _, new = replacement(home, "status: retracted")

    with pytest.raises(InvalidValue, match="'old', which it would replace, is retracted by now"):
        home.vade.approve(new)
    assert memory(home, new).review is Review.PROPOSED


def test_replacement_of_nothing_is_added(home: MemoryHome) -> None:
    new = home.note("new", "port", "review: proposed", "supersedes: [01JNTSW6X09999999999999999]")

    assert home.vade.approve(new).outcome == "approved"
    assert home.found("port") == ["new"]


@pytest.mark.parametrize("status", [Status.RETRACTED, Status.DEPRECATED, Status.ARCHIVED])
def test_approved_retirement_happens(home: MemoryHome, status: Status) -> None:
    home.remember("port")

    home.vade.propose("port", retire=status.value, by="agent", note="never so")
    assert home.found("port") == ["port"]

    assert home.vade.approve("port").outcome == status.value
    assert (memory(home, "port").status, memory(home, "port").needs_review) == (status, None)


def test_rejected_retirement_changes_nothing(home: MemoryHome) -> None:
    home.remember("port")
    home.vade.propose("port", retire="archived", by="agent")

    assert home.vade.reject("port").outcome == "kept"
    assert (memory(home, "port").status, memory(home, "port").needs_review) == (Status.ACTIVE, None)


def test_approval_clears_a_doubt(home: MemoryHome) -> None:
    home.note("a", "port", "needs_review: {reason: its source changed}")

    assert home.vade.approve("a").outcome == "still_holds"
    assert memory(home, "a").needs_review is None


def test_doubt_cannot_be_rejected(home: MemoryHome) -> None:
    home.note("a", "port", "needs_review: {reason: its source changed}")

    with pytest.raises(InvalidValue, match="only in doubt"):
        home.vade.reject("a")


def test_agent_does_not_approve_itself(home: MemoryHome) -> None:
    _, new = replacement(home)

    with pytest.raises(InvalidValue, match="agent proposes, a person approves"):
        home.vade.approve(new, by="agent")


def test_trusted_agent_may_approve() -> None:
    home = MemoryHome(review_agents=False)
    _, new = replacement(home)

    assert home.vade.approve(new, by="agent").outcome == "superseded"


def test_entities_are_not_reviewed(home: MemoryHome) -> None:
    home.vade.add_entity("Eve")

    with pytest.raises(InvalidValue, match="'eve' is an entity"):
        home.vade.propose("eve")


def test_unknown_retirement_is_refused(home: MemoryHome) -> None:
    home.remember("port")

    with pytest.raises(UnknownName, match="retracted or deprecated or archived"):
        home.vade.propose("port", retire="forgotten")


def test_unknown_handle_is_not_found(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        home.vade.approve("nothing")


def sharing() -> MemoryHome:
    """A home with a clone of the project at hand."""
    return MemoryHome(vault=MemoryVault(clones=[PROJECT]))


def approved(home: MemoryHome) -> str:
    record = home.remember("We deploy on Tuesdays.", title="Deploy day", scope="project")
    home.vade.propose(record)
    home.vade.approve(record)
    return record


def test_published_memory_is_found_once_in_the_team() -> None:
    home = sharing()
    record = approved(home)

    done = home.vade.publish(record, note="merge it")

    assert done.memory.path == f"{FOLDER}/.vademecum/deploy-day.md"
    assert memory(home, record).review is Review.PUBLISHED
    assert home.found("deploy") == ["deploy-day"]
    assert list(home.vault.list().files) == [done.memory.path]
    assert home.vade.doctor().healthy


def test_published_memory_stands_first() -> None:
    home = sharing()
    home.remember("deploy deploy deploy", title="Mine")
    home.vade.publish(approved(home))

    assert home.found("deploy") == ["deploy-day", "mine"]


def test_dry_publication_moves_nothing() -> None:
    home = sharing()
    record = approved(home)

    assert home.vade.publish(record, dry_run=True).outcome == "published"
    assert list(home.vault.list().files) == [f"{FOLDER}/deploy-day.md"]


def test_only_the_approved_is_published(home: MemoryHome) -> None:
    record = home.remember("port", scope="project")

    with pytest.raises(InvalidValue, match="was not approved"):
        home.vade.publish(record)


def test_publishing_needs_a_clone(home: MemoryHome) -> None:
    record = approved(home)

    with pytest.raises(NotFound, match="no clone"):
        home.vade.publish(record)
    assert memory(home, record).review is Review.APPROVED


def test_replacement_of_the_published_is_published_with_it() -> None:
    home = sharing()
    old = home.vade.publish(approved(home)).memory.record.id
    new = home.note("new", "We deploy on Fridays.", "review: proposed", f"supersedes: [{old}]", scope=FOLDER)
    home.vade.sync()

    home.vade.approve(new)

    assert list(home.vault.list().files) == [
        f"{FOLDER}/.vademecum/deploy-day.md",
        f"{FOLDER}/.vademecum/new.md",
    ]
    assert home.found("deploy") == ["new"]
    assert [event.after for event in memory(home, new).review_history] == [
        Review.APPROVED,
        Review.PUBLISHED,
    ]


def test_replacing_the_published_says_what_is_owed() -> None:
    home = sharing()
    old = home.vade.publish(approved(home)).memory.record.id

    done = home.vade.supersede(old, "We deploy on Fridays.", title="New day")

    assert done.warnings == (
        "deploy-day is published, and its team knows nothing of new-day until `vade review publish new-day`",
    )
    assert [(one.waits_as, one.key) for one in home.vade.queue().items] == [("approved", "new-day")]
    home.vade.publish("new-day")
    assert home.vade.queue().total == 0
    assert list(home.vault.list().files) == [
        f"{FOLDER}/.vademecum/deploy-day.md",
        f"{FOLDER}/.vademecum/new-day.md",
    ]


def test_claim_in_the_place_of_the_published_says_what_is_owed() -> None:
    home = sharing()
    claim: dict[str, Any] = {"subject": "we", "predicate": "port", "scope": "project"}
    home.vade.remember("The port is 8080.", title="Port", value="8080", **claim)
    for step in (home.vade.propose, home.vade.approve, home.vade.publish):
        step("port")

    done = home.vade.remember("The port is 8081.", title="New", value="8081", **claim)

    owed = "port is published, and its team knows nothing of new until `vade review publish new`"
    assert done.warnings[-1] == owed


@pytest.mark.parametrize("fields", [{"scope": "personal"}, {"sensitivity": "sensitive"}])
def test_what_is_not_for_the_team_is_not_approved(fields: dict[str, str]) -> None:
    home = sharing()
    old = home.vade.publish(approved(home)).memory.record.id

    done = home.vade.supersede(old, "We deploy on Fridays.", title="New day", **fields)  # type: ignore[arg-type]

    assert "knows nothing of new-day, which stays in" in done.warnings[-1]
    assert memory(home, "new-day").review is None


def test_retraction_puts_what_names_it_in_doubt(home: MemoryHome) -> None:
    home.remember("port", title="Port")
    home.remember("see [[Port]]", title="Other")
    home.vade.propose("port", retire="retracted", by="agent", note="never so")

    home.vade.approve("port")

    assert ("doubt", "other") in waiting(home)


def test_approved_replacement_puts_what_names_the_old_in_doubt(home: MemoryHome) -> None:
    old, new = replacement(home)
    home.remember("see [[old]]", title="Other")

    home.vade.approve(new)

    assert waiting(home) == [("doubt", "other")]
    assert memory(home, old).status is Status.SUPERSEDED


def test_crash_while_publishing_leaves_one_that_is_served() -> None:
    home = sharing()
    home.note("deploy", "We deploy on Tuesdays.", "review: approved", scope=FOLDER)
    home.vade.sync()
    home.notes = 0
    home.note("deploy", "We deploy on Tuesdays.", "review: published", scope=f"{FOLDER}/.vademecum")

    (hit,) = home.vade.search("deploy").hits

    assert (hit.path, hit.review) == (f"{FOLDER}/.vademecum/deploy.md", "published")
    assert [finding.subject for finding in home.vade.doctor().findings if finding.level == "error"] == [
        f"{FOLDER}/deploy.md"
    ]
