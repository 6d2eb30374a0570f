"""Which time a question about conversations speaks of."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.retrieval.favour import FavouredTime


@value(kw_only=True)
class AskedTime:
    """What a question says of time.

    Attributes:
        times: the readings of its first time, likeliest first.
        listing: whatever was said then is asked for.
        said: exact words that speak of the time.
        warnings: times that could not be read, one line each.
    """

    times: tuple[FavouredTime, ...] = ()
    listing: bool = False
    said: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()


NO_TIME = AskedTime()
