"""What a home is given to do while nobody asks."""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vademecum.errors import VadeError

if TYPE_CHECKING:
    from collections.abc import Generator

    from vademecum.engine.vade import Vade

IDLE_S = 1.0
"""Without a request for so long, the home looks at a large vault and hands over what it has pending."""

STEP_S = 0.25
"""What is spent on vectors before it is looked whether somebody asks."""

LAST_S = 0.5
"""How long the end waits for what is under way; what is broken off changes nothing but the index."""


class Idle:
    """Looks after one open home, in a thread of its own."""

    def __init__(self, vade: Vade) -> None:
        self._vade = vade
        self._asked = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="housekeeping", daemon=True)

    def begin(self) -> None:
        """From now on."""
        self._thread.start()

    @contextmanager
    def open(self) -> Generator[Vade]:
        """The home for one request, after which it may look after itself."""
        yield self._vade
        self._asked.set()

    def end(self) -> None:
        """Begin nothing more."""
        self._over.set()
        self._asked.set()
        self._thread.join(LAST_S)

    def _keep(self) -> None:
        while self._asked.wait() and not self._over.is_set():
            self._asked.clear()
            if self._over.wait(IDLE_S) or self._asked.is_set():
                continue
            try:
                self._vade.after_answer()
                while not (self._over.is_set() or self._vade.embed(spare_s=STEP_S) or self._asked.is_set()):
                    continue
            except VadeError as error:
                logging.getLogger("vademecum.web").warning("housekeeping put off: %s", error.message)
