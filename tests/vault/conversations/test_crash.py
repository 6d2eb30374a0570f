"""A process that is killed while it writes loses nothing that it acknowledged."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.files import FileConversations

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ID = conversation_id("claude-code", "s1")
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.vault.conversations.files import FileConversations
keeper, number = FileConversations(Path(sys.argv[1])), 0
while True:
    said = [NewTurn(origin_id=f"{number}-{part}", role=Role.USER, text="words " * 4_000) for part in range(8)]
    keeper.append(NewConversation(host="claude-code", origin_id="s1", turns=said), datetime.now(UTC))
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("acknowledged", [1, 4, 9])
def test_killed_writer_loses_nothing_acknowledged(tmp_path: Path, acknowledged: int) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline().strip() for _ in range(acknowledged)]
        writer.kill()

    keeper = FileConversations(tmp_path)
    assert keeper.verify(ID).sound
    assert {f"{number}-{part}" for number in told for part in range(8)} <= keeper.origins(ID)


@pytest.mark.parametrize("acknowledged", [2, 5])
def test_killed_conversation_goes_on(tmp_path: Path, acknowledged: int) -> None:
    test_killed_writer_loses_nothing_acknowledged(tmp_path, acknowledged)
    keeper = FileConversations(tmp_path)
    said = [NewTurn(origin_id="after", role=Role.USER, text="words")]
    keeper.append(NewConversation(host="claude-code", origin_id="s1", turns=said), NOW)

    assert "after" in keeper.origins(ID)
    assert keeper.verify(ID).faults == ()
