"""Single records for people: what became of a text, a record in full, vocabularies."""

from __future__ import annotations

from pathlib import Path

from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, YELLOW, Column, block, table
from vademecum.model.answer import RememberOutcome
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from vademecum.cli.view import View
    from vademecum.model.answer import Remembered, Stored
    from vademecum.model.doubted import Doubted
    from vademecum.model.file import AliasEntry
    from vademecum.model.noticed import Captured, Noticed

_Json: TypeAlias = "str | int | float | bool | list[_Json] | dict[str, _Json] | None"

_HAPPENED = {
    RememberOutcome.CREATED: "remembered as",
    RememberOutcome.EXISTING: "already remembered as",
    RememberOutcome.REINFORCED: "already remembered, noted once more:",
    RememberOutcome.REFINED: "made more precise:",
    RememberOutcome.SUPERSEDED: "remembered in place of an older one:",
    RememberOutcome.PROPOSED: "proposed for review:",
    RememberOutcome.ECHO: "only repeats what a recall just said, nothing written:",
}
_LEVELS = frozenset({"sensitivity", "importance"})
_HIDDEN = frozenset({"body", "title", "name", "summary", "lines", "stale", "path", "key", "kind"})


def summary(stored: Stored) -> str:
    """The line by which lists show this record."""
    from vademecum.indexing.entry import summary_of_record

    return summary_of_record(stored.record)


def place(home: Path, stored: Stored) -> str:
    """The file of a record, from the person's home folder if it is below it."""
    full = Path(stored.file) if stored.file else home / "memories" / stored.path
    person = Path.home()
    return one_line(f"~/{full.relative_to(person)}" if full.is_relative_to(person) else str(full))


def remembered(view: View, answer: Remembered, home: Path) -> str:
    """What became of a text, and what else was noticed."""
    key = one_line(answer.memory.key)
    if view.quiet:
        return key
    lines = [_happened(view, answer)]
    if answer.memory.path:
        lines.append(view.style(f"  {place(home, answer.memory)}", DIM))
    if answer.similar:
        lines.append(f"  resembles {', '.join(answer.similar)}: `vade show` tells whether one is enough")
    if answer.provisional:
        lines.append(f"  new names: {', '.join(one_line(name) for name in answer.provisional)}")
    return "\n".join([*lines, *in_doubt(view, answer.doubted)])


def in_doubt(view: View, doubted: Iterable[Doubted]) -> list[str]:
    """What a change put in doubt, a line each."""
    return [
        view.style(f"  in doubt now: {one_line(one.key)} ({one_line(one.reason)})", YELLOW) for one in doubted
    ]


def captured(view: View, answer: Captured) -> str:
    """What a text asked to be kept, and what became of it."""
    if not answer.items:
        return "" if view.quiet else "Nothing in it asks to be remembered."
    kept = [each for each in answer.items if each.remembered]
    if view.quiet:
        return "\n".join(
            one_line(each.remembered.memory.key if each.remembered else each.text) for each in answer.items
        )
    lines = [f"  {_noticed(view, each)}" for each in answer.items]
    if not kept:
        lines.append(view.style("Nothing written; `--keep` remembers it.", DIM))
    return "\n".join(lines)


def _noticed(view: View, noticed: Noticed) -> str:
    asked = view.style(f"({noticed.cue}, {noticed.lang})", DIM)
    if noticed.remembered is None:
        return f"{one_line(noticed.text)} {asked}"
    return f"{_happened(view, noticed.remembered)}: {one_line(noticed.text)} {asked}"


def _happened(view: View, answer: Remembered) -> str:
    stored = answer.memory
    happened = f"{_HAPPENED[answer.outcome]} {view.style(one_line(stored.key), BOLD)}"
    if not answer.dry_run:
        return f"{happened[:1].upper()}{happened[1:]}"
    would = "would be " if answer.outcome is RememberOutcome.CREATED else ""
    return f"Nothing written; {would}{happened}"


def changed(view: View, stored: Stored, home: Path, *, dry_run: bool, same: bool) -> str:
    """What an edit left.

    Args:
        same: the record says what it said before.
    """
    if view.quiet:
        return one_line(stored.key)
    verb = "Nothing written; would change" if dry_run else "Changed"
    if same:
        verb = "Nothing changed in"
    key = view.style(one_line(stored.key), BOLD)
    return f"{verb} {key}: {one_line(summary(stored))}\n  {place(home, stored)}"


def full(view: View, stored: Stored, fields: dict[str, Any], home: Path) -> str:
    """What the front matter says, then the text as it stands."""
    body = block(stored.record.body).rstrip("\n")
    if view.quiet:
        return body
    heading = view.style(one_line(fields.get("title") or fields.get("name") or stored.key), BOLD)
    shown = {name: value for name, value in fields.items() if name not in _HIDDEN and _is_said(name, value)}
    width = max((len(name) for name in shown), default=0)
    lines = [heading, view.style(place(home, stored), DIM)]
    lines += [f"{view.style(name.ljust(width), DIM)}  {_value(value)}" for name, value in shown.items()]
    if stored.stale:
        lines.append(view.style("the file changed since it was indexed", YELLOW))
    return "\n".join([*lines, *(["", body] if body else [])])


def _is_said(name: str, value: Any) -> bool:
    """Whether a field is worth a line: what every record has by default is not."""
    return value not in (None, "", [], {}, False) and not (name in _LEVELS and value == "normal")


def _value(value: _Json) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_value(inner)}" for name, inner in value.items() if inner is not None)
    return one_line("yes" if value is True else str(value))


def aliases(view: View, entries: Sequence[AliasEntry]) -> str:
    """The vocabulary, one entry a line."""
    if view.quiet:
        return "\n".join(one_line(entry.alias) for entry in entries)
    if not entries:
        return "No words are said to mean the same yet. `vade alias add k8s kubernetes` begins."
    columns = (Column("ALIAS", style=CYAN), Column("MEANS"), Column("SCOPE", style=DIM))
    return table(view, columns, [(one_line(e.alias), one_line(e.target), one_line(e.scope)) for e in entries])


def alias_there(view: View, entry: AliasEntry) -> str:
    """That an entry to be added was there."""
    return "" if view.quiet else f"Already there: {_entry(view, entry)}"


def alias_change(view: View, verb: str, entries: Iterable[AliasEntry], *, dry_run: bool) -> str:
    """What was added to or removed from the vocabulary."""
    if view.quiet:
        return ""
    would = "Nothing written; would be " if dry_run else ""
    word = verb if dry_run else verb.capitalize()
    return "\n".join(f"{would}{word}: {_entry(view, entry)}" for entry in entries)


def _entry(view: View, entry: AliasEntry) -> str:
    sign = "↔" if view.wide_letters else "="
    return f"{one_line(entry.alias)} {sign} {one_line(entry.target)} ({one_line(entry.scope)})"
