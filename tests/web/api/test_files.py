"""What goes in and out as a file, and operations that need a disk or an extra."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient
from tests.web.served import Served

import vademecum
from vademecum.engine.vade import Vade
from vademecum.surface.lossless.forms import encoded
from vademecum.vault.replays import MemoryReplays
from vademecum.web.api import files
from vademecum.web.app import create_app
from vademecum.web.provider import OneHome
from vademecum.wiring import SystemClock


def client_of(vade: Vade) -> TestClient:
    """A client of a home on disk."""
    app = create_app(
        OneHome(vade), replays=MemoryReplays(), clock=SystemClock(), version="1", hosts=("127.0.0.1",)
    )
    return TestClient(app, base_url="http://127.0.0.1")


@pytest.fixture
def vade(tmp_path: Path) -> Iterator[Vade]:
    with vademecum.open(tmp_path / "home", cwd=tmp_path) as opened:
        opened.remember("The harbour opens at six.", title="harbour")
        yield opened


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files lie while they come and go."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_export_is_an_archive_of_everything(vade: Vade, scratch: Path) -> None:
    answer = client_of(vade).get("/v1/export")

    assert answer.headers["content-type"] == "application/zip"
    assert "memories/personal/harbour.md" in ZipFile(BytesIO(answer.content)).namelist()
    assert list(scratch.iterdir()) == []


def test_what_one_home_gives_another_takes(vade: Vade, tmp_path: Path, scratch: Path) -> None:
    archive = client_of(vade).get("/v1/export").content
    with vademecum.open(tmp_path / "other", cwd=tmp_path) as other:
        answer = client_of(other).post("/v1/import", params={"file": "copy.zip"}, content=archive)

        assert (answer.status_code, answer.json()["ok"]) == (200, True)
        assert other.get("harbour").record.body == "The harbour opens at six."
    assert list(scratch.iterdir()) == []


def test_import_is_tried_before_it_is_done(vade: Vade) -> None:
    note = b"# Ferry\n\nThe ferry leaves at nine.\n"
    answer = client_of(vade).post("/v1/import", params={"file": "ferry.md", "dry_run": "true"}, content=note)

    assert (answer.status_code, vade.list().total) == (200, 1)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..", "", "a\x00b", "x" * 5_000])
def test_name_of_a_file_leads_nowhere_else(vade: Vade, scratch: Path, name: str) -> None:
    client_of(vade).post("/v1/import", params={"file": name, "dry_run": "true"}, content=b"# A\n\nB.\n")

    assert list(scratch.iterdir()) == []


def test_file_that_is_too_large_leaves_nothing(
    vade: Vade, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_FILE_BYTES", 10)

    answer = client_of(vade).post("/v1/import", params={"file": "a.md"}, content=b"12345678901")

    assert (answer.status_code, list(scratch.iterdir())) == (413, [])


def test_conversation_is_written_out_to_be_read(served: Served) -> None:
    turn = {"origin_id": "1", "role": "user", "text": "the harbour is closed"}
    made = served.post("/v1/conversations", {"host": "h", "origin_id": "o", "turns": [turn]}).json()

    answer = served.get(f"/v1/conversations/{made['id']}/markdown")

    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "the harbour is closed" in answer.text


def test_answer_is_packed_within_its_budget(served: Served) -> None:
    served.remember("The harbour opens at six.")
    recall = encoded(served.vade.recall("when does the harbour open?"))

    packed = served.post("/v1/pack", {"recall": recall, "max_tokens": 50}).json()

    assert packed["facts"] == ["The harbour opens at six."]


@pytest.mark.parametrize("recall", [{}, {"$": "Recall"}, {"$": "Plan"}, {"$": "os.system"}, 7])
def test_value_that_is_none_is_refused(served: Served, recall: object) -> None:
    assert served.refused(served.post("/v1/pack", {"recall": recall})) == (400, "invalid_value", "recall")


def test_memory_in_no_repository_is_not_published(served: Served) -> None:
    served.remember("We deploy on Tuesdays.", title="deploy")

    assert served.post("/v1/memories/deploy/publish", {}).status_code == 400
