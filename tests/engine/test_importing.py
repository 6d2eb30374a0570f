"""What an import promises, whatever the format."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome
from tests.importers.exports import (
    answered,
    asked,
    chat,
    document,
    line_of,
    message,
    written,
    zipped,
)

from vademecum.engine.conversations.capturing import MOST_TEXT
from vademecum.errors import InvalidValue, UsageError
from vademecum.model.importing import Imported
from vademecum.model.record import Memory, Relation

MEM0 = {"id": "m1", "memory": "Prefers oat milk", "user_id": "ada", "created_at": "2026-01-05T10:00:00Z"}


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return written(tmp_path / "s1.jsonl", asked("u1", "Fix the parser"), answered("a1", "Done."))


def fates(answer: Imported) -> tuple[int, int, int, int]:
    """Imported, duplicate, skipped, rejected."""
    return answer.imported, answer.duplicate, answer.skipped, answer.rejected


def told(answer: Imported) -> list[tuple[str, str, int, str]]:
    return [(one.outcome.value, one.kind, one.count, one.reason) for one in answer.records]


def kept(home: MemoryHome) -> list[Memory]:
    """Every memory as its file says it."""
    records = [home.vade.get(hit.id).record for hit in home.vade.list().items]
    return [record for record in records if isinstance(record, Memory)]


def take(home: MemoryHome, source: Path, **given: Any) -> Imported:
    return home.vade.import_from(str(source), **given)


def test_every_record_gets_one_fate(home: MemoryHome, session: Path) -> None:
    with session.open("a") as stream:
        stream.write(written(session.parent / "more", asked("m", "x", isMeta=True), "broken").read_text())

    assert told(take(home, session)) == [
        ("skipped", "line", 1, "was put in by the host (isMeta)"),
        ("rejected", "line", 1, "is no JSON (expecting value)"),
        ("imported", "turn", 2, ""),
    ]


def test_second_import_repeats_nothing(home: MemoryHome, session: Path) -> None:
    take(home, session)

    assert fates(take(home, session)) == (0, 2, 0, 0)
    assert told(take(home, session)) == [("duplicate", "file", 2, "unchanged since the last import")]


def test_moved_file_repeats_nothing(home: MemoryHome, session: Path, tmp_path: Path) -> None:
    take(home, session)
    moved = session.rename(tmp_path / "moved.jsonl")

    assert told(take(home, moved)) == [("duplicate", "turn", 2, "")]


def test_grown_file_goes_on_where_it_ended(home: MemoryHome, session: Path) -> None:
    take(home, session)
    with session.open("a") as stream:
        stream.write(written(session.parent / "more", asked("u2", "Thanks")).read_text())

    answer = take(home, session)
    assert told(answer) == [("imported", "turn", 1, "")]
    assert answer.records[0].place == "line 3"


def test_file_written_anew_is_read_from_its_beginning(home: MemoryHome, session: Path) -> None:
    take(home, session)
    written(session, asked("u9", "Something else, and longer than before"), answered("a1", "Done."))

    assert fates(take(home, session)) == (1, 1, 0, 0)


def test_trial_run_tells_and_writes_nothing(home: MemoryHome, session: Path) -> None:
    assert fates(take(home, session, dry_run=True)) == (2, 0, 0, 0)
    assert fates(take(home, session)) == (2, 0, 0, 0)


def test_trial_run_of_memories_writes_nothing(home: MemoryHome, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", [MEM0, MEM0])

    assert fates(take(home, file, dry_run=True)) == (1, 1, 0, 0)
    assert home.vade.list().total == 0


def test_interrupted_run_is_finished_by_the_next(home: MemoryHome, tmp_path: Path) -> None:
    lines = [asked(f"u{n}", f"Line {n}") for n in range(4_500)]
    file = written(tmp_path / "s1.jsonl", *lines)

    class Interrupted(Exception):
        pass

    def stop(_name: str, done: int, _size: int) -> None:
        if done:
            raise Interrupted

    with pytest.raises(Interrupted):
        home.vade.import_from(str(file), watch=stop)
    assert fates(take(home, file)) == (2_500, 0, 0, 0)


def test_copies_of_a_branched_session_are_not_kept_twice(home: MemoryHome, tmp_path: Path) -> None:
    take(home, written(tmp_path / "s1.jsonl", asked("u1", "Hi"), asked("u2", "There")))
    forked = {"sessionId": "s2", "forkedFrom": {"sessionId": "s1"}}
    branch = written(tmp_path / "s2.jsonl", asked("u1", "Hi", **forked), asked("u3", "Elsewhere", **forked))

    assert told(take(home, branch)) == [
        ("duplicate", "turn", 1, "stands in the conversation that this one was branched off"),
        ("imported", "turn", 1, ""),
    ]


def test_copies_without_a_word_of_it_are_not_kept_twice(home: MemoryHome, tmp_path: Path) -> None:
    take(home, written(tmp_path / "s1.jsonl", asked("u1", "Hi"), asked("u2", "There")))
    said = [("u1", "Hi"), ("u2", "There"), ("u3", "On"), ("u4", "And on")]
    copy = written(tmp_path / "s0.jsonl", *(asked(*one, sessionId="s0") for one in said[:3]))
    twice = written(tmp_path / "s3.jsonl", *(asked(*one, sessionId="s3") for one in said))

    assert told(take(home, copy, dry_run=True)) == told(take(home, copy))
    assert told(take(home, twice)) == [
        ("duplicate", "turn", 3, "stands in the conversation that this one was branched off"),
        ("imported", "turn", 1, ""),
    ]
    assert told(take(home, copy, again=True)) == [
        ("duplicate", "turn", 2, "stands in the conversation that this one was branched off"),
        ("duplicate", "turn", 1, ""),
    ]


def test_copies_in_one_folder_are_not_kept_twice(home: MemoryHome, tmp_path: Path) -> None:
    written(tmp_path / "s1.jsonl", asked("u1", "Hi"), asked("u2", "There"))
    written(tmp_path / "s0.jsonl", asked("u1", "Hi", sessionId="s0"), asked("u3", "On", sessionId="s0"))

    assert fates(take(home, tmp_path, dry_run=True)) == (3, 1, 0, 0)
    assert fates(take(home, tmp_path)) == (3, 1, 0, 0)
    assert fates(take(home, tmp_path, again=True)) == (0, 4, 0, 0)


def test_a_branch_of_a_branch_keeps_its_own_turns_alone(home: MemoryHome, tmp_path: Path) -> None:
    take(home, written(tmp_path / "s1.jsonl", asked("u1", "Hi")))
    one = {"sessionId": "s2", "forkedFrom": {"sessionId": "s1"}}
    take(home, written(tmp_path / "s2.jsonl", asked("u1", "Hi", **one), asked("u2", "There", **one)))
    two = {"sessionId": "s3", "forkedFrom": {"sessionId": "s2"}}
    turns = [asked(name, text, **two) for name, text in (("u1", "Hi"), ("u2", "There"), ("u3", "On"))]

    assert fates(take(home, written(tmp_path / "s3.jsonl", *turns))) == (1, 2, 0, 0)


def test_numbers_of_turns_make_no_copies(home: MemoryHome, tmp_path: Path) -> None:
    for name in ("one", "two"):
        head = {"kind": "header", "host": "mine", "origin_id": name}
        said = [{"kind": "turn", "id": str(n), "role": "user", "text": f"{name} {n}"} for n in (1, 2)]
        take(home, written(tmp_path / f"{name}.jsonl", head, *said))

    assert [held.turns for held in home.vade.conversations.list().items] == [2, 2]


def test_numbers_of_a_branch_are_compared_by_words(home: MemoryHome, tmp_path: Path) -> None:
    head = {"kind": "header", "host": "mine", "origin_id": "one"}
    first, other = ({"kind": "turn", "id": "1", "role": "user", "text": text} for text in ("Hi", "Yo"))
    take(home, written(tmp_path / "one.jsonl", head, first))
    copy = written(tmp_path / "two.jsonl", {**head, "origin_id": "two"}, first, {**other, "id": "2"})
    apart = written(tmp_path / "three.jsonl", {**head, "origin_id": "three"}, other)

    assert fates(take(home, copy)) == (1, 1, 0, 0)
    assert fates(take(home, apart)) == (1, 0, 0, 0)


def test_long_ids_make_copies_whatever_they_say(home: MemoryHome, tmp_path: Path) -> None:
    uuid = "3f0c2a1e-5b7d-4c8e-9a10-1f2e3d4c5b6a"
    take(home, written(tmp_path / "s1.jsonl", asked(uuid, "Hi")))
    copy = written(
        tmp_path / "s2.jsonl", asked(uuid, "Hi!", sessionId="s2"), asked("u2", "On", sessionId="s2")
    )

    assert fates(take(home, copy)) == (1, 1, 0, 0)


def test_since_leaves_out_what_is_older(home: MemoryHome, tmp_path: Path) -> None:
    old = chat(*line_of(message("a", "user", "Old")), current="a")
    new = chat(*line_of(message("b", "user", "New", create_time=1.79e9)), current="b", conversation_id="cg2")
    file = document(tmp_path / "c.json", [old, new])

    assert fates(take(home, file, since=datetime(2026, 1, 1, tzinfo=UTC))) == (1, 0, 1, 0)
    assert fates(take(home, file)) == (1, 1, 0, 0)


def test_since_leaves_out_whole_sessions(home: MemoryHome, session: Path) -> None:
    assert fates(take(home, session, since=datetime(2026, 12, 1, tzinfo=UTC))) == (0, 0, 1, 0)
    assert fates(take(home, session, since=datetime(2026, 10, 1, tzinfo=UTC))) == (2, 0, 0, 0)


def test_since_without_an_offset_is_refused(home: MemoryHome, session: Path) -> None:
    with pytest.raises(InvalidValue, match="offset"):
        take(home, session, since=datetime(2026, 12, 1))  # noqa: DTZ001 - the point


def test_memory_keeps_its_time_and_its_source(home: MemoryHome, tmp_path: Path) -> None:
    take(home, document(tmp_path / "mem0.json", [MEM0]))

    (record,) = kept(home)
    assert (record.created, record.sources[0].ref) == (datetime(2026, 1, 5, 10, tzinfo=UTC), "mem0:m1")


def test_forgotten_memory_does_not_come_back(home: MemoryHome, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", [MEM0])
    take(home, file)
    home.vade.forget(home.vade.list().items[0].id)

    answer = take(home, file, again=True)
    assert (fates(answer), answer.records[0].reason) == ((0, 0, 1, 0), "was forgotten here on 2026-03-01")
    assert home.vade.list().total == 0


def test_forgotten_memory_does_not_come_back_under_its_id(home: MemoryHome, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", [MEM0])
    take(home, file)
    home.vade.forget(home.vade.list().items[0].id)
    document(file, [{**MEM0, "memory": "Prefers oat milk in everything"}])

    assert fates(take(home, file)) == (0, 0, 1, 0)


def test_repeat_from_another_system_adds_its_source(home: MemoryHome, tmp_path: Path) -> None:
    take(home, document(tmp_path / "mem0.json", [MEM0]))
    note = tmp_path / "note.md"
    note.write_text("Prefers oat milk\n")

    assert told(take(home, note)) == [
        ("duplicate", "memory", 1, "is remembered already; the source was added")
    ]
    assert [source.ref for source in kept(home)[0].sources] == ["mem0:m1", f"markdown:{note}"]


def test_memory_changed_there_is_changed_here(home: MemoryHome, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", [MEM0])
    take(home, file)
    document(file, [{**MEM0, "memory": "Prefers soy milk"}])

    assert told(take(home, file)) == [("imported", "memory", 1, "was changed there since")]
    assert [record.body for record in kept(home)] == ["Prefers soy milk"]


def test_memory_changed_here_is_left_alone(home: MemoryHome, tmp_path: Path) -> None:
    file = document(tmp_path / "mem0.json", [MEM0])
    take(home, file)
    home.vade.edit(home.vade.list().items[0].id, text="Prefers black coffee")
    document(file, [{**MEM0, "memory": "Prefers soy milk"}])

    assert fates(take(home, file)) == (0, 0, 1, 0)
    assert [record.body for record in kept(home)] == ["Prefers black coffee"]


def test_secrets_of_memories_are_masked(home: MemoryHome, tmp_path: Path) -> None:
    token = "ghp_" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7d"
    take(home, document(tmp_path / "mem0.json", [{**MEM0, "memory": f"The token is {token}"}]))

    assert token not in kept(home)[0].body


def test_entities_get_pages_and_relations_edges(home: MemoryHome, tmp_path: Path) -> None:
    lines = (
        {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["Likes oats"]},
        {"type": "relation", "from": "Ada", "to": "Acme", "relationType": "works_at"},
    )

    assert fates(take(home, written(tmp_path / "memory.jsonl", *lines))) == (3, 0, 0, 0)
    edges = [record.relations for record in kept(home) if record.relations]
    assert edges == [(Relation(predicate="works_at", object="Acme"),)]


def test_memory_that_cannot_be_is_rejected_alone(home: MemoryHome, tmp_path: Path) -> None:
    file = document(
        tmp_path / "mem0.json", [{**MEM0, "memory": "<private>all of it</private>"}, {**MEM0, "id": "m2"}]
    )

    assert fates(take(home, file)) == (1, 0, 0, 1)


def test_strangers_beside_an_export_are_told(home: MemoryHome, tmp_path: Path) -> None:
    one = chat(*line_of(message("a", "user", "One")), current="a")
    file = zipped(tmp_path / "x.zip", conversations=[one], user={"id": 1})

    assert told(take(home, file))[-1] == ("skipped", "file", 1, "is of no known format")


def test_unknown_content_takes_nothing_in(home: MemoryHome, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="of a known format"):
        take(home, document(tmp_path / "x.json", {"a": 1}))


def test_turn_that_is_too_long_costs_no_other(
    home: MemoryHome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vademecum.engine.import_keeping.Keeping.longest", 20)
    file = written(tmp_path / "s1.jsonl", asked("u1", "One"), asked("u2", "x" * 30), asked("u3", "Three"))

    answer = take(home, file)
    assert fates(answer) == (2, 0, 0, 1)
    said = home.vade.conversations.show(str(answer.records[0].id)).turns
    assert [turn.text for turn in said] == ["One", "Three"]


def test_conversation_that_begins_with_too_long_a_turn_is_kept(home: MemoryHome, tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "x" * (MOST_TEXT + 1)), asked("u2", "Two"))

    answer = take(home, file)
    assert fates(answer) == (1, 0, 0, 1)
    said = home.vade.conversations.show(str(answer.records[0].id)).turns
    assert [turn.text for turn in said] == ["Two"]


def test_forgotten_conversation_does_not_come_back(home: MemoryHome, session: Path) -> None:
    own = take(home, session).records[0].id
    home.vade.conversations.forget(str(own))

    assert told(take(home, session, again=True)) == [
        ("skipped", "turn", 2, "was forgotten here on 2026-03-01")
    ]


BRANCH = {"sessionId": "s2"}
FORGOTTEN = "was forgotten here with the conversation that it is copied from"


@pytest.fixture
def branch(tmp_path: Path) -> Path:
    """A copy of the session under another name, which goes on otherwise."""
    return written(
        tmp_path / "s2.jsonl",
        asked("u1", "Fix the parser", **BRANCH),
        answered("a1", "Done.", **BRANCH),
        asked("u9", "And the lexer", **BRANCH),
    )


def test_forgotten_words_come_back_by_no_copy(home: MemoryHome, session: Path, branch: Path) -> None:
    own = take(home, session).records[0].id
    home.vade.conversations.forget(str(own))

    assert told(take(home, branch)) == [("skipped", "turn", 2, FORGOTTEN), ("imported", "turn", 1, "")]


def test_forgotten_words_come_back_by_no_branch(home: MemoryHome, session: Path, branch: Path) -> None:
    own = take(home, session).records[0].id
    take(home, branch)
    home.vade.conversations.forget(str(own))

    assert told(take(home, branch, again=True)) == [
        ("skipped", "turn", 2, FORGOTTEN),
        ("duplicate", "turn", 1, ""),
    ]


def test_redacted_words_come_back_by_no_copy(home: MemoryHome, session: Path, branch: Path) -> None:
    own = take(home, session).records[0].id
    home.vade.conversations.redact(str(own), 1)
    home.vade.conversations.forget(str(own))

    assert fates(take(home, branch)) == (1, 0, 2, 0)


def test_same_words_said_elsewhere_are_no_copy(home: MemoryHome, session: Path, tmp_path: Path) -> None:
    own = take(home, session).records[0].id
    home.vade.conversations.forget(str(own))
    other = written(tmp_path / "s3.jsonl", asked("v1", "Fix the parser", sessionId="s3"))

    assert fates(take(home, other)) == (1, 0, 0, 0)


def test_secret_is_masked_in_what_is_compared(home: MemoryHome, tmp_path: Path) -> None:
    text = "The key is AKIA1234567890ABCDEF, keep it"
    first = written(tmp_path / "s1.jsonl", asked("u1", text))
    home.vade.conversations.forget(str(take(home, first).records[0].id))

    assert fates(take(home, written(tmp_path / "s2.jsonl", asked("u1", text, **BRANCH)))) == (0, 0, 1, 0)


def test_title_of_the_host_is_taken_and_followed(home: MemoryHome, session: Path) -> None:
    named = {"type": "custom-title", "customTitle": "Parser", "sessionId": "s1"}
    for title in ("Parser", "Parser, second part"):
        line = written(session.parent / "more", {**named, "customTitle": title}).read_text()
        session.write_text(session.read_text() + line)
        take(home, session)

        assert [one.title for one in home.vade.conversations.list().items] == [title]


def test_watcher_is_told_of_the_index_too(home: MemoryHome, session: Path) -> None:
    seen: list[tuple[str, int, int]] = []

    take(home, session, watch=lambda name, done, size: seen.append((name, done, size)))

    assert seen[-1] == ("", 1, 1)
    assert {name for name, _, _ in seen} == {"s1.jsonl", ""}
