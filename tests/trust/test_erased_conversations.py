"""Erased is erased, also of what was said: a sentinel is looked for in every byte of a home and its cache."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.trust.erasing import killed

import vademecum
from vademecum.engine.vade import Vade
from vademecum.errors import InvalidValue
from vademecum.model.conversation import NewConversation, NewTurn, Role

STEPS = [
    ("vault.ledger", "KeyedLedger", "bury"),
    ("vault.conversations.files", "FileConversations", "erase"),
    ("", "blotting", "blot_out"),
    ("vault.conversations.ends", "Ends", "forget"),
    ("engine.conversations.forgetting", "Forgetting", "_proven"),
    ("stores.local.turns.index", "LocalTurns", "scrub"),
    ("vault.scanning", "FileScanner", "scan"),
    ("engine.conversations.forgetting", "Forgetting", "_finish"),
]


@pytest.fixture
def vade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vade]:
    """A home of eight conversations, with the index handed to the engine."""
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with vademecum.open(cwd=tmp_path) as opened:
        for number in range(8):
            talk(opened, f"talk-{number}", f"The heronry has {number} nests of oak and reed.")
        yield opened


def talk(vade: Vade, origin: str, *texts: str, title: str | None = None) -> str:
    turns = [
        NewTurn(origin_id=f"{origin}-{number}", role=Role.USER, text=text)
        for number, text in enumerate(texts)
    ]
    return vade.conversations.append(
        NewConversation(host="claude-code", origin_id=origin, title=title, workspace=None, turns=turns)
    ).id


def keep(vade: Vade, sentinel: str) -> str:
    """A conversation that says the sentinel, known to the engine."""
    kept = talk(vade, "kept", f"The heronry was called {sentinel}.", "It has 12 nests.", title=sentinel)
    vade.conversations.sync()
    vade._parts.open_conversations().turns.flush()
    return kept


@pytest.mark.parametrize("place", STEPS, ids="-".join)
def test_a_forgetting_that_was_killed_is_finished_by_the_next(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path, place: tuple[str, str, str]
) -> None:
    gone = keep(vade, sentinel)
    assert killed(f"conversations.forget({gone!r})", place, tmp_path) == -9
    assert "vade conversations forget" in [one.fix for one in vade.doctor().findings]

    receipt = vade.conversations.forget()

    assert (receipt.outcome, receipt.completed, holding()) == ("forgotten", (gone,), [])
    assert vade.doctor().healthy
    assert vade.conversations.verify().sound
    assert [hit for hit in vade.conversations.search(sentinel).hits if hit.conversation_id == gone] == []


@pytest.mark.parametrize("place", STEPS[2:6:2], ids="-".join)
def test_a_half_forgotten_conversation_still_has_its_handle(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path, place: tuple[str, str, str]
) -> None:
    gone = keep(vade, sentinel)
    assert killed(f"conversations.forget({gone!r})", place, tmp_path) == -9

    receipt = vade.conversations.forget(gone[:12])

    assert (receipt.outcome, holding()) == ("forgotten", [])


@pytest.mark.parametrize(
    "place",
    [
        ("vault.conversations.files", "FileConversations", "redact"),
        ("", "blotting", "blot_out"),
        ("engine.conversations.forgetting", "Forgetting", "_proven"),
        ("stores.local.turns.index", "LocalTurns", "scrub"),
        ("engine.conversations.forgetting", "Forgetting", "_finish"),
    ],
    ids="-".join,
)
def test_a_redaction_that_was_killed_is_repeated(
    vade: Vade, sentinel: str, tmp_path: Path, place: tuple[str, str, str]
) -> None:
    kept = keep(vade, sentinel)
    vade.conversations.rename(kept, "Birds")
    assert killed(f"conversations.redact({kept!r}, 1)", place, tmp_path) == -9

    again = vade.conversations.forget()
    answer = vade.conversations.redact(kept, 1)

    assert (again.completed, answer.outcome, vade.doctor().healthy) == ((kept,), "redacted", True)
    assert vade.conversations.verify(kept).sound


def test_nothing_named_and_nothing_left_is_refused(vade: Vade) -> None:
    with pytest.raises(InvalidValue, match="say which"):
        vade.conversations.forget()


def test_an_imported_title_goes_with_its_conversation(
    vade: Vade, sentinel: str, holding: Callable[[], list[str]], tmp_path: Path
) -> None:
    words = {"role": "user", "content": "Lagoon"}
    said = {"type": "user", "uuid": "u1", "sessionId": "s1", "message": words}
    title = {"type": "custom-title", "sessionId": "s1", "customTitle": f"About {sentinel}"}
    (tmp_path / "s1.jsonl").write_text(f"{json.dumps(said)}\n{json.dumps(title)}\n")
    vade.import_from(str(tmp_path / "s1.jsonl"))
    (tmp_path / "s1.jsonl").unlink()
    gone = vade.conversations.search("lagoon").hits[0].conversation_id

    receipt = vade.conversations.forget(gone)

    assert (receipt.outcome, holding()) == ("forgotten", [])
