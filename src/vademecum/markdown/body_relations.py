"""Relations that a body states as a list: ``- works_at [[Acme]]``.

Only what can be nothing else counts. A checkbox, a time, a sentence that happens to hold links are prose, and
their links are mentions.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from vademecum.markdown.inline import prose
from vademecum.model.record import Relation

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
            for target in map(_target, _LINK.findall(item["targets"])):
                if target:
                    found.append(
                        Relation(predicate=item["predicate"], object=target, since=since, until=until)
                    )
    return tuple(found)


def _target(link: str) -> str:
    return link.partition("|")[0].rstrip("\\").partition("#")[0].strip()


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
