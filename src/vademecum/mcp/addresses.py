"""How records and turns are named: by address, by URI, by id or key."""

from __future__ import annotations

from urllib.parse import unquote

from vademecum.model.value import value

URI = "vade://"
BRIEF_URI = f"{URI}brief"
_KINDS = ("memory", "entity", "turn", "conversation")


@value
class Address:
    """What an address names.

    Attributes:
        kind: ``memory`` (entities too), ``turn``, ``conversation``, ``brief``.
        handle: id, key or beginning of an id; ``<conversation>#<seq>`` for a turn.
    """

    kind: str
    handle: str = ""


def read_address(text: str) -> Address:
    """Understand an address; what has no prefix is the id or key of a memory."""
    said = text.strip()
    if said.startswith(URI):
        return _of_uri(said.removeprefix(URI))
    kind, colon, rest = said.partition(":")
    if colon and kind in _KINDS and rest.strip():
        return Address("memory" if kind == "entity" else kind, rest.strip())
    return Address("memory", said)


def uri_of(address: str) -> str:
    """The URI of what has an address with a prefix."""
    return URI + address.replace(":", "/", 1).replace("#", "/")


def _of_uri(path: str) -> Address:
    path = path.partition("#")[0]  # lines; what is stored is shown whole
    kind, _, rest = path.strip("/").partition("/")
    handle = unquote(rest)
    if kind == "turn":
        conversation, _, seq = handle.partition("/")
        return Address("turn", f"{conversation}#{seq}")
    return Address("memory" if kind == "entity" else kind, handle)
