"""When a tenant has asked often enough, or keeps enough."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.tenancy import Quota

_LEASES = 20
"""Into how many parts a minute's requests are cut: a process asks the database about twenty times a minute
for a busy tenant, and of what it leased and did not use at most a twentieth is lost to the others."""


@value
class Held:
    """What one process still holds of a minute's requests.

    Attributes:
        minute: minutes since the epoch.
        left: requests that it may still let pass.
        spent: nothing is left in this minute, for no process.
    """

    minute: int
    left: int = 0
    spent: bool = False


def portion(limit: int) -> int:
    """How many requests are leased at once."""
    return max(1, limit // _LEASES)


def retry_after_s(now_s: float) -> int:
    """Seconds until the next minute begins, at least one."""
    return max(1, 60 - int(now_s) % 60)


def beyond(quota: Quota, memories: int, size: int) -> str:
    """The bound that a tenant has reached, in words; empty when none."""
    if quota.memories is not None and memories >= quota.memories:
        return f"this tenant keeps {memories} memories and may keep {quota.memories}"
    if quota.bytes is not None and size >= quota.bytes:
        return f"this tenant keeps {size} bytes and may keep {quota.bytes}"
    return ""
