"""Keeping what an index derives true to the rules that a person wrote."""

from __future__ import annotations

from vademecum.errors import Busy
from vademecum.model.file import FAULTY, Quarantined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

    from vademecum.model.rules import RuleBook
    from vademecum.ports import Derivations, Deriving, Index, RuleFile


def follow_rules(file: RuleFile, index: Index, before: Index) -> None:
    """Derive by the rules as their file has them now.

    Args:
        file: where they stand.
        index: what derives by them.
        before: where the file cannot be read, those of this index hold.
    """
    state = file.rules_state()
    derivations = index.derivations()
    if derivations.state().removeprefix(FAULTY) != state:
        found = file.read_rules()
        if isinstance(found, Quarantined):
            derivations.put(before.derivations().book(), f"{FAULTY}{state}")
        else:
            derivations.put(found, state)


def reach_on(derivations: Derivations, now: Callable[[], datetime], spare: timedelta) -> None:
    """Let new rules reach more of what is stored, as long as there is time.

    Another process may be about it as well; then it is left to that one.

    Args:
        derivations: of an index.
        now: what time it is.
        spare: after which nothing more is begun.
    """
    started = now()
    try:
        while derivations.due() and now() - started < spare:
            derivations.advance()
    except Busy:
        return


def reach_all(derivations: Derivations) -> None:
    """Let new rules reach everything.

    Raises:
        Busy, StoreError: as of `Derivations.advance`.
    """
    while derivations.due():
        derivations.advance()


def unreached(derivations: Derivations) -> str:
    """That new rules have not reached everything; empty when they have."""
    left = derivations.due()
    if not left:
        return ""
    return f"new rules have yet to reach {left:,} records; `vade sync` goes on until they have"


def compiled(book: RuleBook) -> Deriving:
    """Rules ready to be asked; a home without any never loads what compares."""
    from vademecum.graph.deriving import Rules

    return Rules(book)
