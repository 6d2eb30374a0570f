"""What a data set becomes: stores of passages, and questions about them with what answers each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vademecum.model.value import value

Gold = Mapping[str, float]
"""Id of a passage that answers -> how well, above 0."""

ALL = "all"


@value(kw_only=True)
class Passage:
    """The unit that is found.

    Attributes:
        text: what every method is given.
        session: the conversation it stands in; its own id where there is none.
        by_assistant: an assistant said it, and not a person.
        at: RFC 3339, when it was said, as far as that is known.
    """

    id: str
    text: str
    session: str
    by_assistant: bool = False
    at: str | None = None


@value(kw_only=True)
class Question:
    """Something asked of a store.

    Attributes:
        golds: category in which it counts -> what answers it there.
    """

    id: str
    text: str
    golds: Mapping[str, Gold]


@value(kw_only=True)
class Store:
    """Passages that are searched together, and what is asked of them.

    Attributes:
        names: people who speak in it, in a fixed order.
    """

    id: str
    passages: Sequence[Passage]
    questions: Sequence[Question]
    names: tuple[str, ...] = ()


@value(kw_only=True)
class Task:
    """A data set, ready to be asked.

    Attributes:
        protocol: under which name it is asked for.
        source: which data, for people.
        units: what is ranked: ``turn`` and ``session``, or ``memory``.
        stores: asked one after the other; a reader may make them as they are needed.
        categories: rows of the table, in order.
    """

    protocol: str
    source: str
    units: tuple[str, ...]
    stores: Sequence[Store]
    categories: tuple[str, ...]
