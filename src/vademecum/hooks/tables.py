"""The one table that we write into a TOML file: put behind everything else, so that no byte of it moves."""

from __future__ import annotations

import tomllib

from vademecum.hooks.typed import is_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.hooks.targets import Entry


def added(text: str, entry: Entry) -> tuple[str, list[str]]:
    """A text with the table of an entry, and what was put in; nothing where it stands already.

    Raises:
        ValueError: the text is no TOML, or what the table would stand in is closed.
    """
    standing = _standing(text, entry)
    if standing == entry.given:
        return text, []
    if standing is not None:
        text = removed(text, entry)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    lines = [f"[{'.'.join(entry.path)}]", *(f"{key} = {_shown(one)}" for key, one in entry.given.items())]
    piece = gap + newline.join(lines) + newline
    if _standing(text + piece, entry) != entry.given:
        raise ValueError(f"add the table [{'.'.join(entry.path)}] by hand")
    return text + piece, [piece]


def removed(text: str, entry: Entry) -> str:
    """A text without that table.

    Raises:
        ValueError: the text is no TOML.
    """
    if _standing(text, entry) is None:
        return text
    import tomlkit

    mark = "\ufeff" if text.startswith("\ufeff") else ""  # as editors of Windows write; the parser takes none
    document = tomlkit.parse(text.removeprefix(mark))
    outer: Any = document[entry.path[0]]
    del outer[entry.path[1]]
    if not outer:
        del document[entry.path[0]]
    return mark + tomlkit.dumps(document)


def _standing(text: str, entry: Entry) -> Any:
    found: Any = tomllib.loads(text.removeprefix("\ufeff"))
    for key in entry.path:
        found = found.get(key) if is_table(found) else None
    return found


def _shown(given: Any) -> str:
    """Texts and lists of texts, as JSON and TOML both write them."""
    import json

    return json.dumps(given, ensure_ascii=False)
