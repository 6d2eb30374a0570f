"""What takes a while to count or to draw, kept for as long as nothing changes in the home that it is of."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from vademecum.engine.vade import Vade

    Made = TypeVar("Made")

_MOST = 64
"""Things kept of one home."""


class Lately:
    """Kept beside the open home itself and gone with it, so that no other visitor is ever shown it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: WeakKeyDictionary[Vade, tuple[str, dict[str, Any]]] = WeakKeyDictionary()

    def of(self, vade: Vade, name: str, make: Callable[[], Made]) -> Made:
        """What was made under this name since the last change, else made now.

        Two visitors at once may both make it; neither waits for the other.
        """
        revision = vade.revision
        known = self._at(vade, revision)
        if name in known:
            found: Made = known[name]
            return found
        made = make()
        with self._lock:
            if len(known) < _MOST:
                known[name] = made
        return made

    def known(self, vade: Vade, name: str) -> Any:
        """What was made under this name since the last change; None when nothing was."""
        return self._at(vade, vade.revision).get(name)

    def put(self, vade: Vade, name: str, made: object) -> None:
        """Keep what was made, in the place of an earlier one."""
        known = self._at(vade, vade.revision)
        with self._lock:
            known[name] = made

    def _at(self, vade: Vade, revision: str) -> dict[str, Any]:
        with self._lock:
            held = self._kept.get(vade)
            if held is None or held[0] != revision:
                held = self._kept[vade] = (revision, {})
            return held[1]
