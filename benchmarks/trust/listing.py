"""Everything that a home holds, a page at a time."""

from __future__ import annotations

import vademecum

_PAGE = 100


def every_id(vade: vademecum.Vade) -> list[str]:
    """Ids of all memories."""
    found: list[str] = []
    while True:
        page = vade.list(limit=_PAGE, offset=len(found))
        found += [hit.id for hit in page.items]
        if len(found) >= page.total or not page.items:
            return found
