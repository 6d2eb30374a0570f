"""A cache that cannot be kept: the answer is the same, and says that nothing keeps the index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from vademecum.engine.vade import Vade
from vademecum.errors import StoreError
from vademecum.places import cache_folder
from vademecum.stores.local.index import LocalIndex
from vademecum.wiring import open_vade

ADRIFT = "answering from memory, which reads every file at each start"


class Warned(Protocol):
    """Any answer that may warn."""

    @property
    def warnings(self) -> tuple[str, ...]: ...


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "home" / "memories" / "personal"
    folder.mkdir(parents=True)
    (folder / "quokka.md").write_text("the quokka sleeps\n", encoding="utf-8")
    return tmp_path / "home"


@pytest.fixture
def unwritable(home: Path, tmp_path: Path) -> Iterator[Vade]:
    (tmp_path / "cache").write_bytes(b"")  # a file where the folder should be
    with open_vade(home, cwd=tmp_path) as vade:
        yield vade


@pytest.fixture
def full(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vade]:
    def refuse(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(LocalIndex, "apply", refuse)
    monkeypatch.setattr(LocalIndex, "put_vocabulary", refuse)
    with open_vade(home, cwd=tmp_path) as vade:
        yield vade


@pytest.mark.parametrize("broken", ["unwritable", "full"])
def test_answer_says_nothing_keeps_the_index(broken: str, request: pytest.FixtureRequest) -> None:
    answer = request.getfixturevalue(broken).recall("quokka")

    assert [hit.key for hit in answer.hits] == ["quokka"]
    assert [warning.endswith(ADRIFT) for warning in answer.warnings] == [True]


@pytest.mark.parametrize("broken", ["unwritable", "full"])
def test_check_up_names_the_cache(broken: str, request: pytest.FixtureRequest) -> None:
    findings = request.getfixturevalue(broken).doctor().findings

    assert [finding.code for finding in findings] == ["index_not_kept"]


@pytest.mark.parametrize("broken", ["unwritable", "full"])
def test_reindex_says_that_nothing_was_kept(broken: str, request: pytest.FixtureRequest) -> None:
    synced = request.getfixturevalue(broken).reindex()

    assert synced.added == 1
    assert {warning.endswith(ADRIFT) for warning in synced.warnings} == {True}


VERBS: dict[str, Callable[[Vade], Warned]] = {
    "recall": lambda vade: vade.recall("quokka"),
    "search": lambda vade: vade.search("quokka"),
    "why": lambda vade: vade.why("quokka", "quokka"),
    "list": lambda vade: vade.list(),
    "entities": lambda vade: vade.entities(),
    "show": lambda vade: vade.get("quokka"),
    "remember": lambda vade: vade.remember("the wombat digs"),
    "entity add": lambda vade: vade.add_entity("Quokka"),
    "edit": lambda vade: vade.edit("quokka", title="Quokka"),
    "stats": lambda vade: vade.stats(),
    "sync": lambda vade: vade.sync(),
    "reindex": lambda vade: vade.reindex(),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("broken", ["unwritable", "full"])
def test_every_verb_says_that_nothing_is_kept(broken: str, verb: str, request: pytest.FixtureRequest) -> None:
    answer = VERBS[verb](request.getfixturevalue(broken))

    assert {warning.endswith(ADRIFT) for warning in answer.warnings} == {True}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "sync"])
def test_a_kept_index_warns_of_nothing(verb: str, home: Path, tmp_path: Path) -> None:
    with open_vade(home, cwd=tmp_path) as vade:
        vade.sync()

        assert VERBS[verb](vade).warnings == ()


def test_memory_is_stored_once_on_a_full_cache(full: Vade, home: Path) -> None:
    full.remember("the wombat digs")

    assert len(list((home / "memories" / "personal").glob("*wombat*.md"))) == 1
    assert [hit.key for hit in full.recall("wombat").hits] == ["the-wombat-digs"]


def test_alias_is_stored_on_a_full_cache(full: Vade) -> None:
    full.add_alias("marsupial", "quokka")
    full.remove_alias("marsupial")

    assert full.aliases() == ()


def test_closed_home_answers_no_more(home: Path, tmp_path: Path) -> None:
    vade = open_vade(home, cwd=tmp_path)
    vade.close()

    with pytest.raises(StoreError, match="closed"):
        vade.recall("quokka")


def test_relative_cache_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "rel")

    assert Path(cache_folder("/a")).is_absolute()


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("full", id="I03 index refuses and nobody is told"),
        pytest.param("full", id="I06 text is lost with what comes after it"),
        pytest.param("full", id="F11 queued and silently lost"),
        pytest.param("unwritable", id="R05 memory that fails must not block"),
    ],
)
def test_reported_failure_loses_nothing_and_is_told(
    broken: str, request: pytest.FixtureRequest, home: Path
) -> None:
    vade = request.getfixturevalue(broken)
    kept = vade.remember("the wombat digs").memory

    assert (home / "memories" / kept.path).read_text(encoding="utf-8").endswith("the wombat digs\n")
    assert [hit.key for hit in vade.recall("wombat").hits] == ["the-wombat-digs"]
    assert [warning.endswith(ADRIFT) for warning in vade.recall("wombat").warnings] == [True]
