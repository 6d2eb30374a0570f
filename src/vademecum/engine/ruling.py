"""Keeping what an index derives true to the rules that a person wrote."""

from __future__ import annotations

from vademecum.model.file import FAULTY, Quarantined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.rules import RuleBook
    from vademecum.ports import Deriving, Index, RuleFile


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


def compiled(book: RuleBook) -> Deriving:
    """Rules ready to be asked; a home without any never loads what compares."""
    from vademecum.graph.deriving import Rules

    return Rules(book)
