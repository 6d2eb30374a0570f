"""What JSON holds, told to the type checkers without a library that a hook would have to load."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard


def is_table(given: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is an object of JSON."""
    return isinstance(given, dict)


def is_array(given: object) -> TypeGuard[list[Any]]:
    """Whether it is an array of JSON."""
    return isinstance(given, list)
