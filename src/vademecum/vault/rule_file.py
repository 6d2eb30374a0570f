"""The rules on a disk: ``rules.yaml`` beside the folders of the scopes.

A recall asks for its state only, so reading YAML is imported where it happens.
"""

from __future__ import annotations

from vademecum.vault.paths import RULES
from vademecum.vault.seeing import Seen, see, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.file import Quarantined
    from vademecum.model.rules import RuleBook


class RuleFolder:
    """Implements `ports.deriving.RuleFile` for a vault on a folder, which is one of these."""

    _root: str
    _now_ns: Callable[[], int]

    def read_rules(self) -> RuleBook | Quarantined:
        """See `RuleFile.read_rules`."""
        from vademecum.vault.ruling import read_rule_book

        seen = see(self._root, RULES, self._now_ns)
        return read_rule_book(seen.data if seen else b"") if seen is None or isinstance(seen, Seen) else seen

    def rules_state(self) -> str:
        """See `RuleFile.rules_state`."""
        return state_of(self._root, RULES, self._now_ns)
