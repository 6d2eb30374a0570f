"""The sweep over what sessions learned: named first, done on demand, undone by one command."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.record import Memory, Review, Status

HEARD = "sources: [{kind: keyword, at: 2026-02-01T00:00:00Z}]"
GUESSED = "sources: [{kind: inference, at: 2026-01-01T00:00:00Z}]"
OFTEN = "evidence: {count: 3, sessions: 2, days: 2}"
CLAIM = ("subject: user", "predicate: lives_in", "value: Rome")
DRAFT = ("review: draft", "confidence: 0.85", OFTEN, "sources: [{kind: agent}]", *CLAIM)


@pytest.fixture
def swept(home: MemoryHome) -> MemoryHome:
    home.note("draft", "I live in Rome", *DRAFT)
    home.note("errand", "I promised Eve a call", "type: commitment", HEARD)
    home.note("guess", "They seem to like tea", "confidence: 0.5", GUESSED)
    home.note("mine", "Buy milk", "type: commitment")
    return home


def memory(home: MemoryHome, key: str) -> Memory:
    record = home.vade.get(key).record
    assert isinstance(record, Memory)
    return record


def test_a_dry_run_names_and_writes_nothing(swept: MemoryHome) -> None:
    before = dict(swept.vault._files)

    found = swept.vade.sweep().findings

    assert [one.kind for one in found] == ["promote", "lapse", "fade"]
    assert [one.key for one in found] == ["draft", "errand", "guess"]
    assert all(one.safe and not one.done for one in found)
    assert swept.vault._files == before


def test_a_sweep_does_what_it_named(swept: MemoryHome) -> None:
    done = swept.vade.sweep(apply=True)

    assert done.repaired == 3
    assert memory(swept, "draft").review is Review.APPROVED
    assert memory(swept, "errand").expires is not None
    assert memory(swept, "guess").status is Status.ARCHIVED
    assert memory(swept, "mine").expires is None
    assert swept.vade.sweep().findings == ()


def test_tidy_names_and_does_it_too(swept: MemoryHome) -> None:
    named = {one.kind for one in swept.vade.tidy().findings}
    done = {one.kind for one in swept.vade.tidy(apply=True).findings if one.done}

    assert named == done == {"promote", "lapse", "fade"}


def test_what_is_done_says_what_undoes_it(swept: MemoryHome) -> None:
    assert [one.fix for one in swept.vade.sweep(apply=True).findings] == [
        "vade review reject draft",
        "vade edit errand --set expires=",
        "vade restore guess",
    ]


def test_what_undoes_it_undoes_it(swept: MemoryHome) -> None:
    swept.vade.sweep(apply=True)
    swept.vade.reject("draft", note="not so")
    swept.vade.edit("errand", set_fields={"expires": ""})
    swept.vade.restore("guess")

    assert memory(swept, "draft").review is Review.REJECTED
    assert memory(swept, "errand").expires is None
    assert memory(swept, "guess").status is Status.ACTIVE


def test_a_contradicted_draft_stays_one(swept: MemoryHome) -> None:
    swept.note("other", "I live in Oslo", "subject: user", "predicate: lives_in", "value: Oslo")

    assert "promote" not in {one.kind for one in swept.vade.sweep().findings}


def test_a_confirmed_draft_is_promoted(swept: MemoryHome) -> None:
    swept.note("other", "Rome is home", *CLAIM)

    assert "promote" in {one.kind for one in swept.vade.sweep().findings}


def test_a_scope_is_kept_to(swept: MemoryHome) -> None:
    assert swept.vade.sweep(scopes=["org:acme"]).findings == ()


def test_a_file_that_changed_meanwhile_is_left_alone(swept: MemoryHome) -> None:
    swept.vade.sync()
    swept.write(
        "personal/guess.md", "---\nid: 01JNTSW6X00000000000000003\npinned: true\n---\nThey do like tea\n"
    )

    assert [one.key for one in swept.vade.sweep(apply=True).findings] == ["draft", "errand"]
