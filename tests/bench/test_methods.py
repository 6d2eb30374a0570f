"""Every method is filled with the same and asked the same."""

from __future__ import annotations

import pytest

from vademecum.bench.methods import table
from vademecum.bench.methods.bm25 import Bm25
from vademecum.bench.methods.dense import Dense, Rrf
from vademecum.bench.methods.fts5 import Fts5
from vademecum.bench.methods.method import Method
from vademecum.bench.methods.own import Recall, Search
from vademecum.bench.methods.table import baselines
from vademecum.bench.methods.words import asked, stop_words
from vademecum.bench.task import Passage, Store
from vademecum.embedders.hashed import HashedEmbedder
from vademecum.model.vectors import Lacking

TEXTS = {
    "D1:1": ("morning", "Ada adopted a parrot called Rudi."),
    "D1:2": ("morning", "Ben sails a canoe on the lake."),
    "D2:1": ("evening", "The parrot sings when Ada sails."),
}
STORE = Store(
    id="small",
    passages=[Passage(id=key, text=text, session=session) for key, (session, text) in TEXTS.items()],
    questions=[],
)
METHODS: list[Method] = [Recall(), Search(), Fts5("unicode61"), Fts5("porter unicode61"), Bm25(0.2)]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_turns_are_ranked_by_their_words(method: Method) -> None:
    with method.filled(STORE, ("turn", "session")) as filled:
        assert filled.ask("Who adopted the parrot?", "turn", 10) == ["D1:1", "D2:1"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_sessions_are_ranked_once_each(method: Method) -> None:
    with method.filled(STORE, ("turn", "session")) as filled:
        assert filled.ask("Who adopted the parrot?", "session", 10) == ["morning", "evening"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_memories_are_ranked_by_their_words(method: Method) -> None:
    with method.filled(STORE, ("memory",)) as filled:
        assert filled.ask("the canoe on the lake", "memory", 1) == ["D1:2"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_no_more_is_given_than_asked_for(method: Method) -> None:
    with method.filled(STORE, ("turn",)) as filled:
        assert len(filled.ask("Ada sails with a parrot", "turn", 1)) == 1


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_nothing_answers_what_is_nowhere(method: Method) -> None:
    with method.filled(STORE, ("turn",)) as filled:
        assert filled.ask("volcano?", "turn", 5) == []


def test_floor_stands_between_recall_and_search() -> None:
    question = "the canoe, the moon, the stars and the comet"
    with Recall().filled(STORE, ("memory",)) as floored, Search().filled(STORE, ("memory",)) as bare:
        assert floored.ask(question, "memory", 5) == []
        assert bare.ask(question, "memory", 5) == ["D1:2"]


def test_longer_texts_pay_by_length_normalisation() -> None:
    long = Passage(id="long", text="parrot parrot " + "and many words more " * 30, session="long")
    short = Passage(id="short", text="a parrot", session="short")
    store = Store(id="lengths", passages=[long, short], questions=[])

    with Bm25(0.0).filled(store, ("turn",)) as flat, Bm25(1.0).filled(store, ("turn",)) as full:
        assert flat.ask("parrot", "turn", 1) == ["long"]
        assert full.ask("parrot", "turn", 1) == ["short"]


def test_function_words_are_not_asked_for() -> None:
    assert len(stop_words()) == 172
    assert asked("How many of the parrots did the PARROTS see?") == ["parrots", "see"]


def test_vectors_alone_order_everything() -> None:
    with Dense(HashedEmbedder()).filled(STORE, ("turn", "session")) as filled:
        assert filled.ask("Ben sails a canoe", "turn", 1) == ["D1:2"]
        assert filled.ask("Ben sails a canoe", "session", 5) == ["morning", "evening"]
        assert len(filled.ask("zebra", "turn", 5)) == 3


def test_ranks_of_words_and_vectors_are_joined() -> None:
    with Rrf(HashedEmbedder()).filled(STORE, ("turn",)) as filled:
        assert filled.ask("Who sails a canoe?", "turn", 5)[0] == "D1:2"
        assert len(filled.ask("canoe", "turn", 5)) == 3


def test_vectors_run_where_there_is_an_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "opened", lambda _name: HashedEmbedder())

    methods, skipped = baselines(["dense", "rrf"])

    assert ([method.name for method in methods], skipped) == (["dense", "rrf"], [])


def test_methods_that_cannot_run_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "opened", lambda _name: Lacking("no embedder here"))

    methods, skipped = baselines(["bm25s", "dense"])

    assert [method.name for method in methods] == ["bm25-b0.2", "bm25-b0.75"]
    assert [(one.name, one.reason) for one in skipped] == [("dense", "no embedder here")]
