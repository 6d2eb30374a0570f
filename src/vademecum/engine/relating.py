"""The verbs that say how entities hang together: edges, pages that are one, and further names."""

from __future__ import annotations

from vademecum.engine.opened import Opened
from vademecum.errors import InvalidValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from vademecum.engine.graphs.asking import Asking
    from vademecum.engine.graphs.linking import Linking, Wanted
    from vademecum.engine.graphs.showing import GraphView
    from vademecum.engine.graphs.uniting import Uniting
    from vademecum.graph.net import Net
    from vademecum.model.linked import Linked, Merged


class RelatingVerbs(Opened):
    """What asks the graph, and what writes it."""

    @property
    def graph(self) -> GraphView:
        """Every question about how entities and memories hang together."""
        from vademecum.engine.graphs.showing import GraphView

        parts = self._parts
        return GraphView(
            lambda: self._asking,
            self._answered,
            self._viewpoint,
            tools=parts.open_graph_tools,
            now=parts.now,
        )

    def link(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        scope: str | None = None,
        dry_run: bool = False,
    ) -> Linked:
        """Say that one thing has a relation to another; the page of the subject keeps it.

        Pages are begun for names that have none. Said once more with times, the relation gets them.

        Args:
            subject, object: names of entities, or ids or keys of records.
            predicate: what joins them, e.g. ``works_at``.
            since, until: when it holds, half-open.
            scope: where the page of an unknown subject is begun.
            dry_run: report what would be written, and write nothing.

        Raises:
            Ambiguous: several entities have the name.
            UsageError: a name or an interval that cannot be.
            Conflict: the page changed meanwhile; nothing was written.
        """
        return self._related(
            lambda linking, net: linking.link(
                self._wanted((subject, predicate, object), (since, until), scope, dry_run=dry_run), net
            )
        )

    def unlink(self, subject: str, predicate: str, object: str, *, dry_run: bool = False) -> Linked:
        """Take a relation back that the page of the subject says, as if it had never been said.

        What ended is kept with `link` and its `until`.

        Raises:
            NotFound: the page does not say it; the message names the record that does.
            Ambiguous: several entities have the name.
            Conflict: the page changed meanwhile; nothing was written.
        """
        return self._related(
            lambda linking, net: linking.unlink(
                self._wanted((subject, predicate, object), (None, None), None, dry_run=dry_run), net
            )
        )

    def merge_entities(self, name: str, into: str, *, dry_run: bool = False) -> Merged:
        """Say that two pages are about one and the same: `into` stands for both from now on.

        Both files stay as they are but for one line in the first, which `unmerge_entity` takes out again.

        Raises:
            NotFound, Ambiguous: no page is called so, or several.
            InvalidValue: both are the same page, or one is a memory.
        """
        return self._united(lambda uniting, net: uniting.merge(name, into, net, dry_run=dry_run))

    def unmerge_entity(self, name: str, *, dry_run: bool = False) -> Merged:
        """Say that a merged page is about somebody or something else after all; that is kept in its file.

        Raises:
            NotFound: nothing called so was merged.
            Ambiguous: several pages of that name were.
        """
        return self._united(lambda uniting, net: uniting.unmerge(name, net, dry_run=dry_run))

    @property
    def _asking(self) -> Asking:
        from vademecum.engine.graphs.asking import Asking

        return Asking(self._parts, self._storing)

    def _related(self, act: Callable[[Linking, Net], Linked]) -> Linked:
        from vademecum.engine.graphs.linking import Linking

        def write() -> Linked:
            self._syncer.before_write()
            # A name that is not known is taken for a new one, so what was written by hand counts first.
            self._syncer.before_answer()
            asking = self._asking
            return act(Linking(self._parts, self._storing, self._pages, asking), self._net(asking))

        return self._addressed(write)

    def _united(self, act: Callable[[Uniting, Net], Merged]) -> Merged:
        from vademecum.engine.graphs.uniting import Uniting

        def write() -> Merged:
            self._syncer.before_write()
            # A name that is not known is taken for a new one, so what was written by hand counts first.
            self._syncer.before_answer()
            asking = self._asking
            return act(Uniting(self._parts, self._storing, asking), self._net(asking))

        return self._addressed(write)

    def _net(self, asking: Asking) -> Net:
        return asking.net(None, self._viewpoint(None))

    def _wanted(
        self,
        edge: tuple[str, str, str],
        span: tuple[datetime | None, datetime | None],
        scope: str | None,
        *,
        dry_run: bool,
    ) -> Wanted:
        from vademecum.engine.graphs.linking import Wanted

        subject, predicate, object = edge
        for name, at in zip(("since", "until"), span, strict=True):
            if at is not None and at.tzinfo is None:
                raise InvalidValue(name, f"{at.isoformat()} has no offset; add one, e.g. +00:00")
        since, until = span
        return Wanted(
            subject=subject,
            predicate=predicate,
            object=object,
            since=since,
            until=until,
            scope=self._write_scope(scope),
            dry_run=dry_run,
        )
