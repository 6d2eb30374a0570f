"""Results for people: hits with their evidence, the arithmetic of a score, advice when there are none."""

from __future__ import annotations

from datetime import datetime

from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, YELLOW, Column, block, indent, table
from vademecum.model.answer import Outcome
from vademecum.retrieval.hits import is_foreign_hit, placed
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.cli.view import View
    from vademecum.model.answer import Contribution, Explanation, Hit, Listed, Recall, Search, Why

_NO_INDEX = (
    "Cannot search: no field is declared. `vade schema fields --add Memory.text` has memories searched "
    "again, `vade schema fields` shows all there are."
)
_NOTHING_TO_SEARCH = (
    "Nothing to search for: these words name no topic. Add a name, a thing or a place, "
    "as in `vade recall oat milk`."
)
_NO_MATCH = 'Nothing is remembered about this. `vade remember "…"` keeps something.'


def recall(view: View, answer: Recall, digest: str, max_bytes: int) -> str:
    """The digest, or one of four different pieces of advice; then the arithmetic where it was asked for."""
    if not digest:
        return "" if view.quiet else _advice(answer, max_bytes)
    explained = [
        f"{view.style(one_line(hit.key), BOLD)}\n{indent(explanation(view, hit.explanation), 2)}"
        for hit in answer.hits
        if hit.explanation is not None
    ]
    if explained and answer.plan is not None:
        from vademecum.cli.rendering import plans

        explained.append(f"{view.style('plan', BOLD)}\n{indent(plans.plan(view, answer.plan), 2)}")
    return "\n\n".join([digest.rstrip("\n"), *explained])


def _advice(answer: Recall, max_bytes: int) -> str:
    match answer.outcome:
        case Outcome.HITS:
            noun = "memory" if len(answer.hits) == 1 else "memories"
            return (
                f"{len(answer.hits)} related {noun}, but not one line fits into {max_bytes} bytes. "
                "`vade search` shows them; `vade config set digest.max_bytes` gives more room."
            )
        case Outcome.NO_INDEX:
            return _NO_INDEX
        case Outcome.NOTHING_TO_SEARCH:
            return _NOTHING_TO_SEARCH
        case Outcome.NO_MATCH if answer.weak:
            matches = "match" if answer.weak == 1 else "matches"
            return f"Nothing relevant is remembered. {answer.weak} weak {matches}: `vade search` shows them."
        case Outcome.NO_MATCH:
            return _NO_MATCH


def search(view: View, answer: Search, present: datetime) -> str:
    """Numbered hits, or that nothing matches."""
    if view.quiet:
        return "\n".join(one_line(hit.key) for hit in answer.hits)
    if not answer.hits:
        return _nothing_found(answer)
    return "\n\n".join(
        _numbered(view, number, hit, present) for number, hit in enumerate(answer.hits, start=1)
    )


def _nothing_found(answer: Search) -> str:
    if not answer.terms and not answer.stats.query:
        return _NOTHING_TO_SEARCH
    hidden = answer.stats.hidden_excluded
    if hidden:
        return f"Nothing to show; {hidden} hidden by status, expiry or filters (`--include all` shows them)."
    return "Nothing matches."


def _numbered(view: View, number: int, hit: Hit, present: datetime) -> str:
    facts = [
        f"{hit.covered}/{hit.terms} terms" if hit.terms else "",
        hit.type,
        *_marks(hit),
        when(view, hit.updated, present),
    ]
    heading = view.style(collapse(one_line(hit.title or hit.key)), BOLD)
    lines = [f"{number}. {heading}  {view.style(' · '.join(fact for fact in facts if fact), DIM)}"]
    if hit.snippet:
        lines.append(f"   {_highlighted(view, one_line(hit.snippet))}")
    where = placed(hit) if is_foreign_hit(hit) else hit.path
    lines.append(f"   {view.style(one_line(where), DIM)}")
    if hit.explanation is not None:
        lines.append(indent(explanation(view, hit.explanation), 3))
    return "\n".join(lines)


def _marks(hit: Hit) -> list[str]:
    """States worth a word: a reader must not take a deprecated or changed record for a plain one."""
    marks = [hit.mark or "", hit.status if hit.status not in ("active", hit.mark) else ""]
    if hit.because:
        marks.append("replaces what matched")
    if hit.stale:
        marks.append("file changed since")
    return [mark for mark in marks if mark]


def _highlighted(view: View, snippet: str) -> str:
    """Matches in colour instead of marks, where there is colour."""
    if not view.color:
        return snippet
    parts = snippet.split("«")
    shown = [parts[0]]
    for part in parts[1:]:
        match, closing, rest = part.partition("»")
        shown.append(f"{view.style(match, f'{BOLD};{YELLOW}')}{rest}" if closing else f"«{part}")
    return "".join(shown)


def when(view: View, stamp: str | None, present: datetime) -> str:
    """An age on a terminal; the date elsewhere, so that the same answer always reads the same."""
    if not stamp:
        return ""
    if not view.terminal:
        return stamp[:10]
    from vademecum.cli.moment import age

    return age(datetime.fromisoformat(stamp), present)


def listed(view: View, answer: Listed, offset: int, present: datetime) -> str:
    """One line a record and how many there are in all.

    Args:
        offset: records skipped before the first.
    """
    if view.quiet:
        return "\n".join(one_line(hit.key) for hit in answer.items)
    if not answer.items:
        return (
            f"Nothing at this offset; there are {answer.total}." if answer.total else "Nothing is here yet."
        )
    columns = (
        Column("KEY", style=CYAN),
        Column("TYPE", style=DIM),
        Column("STATE", style=YELLOW),
        Column("CHANGED", style=DIM),
        Column("SUMMARY", flexible=True),
    )
    rows = [
        (
            one_line(h.key),
            one_line(h.type),
            ", ".join(_marks(h)),
            when(view, h.updated, present),
            one_line(h.summary),
        )
        for h in answer.items
    ]
    return f"{table(view, columns, rows)}\n\n{view.style(_count(answer, offset), DIM)}"


def _count(answer: Listed, offset: int) -> str:
    shown = len(answer.items)
    last = offset + shown
    count = (
        f"showing {offset + 1} to {last} of {answer.total}"
        if offset
        else f"showing {shown} of {answer.total}"
    )
    if last < answer.total:
        count += f"; `--offset {last}` goes on"
    if answer.dangling:
        count += f"; {answer.dangling} superseded by something that is gone (`vade doctor`)"
    return count


def explanation(view: View, made_of: Explanation) -> str:
    """The addends of a score in a table that sums to it, then what the floor and the read rule said."""
    facts = [
        f"covered: {_names(made_of.covered)}; missing: {_names(made_of.missing)}",
        f"floor: {one_line(made_of.floor)}; tier {made_of.tier}",
    ]
    if made_of.rewritten is not None:
        facts.append(f"found in round {made_of.round} by asking for: {one_line(made_of.rewritten)}")
    return "\n".join([addends(view, made_of.contributions, made_of.score), *facts])


def addends(view: View, contributions: Sequence[Contribution], score: float) -> str:
    """What a score is made of, in a table that sums to it."""
    columns = (Column("FROM"), Column("HOW", style=DIM), Column("ADDS", right=True))
    rows = [(one_line(each.source), one_line(each.detail), f"{each.amount:.4f}") for each in contributions]
    return table(view, columns, [*rows, ("score", "sum", f"{score:.4f}")])


def _names(terms: Sequence[str]) -> str:
    return ", ".join(one_line(term) for term in terms) or "none"


def why(view: View, answer: Why) -> str:
    """The verdict on one record in a sentence, then its evidence."""
    made_of = answer.explanation
    if answer.returned:
        place = f" as number {made_of.rank}" if made_of.rank else ""
        verdict = f"found{place}"
    else:
        verdict = f"not found: {one_line(made_of.hidden or made_of.floor)}"
    name = view.style(one_line(answer.key), BOLD)
    lines = [f"{name}: {verdict}"]
    if view.quiet:
        return lines[0]
    lines.append(view.style(block(answer.summary), DIM))
    lines.append(f"asked for: {_names(answer.terms)}")
    return "\n".join([*lines, "", explanation(view, made_of)])
