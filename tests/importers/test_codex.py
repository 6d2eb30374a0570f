from __future__ import annotations

from pathlib import Path

from tests.importers.exports import AT, batches, event, item, items, left, meta, rolled, said, turns, written

from vademecum.model.importing import Batch, Fate, Reached


def test_each_utterance_is_taken_once(tmp_path: Path) -> None:
    file = written(
        tmp_path / "rollout.jsonl",
        meta(),
        item("user", "Add a test"),
        event("user_message", "Add a test"),
        event("agent_message", "Added."),
        item("assistant", "Added."),
    )

    assert said(file) == [("user", "Add a test"), ("assistant", "Added.")]
    assert [reason for _, reason in left(file)][1:] == ["is the second copy of an utterance"] * 2


def test_utterance_that_has_no_copy_is_kept(tmp_path: Path) -> None:
    file = written(tmp_path / "r.jsonl", meta(), event("user_message", "Hi"), item("assistant", "Hello"))

    assert said(file) == [("user", "Hi"), ("assistant", "Hello")]


def test_the_same_words_said_twice_stay_twice(tmp_path: Path) -> None:
    twice = [item("user", "yes"), event("user_message", "yes")] * 2

    assert said(written(tmp_path / "r.jsonl", meta(), *twice)) == [("user", "yes"), ("user", "yes")]


def test_session_knows_id_folder_and_start(tmp_path: Path) -> None:
    (batch,) = batches(written(tmp_path / "r.jsonl", meta(), item("user", "Hi")))
    found = batch.conversation

    assert (found.host, found.origin_id, found.workspace) == ("codex", "cx1", "/home/me/proj")
    assert found.started == "2026-11-01T10:00:00Z"


def test_injected_blocks_are_skipped(tmp_path: Path) -> None:
    file = written(
        tmp_path / "r.jsonl",
        meta(),
        item("user", "<environment_context>\n<cwd>/x</cwd></environment_context>"),
        item("user", "<user_instructions>be brief</user_instructions>"),
        item("user", "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>"),
        item("user", "<environment_context></environment_context>", "Real words"),
        item("developer", "<permissions instructions>"),
    )

    assert said(file) == [("user", "Real words")]


def test_tools_go_with_what_was_said_before(tmp_path: Path) -> None:
    call = rolled("response_item", type="function_call", name="shell", arguments='{"c":"ls"}', call_id="c1")
    output = '{"output":"README","metadata":{"exit_code":1}}'
    file = written(
        tmp_path / "r.jsonl",
        meta(),
        item("assistant", "Looking."),
        call,
        rolled("response_item", type="function_call_output", call_id="c1", output=output),
    )

    (tool,) = turns(file)[0].tools
    assert (tool.name, tool.input_digest, tool.output_digest, tool.error) == (
        "shell",
        '{"c":"ls"}',
        "README",
        True,
    )


def test_patch_without_words_is_a_turn(tmp_path: Path) -> None:
    call = rolled(
        "response_item", type="custom_tool_call", name="apply_patch", input="*** Begin", call_id="c"
    )

    assert turns(written(tmp_path / "r.jsonl", meta(), call))[0].tools[0].name == "apply_patch"


def test_reasoning_counts_and_compactions_are_skipped(tmp_path: Path) -> None:
    file = written(
        tmp_path / "r.jsonl",
        meta(),
        rolled("response_item", type="reasoning", summary=[], encrypted_content="x"),
        rolled("event_msg", type="token_count", info={}),
        rolled("compacted", message="So far…"),
        rolled("event_msg", type="turn_aborted", reason="interrupted"),
    )

    assert (said(file), len(left(file))) == ([], 5)


def test_older_rollout_without_envelopes_is_read(tmp_path: Path) -> None:
    file = written(
        tmp_path / "r.jsonl",
        {"id": "old1", "timestamp": AT, "instructions": None},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
    )

    assert (said(file), batches(file)[0].conversation.origin_id) == ([("user", "Hi")], "old1")


def test_nul_in_one_file_aborts_no_other(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", meta(), item("user", "nul \0"), "\0\0 torn \0")
    written(tmp_path / "b.jsonl", rolled("session_meta", id="cx2"), item("user", "fine"))

    assert said(tmp_path) == [("user", "nul \0"), ("user", "fine")]
    assert [place for place, _ in left(tmp_path, Fate.REJECTED)] == ["line 3"]


def test_grown_rollout_is_read_from_its_last_exchange(tmp_path: Path) -> None:
    begins = rolled("event_msg", type="task_started", turn_id="t")
    file = written(tmp_path / "r.jsonl", meta(), begins, item("user", "One"), begins, item("user", "Two"))
    reached = items(file)[-1]

    assert isinstance(reached, Reached)
    assert reached.line == 3
    (again,) = [one for one in items(file, reached) if isinstance(one, Batch)]
    assert list(again.conversation.turns) == list(batches(file)[0].conversation.turns)[1:]


def test_lines_of_two_rollouts_are_not_taken_for_one(tmp_path: Path) -> None:
    one = batches(written(tmp_path / "one.jsonl", meta(), item("user", "One")))
    two = batches(written(tmp_path / "two.jsonl", meta(), item("user", "Two")))

    first, second = (each[0].conversation.turns for each in (one, two))
    assert [turn.origin_id for turn in first] != [turn.origin_id for turn in second]
