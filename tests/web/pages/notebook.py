"""A notebook as somebody may have filled it: memories, a chain, what waits, people, and a conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vademecum.model.conversation import NewConversation, NewTurn, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.engine.vade import Vade

    Wait = Callable[[int], None]
    """Lets days pass."""


def fill(vade: Vade, wait: Wait) -> None:
    """Write the notebook, a day or more between any two things."""
    _people(vade, wait)
    _notes(vade, wait)
    _chain(vade, wait)
    _waiting(vade, wait)
    _talk(vade)


def _people(vade: Vade, wait: Wait) -> None:
    vade.add_entity(
        "Rhea Okafor",
        label="Person",
        aliases=["Rhea"],
        text="Runs the storage team. Reads her mail at noon and at five, and nothing in between.",
    )
    vade.add_entity(
        "Matthew Sherlin", label="Person", aliases=["Matthew"], text="Writes the billing service."
    )
    vade.add_entity("Lighthouse", label="Project", text="The new billing service.")
    vade.add_entity("Northwind", label="Organisation")
    wait(1)
    vade.link("Rhea", "works_at", "Northwind", since=datetime(2021, 5, 1, tzinfo=UTC))
    vade.link(
        "Rhea",
        "lives_in",
        "Lisbon",
        since=datetime(2019, 2, 1, tzinfo=UTC),
        until=datetime(2024, 9, 1, tzinfo=UTC),
    )
    vade.link("Rhea", "lives_in", "Porto", since=datetime(2024, 9, 1, tzinfo=UTC))
    vade.link("Rhea", "leads", "Lighthouse", since=datetime(2025, 11, 3, tzinfo=UTC))
    vade.link("Matthew", "works_at", "Northwind", since=datetime(2023, 1, 9, tzinfo=UTC))
    vade.link("Matthew", "works_on", "Lighthouse")
    vade.link("Lighthouse", "uses", "PostgreSQL")


def _notes(vade: Vade, wait: Wait) -> None:
    for text, fields in NOTES:
        wait(3)
        vade.remember(text, **fields)  # type: ignore[arg-type]
    vade.add_alias("k8s", "kubernetes")


MIGRATION = """\
Run the migrations on staging first, then wait for a green nightly run.

```sh
make migrate STAGE=staging
```

| step | who |
|---|---|
| announce | Rhea |
| migrate | whoever is on call |
"""
DECISION = """\
We chose SQLite over a server because a laptop must work on a train.

Considered and left:

- a server of our own, which somebody has to keep
- flat files alone, which nobody finds again

See [[Lighthouse]] for where this does not hold.
"""

NOTES: tuple[tuple[str, dict[str, object]], ...] = (
    (
        "Matthew prefers oat milk in his coffee, and no sugar.",
        {"title": "Matthew's coffee", "type": "preference", "about": ["Matthew"], "tags": ["kitchen"]},
    ),
    (
        "Rhea is allergic to walnuts; ask before ordering cake.",
        {"title": "No walnuts for Rhea", "type": "fact", "about": ["Rhea"], "tags": ["kitchen", "people"]},
    ),
    (
        DECISION,
        {
            "title": "Why SQLite on the laptop",
            "type": "decision",
            "tags": ["architecture"],
            "about": ["Lighthouse"],
        },
    ),
    (
        MIGRATION,
        {"title": "How to migrate the database", "type": "howto", "tags": ["ops", "database"]},
    ),
    (
        "The nightly build fails on the first of each month, when the certificate of the mirror is renewed.",
        {"title": "Nightly build on the first", "type": "gotcha", "tags": ["ops", "ci"]},
    ),
    (
        "Le rendez-vous chez le dentiste est repoussé au 14 mars à neuf heures.",
        {"type": "commitment", "lang": "fr"},
    ),
)


def _chain(vade: Vade, wait: Wait) -> None:
    wait(4)
    first = vade.remember(
        "The staging database listens on port 5432.",
        title="Port of the staging database",
        type="fact",
        tags=["ops", "database"],
        about=["PostgreSQL"],
    )
    wait(20)
    second = vade.supersede(
        first.memory.record.id,
        "The staging database listens on port 5433, not on the default.",
        reason="moved when the second cluster came",
    )
    wait(9)
    vade.supersede(
        second.memory.record.id,
        "The staging database listens on port 6432, behind the pooler. Port 5433 is closed since April.",
        reason="the pooler came",
    )


def _waiting(vade: Vade, wait: Wait) -> None:
    wait(6)
    deploy = vade.remember(
        "We deploy on Tuesdays.\nRhea presses the button.",
        title="Day of deployment",
        type="routine",
        tags=["ops"],
        about=["Rhea"],
    )
    wait(2)
    vade.supersede(
        deploy.memory.record.id,
        "We deploy on Thursdays.\nMatthew presses the button.",
        source="agent",
        reason="said in the stand-up of 9 April",
    )
    coffee = vade.search("coffee oat milk").hits[0]
    vade.propose(coffee.id, retire="archived", by="agent", note="he has given up coffee")


def _talk(vade: Vade) -> None:
    said = (
        (Role.USER, "Which port does the staging database use by now? I get a refused connection on 5433."),
        (
            Role.ASSISTANT,
            "It listens on **6432**, behind the pooler.\n\n```sh\npsql -p 6432 staging\n```",
        ),
        (Role.USER, "That works. Who moved it?"),
        (
            Role.ASSISTANT,
            "The history says that it moved twice: when the second cluster came, and for the pooler.",
        ),
        (Role.USER, "And when do we deploy this week?"),
        (Role.ASSISTANT, "On Tuesday, as far as I know; a change to Thursday waits for somebody's approval."),
    )
    turns = tuple(
        NewTurn(
            origin_id=f"t{number}",
            role=role,
            text=text,
            at=f"2026-04-{10 + number // 2:02}T10:{number:02}:00Z",
        )
        for number, (role, text) in enumerate(said)
    )
    vade.conversations.append(
        NewConversation(
            host="claude-code",
            origin_id="notebook-1",
            title="A refused connection to staging",
            started="2026-04-10T10:00:00Z",
            turns=turns,
        )
    )
