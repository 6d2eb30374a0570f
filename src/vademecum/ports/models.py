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


class Counsel(Protocol):
    """Whether a model is asked, and which: what the settings come to."""

    @property
    def model(self) -> Model:
        """The model; one that cannot be asked answers every question with the reason."""
        ...

    @property
    def plans(self) -> bool:
        """Whether plans are to be looked over while a session runs."""
        ...

    @property
    def extracts(self) -> bool:
        """Whether turns are to be read for statements while a session runs."""
        ...

    @property
    def described(self) -> str:
        """Which model is asked, or why none can be, for people; empty when none is wanted or set up."""
        ...

    @property
    def usable(self) -> bool:
        """Whether the model can be asked, as far as settings show it."""
        ...
