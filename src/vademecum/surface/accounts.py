"""The answer's own account of what the knobs did to it, and where it stands.

It stands in ``meta.surface``. A foreign document keeps what it has there: where ``meta`` is no object, or its
``surface`` is something else, the account gets a name of its own beside it.
"""

from __future__ import annotations

from vademecum.surface.envelope import SCHEMA
from vademecum.surface.kinds import OBJECT

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
    meta: Any = document.get("meta")
    places: tuple[Any, ...] = (meta.get("surface") if type(meta) is OBJECT else None, document.get(_SPARE))
    accounts: list[dict[str, Any]] = [dict(held) for held in places if _is_account(held)]
    return accounts[0] if accounts else {}


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
    if type(meta) is OBJECT and ("surface" not in meta or _is_account(meta["surface"])):
        return {**document, **denied, "meta": {**meta, **raised, "surface": dict(account)}}
    spare = _SPARE
    while spare in document and not _is_account(document[spare]):
        spare += "_"
    return {**document, **denied, spare: {**account, **raised}}


def _is_account(held: Any) -> bool:
    return type(held) is OBJECT and type(held.get("knobs")) is OBJECT
