"""Holds every JSON answer that a test reads against the schema that the product prints for it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from vademecum.surface.schemas import schema_of


@cache
def _validator(command: str, *, shaped: bool = False) -> Draft202012Validator:
    schema = schema_of(command)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(_partial(schema) if shaped else schema)


def _partial(schema: Any) -> Any:
    """The schema of parts of such answers: nothing is required, a count may stand there instead."""
    if isinstance(schema, list):
        return [_partial(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    held = {name: _partial(one) for name, one in schema.items() if name not in ("required", "minItems")}
    if "command" in held.get("properties", {}):
        held["properties"]["count"] = {"type": "integer"}
        held["properties"]["truncated_reason"] = {"type": "string"}
        held["properties"]["max_output_bytes"] = {"type": "integer"}
        held["properties"]["truncated"] = {"type": "boolean"}
    return held


def checked(answer: dict[str, Any], command: str = "help") -> dict[str, Any]:
    """The answer, which is what its command's schema says; of one that was shaped, a part of it.

    Args:
        answer: one object as printed with ``--json``.
        command: whose it would be if it says nothing of that (an error).
    """
    shaped = "surface" in answer.get("meta", {})
    _validator(answer.get("command", command), shaped=shaped).validate(answer)
    return answer


def read(printed: str | bytes) -> dict[str, Any]:
    """What a process printed with ``--json``, checked."""
    answer: dict[str, Any] = json.loads(printed)
    return checked(answer)
