"""Past conversations as text for a model: what it can use in any case, and never an error of a program.

The wording is part of the interface: others key on the first words of each.
"""

from __future__ import annotations

from vademecum.text.lines import clip, collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.conversation import Role
    from vademecum.model.recollection import ConversationHit, Exchange, Neighbour, OpenedTurn

UNTITLED = "(untitled)"
MOST_TITLE = 80
SIDE = 600
"""Characters of either side of an exchange."""

MORE = "[…]"
NO_QUERY = (
    "error: `query` is missing; say in plain keywords what to look for in past conversations, "
    "e.g. 'tokio panic retry'"
)
NO_TERMS = (
    "no searchable terms in the query; use plain keywords such as 'tokio panic retry', without operators, "
    "quotes or symbols alone"
)
NO_MATCHES = (
    "no matches in past conversations; try other words for the same thing, or fewer of them. The current "
    "conversation is not searched: `resume_context` shows its last turns"
)
NOTHING_THEN = (
    "no matches in past conversations of {time}; no host tells of anything that was said then. Ask for "
    "another time, or for words"
)
NOTHING_SAID = "nothing of this conversation is stored yet; there is nothing to resume"
MISSING = (
    "nothing here has that address; `recall_conversations` gives addresses of turns, as "
    "turn:<conversation>#<seq>, and memory:<id> opens a memory"
)


def failed(reason: str) -> str:
    """What a model is told when the store cannot be asked."""
    return f"error: {reason}"


def matches(hits: Sequence[ConversationHit], short: int, order: str = "best first") -> str:
    """Hits in their order: two lines each, and the lines of neighbours when there are any.

    Args:
        hits: at least one.
        short: digits of an id that are shown.
        order: what comes first.
    """
    lines = [f"{len(hits)} match(es) in past conversations ({order}):"]
    for hit in hits:
        lines.append(f"{hit.conversation_id[:short]}  {titled(hit.title)}  · seq {hit.seq}")
        lines += [_beside(each) for each in hit.before]
        lines.append(f"    {hit.snippet}")
        lines += [_beside(each) for each in hit.after]
    return "\n".join(lines)


def nothing_then(time: str) -> str:
    """What a model is told when nothing was said in a time."""
    return NOTHING_THEN.format(time=time)


def of_time(time: str, turns: int, conversations: int) -> str:
    """The order of what was said in a time, and how much there is."""
    talks = "conversation" if conversations == 1 else "conversations"
    said = "turn" if turns == 1 else "turns"
    return f"of {time}, latest conversation first; {turns:,} {said} in {conversations:,} {talks}"


def other_times(time: str) -> str:
    """The order of hits none of which is of the time that was asked for."""
    return f"best first; none is of {time}"


def titled(title: str | None) -> str:
    """A title on one line, or that there is none."""
    shown = collapse(one_line(title or ""))
    return clip(shown, MOST_TITLE) if shown else UNTITLED


def _beside(neighbour: Neighbour) -> str:
    return f"    {speaker(neighbour.role)} ({neighbour.seq}): {neighbour.text}"


def speaker(role: Role) -> str:
    """Who spoke, as a model reads it of its own conversation."""
    return "you" if role.value == "user" else "me"


def exchanges(told: Sequence[Exchange]) -> str:
    """Exchanges, oldest first: ``you: …``, and ``me: …`` indented below it."""
    lines: list[str] = []
    for each in told:
        if each.you is not None:
            lines.append(f"you: {each.you}")
        if each.me is not None:
            lines.append(f"    me: {each.me}")
    return "\n".join(lines)


def flat(text: str, limit: int = SIDE) -> str:
    """A text on one line, at most `limit` characters and a mark when there was more."""
    # White space may fill what is read first, so more than enough is.
    shown = collapse(one_line(text[: limit * 8]))
    if len(shown) > limit or len(text) > limit * 8:
        return f"{shown[:limit]}{MORE}"
    return shown


def opened(found: OpenedTurn) -> str:
    """A whole turn or memory under a line that says what it is."""
    if found.kind == "missing":
        return MISSING
    parts = [found.address, *([found.role.value] if found.role else []), titled(found.title)]
    if found.at:
        parts.append(collapse(one_line(found.at)))
    return f"{'  · '.join(parts)}\n{found.text}"
