"""What an open home is given to do while nobody asks."""

from __future__ import annotations

import logging
import threading

from vademecum.errors import VadeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.engine.vade import Vade

IDLE_S = 1.0
"""Without a question for so long, the home looks at a large vault and hands over what it has pending."""

STEP_S = 0.25
"""What is spent on vectors before it is looked whether somebody asks."""

LAST_S = 0.5
"""How long the end waits for what is under way: a look at 100,000 files takes three seconds, and what is
broken off changes nothing but the index."""


class Idle:
    """Looks after one open home, in a thread of its own, whenever nobody has asked for a while.

    Args:
        vade: gives the home; called in that thread, where it may have to be opened first.
    """

    def __init__(self, vade: Callable[[], Vade]) -> None:
        self._vade = vade
        self._asked = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="housekeeping", daemon=True)

    def begin(self) -> None:
        """From now on."""
        self._thread.start()

    def answered(self) -> None:
        """An answer was given."""
        self._asked.set()

    def ended(self) -> bool:
        """Begin nothing more; whether what was under way came to its end soon."""
        self._over.set()
        self._asked.set()
        self._thread.join(LAST_S)
        return not self._thread.is_alive()

    def _keep(self) -> None:
        while self._asked.wait() and not self._over.is_set():
            self._asked.clear()
            if self._over.wait(IDLE_S) or self._asked.is_set():
                continue
            try:
                vade = self._vade()
                vade.after_answer()
                while not (self._asked.is_set() or vade.embed(spare_s=STEP_S)):
                    continue
            except VadeError as error:
                logging.getLogger("vademecum.engine").warning("housekeeping put off: %s", error.message)
