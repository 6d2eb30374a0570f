"""Records of the catalogue as the lexical engine takes them."""

from __future__ import annotations

import json

from vademecum.model.postings import Postings
from vademecum.stores.local.lexical import ALWAYS, Stored, facet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.catalogue import Catalogue
    from vademecum.stores.local.head import Head

_ROWS_AT_ONCE = 1_000
_SELECT = (
    f"SELECT version, postings, updated, coalesce(valid_from, created, {ALWAYS}), kind, scope, type, status, "
    "detail.rest FROM record JOIN detail USING (version) WHERE version > ? AND version <= ? "
    "ORDER BY version LIMIT ?"
)


def pending(catalogue: Catalogue, head: Head, bags: Bags) -> Iterator[Stored]:
    """Records that the commit which the head announces will add."""
    found = rows_to_add(catalogue, head, _SELECT)
    for version, postings, updated, began, kind, scope, type, status, rest in found:
        _, _, _, tags, about, *_ = json.loads(rest)
        facets = [
            facet("kind", kind),
            facet("scope", scope),
            facet("type", type),
            facet("status", status),
        ]
        facets += [facet("tag", tag) for tag in tags]
        facets += [facet("about", form) for form in about]
        yield Stored(version, bags.bag(Postings(postings)), facets, updated, began)


def rows_to_add(catalogue: Catalogue, head: Head, select: str) -> Iterator[tuple[Any, ...]]:
    """What a commit will add, a portion at a time: a rebuilt engine may need all there is.

    Args:
        catalogue: where it is read.
        head: announces the commit.
        select: statement whose first column is the version, by which it orders; it is bound to the version
            behind which it begins, the last one, and how many rows.
    """
    after = head.lexical
    while True:
        with catalogue.reading() as connection:
            rows = connection.execute(select, (after, head.next_lexical, _ROWS_AT_ONCE)).fetchall()
        yield from rows
        if len(rows) < _ROWS_AT_ONCE:
            return
        after = rows[-1][0]
