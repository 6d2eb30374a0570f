"""Which paths may name a file of the vault: relative ones that no system reads otherwise."""

from __future__ import annotations

from vademecum.errors import ForbiddenPath

SUFFIX = ".md"
ALIASES = "aliases.yaml"
FIELDS = "fields.yaml"
RULES = "rules.yaml"

_MAX_PATH = 4096


def checked(path: str) -> str:
    """The path itself when it is safe.

    Raises:
        ForbiddenPath: it is absolute, climbs, begins with ``~`` or a drive, or holds characters that
            some system takes for something else.
    """
    complaint = _complaint(path)
    if complaint is not None:
        raise ForbiddenPath(f"{path[:100]!r} is no path inside the vault: {complaint}")
    return path


def _complaint(path: str) -> str | None:
    if not path or len(path) > _MAX_PATH:
        return "it is empty or too long"
    if path[0] == "/":
        return "it is absolute"
    if path[0] == "~":
        return "it begins with ~"
    for part in path.split("/"):
        if (complaint := name_complaint(part)) is not None:
            return complaint
    return None


def name_complaint(name: str) -> str | None:
    """Why a single name may not be part of a path, None when it may."""
    if name in {"", ".", ".."}:
        return "it has an empty part, . or .."
    if "\\" in name or "/" in name:
        return "a name holds a separator"
    if len(name) > 1 and name[1] == ":" and name[0].isascii() and name[0].isalpha():
        return "it begins with a drive letter"
    # One call clears nearly every name; unusual spaces and format characters are harmless in a name.
    if name.isprintable():
        return None
    if any(character < " " or character == "\x7f" for character in name):
        return "a name holds a control character"
    if any("\ud800" <= character <= "\udfff" for character in name):
        return "a name is not UTF-8"
    return None


def is_note(name: str) -> bool:
    """Whether a file of this name is a note: ``.md``, and not hidden."""
    return name.endswith(SUFFIX) and name[0] != "."
