"""Making two pages one, and two again; the files say which."""

from __future__ import annotations

from vademecum.errors import Ambiguous, InvalidValue, NotFound, quoted
from vademecum.graph.net import NAME_SIGN
from vademecum.model.linked import Merged
from vademecum.model.record import Entity, Kind
from vademecum.model.value import replace
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.graphs.asking import Asking
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.graph.net import Net
    from vademecum.model.edges import Vertex
    from vademecum.model.entry import Row
    from vademecum.model.file import Document


class Uniting:
    """The use cases of merging pages."""

    def __init__(self, parts: Parts, storing: Storing, asking: Asking) -> None:
        self._parts = parts
        self._storing = storing
        self._asking = asking

    def merge(self, handle: str, into: str, net: Net, *, dry_run: bool) -> Merged:
        """Let the page `into` stand for both; the other one keeps its file and what it says.

        Raises:
            NotFound: no page is called so, or `into` is not to be seen.
            Ambiguous: several are.
            InvalidValue: both are one already, the other way round, or one of them is a memory.
            Conflict: the page changed meanwhile; nothing was written.
        """
        document = self._storing.document(self._page(handle, net))
        page = _entity(document)
        target = net.members(self._asking.shown(net, into, self._page(into, net)))[0]
        if page.id == target.id:
            raise InvalidValue("into", f"{quoted(handle)} and {quoted(into)} are the same page")
        if net.record(page.id) == target.id:
            return self._told(document, target, "existing", dry_run=dry_run)
        distinct = tuple(one for one in page.distinct_from if one != target.id)
        after = replace(page, merged_into=target.id, distinct_from=distinct)
        return self._written(document, after, target, "merged", dry_run=dry_run)

    def unmerge(self, handle: str, net: Net, *, dry_run: bool) -> Merged:
        """Let a merged page stand for itself again; that the two differ is kept, so that it is not proposed
        once more.

        Raises:
            NotFound: nothing called so was merged.
            Ambiguous: several pages of the name were; all are listed.
            Conflict: the page changed meanwhile; nothing was written.
        """
        merged = self._merged(handle, net)
        document = self._storing.document(self._storing.row(merged.id))
        page = _entity(document)
        assert page.merged_into is not None
        distinct = tuple(dict.fromkeys((*page.distinct_from, page.merged_into)))
        after = replace(page, merged_into=None, distinct_from=distinct)
        target = self._parts.index.edges().nodes((page.merged_into,)).get(page.merged_into, merged)
        return self._written(document, after, target, "unmerged", dry_run=dry_run)

    def _page(self, handle: str, net: Net) -> Row:
        """The page that a name, an id or a key means.

        Raises:
            InvalidValue: it is a memory's.
        """
        form = link_form(handle)
        named = [one for one in net.named(form) if one != f"{NAME_SIGN}{form}"]
        if len(named) > 1:
            raise _ambiguous(handle, [net.members(one)[0] for one in named])
        if named:
            return self._storing.row(named[0])
        try:
            row = self._storing.row(handle)
        except NotFound:
            raise self._asking.unknown(handle, "no entity is called {}", (Kind.ENTITY,)) from None
        if row.kind is not Kind.ENTITY:
            raise InvalidValue("name", f"{quoted(handle)} is a memory; only pages of entities can be merged")
        return row

    def _merged(self, handle: str, net: Net) -> Vertex:
        """The merged page that a handle means: the one that has the name, else the only one of its node."""
        start = self._asking.start(net, handle)
        form = link_form(handle)
        members = [one for id in start for one in net.members(id) if one.merged_into is not None]
        chosen = (
            [one for one in members if one.id == handle.upper()]
            or [one for one in members if form in one.forms or form == one.key_form]
            or members
        )
        if not chosen:
            raise NotFound(f"{quoted(handle)} was not merged into anything; `vade graph node` tells of it")
        if len(chosen) > 1:
            raise _ambiguous(handle, chosen)
        return chosen[0]

    def _written(
        self, document: Document, after: Entity, into: Vertex, outcome: str, *, dry_run: bool
    ) -> Merged:
        after = replace(after, updated=self._parts.now())
        if dry_run:
            told = self._told(document, into, outcome, dry_run=True)
            return replace(told, memory=replace(told.memory, record=after))
        stored = self._storing.replace(document, after)
        return Merged(
            memory=stored, into=into.id, into_name=into.name, outcome=outcome, warnings=stored.warnings
        )

    def _told(self, document: Document, into: Vertex, outcome: str, *, dry_run: bool) -> Merged:
        stored = self._storing.answer(document)
        return Merged(memory=stored, into=into.id, into_name=into.name, outcome=outcome, dry_run=dry_run)


def _entity(document: Document) -> Entity:
    record = document.record
    assert isinstance(record, Entity)
    return record


def _ambiguous(handle: str, pages: Sequence[Vertex]) -> Ambiguous:
    listed = ", ".join(f"{one.id} ({one.name}, {one.label})" for one in pages)
    return Ambiguous(f"{quoted(handle)} may mean {listed}; give the id", tuple(one.id for one in pages))
