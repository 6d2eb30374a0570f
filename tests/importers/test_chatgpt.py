from __future__ import annotations

from pathlib import Path

from tests.importers.exports import (
    batches,
    chat,
    document,
    left,
    line_of,
    message,
    node,
    said,
    turns,
    zipped,
)

from vademecum.model.importing import Fate

ROOT = node("r", None, None, "a")
QUESTION = node("a", "r", message("a", "user", "pick a codename"), "x", "c")
REJECTED = node("x", "a", message("x", "assistant", "walrus"))
CHOSEN = node("c", "a", message("c", "assistant", "narwhal"))


def test_shown_branch_comes_in_order(tmp_path: Path) -> None:
    file = document(tmp_path / "c.json", [chat(ROOT, QUESTION, REJECTED, CHOSEN, current="c")])

    assert [turn.text for turn in batches(file)[0].conversation.turns] == ["pick a codename", "narwhal"]


def test_other_branch_is_a_conversation_branched_off(tmp_path: Path) -> None:
    file = document(tmp_path / "c.json", [chat(ROOT, QUESTION, REJECTED, CHOSEN, current="c")])
    branch = batches(file)[1].conversation

    assert (branch.origin_id, branch.parent) == ("cg1/x", "cg1")
    assert [turn.text for turn in branch.turns] == ["walrus"]


def test_missing_current_node_ends_at_the_newest_leaf(tmp_path: Path) -> None:
    late = node("c", "a", message("c", "assistant", "narwhal", create_time=1.8e9))
    file = document(tmp_path / "c.json", [chat(ROOT, QUESTION, REJECTED, late, current=None)])

    assert [turn.text for turn in batches(file)[0].conversation.turns] == ["pick a codename", "narwhal"]


def test_circle_of_parents_ends(tmp_path: Path) -> None:
    one = node("a", "b", message("a", "user", "Hi"), "b")
    two = node("b", "a", message("b", "assistant", "Ho"), "a")

    assert len(turns(document(tmp_path / "c.json", [chat(one, two, current="b")]))) == 2


def test_parent_that_names_no_children_is_told_once(tmp_path: Path) -> None:
    last, lost = node("m", "l", message("m", "user", "Ho")), node("l", "a", message("l", "assistant", "Hi"))
    file = document(tmp_path / "c.json", [chat(ROOT, QUESTION, CHOSEN, last, lost, current="c")])

    assert [batch.conversation.origin_id for batch in batches(file)] == ["cg1", "cg1/l"]
    assert [turn.text for turn in turns(file)] == ["pick a codename", "narwhal", "Hi", "Ho"]


def test_null_times_and_titles_are_no_obstacle(tmp_path: Path) -> None:
    bare = chat(*line_of(message("a", "user", "Hi", create_time=None)), current="a")
    file = document(tmp_path / "c.json", [{**bare, "title": None, "create_time": None, "update_time": None}])

    (found,) = batches(file)
    assert (found.conversation.title, found.conversation.started) == (None, None)
    assert [turn.at for turn in found.conversation.turns] == [None]


def test_hidden_and_weightless_messages_are_skipped(tmp_path: Path) -> None:
    hidden = {"is_visually_hidden_from_conversation": True}
    lines = line_of(
        message("a", "user", "secret", metadata=hidden),
        message("b", "assistant", "withdrawn", weight=0.0),
        message("c", "system", "be nice"),
        message("d", "user", "Hi"),
    )

    assert said(document(tmp_path / "c.json", [chat(*lines, current="d")])) == [("user", "Hi")]


def test_conversation_not_to_be_remembered_is_skipped(tmp_path: Path) -> None:
    lines = line_of(message("a", "user", "Hi"))
    file = document(tmp_path / "c.json", [chat(*lines, current="a", is_do_not_remember=True)])

    assert (said(file), left(file)) == (
        [],
        [("conversation 1", "is not to be remembered (is_do_not_remember)")],
    )


def test_standing_instructions_and_thoughts_are_skipped(tmp_path: Path) -> None:
    lines = line_of(
        message("a", "user", content={"content_type": "user_editable_context", "user_profile": "x"}),
        message("b", "assistant", content={"content_type": "thoughts", "thoughts": []}),
        message("c", "assistant", content={"content_type": "reasoning_recap", "content": "Thought for 3s"}),
        message("d", "assistant", content={"content_type": "model_editable_context", "parts": ["x"]}),
    )

    assert said(document(tmp_path / "c.json", [chat(*lines, current="d")])) == []


def test_picture_says_nothing_and_its_caption_does(tmp_path: Path) -> None:
    parts = {
        "content_type": "multimodal_text",
        "parts": [{"content_type": "image_asset_pointer"}, "what is this?"],
    }
    file = document(tmp_path / "c.json", [chat(*line_of(message("a", "user", content=parts)), current="a")])

    assert said(file) == [("user", "what is this?")]


def test_speech_is_read_by_its_transcript(tmp_path: Path) -> None:
    heard = {"content_type": "audio_transcription", "text": "turn left", "direction": "in"}
    content = {"content_type": "multimodal_text", "parts": [heard]}
    file = document(tmp_path / "c.json", [chat(*line_of(message("a", "user", content=content)), current="a")])

    assert said(file) == [("user", "turn left")]


def test_unknown_type_of_content_is_read_by_its_text(tmp_path: Path) -> None:
    content = {"content_type": "invented_tomorrow", "text": "still words"}
    file = document(tmp_path / "c.json", [chat(*line_of(message("a", "user", content=content)), current="a")])

    assert said(file) == [("user", "still words")]


def test_answer_with_its_tools_is_one_turn(tmp_path: Path) -> None:
    code = {"content_type": "code", "text": "print(2)"}
    output = {"content_type": "execution_output", "text": "2"}
    lines = line_of(
        message("a", "assistant", recipient="python", content=code),
        message("b", "tool", name="python", content=output),
        message("c", "assistant", "It is two."),
    )

    (turn,) = turns(document(tmp_path / "c.json", [chat(*lines, current="c")]))
    assert (turn.origin_id, turn.text) == ("a", "It is two.")
    assert [(tool.name, tool.input_digest, tool.output_digest) for tool in turn.tools] == [
        ("python", "print(2)", "2")
    ]


def test_numbered_series_in_a_zip_is_read_whole(tmp_path: Path) -> None:
    one = chat(*line_of(message("a", "user", "One")), current="a")
    two = chat(*line_of(message("b", "user", "Two")), current="b", conversation_id="cg2")
    file = zipped(
        tmp_path / "x.zip", **{"conversations-000": [one], "conversations-001": [two], "user": {"id": 1}}
    )

    assert said(file) == [("user", "One"), ("user", "Two")]


def test_one_bad_conversation_costs_no_other(tmp_path: Path) -> None:
    good = chat(*line_of(message("a", "user", "Hi")), current="a")
    file = document(tmp_path / "c.json", [{"mapping": None}, good, {**good, "mapping": {"a": None}}, 7])

    assert said(file) == [("user", "Hi")]
    assert [reason for _, reason in left(file, Fate.REJECTED)] == ["has no id", "is no JSON object"]


def test_single_conversation_without_an_array_is_read(tmp_path: Path) -> None:
    assert said(document(tmp_path / "c.json", chat(*line_of(message("a", "user", "Hi")), current="a")))
