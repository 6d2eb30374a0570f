"""Vademecum: the memory that AI agents carry.

Markdown files that a person owns are the truth; a disposable local index finds what is relevant in
milliseconds, with no model and no network, and says so when nothing is.

    >>> import vademecum
    >>> with vademecum.open() as vade:
    ...     vade.remember("Matthew prefers oat milk in his coffee.", about=["Matthew"])
    ...     print(vade.digest(vade.recall("what does Matthew drink?")))

Importing this package loads nothing else: every name below is fetched when it is first used, because a
hook or a shell prompt pays for each import again at every start.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.sessions import Session
    from vademecum.engine.vade import Vade
    from vademecum.errors import VadeError
    from vademecum.model.answer import CheckUp, Hit, Listed, Recall, Remembered, Search, Stored, Synced, Why
    from vademecum.model.plan import Plan
    from vademecum.model.record import Entity, Memory
    from vademecum.model.session import Snapshot
    from vademecum.wiring import open_vade as open  # noqa: A004 - the verb of the public interface
    from vademecum.wiring_remote import connect

__version__ = "0.1.0"

_HOMES = {
    "CheckUp": "model.answer",
    "Entity": "model.record",
    "Hit": "model.answer",
    "Listed": "model.answer",
    "Memory": "model.record",
    "Plan": "model.plan",
    "Recall": "model.answer",
    "Remembered": "model.answer",
    "Search": "model.answer",
    "Session": "engine.sessions",
    "Snapshot": "model.session",
    "Stored": "model.answer",
    "Synced": "model.answer",
    "Vade": "engine.vade",
    "VadeError": "errors",
    "Why": "model.answer",
    "connect": "wiring_remote",
    "open": "wiring",
}

__all__ = [
    "CheckUp",
    "Entity",
    "Hit",
    "Listed",
    "Memory",
    "Plan",
    "Recall",
    "Remembered",
    "Search",
    "Session",
    "Snapshot",
    "Stored",
    "Synced",
    "Vade",
    "VadeError",
    "Why",
    "__version__",
    "connect",
    "open",
]


def __getattr__(name: str) -> object:
    """Import a public name from its room at first use (PEP 562)."""
    room = _HOMES.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # the command needs no more of this module than its name

    value = getattr(import_module(f"vademecum.{room}"), "open_vade" if name == "open" else name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted(__all__)
