"""The OpenAPI document, made from the table of operations and the schemas of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.surface.knobs import BY_NAME as KNOBS
from vademecum.surface.knobs import Takes
from vademecum.surface.lossless.writing import MEDIA_TYPE
from vademecum.surface.operations.inputs import nullable, schema
from vademecum.surface.operations.shape import Place
from vademecum.surface.operations.table import OPERATIONS
from vademecum.surface.schemas import Schemas
from vademecum.web.api.cursors import CURSOR
from vademecum.web.api.problems import PROBLEM_TYPE
from vademecum.web.api.requests import MOST_KNOB, knobs_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.surface.knobs import Knob
    from vademecum.surface.operations.shape import Operation, Parameter

_WITHIN = "#/components/schemas"
_ABOUT = (
    "Everything that the Python package does, over HTTP. Answers are the objects that the command prints "
    "with `--json`; errors are problem details. Every answer takes the knobs that shape it, in the query."
)
_TAGS = {
    "asking": "What is known, why, and what would be looked for.",
    "memories": "Keep, read, change, erase.",
    "review": "Decide what waits.",
    "names": "Entities, relations, the vocabulary, the fields that are searched.",
    "graph": "How entities and memories hang together.",
    "conversations": "What was said to agents and by them.",
    "sessions": "Live talks: what was heard, what is known for it, what is kept of it.",
    "home": "The home as a whole.",
}
_PROBLEM: Mapping[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "class", "retryable", "suggestions"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "code": {"type": "string"},
        "class": {"enum": ["usage", "not_found", "conflict", "limit", "transient", "permanent"]},
        "retryable": {"type": "boolean"},
        "suggestions": {"type": "array", "items": {"type": "string"}},
    },
}
_SHAPED: Mapping[str, Any] = {
    "description": "An answer that knobs shaped; `meta.surface` says how. What did not fit says only that.",
    "type": "object",
    "properties": {"ok": {"const": True}},
    "anyOf": [
        {
            "required": ["ok", "meta"],
            "properties": {"meta": {"type": "object", "required": ["surface"]}},
        },
        {"required": ["ok", "max_output_bytes"]},
    ],
}
_WORDS: Mapping[int, str] = {
    400: "The request cannot be.",
    403: "Not allowed.",
    404: "What is named is not there, or several are.",
    405: "Another method is meant.",
    409: "Another state than was expected, or a repeat that is none.",
    412: "The record is in another state than `If-Match` says.",
    413: "Too large or too many.",
    415: "The body is no JSON.",
    503: "Try again.",
}


def description(version: str) -> dict[str, Any]:
    """The document.

    Args:
        version: of the program.
    """
    made = Schemas(_WITHIN)
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, made)
    return {
        "openapi": "3.1.0",
        "info": {"title": "vademecum", "version": version, "description": _ABOUT},
        "tags": [{"name": name, "description": told} for name, told in _TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {**made.definitions(), "Problem": dict(_PROBLEM), "Shaped": dict(_SHAPED)},
            "parameters": {f"knob_{name}": _knob(knob) for name, knob in KNOBS.items()},
        },
    }


def _operation(operation: Operation, made: Schemas) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "parameters": [
            *(_parameter(one) for one in operation.parameters if one.place is not Place.BODY),
            *_headers(operation),
            *({"$ref": f"#/components/parameters/knob_{name}"} for name in knobs_of(operation)),
        ],
        "responses": _responses(operation, made),
    }
    content = _content(operation)
    if content is not None:
        told["requestBody"] = content
    return told


def _content(operation: Operation) -> dict[str, Any] | None:
    if operation.takes is not None:
        return {"required": True, "content": {operation.takes: {"schema": {"type": "string"}}}}
    inside = operation.within(Place.BODY)
    if not inside:
        return None
    required = [one.name for one in inside if one.required]
    whole = {
        "type": "object",
        "properties": {one.name: _described(one) for one in inside},
        "required": required,
        "additionalProperties": False,
    }
    return {"required": bool(required), "content": {"application/json": {"schema": whole}}}


def _described(one: Parameter) -> dict[str, Any]:
    made = bounded(one)
    return {**(made if one.required else nullable(made)), "description": one.help}


def bounded(one: Parameter) -> dict[str, Any]:
    """Schema of a parameter, with its bounds and choices."""
    made = schema(one.type)
    inner = made["items"] if made.get("type") == "array" else made
    if one.choices:
        inner["enum"] = list(one.choices)
    kinds = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
    kinds |= {"object": ("minProperties", "maxProperties")}
    least, most = kinds.get(made.get("type", ""), ("minimum", "maximum"))
    if one.least is not None:
        made[least] = one.least
    if one.most is not None:
        made[most] = one.most
    return made


def _parameter(one: Parameter) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": one.name,
        "in": one.place.value,
        "description": one.help,
        "schema": bounded(one),
    }
    if one.required or one.place is Place.PATH:
        told["required"] = True
    return told


def _headers(operation: Operation) -> list[dict[str, Any]]:
    found: list[tuple[str, str, dict[str, Any]]] = []
    if operation.writes:
        key = {"type": "string", "pattern": "^[!-~]{1,200}$"}
        found.append(
            ("Idempotency-Key", "Names the request; a repeat is answered as the first one was.", key)
        )
    if operation.of_record and operation.writes:
        found.append(("If-Match", "ETags of which the record must have one.", {"type": "string"}))
    if operation.of_record and not operation.writes:
        found.append(("If-None-Match", "ETags that are known already.", {"type": "string"}))
    told: list[dict[str, Any]] = [
        {"name": name, "in": "header", "description": help, "schema": kind} for name, help, kind in found
    ]
    if operation.paged:
        text = {"type": "string", "maxLength": 1_000}
        help = "`meta.next` of the page before; every other parameter stays as it was."
        told.append({"name": CURSOR, "in": "query", "description": help, "schema": text})
    return told


def _responses(operation: Operation, made: Schemas) -> dict[str, Any]:
    if operation.gives is not None:
        good: dict[str, Any] = {operation.gives: {"schema": {"type": "string"}}}
    else:
        answer = {"anyOf": [made.answer(operation.command), {"$ref": f"{_WITHIN}/Shaped"}]}
        good = {"application/json": {"schema": answer}, MEDIA_TYPE: {"schema": {"type": "object"}}}
    found: dict[str, Any] = {"200": {"description": "The answer.", "content": good}}
    if operation.makes:
        place = {"Location": {"description": "Where it is found.", "schema": {"type": "string"}}}
        found["201"] = {"description": "It was kept.", "headers": place, "content": good}
    if operation.of_record:
        tag = {"ETag": {"description": "State of the record.", "schema": {"type": "string"}}}
        for status in found.values():
            status["headers"] = {**status.get("headers", {}), **tag}
    if operation.of_record and not operation.writes:
        found["304"] = {"description": "It is as it was."}
    problem = {PROBLEM_TYPE: {"schema": {"$ref": f"{_WITHIN}/Problem"}}}
    told = {str(status): {"description": words, "content": problem} for status, words in _WORDS.items()}
    return {**found, **told, "default": {"description": "A problem.", "content": problem}}


def _knob(knob: Knob) -> dict[str, Any]:
    match knob.takes:
        case Takes.COUNT:
            kind: dict[str, Any] = {"type": "integer", "minimum": knob.least, "maximum": 2**53}
        case Takes.NOTHING:
            kind = {"type": "boolean"}
        case Takes.CHOICE:
            kind = {"type": "string", "enum": list(knob.choices)}
        case _:
            kind = {"type": "string", "minLength": 1, "maxLength": MOST_KNOB}
    if knob.repeatable:
        kind = {"type": "array", "items": kind}
    return {"name": knob.name, "in": "query", "description": knob.help, "schema": kind}
