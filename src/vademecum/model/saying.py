"""The words by which somebody tells of himself or orders something of the memory, as values."""

from __future__ import annotations

from vademecum.model.extracted import Lasting, Operation
from vademecum.model.record import MemoryType
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value(kw_only=True)
class Opener:
    """One form of words that begins a statement or an order; `lexicon/saying/README.txt` has its signs.

    Attributes:
        lang: its language, a primary BCP 47 code.
        predicate: what it tells, "" when no single thing, ``kin`` or ``#`` when the words say which.
        one: the speaker has one value at a time.
        refused: beginnings of what is told that make it no statement.
    """

    lang: str
    form: str
    operation: Operation
    predicate: str = ""
    type: MemoryType = MemoryType.NOTE
    one: bool = False
    lasting: Lasting = Lasting.PERSISTENT
    refused: tuple[str, ...] = ()


@value(kw_only=True)
class Sayings:
    """The words of one language.

    Attributes:
        openers: every form, in the order of the file.
        kin: word for a relation -> name of the relation.
        words: role -> its forms, as in the README; a role without forms is missing.
    """

    lang: str
    openers: tuple[Opener, ...]
    kin: Mapping[str, str]
    words: Mapping[str, tuple[str, ...]]
