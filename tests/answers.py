"""Holds every JSON answer that a test reads against the schema that the product prints for it."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from vademecum.surface.schemas import schema_of


@cache
def _validator(command: str) -> Draft202012Validator:
    schema = schema_of(command)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def checked(answer: dict[str, Any], command: str = "help") -> dict[str, Any]:
    """The answer, which is what its command's schema says; one that was shaped is a part of it and passes.

    Args:
        answer: one object as printed with ``--json``.
        command: whose it would be if it says nothing of that (an error).
    """
    if "surface" in answer.get("meta", {}):
        return answer
    _validator(answer.get("command", command)).validate(answer)
    return answer
