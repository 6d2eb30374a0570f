"""The table of operations, whole."""

from __future__ import annotations

from vademecum.surface.operations.asking import ASKING
from vademecum.surface.operations.graphing import GRAPHING
from vademecum.surface.operations.keeping import KEEPING
from vademecum.surface.operations.memories import MEMORIES
from vademecum.surface.operations.naming import NAMING
from vademecum.surface.operations.sessions import SESSIONS
from vademecum.surface.operations.talking import TALKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.surface.operations.shape import Operation

OPERATIONS: tuple[Operation, ...] = (
    *ASKING,
    *MEMORIES,
    *NAMING,
    *GRAPHING,
    *TALKING,
    *SESSIONS,
    *KEEPING,
)
"""In the order of the docs; of two paths that both fit a request the earlier one holds."""

BY_NAME: Mapping[str, Operation] = {one.name: one for one in OPERATIONS}

_OWN = "a server looks after that by itself"
_TOOL = "a text for a model's tool, which is served over the Model Context Protocol"
LOCAL: Mapping[str, str] = {
    "digest": "made of an answer without asking the home; clients do it",
    "may_read": "made of scopes by who shows something; a server is asked for nothing else than it shows",
    "scope": "`policy` says it",
    "conversations": "its verbs are operations",
    "graph": "its verbs are operations",
    "try_out": "`what_if` is the half of it that can be told",
    "check_deeply": "it reads every file; `vade doctor --deep` asks it where the home stands",
    "close": _OWN,
    "embed": _OWN,
    "after_answer": _OWN,
    "conversations.close": _OWN,
    "conversations.embed": _OWN,
    "conversations.embedded": _OWN,
    "conversations.after_answer": _OWN,
    "conversations.meanings": _OWN,
    "conversations.check_up": "`doctor` says it",
    "conversations.counted": "`stats` says it",
    "conversations.sync": "`sync` does it",
    "conversations.reindex": "`reindex` does it",
    "conversations.rebuilt": "`reindex` does it",
    "conversations.recall_conversations": _TOOL,
    "conversations.resume_context": _TOOL,
    "conversations.open_turn": _TOOL,
    "conversations.save_note": _TOOL,
    "session.turn": "the answer to each utterance says it",
}
"""Public verb -> why no operation has it; those of a live session stand below `session.`."""
