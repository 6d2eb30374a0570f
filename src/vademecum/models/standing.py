"""Models that need no network: one that is not there, and one that says what it was told to."""

from __future__ import annotations

from vademecum.model.prompt import Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from vademecum.model.extracted import Failing
    from vademecum.model.prompt import Prompt


class AbsentModel:
    """Answers every question with the reason why there is no model."""

    def __init__(self, failing: Failing) -> None:
        self._failing = failing

    def ask(self, prompt: Prompt) -> Reply:
        """See `ports.Model.ask`."""
        return Reply(failing=self._failing)


class ScriptedModel:
    """Answers as a function says, and keeps the questions; for tests of whoever asks a model."""

    def __init__(self, answer: Callable[[Prompt], Any]) -> None:
        self._answer = answer
        self.asked: list[Prompt] = []

    def ask(self, prompt: Prompt) -> Reply:
        """See `ports.Model.ask`."""
        self.asked.append(prompt)
        return Reply(answer=self._answer(prompt))
