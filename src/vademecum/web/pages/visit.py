"""One visit to a page: what was asked for, by whom, and what may be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from vademecum.model.value import field, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from vademecum.engine.vade import Vade
    from vademecum.model.answer import VaultStats
    from vademecum.web.pages.lately import Lately


@value(kw_only=True)
class Page:
    """What a page is made of.

    Attributes:
        template: its file.
        title: for the tab of the browser.
        section: entry of the navigation that it belongs to; empty for none.
        told: what the template is given.
        status: of HTTP.
        part: only the part that a script puts into a page which is there already.
    """

    template: str
    title: str
    section: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    part: bool = False


@value
class Elsewhere:
    """Where a visitor is sent after something was done, so that a reload does not do it again."""

    href: str


Answer = Page | Elsewhere


def _anywhere(_scope: str) -> bool:
    return True


@value(kw_only=True)
class Visitor:
    """Who looks at pages, and what of them they are offered; whatever they send is decided behind the door.

    Attributes:
        name: of whoever is logged in; empty where nobody has to.
        writes: whether they may change anything.
        erases: whether they may erase anything.
        reaches: whether what stands in a scope is theirs to change or erase at all.
    """

    name: str = ""
    writes: bool = True
    erases: bool = True
    reaches: Callable[[str], bool] = _anywhere

    def may_change(self, scope: str) -> bool:
        """Whether they may change what stands in a scope."""
        return self.writes and self.reaches(scope)

    def may_erase(self, scope: str) -> bool:
        """Whether they may erase what stands in a scope."""
        return self.erases and self.reaches(scope)


@value(kw_only=True)
class Visit:
    """What was asked.

    Attributes:
        vade: the open home of whoever asks.
        lately: what takes a while, from earlier visits.
        by: who changes something, as a memory's history tells it.
        path: what stands in the path, by name.
        query: pairs of the query, every value of a name.
        form: the same of a form that was sent.
    """

    vade: Vade
    lately: Lately
    by: str = "user"
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def stats(self) -> VaultStats:
        """Counts over the home as of its last change; those of conversations may be older."""
        return self.lately.of(self.vade, "stats", self.vade.stats)

    def asked(self, name: str) -> str:
        """A value of the query, without space around it; empty when there is none."""
        return _first(self.query, name).strip()

    def chosen(self, name: str) -> tuple[str, ...]:
        """Every value of a name of the query that is not empty."""
        return tuple(one for one in self.query.get(name, ()) if one.strip())

    def number(self, name: str) -> int:
        """A number of the query, 0 or greater; 0 when there is none."""
        said = self.asked(name)
        return int(said) if said.isdecimal() and len(said) < 10 else 0

    def said(self, name: str) -> str:
        """A value of the form as it was typed, with the line ends of a file; empty when there is none."""
        return _first(self.form, name).replace("\r\n", "\n")

    def line(self, name: str) -> str | None:
        """A value of the form without space around it; None when it is empty."""
        return self.said(name).strip() or None

    def ticked(self, name: str) -> bool:
        """Whether a box of the form is ticked."""
        return bool(self.form.get(name))


def _first(pairs: Mapping[str, tuple[str, ...]], name: str) -> str:
    return next(iter(pairs.get(name, ())), "")


def address(path: str, **query: str | int | tuple[str, ...] | None) -> str:
    """A path with what is asked there; what is empty is left out."""
    pairs: list[tuple[str, str]] = []
    for name, given in query.items():
        values = given if isinstance(given, tuple) else (given,)
        pairs += [(name, str(one)) for one in values if one not in (None, "", 0)]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def memory_at(record_id: str, **query: str | int | None) -> str:
    """Where a memory's page is."""
    return address(f"/memories/{record_id}", **query)


def entity_at(record_id: str, **query: str | int | None) -> str:
    """Where an entity's page is."""
    return address(f"/entities/{record_id}", **query)
