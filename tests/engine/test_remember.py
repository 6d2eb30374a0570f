"""Remembering: what is kept, what is refused, and what is said about it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import OTHER, PROJECT, MemoryHome

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName, VadeError
from vademecum.model.answer import RememberOutcome
from vademecum.model.record import Memory, SourceKind


def kept(home: MemoryHome, text: str, **given: Any) -> Memory:
    record = home.vade.remember(text, **given).memory.record
    assert isinstance(record, Memory)
    return record


def test_everything_said_is_kept(home: MemoryHome) -> None:
    until = datetime(2027, 1, 1, tzinfo=UTC)
    memory = kept(
        home,
        "Rhea works at the harbour.",
        title="Work",
        type="relationship",
        tags=["#ops", "ops", " day job "],
        aliases=["occupation"],
        about=["Rhea"],
        subject="Rhea",
        predicate="Works At",
        value="harbour",
        qualifier="since spring",
        source="agent",
        ref="file:a.py#L1-L2",
        lang="en",
        confidence=0.8,
        valid_until=until,
        importance="high",
        pinned=True,
    )

    assert (memory.title, memory.type, memory.tags) == ("Work", "relationship", ("ops", "day job"))
    assert (memory.aliases, memory.entities) == (("occupation",), ("Rhea",))
    assert (memory.subject, memory.predicate, memory.value) == ("Rhea", "works_at", "harbour")
    assert (memory.qualifier, memory.confidence, memory.valid_until) == ("since spring", 0.7, until)
    assert (memory.importance, memory.pinned, memory.lang) == ("high", True, "en")
    assert (memory.sources[0].kind, memory.sources[0].ref) == (SourceKind.AGENT, "file:a.py#L1-L2")
    assert (memory.created, memory.updated) == (home.clock.at, home.clock.at)


def test_confidence_beyond_the_source_is_capped_and_told(home: MemoryHome) -> None:
    answer = home.vade.remember("Rhea works at the harbour.", source="agent", confidence=0.8)

    assert any("confidence 0.8 is more than" in warning for warning in answer.warnings)


def test_exact_repeat_is_the_same_memory(home: MemoryHome) -> None:
    first = home.vade.remember("Pi is roughly 3.14159.")
    again = home.vade.remember("Pi  is roughly\n3.14159.")

    assert again.memory.record.id == first.memory.record.id
    assert (first.outcome, again.outcome) == (RememberOutcome.CREATED, RememberOutcome.EXISTING)


def test_a_digit_is_another_memory(home: MemoryHome) -> None:
    assert home.remember("Redis runs on 6379.") != home.remember("Redis runs on 6380.")


def test_repeat_of_a_hidden_memory_is_new(home: MemoryHome) -> None:
    hidden = home.note("a", "port", "status: archived")

    assert home.remember("port") != hidden


def test_repeat_in_another_scope_is_new(home: MemoryHome) -> None:
    assert home.remember("port") != home.remember("port", scope=OTHER)


def test_unknown_names_begin_pages_once(home: MemoryHome) -> None:
    first = home.vade.remember("one", about=["Rhea", "Matthew Sherlin"])
    second = home.vade.remember("two", about=["rhea", "Lyon"])

    assert (first.provisional, second.provisional) == (("Rhea", "Matthew Sherlin"), ("Lyon",))
    assert home.vade.entities().total == 3


def test_alias_of_a_page_is_known(home: MemoryHome) -> None:
    home.vade.add_entity("Rhea", aliases=["wife"])

    assert home.vade.remember("one", about=["Wife"]).provisional == ()


def test_twenty_pages_a_write_at_most(home: MemoryHome) -> None:
    done = home.vade.remember("an address book", about=[f"Person {n}" for n in range(30)])

    assert (len(done.provisional), home.vade.entities().total) == (20, 20)


def test_dry_run_writes_nothing(home: MemoryHome) -> None:
    done = home.vade.remember("port", about=["Rhea"], dry_run=True)

    assert (done.dry_run, done.provisional, home.vade.list().total) == (True, ("Rhea",), 0)
    assert home.vault.list().files == {}


@pytest.mark.parametrize("scope", ["personal", "project", "org:acme"])
def test_dry_run_tells_where_it_would_stand(home: MemoryHome, scope: str) -> None:
    tried = home.vade.remember("The port\nis 6379.", scope=scope, dry_run=True).memory
    done = home.vade.remember("The port\nis 6379.", scope=scope).memory

    assert (tried.key, tried.path, tried.lines) == (done.key, done.path, done.lines)
    assert (tried.key, tried.warnings) == ("the-port", ())


def test_dry_run_of_a_taken_name_says_so(home: MemoryHome) -> None:
    home.remember("one", title="port")

    tried = home.vade.remember("two", title="port", dry_run=True).memory

    assert tried.key.startswith("port-")
    assert tried.warnings == (
        "the end of the key is drawn anew when it is written, because no readable name is free",
    )


def test_dry_run_of_a_page_tells_where_it_would_stand(home: MemoryHome) -> None:
    tried = home.vade.add_entity("Rhea", dry_run=True).memory

    assert (tried.key, tried.path) == ("rhea", "personal/entities/rhea.md")


def test_scope_of_the_project_is_written(home: MemoryHome) -> None:
    assert kept(home, "port", scope="project").scope == PROJECT


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"type": "preferance"}, UnknownName, "preference"),
        ({"source": "usr"}, UnknownName, "user"),
        ({"importance": "hihg"}, UnknownName, "high"),
        ({"scope": "persnal"}, VadeError, "personal"),
        ({"confidence": 1.5}, InvalidValue, "between 0 and 1"),
        ({"confidence": float("nan")}, InvalidValue, "between 0 and 1"),
        ({"valid_until": datetime(2026, 1, 1)}, InvalidValue, "offset"),  # noqa: DTZ001 - that is the point
        (
            {"valid_from": datetime(2026, 2, 1, tzinfo=UTC), "valid_until": datetime(2026, 1, 1, tzinfo=UTC)},
            InvalidValue,
            "before valid_from",
        ),
        ({"aliases": [f"a{n}" for n in range(9)]}, LimitExceeded, "at most 8"),
        ({"tags": [f"t{n}" for n in range(65)]}, LimitExceeded, "at most 64"),
        ({"title": "x" * 501}, LimitExceeded, "at most 500"),
    ],
)
def test_what_cannot_be_is_refused_with_advice(
    home: MemoryHome, given: dict[str, Any], error: type[VadeError], says: str
) -> None:
    with pytest.raises(error, match=says):
        home.vade.remember("port", **given)
    assert home.vault.list().files == {}


@pytest.mark.parametrize("text", ["", "  \n\t ", "\x00", "\ud83d"])
def test_nothing_to_keep_is_refused(home: MemoryHome, text: str) -> None:
    with pytest.raises(InvalidValue, match="say what is to be remembered"):
        home.vade.remember(text)


def test_text_that_is_too_long_is_refused(home: MemoryHome) -> None:
    assert kept(home, "x" * 20_000).body == "x" * 20_000
    with pytest.raises(LimitExceeded, match="20,001"):
        home.vade.remember("x" * 20_001)


def test_nul_and_half_characters_are_dropped(home: MemoryHome) -> None:
    assert kept(home, "bad \ud83d and \x00 text").body == "bad  and  text"


# ── what stands behind the index ─────────────────────────────────────────────────────────────────────


def test_text_changed_behind_its_back_is_no_repeat(home: MemoryHome) -> None:
    home.vade.remember("garage code 55")
    path = next(iter(home.vault.list().files))
    home.vault.put(path, home.vault._files[path][0].replace(b"code 55", b"code 77"))

    again = home.vade.remember("garage code 55")

    assert again.outcome is RememberOutcome.CREATED
    assert len(home.found("garage")) == 2


def test_text_deleted_behind_its_back_is_kept_again(home: MemoryHome) -> None:
    home.vade.remember("boiler pin is 1234")
    home.vault.remove(next(iter(home.vault.list().files)))

    assert home.vade.remember("boiler pin is 1234").outcome is RememberOutcome.CREATED
    assert len(home.found("boiler")) == 1


def test_text_spoilt_behind_its_back_is_kept_again(home: MemoryHome) -> None:
    home.vade.remember("boiler pin is 1234")
    home.vault.put(next(iter(home.vault.list().files)), b"<<<<<<< a\n=======\n>>>>>>> b\n")

    assert home.vade.remember("boiler pin is 1234").outcome is RememberOutcome.CREATED


@pytest.mark.parametrize(
    "times", [{"expires": datetime(2026, 1, 1, tzinfo=UTC)}, {"valid_from": datetime(2030, 1, 1, tzinfo=UTC)}]
)
def test_text_hidden_by_time_is_kept_again(home: MemoryHome, times: dict[str, Any]) -> None:
    home.vade.remember("the guest code is 4711", **times)

    assert home.vade.remember("the guest code is 4711").outcome is RememberOutcome.CREATED
    assert len(home.found("guest")) == 1


def test_same_text_written_meanwhile_is_the_same_memory(home: MemoryHome) -> None:
    home.vade.list()
    twin = MemoryHome(vault=home.vault)
    first = twin.vade.remember("identical text at once")

    second = home.vade.remember("identical text at once")

    assert (second.outcome, second.memory.record.id) == (RememberOutcome.EXISTING, first.memory.record.id)
    assert len(home.vault.list().files) == 1


def test_repeat_names_what_it_does_not_take_over(home: MemoryHome) -> None:
    home.vade.remember("port", tags=["a"])

    again = home.vade.remember("port", tags=["b"], type="fact")

    assert again.warnings == (
        (
            "this text is remembered as port; type, tags of the repeat were not taken over, "
            "`vade edit port` changes it"
        ),
    )
    assert home.vade.remember("port", tags=["a"]).warnings == ()


def test_names_beyond_twenty_are_counted(home: MemoryHome) -> None:
    done = home.vade.remember("an address book", about=[f"Person {n}" for n in range(25)])

    assert done.warnings == ("5 more names got no page: one write begins 20",)


def test_sentence_that_speaks_against_a_change_keeps_both(home: MemoryHome) -> None:
    claim: dict[str, Any] = {"subject": "Anna", "predicate": "lives_in"}
    old = home.vade.remember("Anna lives in Lyon.", value="Lyon", **claim)

    new = home.vade.remember("Jonas thinks that Anna lives in Metz.", value="Metz", **claim)

    assert new.outcome is RememberOutcome.CREATED
    assert home.vade.get(old.memory.record.id).record.status.value == "active"
    assert new.memory.record.needs_review is not None  # type: ignore[union-attr]
    assert any("somebody says or thinks" in told for told in new.warnings)
