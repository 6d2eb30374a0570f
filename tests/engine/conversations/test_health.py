"""What a check-up tells of conversations, and what it offers."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.conversations.conftest import Talks

from vademecum.engine.conversations.health import Counted
from vademecum.model.conversation import ConversationId


def file_of(talks: Talks, conversation: ConversationId) -> Path:
    return Path(talks.parts.keeper.locate(conversation))


def found(talks: Talks) -> list[tuple[str, str, str]]:
    return [(one.level, one.code, one.subject) for one in talks.said.check_up()]


def lose(path: Path) -> None:
    path.unlink()


def cut(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def change(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"heron", b"crane"))


def swap(path: Path) -> None:
    first, *others = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first, *reversed(others)]))


def scribble(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"a note of somebody else\n")


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lose, "conversation_missing"),
        (cut, "conversation_truncated"),
        (change, "conversation_changed"),
        (swap, "conversation_broken"),
        (scribble, "conversation_unreadable"),
        (empty, "conversation_missing"),
    ],
)
def test_damage_is_an_error_with_its_conversation(
    on_disk: Talks, damage: Callable[[Path], None], code: str
) -> None:
    hurt = on_disk.tell("one", "A heron stood there.", "A reed grew there.")
    on_disk.tell("two", "Nothing happened.")
    damage(file_of(on_disk, hurt))

    assert [one for one in found(on_disk) if one[1] == code] == [("error", code, hurt[:12])]
    assert {one[2] for one in found(on_disk)} == {hurt[:12]}


def test_a_torn_line_is_a_note(on_disk: Talks) -> None:
    torn = on_disk.tell("one", "A heron stood there.")
    with file_of(on_disk, torn).open("ab") as file:
        file.write(b'{"kind":"turn","seq":2,"id')

    assert found(on_disk) == [("note", "conversation_torn", torn[:12])]


def test_a_deleted_file_can_be_forgotten(on_disk: Talks) -> None:
    gone = on_disk.tell("one", "A heron stood there.")
    file_of(on_disk, gone).unlink()
    assert [one.fix for one in on_disk.said.check_up()] == [
        f"restore it from a backup, or `vade conversations forget {gone[:12]}`"
    ]

    on_disk.said.forget(gone[:12])

    assert found(on_disk) == []


def test_an_index_out_of_step_is_rebuilt(on_disk: Talks, tmp_path: Path) -> None:
    on_disk.tell("one", "A heron stood there.", "A reed grew there.")
    assert found(on_disk) == []
    catalogue = next((tmp_path / "cache").rglob("catalogue.db"))
    with sqlite3.connect(catalogue) as connection:
        connection.execute("DELETE FROM record WHERE seq = 1")
    connection.close()
    assert ("error", "index_damaged", "conversations") in found(on_disk)

    on_disk.said.reindex()

    assert (found(on_disk), on_disk.parts.turns.corpus().turns) == ([], 2)


def test_an_unlistable_folder_is_not_an_empty_one(on_disk: Talks, tmp_path: Path) -> None:
    on_disk.tell("one", "A heron stood there.")
    on_disk.said.sync()
    folder = tmp_path / "home" / "conversations"
    folder.rename(tmp_path / "away")
    folder.write_text("no folder")

    assert found(on_disk) == [("error", "conversations_unreachable", "conversations")]
    assert list(on_disk.said.rebuilt()[1]) == ["conversations"]
    assert on_disk.parts.turns.corpus().turns == 1


def test_counts_are_those_of_the_files(on_disk: Talks) -> None:
    one = on_disk.tell("one", "A heron stood there.", "A reed grew there.")
    counted = on_disk.said.counted()

    assert counted == Counted(
        conversations=1,
        turns=2,
        file_bytes=file_of(on_disk, one).stat().st_size,
        index_bytes=on_disk.parts.turns.size_bytes(),
    )
