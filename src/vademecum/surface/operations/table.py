"""The table of operations, whole."""

from __future__ import annotations

from vademecum.surface.operations.asking import ASKING
from vademecum.surface.operations.memories import MEMORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.surface.operations.shape import Operation

OPERATIONS: tuple[Operation, ...] = (*ASKING, *MEMORIES)
"""In the order of the docs; of two paths that both fit a request the earlier one holds."""

BY_NAME: Mapping[str, Operation] = {one.name: one for one in OPERATIONS}
BY_VERB: Mapping[str, Operation] = {one.verb: one for one in OPERATIONS}
"""Operation by the verb that it calls; `session.` goes before what is asked of a live session."""

LOCAL: Mapping[str, str] = {}
"""Public verb -> why no operation has it."""
