from __future__ import annotations

import inspect
import json
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.importers.exports import asked, chat, claude_chat, document, items, said, written

from vademecum.errors import LimitExceeded, NotFound, UnknownName, UsageError
from vademecum.importers.opening import foreign_files
from vademecum.model.importing import ForeignFile, Passed


def found(source: Path | str, **environ: str) -> list[tuple[str, str]]:
    """(name, format or reason) of every file."""
    files = foreign_files(str(source), environ)
    return [(file.name, file.format if isinstance(file, ForeignFile) else file.reason) for file in files]


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    written(tmp_path / "conversations.json", asked("u1", "Hi"))
    document(tmp_path / "rollout.jsonl", [claude_chat()])

    assert found(tmp_path) == [("conversations.json", "claude-code"), ("rollout.jsonl", "claude-ai")]


def test_unknown_content_lists_what_is_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"claude-code, codex, chatgpt, claude-ai, gemini"):
        found(document(tmp_path / "x.json", {"some": "thing"}))


def test_content_of_two_formats_is_refused(tmp_path: Path) -> None:
    both = {**claude_chat(), **chat(current=None)}

    with pytest.raises(UsageError, match="looks like chatgpt and claude-ai at once"):
        found(document(tmp_path / "x.json", [both]))


def test_named_format_is_taken_at_its_word(tmp_path: Path) -> None:
    file = document(tmp_path / "x.json", [{**claude_chat(), "mapping": {}}])

    assert items(file, wanted="claude-ai") == []
    with pytest.raises(UnknownName):
        items(file, wanted="clippy")


def test_strangers_in_a_folder_are_passed_over(tmp_path: Path) -> None:
    written(tmp_path / "s1.jsonl", asked("u1", "Hi"))
    (tmp_path / "chat.html").write_text("<html>")

    assert found(tmp_path) == [("s1.jsonl", "claude-code"), ("chat.html", "is of no known format")]


def test_host_is_found_where_it_keeps_its_folder(tmp_path: Path) -> None:
    written(tmp_path / "projects" / "-x" / "s1.jsonl", asked("u1", "Hi"))

    assert found("claude-code", CLAUDE_CONFIG_DIR=str(tmp_path)) == [("-x/s1.jsonl", "claude-code")]


def test_host_without_a_folder_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="CODEX_HOME"):
        found("codex", CODEX_HOME=str(tmp_path / "none"))


def test_antigravity_is_read_by_its_transcripts(tmp_path: Path) -> None:
    logs = tmp_path / "antigravity-cli" / "brain" / "c-1" / ".system_generated" / "logs"
    step = {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "content": "Hi"}
    written(logs / "transcript_full.jsonl", step)
    (logs.parents[1] / "task.md").write_text("# Task")

    name = "c-1/.system_generated/logs/transcript_full.jsonl"
    assert found("antigravity", GEMINI_CONFIG_DIR=str(tmp_path)) == [(name, "antigravity")]


def test_sealed_conversations_are_named_beside_transcripts(tmp_path: Path) -> None:
    product = tmp_path / "antigravity"
    step = {"step_index": 0, "source": "USER_EXPLICIT", "type": "USER_INPUT", "content": "Hi"}
    written(product / "brain" / "c-1" / ".system_generated" / "logs" / "transcript.jsonl", step)
    document(product / "conversations" / "c-1.db", {})
    document(product / "conversations" / "c-2.pb", {})

    _, told, sealed = found("antigravity", GEMINI_CONFIG_DIR=str(tmp_path))
    assert (told[0], sealed[0]) == ("c-1.db", "c-2.pb")
    assert told[1].startswith("is told by its transcript")
    assert sealed[1].startswith("is in a form that Antigravity does not publish")


def test_sealed_conversations_alone_say_why(tmp_path: Path) -> None:
    for number in (1, 2):
        document(tmp_path / "antigravity" / "conversations" / f"{number}.pb", {})

    with pytest.raises(UsageError, match="each of 2 files is in a form that Antigravity does not publish"):
        found("antigravity", GEMINI_CONFIG_DIR=str(tmp_path))


def test_antigravity_without_a_folder_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"antigravity keeps nothing at .*antigravity-cli/brain"):
        found("antigravity", GEMINI_CONFIG_DIR=str(tmp_path))


def test_folder_of_a_hosts_name_goes_before_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "antigravity" / "s1.jsonl", asked("u1", "Hi"))

    assert found("antigravity") == [("s1.jsonl", "claude-code")]


def test_missing_path_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no file or folder"):
        found(tmp_path / "none")


@pytest.mark.parametrize(
    "name", ["../up.json", "/etc/x.json", "a/../../x.json", "C:\\x.json", "..\\x.json", "~/x"]
)
def test_archive_that_leads_out_of_itself_is_refused(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(name, json.dumps([claude_chat()]))

    with pytest.raises(UsageError, match="leads out of it"):
        found(tmp_path / "x.zip")


def test_zip_bomb_is_not_unfolded(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b"[" + b" " * (64 << 20))

    with pytest.raises(UsageError, match="zip bomb"):
        found(tmp_path / "x.zip")


def test_archive_that_unfolds_to_terabytes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vademecum.importers.members.MOST_BYTES", 10)
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps([claude_chat()]))

    with pytest.raises(LimitExceeded):
        found(tmp_path / "x.zip")


def test_damaged_archive_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 and then nothing")

    with pytest.raises(UsageError, match="damaged zip archive"):
        found(tmp_path / "x.zip")


def test_linked_file_is_read_and_linked_folder_is_not_walked(tmp_path: Path) -> None:
    real = written(tmp_path / "elsewhere" / "s1.jsonl", asked("u1", "Hi"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "s1.jsonl").symlink_to(real)
    (tmp_path / "here" / "round").symlink_to(tmp_path / "here")

    assert said(tmp_path / "here") == [("user", "Hi")]


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A file in more folders than functions may call each other."""
    file = written(tmp_path / "/".join("d" * 150) / "s1.jsonl", asked("u1", "Hi"))
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    yield file
    sys.setrecursionlimit(usual)


def test_folders_may_be_nested_more_deeply_than_functions(tmp_path: Path, deep: Path) -> None:
    written(tmp_path / "d" / "e.jsonl", asked("u2", "Ho"))

    assert [name for name, _ in found(tmp_path)] == [deep.relative_to(tmp_path).as_posix(), "d/e.jsonl"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_closed_file_in_a_folder_is_passed_over(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", asked("u1", "Hi"))
    written(tmp_path / "b.jsonl", asked("u2", "Ho")).chmod(0)

    assert found(tmp_path)[1][1].startswith("cannot be read")


def test_time_of_the_last_word_is_found_at_the_end(tmp_path: Path) -> None:
    later = {**asked("u2", "Bye"), "timestamp": "2026-11-02T00:00:00Z"}
    (file,) = foreign_files(str(written(tmp_path / "s.jsonl", asked("u1", "Hi"), later)), {})

    assert not isinstance(file, Passed)
    assert file.active() == "2026-11-02T00:00:00Z"
