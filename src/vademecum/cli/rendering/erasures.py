"""Erasures for people: what would go, what went, and how that was proven."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, GREEN, YELLOW
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.cli.view import View
    from vademecum.model.receipt import Aftermath, Proof, Receipt, Redacted


def plan(view: View, answer: Receipt) -> str:
    """What would be forgotten, and what it would do to others."""
    return "\n".join(_went(view, answer, "would be forgotten", "would change"))


def receipt(view: View, answer: Receipt) -> str:
    """What was forgotten, what that did to others, and the proof."""
    if view.quiet:
        parts = [one.target for one in answer.aftermath if one.mode in _PARTS and one.changed]
        return "\n".join(map(one_line, (*(gone.key for gone in answer.forgotten), *parts)))
    if answer.outcome == "unchanged":
        return "Nothing to forget.\n" + plan(view, answer)
    if answer.dry_run:
        return "Nothing written.\n" + plan(view, answer)
    lines = list(_went(view, answer, "forgotten", "changed"))
    if answer.completed:
        number = len(answer.completed)
        noun = "erasure that was" if number == 1 else "erasures that were"
        lines.insert(0, f"Finished {number} {noun} broken off.")
    return "\n".join([*lines, *proof_lines(view, answer.proof)])


def redaction(view: View, answer: Redacted) -> str:
    """What was blotted out, where, and the proof."""
    key = one_line(answer.memory.key)
    if view.quiet:
        return key
    times = "once" if answer.occurrences == 1 else f"{answer.occurrences} times"
    where = f"{times}, in {', '.join(answer.fields)}"
    shown = view.style(key, BOLD)
    if answer.dry_run:
        return f"Nothing written; would be blotted out of {shown} {where}."
    return "\n".join([f"Blotted out of {shown} {where}.", *proof_lines(view, answer.proof)])


def _went(view: View, answer: Receipt, went: str, changed: str) -> Iterator[str]:
    for gone in answer.forgotten:
        files = ", ".join(one_line(path) for path in gone.paths)
        yield f"{view.style(one_line(gone.key), BOLD)} {went}  {view.style(files, DIM)}"
        if gone.unread:
            yield f"  it could not be read: {one_line(gone.unread)}"
    for one in answer.aftermath:
        yield from _aftermath(view, one, went)
    for other in answer.relinked:
        yield f"  {one_line(other.key)} {changed}: {other.change}"
    for entry in answer.aliases:
        yield f"  the alias {one_line(entry.alias)} = {one_line(entry.target)} {went}"


_PARTS = ("property", "fact")


def _aftermath(view: View, one: Aftermath, went: str) -> Iterator[str]:
    """What it does to the graph, as far as it does anything."""
    if one.mode in _PARTS and one.changed:
        yield f"{view.style(one_line(one.target), BOLD)} {went}"
    for number, what in ((one.manual_edges, "stated"), (one.derived_edges, "derived by rules")):
        if number:
            yield f"  {number:,} {'relation' if number == 1 else 'relations'} {what} {went}"
    if one.aliases_rewritten and one.mode != "memory":
        yield f"  no page is called {', '.join(map(one_line, one.aliases_rewritten))} any more"
    if one.alias_keys_remain:
        yield f"  further names stay: {', '.join(map(one_line, one.alias_keys_remain))}"
    if one.notes_total:
        more = f" and {one.notes_total - len(one.notes):,} more" if one.notes_total > len(one.notes) else ""
        since = f", since {one.history_floor:%Y-%m-%d}" if one.history_floor else ""
        yield f"  said by {', '.join(map(one_line, one.notes))}{more} as well{since}; left alone"


def proof_lines(view: View, proof: Proof | None) -> Iterator[str]:
    """How it was made sure that something is gone."""
    if proof is None:
        return
    read = ", ".join(f"{place.files:,} files of the {place.name}" for place in proof.places if place.files)
    asked = f"searched {proof.questions} times" if proof.questions != 1 else "searched once"
    done = (
        f"{asked}, asked the index for {proof.terms:,} words, read every byte of {read or 'nothing on disk'}"
    )
    if proof.holds:
        yield f"{view.style('Proven', GREEN)}: {done}; found nothing of it."
    else:
        found = [*proof.remnants, *proof.answered]
        yield f"{view.style('Not proven', YELLOW)}: {done}; found it in {', '.join(map(one_line, found))}."
        yield "`vade forget` goes on with it."
    for copy in proof.beyond:
        yield view.style(f"Out of reach: {copy}.", DIM)
