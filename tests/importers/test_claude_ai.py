from __future__ import annotations

from pathlib import Path

from tests.importers.exports import (
    AT,
    batches,
    claude_chat,
    claude_message,
    document,
    left,
    memories,
    said,
    turns,
    zipped,
)

from vademecum.model.importing import Fate


def test_bare_array_is_known_by_its_messages(tmp_path: Path) -> None:
    chat = claude_chat(claude_message("q", "human", "Where?"), claude_message("a", "assistant", "There."))
    file = document(tmp_path / "x.json", [chat])

    assert said(file) == [("user", "Where?"), ("assistant", "There.")]


def test_title_id_and_start_are_kept(tmp_path: Path) -> None:
    (batch,) = batches(document(tmp_path / "x.json", [claude_chat(claude_message("q", "human", "Hi"))]))
    found = batch.conversation

    assert (found.host, found.origin_id, found.title) == ("claude-ai", "cl1", "trip")
    assert found.started == "2026-11-01T10:00:00Z"


def test_no_project_is_made_up_for_a_conversation(tmp_path: Path) -> None:
    (batch,) = batches(document(tmp_path / "x.json", [claude_chat(claude_message("q", "human", "Hi"))]))

    assert (batch.conversation.workspace, batch.conversation.parent) == (None, None)


def test_blocks_count_more_than_the_flat_text(tmp_path: Path) -> None:
    content = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "Real."},
        {"type": "token_budget"},
    ]
    flat = "This block is not supported on your current device yet."
    file = document(
        tmp_path / "x.json", [claude_chat(claude_message("a", "assistant", flat, content=content))]
    )

    assert said(file) == [("assistant", "Real.")]


def test_flat_text_serves_where_no_blocks_are(tmp_path: Path) -> None:
    chat = claude_chat(claude_message("q", "human", "Old export", content=[]))

    assert said(document(tmp_path / "x.json", [chat])) == [("user", "Old export")]


def test_tools_are_kept_with_their_output(tmp_path: Path) -> None:
    content = [
        {"type": "tool_use", "id": "t", "name": "web", "input": {"q": "x"}},
        {
            "type": "tool_result",
            "tool_use_id": "t",
            "content": [{"type": "text", "text": "y"}],
            "is_error": True,
        },
    ]
    file = document(tmp_path / "x.json", [claude_chat(claude_message("a", "assistant", "", content=content))])

    (tool,) = turns(file)[0].tools
    assert (tool.name, tool.input_digest, tool.output_digest, tool.error) == ("web", '{"q": "x"}', "y", True)


def test_pasted_text_and_names_of_files_are_kept(tmp_path: Path) -> None:
    pasted = [
        {"file_name": "", "extracted_content": "long paste"},
        {"file_name": "a.txt", "extracted_content": "in a"},
    ]
    sent = claude_message("q", "human", "See:", attachments=pasted, files=[{"file_name": "b.png"}])

    (turn,) = turns(document(tmp_path / "x.json", [claude_chat(sent)]))
    assert turn.text == "See:\n\nlong paste\n\n[attached: a.txt]\nin a\n\n[attached: b.png]"


def test_empty_message_is_skipped(tmp_path: Path) -> None:
    file = document(tmp_path / "x.json", [claude_chat(claude_message("q", "human", ""))])

    assert left(file) == [("element 1, message 1", "holds no words")]


def test_export_of_2026_with_a_file_per_project_is_read(tmp_path: Path) -> None:
    project = {
        "uuid": "p1",
        "name": "Garden",
        "description": "Beds",
        "prompt_template": "Be brief",
        "docs": [],
    }
    chats = [claude_chat(claude_message("q", "human", "Hi"))]
    file = zipped(tmp_path / "data.zip", conversations=chats, projects__p1=project, users=[{"uuid": "z"}])

    assert said(file) == [("user", "Hi")]
    assert [(memory.title, memory.text, memory.type) for memory in memories(file)] == [
        ("Garden", "Beds\n\nBe brief", "project")
    ]


def test_documents_of_a_project_are_memories(tmp_path: Path) -> None:
    doc = {"uuid": "d1", "filename": "soil.md", "content": "Sandy.", "created_at": AT}
    file = document(tmp_path / "projects.json", [{"uuid": "p1", "name": "Garden", "docs": [doc]}])

    (memory,) = memories(file)
    assert (memory.title, memory.text, memory.origin_id) == ("Garden: soil.md", "Sandy.", "project/p1/d1")


def test_what_the_service_remembered_is_imported(tmp_path: Path) -> None:
    told = {
        "conversations_memory": "Likes oats.",
        "project_memories": {"p1": "Beds are raised."},
        "account_uuid": "z",
    }
    file = document(tmp_path / "memories.json", [told])

    assert [memory.text for memory in memories(file)] == ["Likes oats.", "Beds are raised."]


def test_one_bad_conversation_costs_no_other(tmp_path: Path) -> None:
    good = claude_chat(claude_message("q", "human", "Hi"))
    file = document(tmp_path / "x.json", [{**good, "uuid": None}, good, {**good, "chat_messages": None}])

    assert said(file) == [("user", "Hi")]
    assert left(file, Fate.REJECTED) == [("element 1", "has no uuid")]
