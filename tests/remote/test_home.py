from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.remote.homes import serving, token_of

import vademecum
from vademecum.engine.conversations.verbs import ConversationVerbs
from vademecum.engine.graphs.showing import GraphView
from vademecum.engine.sessions import Session
from vademecum.engine.vade import Vade
from vademecum.errors import InvalidValue, NotFound, UnknownName, UsageError
from vademecum.model.session import Checkpoint
from vademecum.remote.address import address
from vademecum.remote.home import SESSION_VERBS, RemoteHome
from vademecum.remote.line import Line
from vademecum.surface.operations.table import LOCAL

GRAPHS = {"": Vade, "conversations.": ConversationVerbs, "graph.": GraphView}
NOWHERE = RemoteHome(Line(address("http://127.0.0.1:1"), 1.0))


def public(kind: type[Any]) -> list[str]:
    return [name for name in dir(kind) if not name.startswith("_")]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as url:
        yield url


@pytest.fixture
def vade(server: str, tmp_path: Path) -> Iterator[Vade]:
    with vademecum.connect(server, token_of(tmp_path / "home")) as vade:
        yield vade


@pytest.mark.parametrize(
    "verb", [f"{prefix}{name}" for prefix, kind in GRAPHS.items() for name in public(kind)]
)
def test_every_verb_is_there(verb: str) -> None:
    named, _, name = verb.rpartition(".")
    owner = getattr(NOWHERE, named) if named else NOWHERE
    kept = {"policy", "scope", "revision"}  # properties, which would ask
    assert name in kept or callable(getattr(owner, name)) or name in ("conversations", "graph")


def test_every_verb_of_a_session_is_there() -> None:
    own = {"final", "close", "turn"}
    assert {*public(Session)} - own <= {*SESSION_VERBS}


@pytest.mark.parametrize("verb", ["may_read", "conversations.save_note", "conversations.counted"])
def test_what_no_server_has_is_refused_with_the_reason(verb: str) -> None:
    named, _, name = verb.rpartition(".")
    owner = getattr(NOWHERE, named) if named else NOWHERE
    with pytest.raises(UsageError, match="is not to be asked of a server") as caught:
        getattr(owner, name)("x")
    assert LOCAL[verb] in caught.value.message


def test_what_is_no_verb_is_no_attribute() -> None:
    assert not hasattr(NOWHERE, "explode")
    assert {"recall", "remember"} <= set(dir(NOWHERE))


def test_connecting_loads_neither_line_nor_engine() -> None:
    code = "import sys, vademecum; vademecum.connect('http://localhost:1'); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {"httpx", "ssl", "tantivy", "sqlite3", "vademecum.engine.vade"} & set(out.split()) == set()


def test_a_session_lives_there(vade: Vade) -> None:
    with vade.session("talk", zone="UTC") as running:
        assert (running.name, running.turn) == ("talk", 0)
        running.note("Ann moved to Porto.")
        turn = running.final("Remember that the bins go out on Monday.")
        assert (turn.number, running.turn) == (1, 1)
        assert [noted.text for noted in running.told()]
    assert vade.recall("where does Ann live?").outcome == "hits"
    assert running.close() == Checkpoint()
    with pytest.raises(NotFound, match="no session 'talk' is live"):
        running.checkpoint()


def test_a_session_takes_no_functions(vade: Vade) -> None:
    with pytest.raises(UsageError, match="extractor is a function"):
        vade.session("talk", extractor=print)  # type: ignore[arg-type]


def test_what_would_be_is_foreseen(vade: Vade) -> None:
    old = vade.remember("Ann lives in Porto.", subject="Ann", predicate="home", value="Porto")
    answer, foreseen = vade.try_out("supersede", old.memory.key, "Ann lives in Lyon.")
    assert (answer.dry_run, len(foreseen.records) > 0) == (True, True)
    assert vade.get(old.memory.key).record.body == "Ann lives in Porto."
    with pytest.raises(UnknownName, match="verb"):
        vade.what_if("explode")


def test_a_wrong_argument_is_told_as_by_python(vade: Vade) -> None:
    with pytest.raises(TypeError, match=r"remember\(\) is given 'colour'"):
        vade.remember("x", colour="red")  # type: ignore[call-arg]


def test_errors_are_those_of_the_verb(vade: Vade) -> None:
    with pytest.raises(InvalidValue) as caught:
        vade.recall("x", limit=99)
    assert (caught.value.field, caught.value.code) == ("limit", "invalid_value")


def test_a_home_is_shared_between_threads(vade: Vade) -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda n: vade.remember(f"Fact number {n}."), range(16)))
    assert len({one.memory.record.id for one in kept}) == 16
    assert vade.stats().memories == 16


def test_everything_goes_out_and_comes_in(vade: Vade, server: str, tmp_path: Path) -> None:
    vade.remember("Ann lives in Porto.")
    copy = vade.export_to(str(tmp_path / "all.zip"))
    assert (copy.memories, (tmp_path / "all.zip").stat().st_mode & 0o777) == (1, 0o600)
    with vademecum.connect(server, token_of(tmp_path / "other")) as other:
        assert other.import_from(copy.path).imported >= 1
        assert other.recall("where does Ann live?").outcome == "hits"


@pytest.mark.parametrize(
    ("source", "error"), [("nowhere.zip", NotFound), (".", UsageError), ("claude-code", NotFound)]
)
def test_only_a_file_is_sent(vade: Vade, source: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        vade.import_from(source)
