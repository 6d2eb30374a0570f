"""What conversations leave on a disk."""

from __future__ import annotations

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.errors import VaultError
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.files import FileConversations

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ID = conversation_id("claude-code", "s1")


def talk(*texts: str, started: str | None = None) -> NewConversation:
    said = tuple(NewTurn(origin_id=text, role=Role.USER, text=text) for text in texts)
    return NewConversation(host="claude-code", origin_id="s1", started=started, turns=said)


def test_file_stands_in_the_year_it_began(tmp_path: Path) -> None:
    FileConversations(tmp_path).append(talk("one", started="2024-05-01T10:00:00Z"), NOW)

    assert (tmp_path / "conversations" / "2024" / f"{ID}.jsonl").is_file()


@pytest.mark.parametrize("started", [None, "", "../..", "٢٠٢٤-05", "yesterday"])
def test_year_without_a_claim_is_the_present_one(tmp_path: Path, started: str | None) -> None:
    FileConversations(tmp_path).append(talk("one", started=started), NOW)

    assert (tmp_path / "conversations" / "2026" / f"{ID}.jsonl").is_file()


def test_other_claim_of_the_year_makes_no_second_file(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    keeper.append(talk("one", started="2024"), NOW)
    keeper.append(talk("two", started="2025"), NOW)

    assert [each.parent.name for each in tmp_path.rglob("*.jsonl") if each.stem == ID] == ["2024"]


def test_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    keeper.append(talk("one"), NOW)

    assert stat.S_IMODE(Path(keeper.locate(ID)).stat().st_mode) == 0o600


def test_reading_makes_nothing(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path / "home")

    assert (keeper.stamps(), keeper.known(), list(keeper.lines(ID))) == ({}, (), [])
    assert list(tmp_path.iterdir()) == []


def test_threads_lose_and_double_nothing(tmp_path: Path) -> None:
    keepers = [FileConversations(tmp_path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: keepers[n % 4].append(talk(f"turn {n // 2}"), NOW), range(40)))

    assert len(keepers[0].origins(ID)) == 20
    assert (keepers[0].verify(ID).turns, keepers[0].verify(ID).faults) == (20, ())


_WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.vault.conversations.files import FileConversations
keeper = FileConversations(Path(sys.argv[1]))
for number in range(15):
    said = (NewTurn(origin_id=f"{sys.argv[2]}-{number}", role=Role.USER, text="words"),)
    keeper.append(NewConversation(host="claude-code", origin_id="s1", turns=said), datetime.now(UTC))
"""


def test_processes_lose_and_double_nothing(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path), name]) for name in "abc"]
    codes = [writer.wait() for writer in writers]

    checked = FileConversations(tmp_path).verify(ID)
    assert codes == [0, 0, 0]
    assert (checked.turns, checked.faults) == (45, ())


def test_torn_line_is_kept_beside_the_file(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    keeper.append(talk("one"), NOW)
    place = Path(keeper.locate(ID))
    place.write_bytes(place.read_bytes() + b'{"kind":"tu')
    keeper.append(talk("two"), NOW)

    assert place.with_suffix(".torn").read_bytes() == b'{"kind":"tu\n'


def test_lost_newline_at_the_end_loses_no_turn(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    keeper.append(talk("one"), NOW)
    place = Path(keeper.locate(ID))
    place.write_bytes(place.read_bytes()[:-1])
    keeper.append(talk("two"), NOW)

    assert keeper.origins(ID) == {"one", "two"}
    assert keeper.verify(ID).faults == ()


def test_redaction_leaves_no_byte(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    said = NewTurn(origin_id="u1", role=Role.USER, text="a kumquat")
    keeper.append(NewConversation(host="claude-code", origin_id="s1", turns=(said,)), NOW)
    Path(keeper.locate(ID)).with_suffix(".torn").write_bytes(b"kumquat, torn")
    keeper.redact(ID, [1], NOW)

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if b"kumquat" in path.read_bytes()] == []


def test_erasing_leaves_no_file(tmp_path: Path) -> None:
    keeper = FileConversations(tmp_path)
    keeper.append(talk("one"), NOW)
    Path(keeper.locate(ID)).with_suffix(".torn").write_bytes(b"torn")

    assert keeper.erase(ID) == 2
    assert [path for path in tmp_path.rglob("*") if ID in path.name] == []


def test_link_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("secret\n")
    year = tmp_path / "home" / "conversations" / "2026"
    year.mkdir(parents=True)
    (year / f"{ID}.jsonl").symlink_to(outside)

    with pytest.raises(VaultError):
        FileConversations(tmp_path / "home").append(talk("one"), NOW)
    assert outside.read_text() == "secret\n"


def test_other_files_are_no_conversations(tmp_path: Path) -> None:
    year = tmp_path / "conversations" / "2026"
    year.mkdir(parents=True)
    (year / "notes.jsonl").write_text("")
    (year / f"{ID}.json").write_text("")
    (tmp_path / "conversations" / "drafts").mkdir()

    assert FileConversations(tmp_path).stamps() == {}
