"""What a server's home answers is what the same home answers here: the same values, or the same errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.remote.homes import serving, token_of

import vademecum
from vademecum.engine.vade import Vade
from vademecum.errors import VadeError
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.plain import plain
from vademecum.model.value import replace

WHO = ("Ann", "Matthew", "Inês", "李明", "Søren")
WHAT = ("oat milk", "the harbour", "port 8080", "Lissabon", "green tea", "die Straßenbahn", "deploys")
HOW = ("prefers", "moved to", "asked about", "no longer uses", "described")
AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def fill(vade: Vade, seed: int) -> None:
    """A vault of chance: memories of every standing, pages, relations, a vocabulary, a talk."""
    chance = Random(seed)
    kept = []
    for number in range(24):
        who, what = chance.choice(WHO), chance.choice(WHAT)
        kept.append(
            vade.remember(
                f"{who} {chance.choice(HOW)} {what} ({number}).",
                about=[who],
                tags=chance.sample(("a", "b", "c"), chance.randrange(3)),
                type=chance.choice(("note", "fact", "preference", "decision")),
                pinned=chance.random() < 0.2,
            ).memory.key
        )
    for verb in ("retract", "archive", "deprecate"):
        getattr(vade, verb)(kept.pop(chance.randrange(len(kept))), reason="so it was")
    vade.supersede(kept.pop(), f"{WHO[0]} now prefers green tea.")
    vade.propose(kept.pop(), retire="archived")
    vade.link("Ann", "knows", "Matthew", since=AT)
    vade.link("Matthew", "works at", "harbour")
    vade.add_alias("oat drink", "oat milk")
    vade.edit("ann", set_properties={"city": "Porto"})
    turns = tuple(
        NewTurn(origin_id=str(n), role=Role.USER, text=f"We spoke of {chance.choice(WHAT)}.")
        for n in range(6)
    )
    vade.conversations.append(
        NewConversation(
            host="test", origin_id="one", title="Harbour", turns=turns, started="2026-03-01T10:00:00Z"
        )
    )


QUESTIONS: dict[str, Callable[[Vade], Any]] = {
    "recall": lambda v: v.recall("what does Ann prefer?", explain=True),
    "recall nothing": lambda v: v.recall("quarterly zebra taxation"),
    "recall everything": lambda v: v.recall("", limit=50),
    "recall odd": lambda v: v.recall("\x00 «oat» <milk> 1e999 \u202e"),
    "recall narrowed": lambda v: v.recall("harbour", types=("fact", "note"), since=AT, limit=50),
    "recall then": lambda v: v.recall("harbour", as_of=AT),
    "recall all": lambda v: v.recall("tea", include="all", scopes=("personal",)),
    "recall by a plan": lambda v: v.recall("tea?", plan=v.plan("what about tea?", now=AT, zone="UTC")),
    "digest": lambda v: v.digest(v.recall("harbour"), max_bytes=600),
    "pack": lambda v: v.pack(v.recall("harbour"), max_tokens=60),
    "search": lambda v: v.search("oat OR tea", mode="expert", limit=50, explain=True),
    "search broken": lambda v: v.search("(oat", mode="expert"),
    "search mode": lambda v: v.search("oat", mode="some"),
    "why": lambda v: v.why("oat milk", v.list().items[0].key),
    "why nothing": lambda v: v.why("oat milk", "nobody-there"),
    "plan": lambda v: v.plan("what did Ann say last week?", now=AT, zone="Europe/Berlin"),
    "plan zone": lambda v: v.plan("yesterday", zone="Mars/Olympus"),
    "list": lambda v: v.list(limit=100, include="all", kinds=("memory", "entity")),
    "list page": lambda v: v.list(limit=3, offset=4),
    "list too many": lambda v: v.list(limit=1_000),
    "list expired": lambda v: v.list(include="expired"),
    "get": lambda v: v.get(v.list(limit=1).items[0].id),
    "get page": lambda v: v.get("ann"),
    "get nothing": lambda v: v.get("nobody-there"),
    "get ambiguous": lambda v: v.get(v.list(limit=1).items[0].id[:6]),
    "history": lambda v: v.history(v.list(limit=1).items[0].key),
    "history of a page": lambda v: v.history("ann"),
    "entity": lambda v: v.entity("Inês"),
    "entities": lambda v: v.entities(),
    "aliases": lambda v: v.aliases(),
    "fields": lambda v: v.fields(),
    "queue": lambda v: v.queue(),
    "tidy": lambda v: v.tidy(),
    "sweep": lambda v: v.sweep(),
    "brief": lambda v: v.brief(max_bytes=900),
    "stats": lambda v: replace(v.stats(), index_bytes=0, revision=""),  # either has an index of its own
    "policy": lambda v: v.policy,
    "scope": lambda v: v.scope,
    "doctor": lambda v: v.doctor(),
    "what_if": lambda v: v.what_if("supersede", "ann", "x"),
    "what_if retract": lambda v: v.what_if("retract", v.list(limit=1).items[0].id, reason="r"),
    "what_if nothing": lambda v: v.what_if("forget", "nobody-there"),
    "graph node": lambda v: v.graph.node("Ann"),
    "graph edges": lambda v: v.graph.edges("Ann", direction="out"),
    "graph direction": lambda v: v.graph.edges("Ann", direction="up"),
    "graph neighborhood": lambda v: v.graph.neighborhood("Matthew", hops=3, predicates=("knows",)),
    "graph path": lambda v: v.graph.path("Ann", "harbour"),
    "graph central": lambda v: v.graph.central(limit=5),
    "graph components": lambda v: v.graph.components(),
    "graph history": lambda v: v.graph.history("Ann"),
    "graph explain": lambda v: v.graph.explain("Ann", "Matthew"),
    "graph rules": lambda v: v.graph.rules(),
    "graph alike": lambda v: v.graph.alike(),
    "graph timeline": lambda v: v.graph.timeline("Ann"),
    "conversations": lambda v: v.conversations.list(),
    "said": lambda v: v.conversations.search("harbour", workspace="all", context=1, explain=True),
    "shown": lambda v: v.conversations.show(v.conversations.list().items[0].id, newest=2),
    "records": lambda v: plain(list(v.conversations.records(v.conversations.list().items[0].id))),
    "markdown": lambda v: "".join(v.conversations.markdown(v.conversations.list().items[0].id)),
    "verified": lambda v: v.conversations.verify(),
    "resumed": lambda v: v.conversations.resume(limit=3),
    "no talk": lambda v: v.conversations.show("ffffffff"),
    "notes": lambda v: v.conversations.notes(),
}


@pytest.fixture(scope="module", params=[1, 2])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Vade, Vade]]:
    """One home, here and by way of a server."""
    folder: Path = tmp_path_factory.mktemp("equal")
    patched = pytest.MonkeyPatch()
    patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    patched.setenv("VADE_EMBEDDER", "none")
    patched.chdir(folder)
    with serving() as url, vademecum.open(folder / "home", cwd=folder, sync_interval_s=0) as here:
        fill(here, request.param)
        with vademecum.connect(url, token_of(folder / "home")) as there:
            yield here, there
    patched.undo()


def answer(ask: Callable[[Vade], Any], vade: Vade) -> Any:
    """What comes back, or what is raised."""
    try:
        return ask(vade)
    except VadeError as error:
        return type(error), error.__dict__


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_both_give_the_same(both: tuple[Vade, Vade], ask: Callable[[Vade], Any]) -> None:
    here, there = both
    expected, given = answer(ask, here), answer(ask, there)
    assert given == expected
    assert repr(given) == repr(expected)
