"""Conversations for people: lists, turns, checks and receipts."""

from __future__ import annotations

from vademecum.cli.rendering.erasures import proof_lines
from vademecum.cli.rendering.hits import addends
from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, GREEN, YELLOW, Column, block, indent, table
from vademecum.model.conversation import SHORT_ID, Role
from vademecum.text.lines import collapse, one_line
from vademecum.text.telling import titled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.cli.view import View
    from vademecum.model.conversation import Turn
    from vademecum.model.recollection import (
        ConversationForgotten,
        ConversationPage,
        ConversationSearch,
        ConversationShown,
        Verified,
    )
    from vademecum.model.turns import Held

_COLUMNS = (
    Column("id", style=CYAN),
    Column("last"),
    Column("turns", right=True),
    Column("host"),
    Column("title", flexible=True),
    Column("state", style=DIM),
)
_DAY = 10


def found(view: View, answer: ConversationSearch, text: str) -> str:
    """The text that an assistant is given; then what each score is made of, where that was asked for."""
    explained = [
        f"{view.style(hit.address, BOLD)}\n{indent(addends(view, hit.contributions, -hit.rank), 2)}"
        for hit in answer.hits
        if hit.contributions
    ]
    return "\n\n".join([text.rstrip("\n"), *explained])


def listed(view: View, page: ConversationPage, offset: int) -> str:
    """A table, the latest first, and how many there are."""
    if not page.items:
        if page.total:
            return f"{page.total:,} conversations, and none behind the first {offset:,}."
        return "No conversations yet. `vade import` brings those of your agents."
    rows = [_row(held) for held in page.items]
    if view.quiet:
        return "\n".join(row[0] for row in rows)
    lines = [table(view, _COLUMNS, rows)]
    if page.total > len(page.items):
        lines.append(view.style(f"{len(page.items)} of {page.total:,}; --limit and --offset show more", DIM))
    return "\n".join(lines)


def _row(held: Held) -> tuple[str, ...]:
    day = collapse(one_line(held.last or held.started or ""))[:_DAY]
    states = [
        *(["ended"] if held.ended is not None else []),
        *(["archived"] if held.archived else []),
        *(["damaged"] if held.fault else []),
    ]
    host = collapse(one_line(held.host))
    return held.id[:SHORT_ID], day, str(held.turns), host, titled(held.title), ", ".join(states)


def shown(view: View, answer: ConversationShown) -> str:
    """Who said what, turn by turn."""
    held = answer.conversation
    lines = [view.style(titled(held.title), BOLD), view.style(_about(held, answer.path), DIM)]
    for turn in answer.turns:
        lines += ["", *_turn(view, turn)]
    return "\n".join(lines)


def _about(held: Held, path: str) -> str:
    parts = [held.id, one_line(held.host), f"{held.turns} turns"]
    if held.workspace:
        parts.append(held.workspace)
    return "  ".join((*parts, one_line(path)))


def _turn(view: View, turn: Turn) -> Iterator[str]:
    who = view.style(turn.role.value, GREEN if turn.role is Role.USER else CYAN)
    when = f"  {collapse(one_line(turn.at))}" if turn.at else ""
    yield f"{turn.seq}  {who}{view.style(when, DIM)}"
    if turn.redacted:
        yield indent(view.style("[redacted]", DIM), 2)
        return
    if turn.text:
        yield indent(block(turn.text), 2)
    for tool in turn.tools:
        mark = " failed" if tool.error else ""
        yield indent(view.style(one_line(f"[{tool.name}{mark}] {tool.input_digest}"), DIM), 2)


def changed(view: View, held: Held, what: str) -> str:
    """What a conversation is now."""
    return f"{view.style(held.id[:SHORT_ID], CYAN)}  {titled(held.title)}  {what}"


def verified(view: View, answer: Verified) -> str:
    """What was found, or that all is as it was kept."""
    lines: list[str] = []
    for one in (*answer.unsound, *answer.torn):
        lines += [f"{one.id[:SHORT_ID]}  {one_line(fault.message)}" for fault in one.faults]
    number = f"{answer.checked:,} conversations, {answer.turns:,} turns"
    if answer.sound:
        lines.append(f"{view.style('Sound', GREEN)}: {number}; all is as it was kept.")
    else:
        lines.append(f"{view.style('Not sound', YELLOW)}: {len(answer.unsound)} of {number}.")
        lines.append("Restore what is missing from a backup; what is there is searched and shown as it is.")
    return "\n".join(lines)


def taken(view: View, answer: ConversationForgotten, what: str) -> str:
    """What went for good, or would, and the proof."""
    named = ", ".join(each[:SHORT_ID] for each in answer.conversations)
    turns = f"{answer.turns:,} {'turn' if answer.turns == 1 else 'turns'}"
    if answer.outcome == "planned":
        return f"Nothing written; {turns} of {named} would be {what}."
    if view.quiet:
        return named
    return "\n".join([f"{turns} of {view.style(named, BOLD)} {what}.", *proof_lines(view, answer.proof)])
