"""Notes of a small model: entries under a cap that forces tidying.

The limit is the point of it. A list that may grow is never read again, so an addition that does not fit is
refused and shows what could be merged or removed.
"""

from __future__ import annotations

from vademecum.model.recollection import Noted
from vademecum.text.lines import clip, collapse, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CAP = 2_200
"""Characters of all notes together: some 550 tokens, which ride in every prompt."""

ACTIONS = ("add", "replace", "remove")
BORDER = "\n\n§\n\n"
_SHOWN = 60


def entries_of(body: str) -> tuple[str, ...]:
    """The entries of a body; a line with nothing but ``§`` stands between two."""
    entries: list[list[str]] = [[]]
    for line in body.splitlines():
        if line.strip() == "§":
            entries.append([])
        else:
            entries[-1].append(line)
    joined = ("\n".join(lines).strip() for lines in entries)
    return tuple(entry for entry in joined if entry)


def body_of(entries: Sequence[str]) -> str:
    """The inverse of `entries_of`."""
    return BORDER.join(entries)


def noted(entries: Sequence[str], action: str, text: str, old: str, cap: int = CAP) -> Noted:
    """What becomes of the notes.

    Args:
        entries: as they are.
        action: ``add``, ``replace`` or ``remove``.
        text: the new entry; unused when one is removed.
        old: a part of the entry that is replaced or removed; it must be in exactly one.
        cap: characters of all of them.
    """
    said, part = _entry(text), storable(old).strip()
    if action not in ACTIONS:
        return _refused("invalid", "error: `action` is add, replace or remove", entries, cap)
    if action != "remove" and not said:
        return _refused("invalid", f"error: `text` is missing; say what to {action}", entries, cap)
    if action == "add":
        return _added(entries, said, cap)
    if not part:
        told = "error: `old_substring` is missing; repeat a part of the entry that no other has"
        return _refused("invalid", told, entries, cap)
    found = [number for number, entry in enumerate(entries) if part in entry]
    if len(found) != 1:
        return _unclear([entries[number] for number in found], part, entries, cap)
    kept = list(entries)
    if action == "remove":
        removed = kept.pop(found[0])
        return _done("removed", "note removed", removed, kept, cap)
    if kept[found[0]] == said:
        return _done("unchanged", "already noted", said, kept, cap)
    kept[found[0]] = said
    return _fitting("replaced", said, kept, entries, cap)


def _entry(text: str) -> str:
    """A text as one entry: a line of nothing but the border would make two of it."""
    lines = [line for line in storable(text).strip().splitlines() if line.strip() != "§"]
    return "\n".join(lines).strip()


def _added(entries: Sequence[str], said: str, cap: int) -> Noted:
    if said in entries:
        return _done("unchanged", "already noted", said, entries, cap)
    return _fitting("added", said, [*entries, said], entries, cap)


def _fitting(outcome: str, said: str, kept: Sequence[str], before: Sequence[str], cap: int) -> Noted:
    used = len(body_of(kept))
    if used > cap:
        told = (
            f"error: this note does not fit: all would take {used} of {cap} characters. Merge or remove some "
            f"first; they are:\n{_listed(before)}"
        )
        return _refused("full", told, before, cap)
    return _done(outcome, "note saved", said, kept, cap)


def _done(outcome: str, told: str, said: str, kept: Sequence[str], cap: int) -> Noted:
    used = len(body_of(kept))
    shown = clip(collapse(said), _SHOWN)
    text = f"{told}: {shown}\n{used} of {cap} characters used, {len(kept)} notes"
    return Noted(outcome=outcome, told=text, entries=tuple(kept), used=used, cap=cap)


def _unclear(found: Sequence[str], part: str, entries: Sequence[str], cap: int) -> Noted:
    shown = clip(collapse(part), _SHOWN)
    if found:
        said = f"{len(found)} notes contain {shown!r}; repeat more of the one that is meant"
        told = f"error: {said}:\n{_listed(found)}"
        return _refused("ambiguous", told, found, cap, len(body_of(entries)))
    told = f"error: no note contains {shown!r}; the notes are:\n{_listed(entries)}"
    return _refused("no_match", told, entries, cap)


def _refused(outcome: str, told: str, entries: Sequence[str], cap: int, used: int | None = None) -> Noted:
    taken = len(body_of(entries)) if used is None else used
    return Noted(outcome=outcome, told=told, entries=tuple(entries), used=taken, cap=cap)


def _listed(entries: Sequence[str]) -> str:
    return "\n".join(f"- {collapse(entry)}" for entry in entries) or "(none)"
