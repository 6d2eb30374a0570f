from __future__ import annotations

from pathlib import Path

from tests.importers.exports import (
    answered,
    asked,
    batches,
    envelope,
    items,
    left,
    put_out,
    said,
    titles,
    turns,
    used,
    written,
)

from vademecum.model.conversation import ToolUse
from vademecum.model.importing import Fate, Reached


def test_words_of_both_sides_come_in_order(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Fix the parser"), answered("a1", "Done."))

    assert said(file) == [("user", "Fix the parser"), ("assistant", "Done.")]


def test_conversation_knows_session_folder_and_start(tmp_path: Path) -> None:
    (batch,) = batches(written(tmp_path / "s1.jsonl", asked("u1", "Hello")))
    found = batch.conversation

    assert (found.host, found.origin_id, found.workspace) == ("claude-code", "s1", "/home/me/proj")
    assert found.started == "2026-11-01T10:00:00Z"


def test_split_message_is_joined_by_its_id(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        answered("a1", "First half.", message="m"),
        answered("a2", "Second half.", message="m"),
        answered("a3", "Another.", message="n"),
    )

    assert said(file) == [("assistant", "First half.\n\nSecond half."), ("assistant", "Another.")]


def test_message_split_around_tool_output_is_joined(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        answered("a1", used("t1", command="ls"), message="m"),
        asked("r1", [put_out("t1", "README.md")]),
        answered("a2", "One file.", message="m"),
    )

    assert said(file) == [("assistant", "One file.")]
    assert turns(file)[0].tools == (
        ToolUse(name="Bash", input_digest='{"command": "ls"}', output_digest="README.md"),
    )


def test_failed_tool_is_marked(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        answered("a1", used("t1")),
        asked("r1", [put_out("t1", [{"type": "text", "text": "no such file"}], failed=True)]),
    )

    (tool,) = turns(file)[0].tools
    assert (tool.output_digest, tool.error) == ("no such file", True)


def test_output_without_its_call_is_kept(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("r1", [put_out("gone", "exit 1")]))

    assert [tool.output_digest for tool in turns(file)[0].tools] == ["exit 1"]


def test_meta_lines_are_not_speech(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Hi"), asked("m1", "injected", isMeta=True))

    assert said(file) == [("user", "Hi")]
    assert left(file) == [("line 2", "was put in by the host (isMeta)")]


def test_compaction_summary_is_not_speech(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl", asked("u1", "This session…", isCompactSummary=True), asked("u2", "Hi")
    )

    assert said(file) == [("user", "Hi")]
    assert left(file) == [("line 1", "is a summary made by the host (isCompactSummary)")]


def test_line_repeated_after_compaction_counts_once(tmp_path: Path) -> None:
    first, second = asked("u1", "Hi"), answered("a1", "Hello")
    file = written(tmp_path / "s1.jsonl", first, second, first, second, asked("u2", "Bye"))

    assert said(file) == [("user", "Hi"), ("assistant", "Hello"), ("user", "Bye")]
    assert [place for place, _ in left(file, Fate.DUPLICATE)] == ["line 3", "line 4"]


def test_delegated_agent_has_a_conversation_of_its_own(tmp_path: Path) -> None:
    agent = asked("x1", "Look around", isSidechain=True, agentId="a9")
    written(tmp_path / "s1.jsonl", asked("u1", "Hi"))
    written(tmp_path / "s1/subagents/agent-a9.jsonl", agent)

    found = {batch.conversation.origin_id: batch.conversation.parent for batch in batches(tmp_path)}
    assert found == {"s1": None, "s1/a9": "s1"}


def test_sidechain_in_the_main_file_is_told_apart(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Hi"), asked("x1", "Look", isSidechain=True))

    assert [batch.conversation.origin_id for batch in batches(file)] == ["s1", "s1/sidechain"]


def test_branched_session_names_its_parent(tmp_path: Path) -> None:
    forked = asked("u1", "Hi", forkedFrom={"sessionId": "s0", "messageUuid": "u1"})

    assert batches(written(tmp_path / "s1.jsonl", forked))[0].conversation.parent == "s0"


def test_one_session_in_two_folders_is_one_conversation(tmp_path: Path) -> None:
    written(tmp_path / "-home-me-a/s1.jsonl", asked("u1", "Hi"))
    written(tmp_path / "-home-me-b/s1.jsonl", asked("u1", "Hi"), asked("u2", "Again"))

    assert {batch.conversation.origin_id for batch in batches(tmp_path)} == {"s1"}


def test_title_of_the_person_counts_most(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        {"type": "custom-title", "customTitle": "Parser work", "sessionId": "s1"},
        asked("u1", "Hi"),
        {"type": "ai-title", "aiTitle": "Greeting", "sessionId": "s1"},
        {"type": "summary", "summary": "A greeting", "leafUuid": "u1"},
    )

    assert titles(file) == [("s1", "Parser work")]


def test_summary_of_another_file_names_nothing(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s2.jsonl", {"type": "summary", "summary": "Old", "leafUuid": "z9"}, asked("u1", "Hi")
    )

    assert titles(file) == []
    assert left(file) == [("line 1", "names a conversation of another file")]


def test_commands_and_notices_of_the_host_are_no_speech(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        asked("u1", "<command-name>/clear</command-name>"),
        asked("u2", "<local-command-stdout>ok</local-command-stdout>"),
        asked("u3", [{"type": "text", "text": "[Request interrupted by user]"}]),
    )

    assert said(file) == []
    assert {reason for _, reason in left(file)} == {"is a command or notice of the host"}


def test_reminders_are_cut_out_of_what_was_said(tmp_path: Path) -> None:
    text = "<system-reminder>Be brief.</system-reminder>\nWhat is left?"

    assert said(written(tmp_path / "s1.jsonl", asked("u1", text))) == [("user", "What is left?")]


def test_thinking_and_pictures_are_no_words(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        answered("a1", {"type": "thinking", "thinking": "hm"}, message="m"),
        answered("a2", "Yes.", message="m"),
        asked("u1", [{"type": "image", "source": {}}]),
    )

    assert said(file) == [("assistant", "Yes.")]


def test_error_written_as_an_answer_is_no_speech(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl", answered("a1", "API Error: 529", isApiErrorMessage=True), asked("u1", "Hi")
    )

    assert said(file) == [("user", "Hi")]


def test_bookkeeping_is_skipped_with_its_name(tmp_path: Path) -> None:
    file = written(
        tmp_path / "s1.jsonl",
        {"type": "file-history-snapshot", "snapshot": {}, "messageId": "x"},
        envelope("system", "b1", subtype="compact_boundary", logicalParentUuid="a1"),
        {"type": "queue-operation", "operation": "enqueue", "sessionId": "s1"},
    )

    assert [reason for _, reason in left(file)] == [
        "is the host's own record (file-history-snapshot)",
        "is the host's own record (system)",
        "is the host's own record (queue-operation)",
    ]


def test_torn_last_line_is_left_for_the_next_run(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Hi"))
    whole = file.stat().st_size
    file.write_bytes(file.read_bytes() + b'{"type":"user","uuid":"to')

    assert left(file) == [("line 2", "is not written to its end yet")]
    assert items(file)[-1] == Reached(whole, 1)


def test_one_bad_line_costs_no_other(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Hi"), '{"type": }', "[1]", asked("u2", "Bye"))

    assert said(file) == [("user", "Hi"), ("user", "Bye")]
    assert [place for place, _ in left(file, Fate.REJECTED)] == ["line 2", "line 3"]


def test_surrogate_nul_and_wrong_bytes_stop_nothing(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "half \ud83d"), asked("u2", "nul \0 inside"))
    with file.open("ab") as stream:
        stream.write(b'{"type":"user","uuid":"u3","sessionId":"s1","message":{"content":"b\xff"}}\n')

    assert [text for _, text in said(file)] == ["half \ud83d", "nul \0 inside", "b\ufffd"]


def test_line_without_time_or_uuid_is_told(tmp_path: Path) -> None:
    timeless = {key: value for key, value in asked("u1", "Hi").items() if key != "timestamp"}
    file = written(tmp_path / "s1.jsonl", timeless, {**asked("u2", "Bye"), "uuid": None})

    assert [turn.at for turn in turns(file)] == [None]
    assert left(file, Fate.REJECTED) == [("line 2", "has no uuid")]


def test_grown_file_is_read_from_where_it_ended(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("u1", "Hi"))
    reached = items(file)[-1]
    assert isinstance(reached, Reached)
    with file.open("a") as stream:
        stream.write(written(tmp_path / "more", asked("u2", "Bye")).read_text())

    found = [item for item in items(file, reached) if not isinstance(item, Reached)]
    assert [batch.place for batch in found] == ["line 2"]


def test_paths_in_ids_stay_mere_text(tmp_path: Path) -> None:
    file = written(tmp_path / "s1.jsonl", asked("../../u1\0", "Hi", sessionId="../../etc/passwd"))

    assert batches(file)[0].conversation.origin_id == "../../etc/passwd"
    assert turns(file)[0].origin_id == "../../u1"
