"""How verbs answer that no command has: they are asked over HTTP, with the same knobs as commands."""

from __future__ import annotations

from vademecum.surface.contracts import CONTRACTS, Contract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTED = Contract(writes=True, of="SessionNoted")
_CHECKED = Contract("kept", writes=True, of="Checkpoint")

VERBS: Mapping[str, Contract] = {
    "refine": Contract(of="Refined"),
    "pack": Contract(of="Pack"),
    "shown": Contract(writes=True),
    "sync": Contract(writes=True, of="Synced"),
    "policy": Contract(of="Policy"),
    "revision": Contract(fields={"revision": "str"}),
    "conversations append": Contract(writes=True, of="Appended"),
    "conversations open": Contract(of="OpenedTurn"),
    "notes": Contract(fields={"text": "str"}),
    "notes change": Contract("entries", writes=True, of="Noted"),
    "session begin": Contract(writes=True, of="Begun"),
    "session partial": Contract(of="Heard"),
    "session final": Contract(writes=True, of="SessionTurn"),
    "session recall": Contract("facts", of="Snapshot"),
    "session note": _NOTED,
    "session correct": _NOTED,
    "session forget": _NOTED,
    "session checkpoint": _CHECKED,
    "session close": _CHECKED,
    "session told": Contract("results", fields={"results": "tuple[SessionNoted, ...]"}),
    "session memory-map": Contract(of="MemoryMap"),
}
"""What an answer calls its command -> how it answers."""


def contract_of(command: str | None) -> Contract | None:
    """How a command or a verb answers; None when none of ours is called so."""
    if command is None:
        return None
    return CONTRACTS.get(command) or VERBS.get(command)
