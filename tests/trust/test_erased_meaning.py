"""A vector tells what a text meant: it is erased with it, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file
from tests.embedders.building import tokenizer_file
from tests.trust.erasing import killed

import vademecum
from vademecum.engine.vade import Vade
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.vectors import Lacking, rounded

SECRET, OTHER = "mira port", "beans garden"


@pytest.fixture
def vade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vade]:
    """A home with an embedder of 64 numbers: two memories and two turns, all of which have a vector."""
    model = tmp_path / "model"
    model.mkdir()
    table = np.random.default_rng(7).standard_normal((6, 64)).astype(np.float32)
    save_file({"embeddings": table}, model / "model.safetensors")
    tokenizer_file(model / "tokenizer.json")
    monkeypatch.setenv("VADE_EMBEDDER", "model2vec")
    monkeypatch.setenv("VADE_MEANING_FOLDER", str(model))
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with vademecum.open(cwd=tmp_path) as opened:
        for text in (SECRET, OTHER):
            opened.remember(text)
        said = [NewTurn(origin_id=text, role=Role.USER, text=text) for text in (SECRET, OTHER)]
        opened.conversations.append(NewConversation(host="h", origin_id="1", turns=said))
        opened.conversations.search("beans")
        assert opened.embed(spare_s=60)
        yield opened


def row_of(vade: Vade, text: str) -> bytes:
    embedder = vade._parts.meaning.embedder()
    assert not isinstance(embedder, Lacking)
    (row,) = rounded(embedder.embed([text]), embedder.dimension)
    return row


def holding(folder: Path, row: bytes) -> set[str]:
    """Folders of the cache with a file that holds a row."""
    files = [path for path in (folder / "cache").rglob("*") if path.is_file() and row in path.read_bytes()]
    return {"conversations" if "conversations" in path.parts else "memories" for path in files}


def test_forgotten_vector_is_in_no_byte(vade: Vade, tmp_path: Path) -> None:
    row = row_of(vade, SECRET)
    assert holding(tmp_path, row) == {"memories", "conversations"}

    vade.forget(vade.search("mira").hits[0].id)

    assert holding(tmp_path, row) == {"conversations"}
    assert holding(tmp_path, row_of(vade, OTHER)) == {"memories", "conversations"}


def test_redacted_vector_is_in_no_byte(vade: Vade, tmp_path: Path) -> None:
    row = row_of(vade, SECRET)

    vade.redact(vade.search("mira").hits[0].id, "mira port")

    assert holding(tmp_path, row) == {"conversations"}


def test_vectors_of_a_forgotten_conversation_are_in_no_byte(vade: Vade, tmp_path: Path) -> None:
    row = row_of(vade, OTHER)
    (conversation,) = vade.conversations.list().items

    vade.conversations.forget(conversation.id)

    assert holding(tmp_path, row) == {"memories"}


def test_vector_of_a_redacted_turn_is_in_no_byte(vade: Vade, tmp_path: Path) -> None:
    row = row_of(vade, SECRET)
    (conversation,) = vade.conversations.list().items

    vade.conversations.redact(conversation.id, 1)

    assert holding(tmp_path, row) == {"memories"}


def test_vectors_of_a_forgetting_that_was_killed_go_with_the_next(vade: Vade, tmp_path: Path) -> None:
    row = row_of(vade, SECRET)
    gone = vade.search("mira").hits[0].id
    assert killed(f"forget({gone!r})", ("engine.wiping", "Wiping", "scrub"), tmp_path) == -9
    assert "memories" in holding(tmp_path, row)

    vade.forget()

    assert holding(tmp_path, row) == {"conversations"}
