"""What a change puts in doubt, as the verbs that change something tell of it."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.record import Key, MemoryId


@value(kw_only=True)
class Doubted(JsonMixin):
    """A memory that a change put in doubt; it is still shown, marked."""

    id: MemoryId
    key: Key
    reason: str
