"""Every way by which something is written, on a small home that has something of everything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import vademecum
from vademecum.model.conversation import NewConversation, NewTurn, Role

Act = Callable[[vademecum.Vade], object]
"""Writes; False where it came back without acknowledging anything."""

SESSION = "session"
"""What it acknowledged stands in its journal until this session, or the next one, writes it for good."""

AT = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def furnish(home: Path) -> None:
    """Memories, entities, an alias and a talk."""
    with vademecum.open(home, now=lambda: AT, cwd=home.parent) as vade:
        vade.remember("The oats are in the barn.", title="Oats")
        vade.remember("The rye is in the loft.", title="Rye")
        vade.remember("The old plough was sold.", title="Plough")
        vade.add_entity("Rhea Stone", label="Person", aliases=["Rhea"], properties={"city": "Porto"})
        vade.add_entity("Rhea S.", label="Person")
        vade.link("Rhea Stone", "works_at", "Acme")
        vade.add_alias("granary", "barn", scope="personal")
        vade.archive("plough")
        vade.remember("The gate is painted green.", title="Gate", scope="org:farm")
        vade.conversations.append(talk("c1", "Where are the oats?", "In the barn."))
    notes = home.parent / "notes"
    notes.mkdir()
    (notes / "barley.md").write_text("# Barley\n\nThe barley is by the gate.\n")
    (notes / "wheat.md").write_text("# Wheat\n\nThe wheat is sold.\n")


def talk(name: str, *texts: str) -> NewConversation:
    """A talk at a host."""
    turns = [
        NewTurn(origin_id=f"{name}-{number}", role=Role.USER if number % 2 else Role.ASSISTANT, text=text)
        for number, text in enumerate(texts, 1)
    ]
    return NewConversation(host="host", origin_id=name, turns=turns)


def _session(vade: vademecum.Vade) -> bool:
    """A turn goes on where the disk refuses; what it noted is what it acknowledges."""
    with vade.session("shed") as session:
        return bool(session.final("Remember that the hay is in the shed.").noted)


def _import(vade: vademecum.Vade) -> object:
    return vade.import_from("notes")


def _begin(_: vademecum.Vade) -> None:
    with vademecum.open("another", now=lambda: AT, cwd=Path.cwd()) as another:
        another.remember("The first one.", title="First")


WRITES: dict[str, Act] = {
    "remember": lambda vade: vade.remember("The hay is in the shed.", title="Hay"),
    "remember what is known": lambda vade: vade.remember("The oats are in the barn."),
    "edit the text": lambda vade: vade.edit("oats", text="The oats are in the attic."),
    "edit tags": lambda vade: vade.edit("oats", add_tags=["grain"]),
    "supersede": lambda vade: vade.supersede("oats", "The oats are in the attic.", reason="moved"),
    "retract": lambda vade: vade.retract("rye", reason="eaten"),
    "restore": lambda vade: vade.restore("plough"),
    "archive": lambda vade: vade.archive("rye"),
    "propose": lambda vade: vade.propose("gate"),
    "forget": lambda vade: vade.forget("oats"),
    "forget a property": lambda vade: vade.forget("rhea-stone", property="city"),
    "forget a fact": lambda vade: vade.forget(fact=("Rhea Stone", "works_at", "Acme")),
    "add an entity": lambda vade: vade.add_entity("Ada Berg", label="Person"),
    "link": lambda vade: vade.link("Rhea Stone", "lives_in", "Porto"),
    "unlink": lambda vade: vade.unlink("Rhea Stone", "works_at", "Acme"),
    "merge": lambda vade: vade.merge_entities("Rhea S.", "Rhea Stone"),
    "add an alias": lambda vade: vade.add_alias("shelter", "shed", scope="personal"),
    "remove an alias": lambda vade: vade.remove_alias("granary", scope="personal"),
    "declare a field": lambda vade: vade.declare_fields(add=["Person.height"]),
    "capture": lambda vade: vade.capture("Remember that the hay is in the shed.", keep=True),
    "append a talk": lambda vade: vade.conversations.append(talk("c2", "Where is the hay?", "In the shed.")),
    "go on with a talk": lambda vade: vade.conversations.append(
        talk("c1", "Where are the oats?", "In the barn.", "And the rye?", "In the loft.")
    ),
    "redact a turn": lambda vade: vade.conversations.redact(_talk_of(vade), 1),
    "forget a talk": lambda vade: vade.conversations.forget(_talk_of(vade)),
    "import": _import,
    "begin a home": _begin,
    SESSION: _session,
}


def _talk_of(vade: vademecum.Vade) -> str:
    return next(iter(vade.conversations.list().items)).id
