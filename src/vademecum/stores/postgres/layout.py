"""What must agree before the rows of an index are trusted."""

from __future__ import annotations

from vademecum.stores.codec import CARD_FIELDS
from vademecum.text.analyzer import REVISION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.stores.postgres.posting_rows import Weighing

ENCODING = 1
"""Raised whenever rows of the same schema come to mean something else. An older index is made anew."""


def layout_of(weighing: Weighing) -> str:
    """Identity of the layout: encoding, analyzer, what a card consists of, and the weights."""
    return f"{ENCODING}.{REVISION}:{','.join(CARD_FIELDS)}:{weighing.told}"


def age_of(layout: str) -> tuple[int, ...]:
    """What tells an earlier layout from a later one."""
    return tuple(int(number) for number in layout.partition(":")[0].split(".") if number)
