"""JSON Schema of what tools answer: what a program may rely on, and no word more, for every list has it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
COUNT = {"type": "integer"}
FLAG = {"type": "boolean"}
OBJECT = {"type": "object"}
OBJECTS = {"type": "array", "items": OBJECT}


def answered(**fields: Any) -> dict[str, Any]:
    """An object; any of its fields may be missing. An error in its place has ``error``."""
    return {"type": "object", "properties": fields}


SAID = answered(text=TEXT)
RECALLED = answered(outcome=TEXT, text=TEXT, results=OBJECTS, weak=COUNT, warnings=TEXTS)
SHOWN = {"id": TEXT, "key": TEXT, "summary": TEXT, "status": TEXT}
KEPT = answered(outcome=TEXT, **SHOWN, similar=TEXTS, doubted=TEXTS, masked=TEXTS, warnings=TEXTS)
REVISED = answered(action=TEXT, outcome=TEXT, **SHOWN, warnings=TEXTS)
OPENED = answered(address=TEXT, kind=TEXT, title=TEXT, text=TEXT)
