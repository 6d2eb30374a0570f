"""What a check-up says of vectors."""

from __future__ import annotations

from vademecum.errors import VadeError
from vademecum.model.answer import Finding
from vademecum.model.vectors import Lacking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.engine.meaning import Meaning

_SETTINGS = "`vade config list` shows the settings `embedder` and meaning.*"


def vectors_found(meanings: Mapping[str, Meaning]) -> tuple[Finding, ...]:
    """Which embedder there is and what has vectors, or why there is none; nothing where none is wanted.

    Args:
        meanings: what a person calls the texts of a store -> its meanings. At least one.
    """
    first, *_ = meanings.values()
    try:
        embedder = first.lacking() or first.embedder()
        if isinstance(embedder, Lacking):
            return _absent(embedder)
        counts = {name: each.coverage() for name, each in meanings.items()}
    except VadeError as error:
        return (_finding("warning", error.message, _SETTINGS),)
    told = " and ".join(f"{one.present:,} of {one.of:,} {name}" for name, one in counts.items())
    faults = [each.fault for each in meanings.values() if each.fault]
    if faults:
        return (_finding("warning", f"{told} have a vector; {faults[0]}", _SETTINGS),)
    fix = "" if all(one.is_whole for one in counts.values()) else "`vade reindex` embeds the rest at once"
    return (_finding("note", f"{told} have a vector of {embedder.id}", fix),)


def _absent(lacking: Lacking) -> tuple[Finding, ...]:
    if not lacking.reason:
        return ()
    return (_finding("warning" if lacking.wanted else "note", lacking.reason, ""),)


def _finding(level: str, message: str, fix: str) -> Finding:
    return Finding(level=level, code="meaning", subject="vectors", message=message, fix=fix)
