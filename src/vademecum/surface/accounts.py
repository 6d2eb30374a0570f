"""The answer's own account of what the knobs did to it, and where it stands.

It stands in ``meta.surface``. A foreign document keeps what it has there: where ``meta`` is no object, or its
``surface`` is something else, the account gets a name of its own beside it.
"""

# What stands in a foreign document is known at run time alone.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownLambdaType=false

from __future__ import annotations

from vademecum.surface.envelope import SCHEMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FRAME = ("ok", "command", "schema", "meta")
"""Keys of an answer of ours that say what it is; no knob takes them away."""

_SPARE = "vade_surface"


def frame_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What no knob takes away: the frame of an answer of ours, of a foreign one whether it went well."""
    if document.get("schema") == SCHEMA:
        return {name: document[name] for name in FRAME if name in document}
    return {"ok": document["ok"]} if type(document.get("ok")) is bool else {}


def account_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The account in a document; empty when there is none."""
    meta = document.get("meta")
    places = (meta.get("surface") if type(meta) is dict else None, document.get(_SPARE))
    return next((dict(held) for held in places if held and _is_account(held)), {})


def with_account(
    document: Mapping[str, Any], account: Mapping[str, Any], *, truncated: bool
) -> dict[str, Any]:
    """A copy of the document with the account in it.

    Args:
        document: the document.
        account: what was done.
        truncated: raise the flag that there is more than what is shown, also where the document denies it.
    """
    meta = document.get("meta", {})
    raised = {"truncated": True} if truncated else {}
    denied = raised if type(document.get("truncated")) is bool else {}
    if type(meta) is dict and ("surface" not in meta or _is_account(meta["surface"])):
        return {**document, **denied, "meta": {**meta, **raised, "surface": dict(account)}}
    spare = _SPARE
    while spare in document and not _is_account(document[spare]):
        spare += "_"
    return {**document, **denied, spare: {**account, **raised}}


def _is_account(held: object) -> bool:
    return type(held) is dict and type(held.get("knobs")) is dict
