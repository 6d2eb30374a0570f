"""The kinds of JSON values that hold others, to be asked for by `type(one) is OBJECT`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Declared so, a check for them leaves what is inside unknown to the type checkers but not unchecked: what
# stands in a foreign document is known at run time alone.
OBJECT: type[Any] = dict
LIST: type[Any] = list
