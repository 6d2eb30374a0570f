"""A vault as whoever keeps an index looks at it: what changed since the index was last found to be right."""

from __future__ import annotations

import threading

from vademecum.model.value import replace
from vademecum.vault.rows.notes import is_listed
from vademecum.vault.rows.vault import RowVault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.file import Listing, Quarantined
    from vademecum.model.rules import RuleBook
    from vademecum.ports.truth import FileFollowing, FileRows


class _Last(threading.local):
    """The last look of a thread."""

    trace: str = ""


class KeptVault(RowVault):
    """A vault whose index is kept.

    Args:
        rows: the files.
        following: tells what changed of them.
        index: name of the present index; another one after a rebuild.
        rules: files among which the rules stand; these themselves when not given.
    """

    def __init__(
        self,
        rows: FileRows,
        following: FileFollowing,
        index: Callable[[], str],
        rules: FileRows | None = None,
    ) -> None:
        super().__init__(rows)
        self._following = following
        self._name = index
        self._rules = RowVault(rules) if rules is not None else None
        self._last = _Last()

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`; what changed is told, whatever the trace."""
        del trace
        found = self._following.followed(self._name())
        if found is None:
            return None
        self._last.trace = found.trace
        return replace(found, files={path: stamp for path, stamp in found.files.items() if is_listed(path)})

    def follow(self) -> bool:
        """The index knows what this thread listed last; whether nothing is left to be looked at again."""
        trace, self._last.trace = self._last.trace, ""
        return not trace or self._following.follow(self._name(), trace)

    def read_rules(self) -> RuleBook | Quarantined:
        """See `ports.RuleFile.read_rules`."""
        return super().read_rules() if self._rules is None else self._rules.read_rules()

    def rules_state(self) -> str:
        """See `ports.RuleFile.rules_state`."""
        return super().rules_state() if self._rules is None else self._rules.rules_state()
