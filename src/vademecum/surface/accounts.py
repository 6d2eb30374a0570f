"""The answer's own account of what the knobs did to it, and where it stands."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FRAME = ("ok", "command", "schema", "meta")
"""Keys of an answer that say what it is; no knob takes them away."""

_SPARE = "vade_surface"
"""Where the account stands when a foreign document's ``meta`` is no object."""


def account_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The account in a document; empty when there is none."""
    meta = document.get("meta")
    held = meta.get("surface") if type(meta) is dict else document.get(_SPARE)
    return dict(held) if type(held) is dict else {}


def with_account(
    document: Mapping[str, Any], account: Mapping[str, Any], *, truncated: bool
) -> dict[str, Any]:
    """A copy of the document with the account in it.

    Args:
        document: the document.
        account: what was done.
        truncated: raise the flag that there is more than what is shown.
    """
    meta = document.get("meta", {})
    if type(meta) is not dict:
        return {**document, _SPARE: dict(account)}
    raised = {"truncated": True} if truncated else {}
    return {**document, "meta": {**meta, **raised, "surface": dict(account)}}
