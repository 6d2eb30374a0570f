"""Every call of the ports of the truth that a tenant's rows answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vademecum.model.conversation import ConversationId

Call = Callable[[Any], object]

PATH, MOVED = "personal/note.md", "personal/moved.md"
TALK = ConversationId("c" * 24)


def _held(journals: Any) -> None:
    with journals.hold():
        journals.append("held", [{"a": 1}])


FILES: dict[str, Call] = {
    "stamps": lambda files: (files.stamps(), files.stamps([PATH, MOVED])),
    "contents": lambda files: files.contents([PATH, MOVED]),
    "named": lambda files: (files.named("", ["note"]), files.named("personal", ["note", "moved"])),
    "holding": lambda files: files.holding([b"oak"]),
    "versions": lambda files: (files.versions(PATH), files.versions(MOVED)),
}

FILE_CHANGES: dict[str, Call] = {
    "put": lambda files: files.put(PATH, b"oak", "note"),
    "put again": lambda files: files.put(PATH, b"oak and reed", "note"),
    "whole": lambda files: files.whole(PATH, lambda: files.put(PATH, b"oak", "note")),
    "move": lambda files: files.move(PATH, MOVED, "moved"),
    "erase_versions": lambda files: files.erase_versions(MOVED),
    "erase": lambda files: files.erase(MOVED),
}

TALKS: dict[str, Call] = {
    "stamps": lambda talks: talks.stamps(),
    "year": lambda talks: talks.year(TALK),
    "lines": lambda talks: (list(talks.lines(TALK)), list(talks.lines(TALK, 2))),
}

TALK_CHANGES: dict[str, Call] = {
    "append": lambda talks: talks.append(TALK, [b"one\n", b"two\n"], "2026"),
    "append again": lambda talks: talks.append(TALK, [b"three\n"], "2026"),
    "whole": lambda talks: talks.whole(lambda: talks.append(TALK, [b"four\n"], "2026")),
    "replace": lambda talks: talks.replace(TALK, [b"other\n"], "2026"),
    "erase": lambda talks: talks.erase(TALK),
}

JOURNALS: dict[str, Call] = {
    "rows": lambda journals: journals.rows("held"),
    "size_bytes": lambda journals: journals.size_bytes("held"),
    "names": lambda journals: journals.names("he"),
}

JOURNAL_CHANGES: dict[str, Call] = {
    "hold": _held,
    "append": lambda journals: journals.append("held", [{"b": [2]}]),
    "rewrite": lambda journals: journals.rewrite("held", [{"c": "d"}]),
}
