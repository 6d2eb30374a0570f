"""Finding what may be cleaned up, and repairing what is safe; nothing is ever deleted.

What the index holds nominates; what the files say now decides what is repaired.
"""

from __future__ import annotations

from vademecum.engine.cascading import Cascading
from vademecum.engine.placing import took_its_place
from vademecum.engine.sweeping import KINDS as SWEPT
from vademecum.engine.sweeping import Sweeping
from vademecum.engine.untidiness import Untidiness
from vademecum.errors import VadeError
from vademecum.lifecycle.tidying import adds_nothing, with_sources
from vademecum.lifecycle.transitions import half_written, superseded
from vademecum.model.record import Memory, Status
from vademecum.model.tidied import Tidied
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId, Scope
    from vademecum.model.tidied import Untidy


class Tidying:
    """The use case of cleaning up."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing
        self._sweeping = Sweeping(parts, storing)

    def tidy(self, scopes: Sequence[Scope], *, apply: bool) -> Tidied:
        """Look through every record of these scopes (none means every scope).

        Args:
            scopes: where to look.
            apply: repair what is safe; else nothing is written.
        """
        looked = Untidiness(self._parts, scopes)
        findings = [self._judged(finding) for finding in looked.findings()]
        findings += self._sweeping.findings(scopes)
        if not apply:
            return Tidied(findings=tuple(findings), warnings=looked.warnings)
        warnings = list(looked.warnings)
        done: list[Untidy] = []
        for finding in findings:
            try:
                done.append(self._repaired(finding) if finding.safe else finding)
            except VadeError as error:
                warnings.append(f"{finding.key} was left as it is: {error.message}")
                done.append(finding)
        return Tidied(findings=tuple(done), applied=True, warnings=tuple(warnings))

    def _judged(self, finding: Untidy) -> Untidy:
        """The finding, safe or not by what the files say."""
        if finding.kind == "half_written_chain":
            chain = self._chain(finding)
            half = chain is not None and self._half_written(*chain)
            return replace(finding, safe=True, fix="vade tidy --apply") if half else finding
        if finding.kind != "exact_repeat":
            return finding
        pair = self._pair(finding)
        if pair is None or not adds_nothing(_memory(pair[0]), _memory(pair[1])):
            return finding
        message = f"says the same as {pair[1].key}"
        return replace(finding, safe=True, message=message, fix="vade tidy --apply")

    def _repaired(self, finding: Untidy) -> Untidy:
        if finding.kind in SWEPT:
            return self._sweeping.done(finding)
        if finding.kind == "half_written_chain":
            return self._completed(finding)
        return self._led_on(finding)

    def _completed(self, finding: Untidy) -> Untidy:
        """The old side of a replacement that only the new one tells of."""
        chain = self._chain(finding)
        if chain is None or not self._half_written(*chain):
            return finding
        new, old = chain
        cascading = Cascading(self._parts)
        marked, _ = cascading.spread(cascading.ripple(old, Status.SUPERSEDED))
        past = superseded(_memory(old), _memory(new), at=self._parts.now(), by="tidy")
        written = self._parts.vault.replace(old.path, past, old.state)
        self._storing.all_indexed((written, *marked))
        return replace(finding, done=True)

    def _half_written(self, new: Document, old: Document) -> bool:
        return half_written(_memory(new), _memory(old), placed=took_its_place(self._parts, old.record))

    def _chain(self, finding: Untidy) -> tuple[Document, Document] | None:
        """The new memory and the old one."""
        new, old = self._present(finding.id), self._present(finding.others[0])
        return None if new is None or old is None else (new, old)

    def _led_on(self, finding: Untidy) -> Untidy:
        """A repeat leads to the kept memory from now on; its sources count there. The kept one is written
        first, so that a crash between leaves a chain that the next look completes."""
        pair = self._pair(finding)
        if pair is None:
            return finding
        repeat, kept = pair
        now = self._parts.now()
        grown = with_sources(_memory(kept), _memory(repeat))
        grown = replace(grown, supersedes=(*grown.supersedes, repeat.record.id), updated=now)
        reason = f"says the same as {kept.key}"
        past = superseded(_memory(repeat), grown, at=now, reason=reason, by="tidy")
        written = self._parts.vault.replace(kept.path, grown, kept.state)
        closed = self._parts.vault.replace(repeat.path, past, repeat.state)
        self._storing.all_indexed((written, closed))
        return replace(finding, done=True)

    def _pair(self, finding: Untidy) -> tuple[Document, Document] | None:
        """The repeat and what it repeats, as their files say now; None when they are not both memories."""
        repeat, kept = self._present(finding.id), self._present(finding.others[0])
        if repeat is None or kept is None or repeat.record.body.split() != kept.record.body.split():
            return None
        return (repeat, kept) if isinstance(repeat.record, Memory) else None

    def _present(self, record_id: MemoryId) -> Document | None:
        row = self._parts.index.rows([record_id]).get(record_id)
        found = self._storing.present(row.path) if row else None
        return found if found is not None and isinstance(found.record, Memory) else None


def _memory(document: Document) -> Memory:
    assert isinstance(document.record, Memory)
    return document.record
