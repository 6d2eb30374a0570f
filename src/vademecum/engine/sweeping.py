"""The sweep over what sessions learned by themselves: `tidy` names it, `tidy --apply` does it.

What the index holds nominates; what the files say decides.
"""

from __future__ import annotations

from vademecum.engine.precedents import Precedents
from vademecum.errors import VadeError
from vademecum.lifecycle.claims import VerdictKind, judge
from vademecum.lifecycle.standing import Standing, standing
from vademecum.lifecycle.sweeping import SweepKind, swept
from vademecum.model.record import Kind, Memory, SourceKind, Status
from vademecum.model.tidied import Tidied, Untidy
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.sweeping import Sweep
    from vademecum.model.entry import Entry
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId, Scope

_ORDER = tuple(SweepKind)

KINDS = frozenset({kind.value for kind in SweepKind})
"""Findings of `tidy` that are this sweep's."""

_LEARNED = frozenset({SourceKind.KEYWORD.value, SourceKind.INFERENCE.value, SourceKind.AGENT.value})
"""First sources of what nobody wrote in person; of others not even the file is read."""


class Sweeping:
    """The use case of promoting, ending and putting away."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing
        self._precedents = Precedents(parts, storing)

    def sweep(self, scopes: Sequence[Scope], *, apply: bool) -> Tidied:
        """Sweep some scopes (none means every scope).

        Args:
            scopes: where to look.
            apply: write what is found; else nothing is written.
        """
        findings = list(self.findings(scopes))
        if not apply:
            return Tidied(findings=tuple(findings))
        warnings: list[str] = []
        done: list[Untidy] = []
        for finding in findings:
            try:
                done.append(self.done(finding))
            except VadeError as error:
                warnings.append(f"{finding.key} was left as it is: {error.message}")
                done.append(finding)
        return Tidied(findings=tuple(done), applied=True, warnings=tuple(warnings))

    def findings(self, scopes: Sequence[Scope]) -> Iterator[Untidy]:
        """What would be changed and why, in the order of kinds, then of ids."""
        found: list[tuple[Document, Sweep]] = []
        for entry in self._parts.index.entries():
            if self._nominated(entry) and (not scopes or entry.scope in scopes):
                document, sweep = self._judged(entry.path, entry.id)
                if document is not None and sweep is not None:
                    found.append((document, sweep))
        found.sort(key=lambda each: (_ORDER.index(each[1].kind), each[0].record.id))
        for document, sweep in found:
            yield Untidy(
                kind=sweep.kind.value,
                id=document.record.id,
                key=document.key,
                path=document.path,
                message=sweep.why,
                fix="vade tidy --apply",
                safe=True,
            )

    def done(self, finding: Untidy) -> Untidy:
        """Do what a finding says, if the file still says so; `fix` then tells what undoes it.

        Raises:
            VadeError: the file was changed meanwhile, or cannot be written.
        """
        document, sweep = self._judged(finding.path, finding.id)
        if document is None or sweep is None or sweep.kind.value != finding.kind:
            return finding
        written = self._parts.vault.replace(document.path, sweep.becomes, document.state)
        self._storing.all_indexed((written,))
        return replace(finding, done=True, fix=sweep.undo.format(key=finding.key))

    def _nominated(self, entry: Entry) -> bool:
        """Whether the index lets it be possible; it is right or too generous, never too strict."""
        return (
            entry.kind is Kind.MEMORY
            and entry.status is Status.ACTIVE
            and entry.card.source in _LEARNED
            and not entry.explicit
            and standing(entry, self._parts.now_us()) is Standing.VISIBLE
        )

    def _judged(self, path: str, record: MemoryId) -> tuple[Document | None, Sweep | None]:
        document = self._storing.present(path)
        if document is None or document.record.id != record or not isinstance(document.record, Memory):
            return None, None
        memory = document.record
        return document, swept(memory, self._parts.now(), contradicted=self._contradicted(memory))

    def _contradicted(self, memory: Memory) -> bool:
        """Whether a visible memory says something else of the same; only drafts are asked about."""
        if memory.review is None:
            return False
        rivals = [
            document.record
            for record, document in self._precedents.rivals(memory).items()
            if record != memory.id and isinstance(document.record, Memory)
        ]
        verdict = judge(memory, rivals, self._parts.wording, self._precedents.read)
        return verdict.target is not None and verdict.kind is not VerdictKind.REINFORCE
