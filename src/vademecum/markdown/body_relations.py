"""Relations that a body states as a list: ``- works_at [[Acme]]``.

Only what can be nothing else counts. A checkbox, a time, a sentence that happens to hold links are prose, and
their links are mentions.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from vademecum.markdown.inline import link_target, numbered_prose, prose
from vademecum.model.record import Relation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_ITEM = re.compile(
    r"[ \t]*[-*+][ \t]+(?P<predicate>[^\W\d]\w{0,63})[ \t]+"
    r"(?P<targets>\[\[[^\[\]]+\]\](?:[ \t]*,[ \t]*\[\[[^\[\]]+\]\])*)[ \t]*(?:\((?P<aside>[^()]*)\))?[ \t]*"
)
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_SPAN = re.compile(r"(?P<which>since|until)[ \t]+(?P<date>\d{4}(?:-\d{2}(?:-\d{2})?)?)(?![\d-])")
_SHORT = {4: "-01-01", 7: "-01"}


def body_relations(body: str) -> tuple[Relation, ...]:
    """Relations stated by list items of a text, in order.

    An item is one predicate, a word of letters, digits and ``_``, followed by one link or several with commas
    between them, and at most an aside in brackets: ``(since 2021-03, until 2023)`` gives the interval, any
    other aside is left to the reader.
    """
    if "[[" not in body:
        return ()
    found: list[Relation] = []
    for line in prose(body):
        item = _ITEM.fullmatch(line.rstrip("\r"))
        if item is not None:
            since, until = _interval(item["aside"] or "")
            targets = filter(None, map(link_target, _LINK.findall(item["targets"])))
            found += [
                Relation(predicate=item["predicate"], object=target, since=since, until=until)
                for target in targets
            ]
    return tuple(found)


def without_relations(body: str, goes: Callable[[str, str], bool]) -> str:
    """A text without some of the relations that its list items state; no other byte of it changes.

    Args:
        body: the text.
        goes: whether a relation goes, by its predicate and target; an item whose targets all go is taken out
            with its line.
    """
    lines: list[str | None] = list(body.split("\n"))
    for number, line in numbered_prose(body):
        item = _ITEM.fullmatch(line.rstrip("\r"))
        if item is None:
            continue
        links = list(_LINK.finditer(item["targets"]))
        kept = [link[0] for link in links if not goes(item["predicate"], link_target(link[1]))]
        if not kept:
            lines[number] = None
        elif len(kept) < len(links):
            start, end = item.span("targets")
            lines[number] = f"{line[:start]}{', '.join(kept)}{line[end:]}"
    return "\n".join([line for line in lines if line is not None])


def _interval(aside: str) -> tuple[datetime | None, datetime | None]:
    """What an aside says of the time; a date that is none says nothing, and neither does an end before its
    beginning."""
    said: dict[str, datetime] = {}
    for span in _SPAN.finditer(aside):
        date = span["date"]
        try:
            at = datetime.fromisoformat(date + _SHORT.get(len(date), ""))
        except ValueError:
            continue
        said[span["which"]] = at.replace(tzinfo=UTC)
    since, until = said.get("since"), said.get("until")
    return (None, None) if since and until and until < since else (since, until)
