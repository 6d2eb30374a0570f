"""Nothing that is imported walks out of the home, or reads from where it was not sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.importers.exports import asked, chat, document, line_of, message, written

import vademecum
from vademecum.engine.vade import Vade
from vademecum.errors import UsageError

PATHS = [
    "../../out",
    "/tmp/out",
    "~/out",
    "C:\\out",
    "\\\\host\\out",
    "a/../../out",
    "out\0",
    "．．/out",
    ".",
    "",
]


@pytest.fixture
def vade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vade]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with vademecum.open(tmp_path / "home", cwd=tmp_path) as opened:
        yield opened


def strays(folder: Path) -> list[str]:
    """Files that stand where none of ours may."""
    ours = ("cache/", "home/conversations/20", "home/memories/personal/", "home/state/", "given/")
    every = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return [path for path in every if not path.startswith(ours)]


@pytest.mark.parametrize("path", PATHS)
def test_t11_no_imported_id_walks_out(vade: Vade, tmp_path: Path, path: str) -> None:
    named = {"sessionId": path, "cwd": path, "timestamp": f"{path}2026-01-01"}
    written(tmp_path / "given" / "a.jsonl", asked(path or "u", "Reeds", **named))
    branch = chat(*line_of(message(path or "m", "user", "Reeds")), current=path or "m", conversation_id=path)
    document(tmp_path / "given" / "b.json", [branch])

    vade.import_from(str(tmp_path / "given"))

    assert strays(tmp_path) == []
    assert vade.conversations.verify().sound


@pytest.mark.parametrize("path", PATHS)
def test_t11_no_imported_name_walks_out(vade: Vade, tmp_path: Path, path: str) -> None:
    entity = {"type": "entity", "name": path, "entityType": path, "observations": ["Grows reeds"]}
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "memory.jsonl").write_text(json.dumps(entity) + "\n")
    document(tmp_path / "given" / "mem0.json", [{"id": path, "memory": f"Likes {path}", "user_id": path}])

    vade.import_from(str(tmp_path / "given"))

    assert strays(tmp_path) == []


@pytest.mark.parametrize("path", [path for path in PATHS if path not in (".", "", "．．/out", "out\0")])
def test_t11_no_archive_names_a_file_outside(vade: Vade, tmp_path: Path, path: str) -> None:
    with zipfile.ZipFile(tmp_path / "given.zip", "w") as archive:
        archive.writestr("s1.jsonl", json.dumps(asked("u1", "Reeds")))
        archive.writestr(f"{path}.jsonl", json.dumps(asked("u2", "Willow")))

    with pytest.raises(UsageError, match="leads out of it"):
        vade.import_from(str(tmp_path / "given.zip"))

    assert vade.conversations.list().total == 0


def test_t11_a_link_in_an_archive_is_not_followed(vade: Vade, tmp_path: Path) -> None:
    written(tmp_path / "secret.jsonl", asked("u1", "Hidden reeds"))
    link = zipfile.ZipInfo("link.jsonl")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "given.zip", "w") as archive:
        archive.writestr(link, str(tmp_path / "secret.jsonl"))
        archive.writestr("s1.jsonl", json.dumps(asked("u2", "Open reeds")))

    assert vade.import_from(str(tmp_path / "given.zip")).imported == 1


def test_t11_no_link_of_a_folder_is_walked(vade: Vade, tmp_path: Path) -> None:
    written(tmp_path / "elsewhere" / "s1.jsonl", asked("u1", "Hidden reeds"))
    written(tmp_path / "given" / "s2.jsonl", asked("u2", "Open reeds", sessionId="s2"))
    (tmp_path / "given" / "elsewhere").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "given" / "itself.jsonl").symlink_to("itself.jsonl")
    (tmp_path / "given" / "nowhere.jsonl").symlink_to("nothing")

    assert vade.import_from(str(tmp_path / "given")).imported == 1
