"""Rules by which records are joined: the file that holds them, what they say of records, and what an index
derived by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vademecum.model.edges import Said
    from vademecum.model.file import Quarantined
    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Rederived, RuleBook, RuleTally, Stand, Traits


class RuleFile(Protocol):
    """The home's ``rules.yaml``: the truth about rules."""

    def read_rules(self) -> RuleBook | Quarantined:
        """Its rules in file order, none when there is no file. Else why it cannot be read."""
        ...

    def rules_state(self) -> str:
        """A digest that changes when the file changes, empty when there is none."""
        ...


class Deriving(Protocol):
    """A rule book, ready to be asked; it says the same of the same records always."""

    @property
    def means(self) -> bool:
        """Whether a rule compares meanings."""
        ...

    def predicate(self, rule: str) -> str:
        """How the edges of a rule are called."""
        ...

    def stands(self, record: Traits) -> Iterable[Stand]:
        """Where rules look for a record. Two records that a rule joins have a block in common, one of them
        as the object."""
        ...

    def derived(self, rule: str, subject: Traits, object: Traits) -> Said | None:
        """The edge by which a rule joins two records, in this direction; None when it does not."""
        ...


if TYPE_CHECKING:
    Compile = Callable[[RuleBook], Deriving]


class Derivations(Protocol):
    """The part of an index that keeps the rules and what was derived by them.

    The edges themselves are among the statements of `ports.Edges`, of origin ``rule``, and follow every
    change of records in the same step. Rules that are new reach what is stored already in portions, by id, so
    that no writer waits for all of it; until then they say nothing of the records they have not reached.
    """

    def book(self) -> RuleBook:
        """The rules that were put last."""
        ...

    def state(self) -> str:
        """The `RuleFile.rules_state` that was put with them, empty when never."""
        ...

    def put(self, book: RuleBook, state: str) -> None:
        """Derive by these rules from now on, and for a first portion of what is stored already.

        Rules that stay as they are keep what they brought.

        Raises:
            Busy, StoreError: as of `IndexWriter.apply`.
        """
        ...

    def due(self) -> int:
        """Records that new rules have not reached yet; 0 once everything is derived."""
        ...

    def advance(self) -> int:
        """Let the new rules reach one more portion, in a step of its own; how many records are left.

        Raises:
            Busy, StoreError: as of `IndexWriter.apply`; what was reached before is kept.
        """
        ...

    def foreseen(self, records: Mapping[MemoryId, Traits | None]) -> Rederived:
        """What would be derived and taken back if records were as told. Nothing of it is kept.

        Args:
            records: what rules would read of each; None for one that is gone.

        Raises:
            Busy, StoreError: as of `IndexWriter.apply`.
        """
        ...

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        """What rules read of those of the records that exist."""
        ...

    def tally(self) -> dict[str, RuleTally]:
        """What each rule brought."""
        ...
