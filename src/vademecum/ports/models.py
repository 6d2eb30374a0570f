"""What planning and extraction ask of a language model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from vademecum.model.prompt import Prompt, Reply


class Model(Protocol):
    """A language model behind some address."""

    def ask(self, prompt: Prompt) -> Reply:
        """An answer within the deadline that was set up, or the reason why there is none. Raises nothing.

        The caller waits for it; whoever must not wait asks from a thread of its own.
        """
        ...
