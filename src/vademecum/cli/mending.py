"""`vade doctor --deep`: the check-ups of index, files and disk as one, and what of it is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.cli.progress import reading
from vademecum.model.value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import CheckUp, Finding

_DERIVED = {"index_damaged", "index_differs", "conversation_out_of_step"}
"""Codes of what building the index anew mends."""


def looked(session: Session, vade: Vade) -> CheckUp:
    """All that can be said of a home."""
    from vademecum.wiring_conversations import inspect_home

    deep = reading(vade.check_deeply) if session.shows_progress else vade.check_deeply()
    return with_findings(vade.doctor(), (*deep.findings, *inspect_home(session.folder)))


def mended(session: Session, vade: Vade) -> CheckUp:
    """What is left once everything that is derived, or was begun and not finished, is put right.

    Raises:
        VaultError, StoreError: the disk refuses.
    """
    from vademecum.wiring_conversations import mend_home

    mend_home(session.folder)
    found = looked(session, vade).findings  # what is not to be mended costs a second look, and no second way
    broken_off = {finding.fix for finding in found if finding.code == "unfinished_erasure"}
    if "vade forget" in broken_off:
        vade.forget()
    if "vade conversations forget" in broken_off:
        vade.conversations.forget()
    if any(finding.code in _DERIVED for finding in found):
        vade.reindex()
    return looked(session, vade)


def with_findings(answer: CheckUp, more: Iterable[Finding]) -> CheckUp:
    """The findings of several looks, worst first; none says that all is well where another does not."""
    from vademecum.engine.health import LEVELS

    found = (*answer.findings, *more)
    if any(finding.level in ("error", "warning") for finding in found):
        found = tuple(finding for finding in found if finding.code != "healthy")
    return replace(
        answer,
        findings=tuple(sorted(found, key=lambda one: (LEVELS.index(one.level), one.code, one.subject))),
    )
