"""What the comparison needs of a system, and the two ways in which one may fail."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from vademecum.bench.task import Passage
from vademecum.model.value import value

BOTH: tuple[str, ...] = ("memory", "session")


class CannotRun(Exception):
    """A system that cannot be measured here; the rest of the comparison goes on.

    Attributes:
        stage: ``install``, ``fill``, ``start`` or ``ask``.
        reason: in the system's own words as far as it had any.
    """

    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(f"{stage}: {reason}")
        self.stage = stage
        self.reason = reason


class Refused(Exception):
    """One question was answered with an error: it counts as answered with nothing."""


class Late(Refused):
    """One question was not answered in time."""


@value(kw_only=True)
class Note:
    """What every system is given: a memory, or a session.

    Attributes:
        name: of the file, without its suffix; an answer is told by it. It holds no word of the text.
        passages: the one of a memory, or the turns of a session.
    """

    name: str
    passages: tuple[Passage, ...]

    @property
    def text(self) -> str:
        """All of it, a passage a line."""
        return "\n".join(passage.text for passage in self.passages)


@value(kw_only=True)
class Schema:
    """What a server's list of tools costs its client before anything is asked.

    Attributes:
        size: bytes of the list as JSON.
    """

    tools: int
    size: int


class Opened(Protocol):
    """A system that holds notes and can be asked."""

    @property
    def schema(self) -> Schema | None:
        """Its list of tools; none where no agent's protocol is spoken."""
        ...

    def ask(self, question: str, limit: int) -> list[str]:
        """Names of notes, best first, some perhaps more than once.

        Raises:
            Refused: this question cannot be answered.
            CannotRun: nothing more will be answered.
        """
        ...


class Rival(Protocol):
    """A system that can be installed, filled and asked.

    Attributes:
        name: how the table calls it.
        version: the pinned one.
        door: the call by which its users ask it.
        served: by a server that stays, or by a command for each question.
        filling: how the notes come in.
        units: what it can hold as one note: ``memory``, ``session``.
    """

    name: str
    version: str
    door: str
    served: bool
    filling: str
    units: tuple[str, ...]

    def install(self, cache: Path) -> None:
        """Put it into a folder of its own below `cache`, unless it is there."""
        ...

    def fill(self, notes: Sequence[Note], home: Path) -> None:
        """Take in notes, until all of them can be found.

        Args:
            home: a new folder, the only one that it may write into.
        """
        ...

    def opened(self, home: Path) -> AbstractContextManager[Opened]:
        """The system over what was filled into `home`, until the block ends."""
        ...
