"""What no file of the vault can say again: what was forgotten, which requests were done, what was shown.

None of these values holds words of a memory; what stands for a text is a keyed digest.
"""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.record import MemoryId


@value(kw_only=True)
class Tombstone:
    """In the place of a forgotten memory: enough to know it again, not enough to say what it said.

    Attributes:
        ids: its own id first, then those it had where it was imported from.
        mac: HMAC-SHA-256 (hex) of the digest of its normalised body, under the key of the home.
    """

    ids: tuple[str, ...]
    at: datetime
    mac: str


@value(kw_only=True)
class Outcome:
    """What a request under an idempotency key led to.

    Attributes:
        id: the record it was answered with.
        same: the request asked now is the one that was asked then.
    """

    id: MemoryId
    same: bool


@value(kw_only=True)
class Erasure:
    """An erasure that was begun; it stands until nothing of it is left to do.

    Attributes:
        id: the record that is forgotten, or of which a part is blotted out.
        paths: files of the vault that held it.
        after: what took the record's place in its chain, None when nothing did.
        whole: the record is forgotten as a whole.
        unread: the file cannot be read as a record; its path stands in the place of the id.
        conversation: the id is that of a conversation, of which `whole` or words of some turns go.
    """

    id: MemoryId
    paths: tuple[str, ...]
    at: datetime
    after: MemoryId | None = None
    whole: bool = True
    unread: bool = False
    conversation: bool = False
