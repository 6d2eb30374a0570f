"""What reaches beyond a home, as a person is shown it."""

from __future__ import annotations

from vademecum.cli.rendering.layout import CYAN, DIM, YELLOW, Column, table
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.cli.view import View
    from vademecum.settings.trusting import Reaching


def asked(view: View, home: str, found: Sequence[Reaching]) -> str:
    """What would count if somebody agreed."""
    return f"In {one_line(home)} this reaches beyond the home:\n{_rows(view, found)}"


def told(view: View, home: str, found: Sequence[Reaching], outcome: str, *, dry_run: bool) -> str:
    """What counts now, or would.

    Args:
        outcome: ``trusted``, ``revoked`` or ``unchanged``.
    """
    if view.quiet:
        return ""
    place = one_line(home)
    if not found:
        rest = "; nothing is trusted there from now on" if outcome == "revoked" and not dry_run else ""
        return f"Nothing in {place} reaches beyond it{rest}"
    if dry_run:
        did = {"revoked": "no longer count", "trusted": "count", "unchanged": "count as before"}[outcome]
        said = f"Nothing written; this would {did}:"
    else:
        said = {
            "revoked": f"Nothing of this in {place} counts any more:",
            "trusted": f"You trust this in {place}:",
            "unchanged": f"Everything in {place} counts already:",
        }[outcome]
    return f"{said}\n{_rows(view, found)}"


def _rows(view: View, found: Sequence[Reaching]) -> str:
    columns = (
        Column("WHAT", style=CYAN),
        Column("VALUE"),
        Column("COUNTS", style=YELLOW),
        Column("WHY IT ASKS", style=DIM, flexible=True),
    )
    rows = [
        (one_line(one.name), _text(one.value), "yes" if one.trusted else "no", one.reaches) for one in found
    ]
    return table(view, columns, rows)


def _text(given: str | int | bool) -> str:
    return str(given).lower() if isinstance(given, bool) else one_line(str(given))
