"""Answer of `tidy`: what a person may want to clean up, and what was repaired."""

from __future__ import annotations

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.record import Key, MemoryId


@value(kw_only=True)
class Untidy(JsonMixin):
    """One thing that may be cleaned up.

    Attributes:
        kind: ``exact_repeat``, ``half_written_chain``, ``kept_aside``, ``broken_chain``, ``doubt``,
            ``unsaid_claim``, ``near_repeat``, ``expired``, ``lonely_stub`` or ``broken_link``.
        id, key: the record it is about; `others` are those that have to do with it.
        message: what is the matter.
        fix: a command, or what to do by hand; of what sessions learned, once it is done, what undoes it.
        safe: `tidy --apply` repairs it: nothing that any file says is lost by that.
        done: it was repaired.
    """

    kind: str
    id: MemoryId
    key: Key
    path: str
    message: str
    fix: str
    others: tuple[MemoryId, ...] = ()
    safe: bool = False
    done: bool = False


@value(kw_only=True)
class Tidied(JsonMixin):
    """What `tidy` found, most pressing first.

    Attributes:
        applied: repairs were to be made, not only named.
    """

    findings: tuple[Untidy, ...]
    applied: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def repaired(self) -> int:
        """Number of repairs made."""
        return sum(finding.done for finding in self.findings)

    @property
    def repairable(self) -> int:
        """Number of repairs that could be made safely and were not."""
        return sum(finding.safe and not finding.done for finding in self.findings)
