"""Writing edges: the page of the subject says them; of its file only when it was updated changes besides."""

from __future__ import annotations

import shlex

from vademecum.engine import checks
from vademecum.engine.cascading import Cascading, Ripple
from vademecum.engine.intake import Screen
from vademecum.errors import Ambiguous, InvalidValue, NotFound, quoted
from vademecum.graph.net import NAME_SIGN
from vademecum.indexing.edges import predicate_form
from vademecum.markdown.body_relations import body_relations, without_relations
from vademecum.markdown.forms import is_ulid, unlinked
from vademecum.model.linked import Linked
from vademecum.model.record import PERSONAL, Entity, Kind, MemoryId, Relation
from vademecum.model.value import replace, value
from vademecum.text.links import link_form
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from vademecum.engine.entities import EntityPages
    from vademecum.engine.graphs.asking import Asking
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.graph.net import Net
    from vademecum.model.edges import Vertex
    from vademecum.model.file import Document
    from vademecum.model.record import Record, Scope


@value(kw_only=True)
class Wanted:
    """An edge that somebody wants written or gone.

    Attributes:
        subject, object: names, keys or ids.
        predicate: in any spelling.
        scope: where a page of the subject is begun when there is none.
    """

    subject: str
    predicate: str
    object: str
    since: datetime | None = None
    until: datetime | None = None
    scope: Scope
    dry_run: bool = False


@value
class Taken:
    """A page without a relation.

    Attributes:
        wanted: what is to go, as it is compared.
        document: the page as it is.
        after: what it would say.
        said: the relations that would go; none where only other records say it.
        forms: the ends by which a relation may name the object.
    """

    wanted: Wanted
    document: Document
    after: Record
    said: tuple[Relation, ...]
    forms: frozenset[str]


class Linking:
    """The use cases of writing edges."""

    def __init__(self, parts: Parts, storing: Storing, pages: EntityPages, asking: Asking) -> None:
        self._parts = parts
        self._storing = storing
        self._pages = pages
        self._asking = asking
        self._cascading = Cascading(parts)

    def link(self, wanted: Wanted, net: Net) -> Linked:
        """Let the page of the subject say it; one is begun for either end that has none.

        An edge that the page says already gets the times that are given; one that ended before is said anew.

        Raises:
            Ambiguous: several entities have the name.
            InvalidValue: a name without letter or digit, an end before its beginning, or a memory that speaks
                for somebody else.
            Conflict: the page changed meanwhile; nothing was written.
        """
        wanted = _checked(wanted)
        screen = Screen()
        wanted = replace(wanted, subject=screen.line(wanted.subject), object=screen.line(wanted.object))
        document = self._document(wanted.subject, net)
        subject = document.record if document is not None else self._new(wanted)
        name, begun = self._object(wanted.object, subject, net)
        relation = Relation(predicate=wanted.predicate, object=name, since=wanted.since, until=wanted.until)
        relations, outcome, said = _with(subject, relation)
        after = replace(subject, relations=relations)
        ended = document is not None and outcome == "changed" and wanted.until is not None
        ripple = self._cascading.parting(document, said, "ended") if document and ended else Ripple()
        provisional = ([wanted.subject] if document is None else []) + ([name] if begun else [])
        linked = self._written(wanted, document, after, said, outcome, ripple=ripple)
        if begun and not wanted.dry_run:
            self._pages.begin([name], subject.scope)
        return replace(
            linked, provisional=tuple(provisional), warnings=(*linked.warnings, *screen.warnings())
        )

    def unlink(self, wanted: Wanted, net: Net) -> Linked:
        """Let the page of the subject say it no more, in its front matter or in a list of its body.

        Raises:
            InvalidValue: a rule derived it; the message names the rule.
            NotFound: the page does not say it; the message names the record that does, or what it says.
            Ambiguous: several entities have the name.
            Conflict: the page changed meanwhile; nothing was written.
        """
        taken = self.taken(wanted, net)
        if not taken.said:
            raise self._not_said(taken.wanted, taken.document.record, net)
        ripple = self._cascading.parting(taken.document, taken.said[0], "was taken back")
        return self._written(
            taken.wanted, taken.document, taken.after, taken.said[0], "removed", ripple=ripple
        )

    def taken(self, wanted: Wanted, net: Net) -> Taken:
        """The page of the subject as it would be without a relation.

        Raises:
            InvalidValue, NotFound, Ambiguous: as of `unlink`, but for a page that does not say it while other
                records do.
        """
        wanted = _checked(wanted)
        document = self._document(wanted.subject, net)
        if document is None:
            raise self._asking.unknown(wanted.subject, "no page is called {}")
        record = document.record
        forms = self._forms(wanted.object, net)

        def goes(predicate: str, object: str) -> bool:
            return predicate_form(predicate) == wanted.predicate and _end(object) in forms

        gone = [one for one in _said(record) if goes(one.predicate, one.object)]
        if not gone:
            self._refuse_derived(wanted, net)
            if not self._asking.said_by(wanted.subject, wanted.predicate, wanted.object, net):
                raise self._not_said(wanted, record, net)
        after = replace(
            record,
            relations=tuple(one for one in record.relations if not goes(one.predicate, one.object)),
            body=without_relations(record.body, goes) if gone else record.body,
        )
        return Taken(wanted, document, after, tuple(gone), forms)

    # ── ends ─────────────────────────────────────────────────────────────────────────────────────────

    def _document(self, handle: str, net: Net) -> Document | None:
        """The file of the page that a name means; None when there is none and one may be begun."""
        id = self._only(handle, net)
        if id is None:
            return None
        document = self._storing.document(self._storing.row(id))
        record = document.record
        if not isinstance(record, Entity) and record.subject:
            raise InvalidValue(
                "subject",
                f"{document.key!r} speaks of {quoted(record.subject)}; link {quoted(record.subject)} instead",
            )
        return document

    def _only(self, handle: str, net: Net) -> MemoryId | None:
        """The one record that a name, key or id means; None for a mere name."""
        try:
            start = self._asking.start(net, handle)
        except NotFound:
            if is_ulid(handle) or not link_form(handle):
                raise
            return None
        if len(start) > 1:
            listed = ", ".join(f"{one} ({net.node(one).label}, {net.node(one).scope})" for one in start)
            ids = tuple(map(MemoryId, start))
            raise Ambiguous(f"{quoted(handle)} may mean {listed}; give the id", ids)
        node = next(iter(start))
        return None if node.startswith(NAME_SIGN) else MemoryId(node)

    def _object(self, handle: str, subject: Record, net: Net) -> tuple[str, bool]:
        """How the other end is written, and whether a page has to be begun for it.

        It is written by its name where that leads there and nowhere else from where the subject stands, and
        by its id otherwise.
        """
        id = self._only(handle, net)
        same = link_form(handle) == link_form(_name(subject)) if id is None else id == net.record(subject.id)
        if same:
            raise InvalidValue("object", f"{quoted(handle)} is the subject itself")
        if id is None:
            return checks.optional("object", handle) or "", True
        vertex = net.members(id)[0]
        if vertex.kind is Kind.MEMORY or vertex.scope not in (subject.scope, PERSONAL):
            return id, False
        for name in (handle, vertex.name):
            form = link_form(name)
            if form in vertex.forms and net.named(form) == (id,):
                return (checks.optional("object", name) or ""), False
        return id, False

    def _forms(self, handle: str, net: Net) -> frozenset[str]:
        """Every end by which a relation may name what a handle means."""
        try:
            start = self._asking.start(net, handle)
        except NotFound:
            start = ()
        members: Iterable[Vertex] = (one for id in start for one in net.members(id))
        known = (end for one in members for end in (one.id, *one.forms, one.key_form))
        return frozenset([*known, _end(handle)])

    def _new(self, wanted: Wanted) -> Entity:
        name = checks.optional("subject", wanted.subject) or ""
        now = self._parts.now()
        return Entity(
            id=self._parts.ids.new(now),
            scope=wanted.scope,
            name=name,
            provisional=True,
            created=now,
            updated=now,
        )

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────

    def _written(
        self,
        wanted: Wanted,
        document: Document | None,
        after: Record,
        said: Relation,
        outcome: str,
        *,
        ripple: Ripple,
    ) -> Linked:
        """The page as it is now, or would be.

        Args:
            wanted: what was asked for.
            document: the page as it was; None begins one.
            after: what it shall say.
            said: the relation in question as the page writes it.
            outcome: what that made of the page.
            ripple: what that puts in doubt.
        """
        warnings = ripple.warnings
        if document is None:
            stored = self._storing.preview(after) if wanted.dry_run else self._storing.create(after)
        elif after == document.record:
            stored = self._storing.answer(document)
        else:
            after = replace(after, updated=self._parts.now())
            if wanted.dry_run:
                stored = replace(self._storing.answer(document), record=after)
            else:
                marked, warnings = self._cascading.spread(ripple)
                written = self._parts.vault.replace(document.path, after, document.state)
                stored = self._storing.all_indexed((written, *marked))[0]
        return Linked(
            memory=stored,
            subject=_name(after),
            predicate=wanted.predicate,
            object=said.object,
            since=said.since,
            until=said.until,
            outcome=outcome,
            doubted=ripple.doubted,
            warnings=(*stored.warnings, *warnings),
            dry_run=wanted.dry_run,
        )

    def _refuse_derived(self, wanted: Wanted, net: Net) -> None:
        """Refuse what no record says because a rule derived it.

        Raises:
            InvalidValue: it names the rule.
        """
        rule = self._asking.derived_by(wanted.subject, wanted.predicate, wanted.object, net)
        if rule is None:
            return
        what = f"{wanted.subject} {wanted.predicate} {wanted.object}"
        book = self._asking.derivations().book().rules
        compares = next((one.when.shown for one in book if one.name == rule), "")
        raise InvalidValue(
            "relation",
            f"{quoted(what)} was derived by the rule {quoted(rule)} ({compares}) and goes when its "
            f"reason goes; change what it compares, or the rule in rules.yaml; "
            f"`vade graph explain {shlex.quote(wanted.subject)} {shlex.quote(wanted.object)}` tells why",
        )

    def _not_said(self, wanted: Wanted, record: Record, net: Net) -> NotFound:
        """Who says it instead, or what the page does say."""
        what = f"{_name(record)} {wanted.predicate} {wanted.object}"
        others = self._asking.said_by(wanted.subject, wanted.predicate, wanted.object, net)
        if others:
            told = ", ".join(others[:3])
            return NotFound(
                f"the page does not say {quoted(what)}, but {told} does; `vade edit` or `vade retract` it"
            )
        known = tuple(dict.fromkeys(f"{one.predicate} {one.object}" for one in _said(record)))
        near = nearest(f"{wanted.predicate} {wanted.object}", known)
        meant = f"; did you mean {' or '.join(map(quoted, near))}?" if near else ""
        return NotFound(f"nothing says {quoted(what)}{meant}", suggestions=near)


def _checked(wanted: Wanted) -> Wanted:
    predicate = checks.predicate_name(wanted.predicate)
    if not predicate:
        raise InvalidValue("predicate", "is empty; write e.g. works_at")
    for field, name in (("subject", wanted.subject), ("object", wanted.object)):
        if not link_form(name):
            raise InvalidValue(field, f"{quoted(name)} holds no letter or digit")
    if wanted.since and wanted.until and wanted.until <= wanted.since:
        raise InvalidValue("until", "is not after since; a relation cannot end before it begins")
    return replace(wanted, predicate=predicate_form(predicate))


def _said(record: Record) -> tuple[Relation, ...]:
    return (*record.relations, *body_relations(record.body))


def _name(record: Record) -> str:
    return record.name if isinstance(record, Entity) else record.title or record.id


def _end(name: str) -> str:
    plain = unlinked(name)
    return plain if is_ulid(plain) else link_form(plain)


def _compared(relation: Relation) -> tuple[str, str]:
    """Predicate and object of a relation as two of them are compared."""
    return predicate_form(relation.predicate), _end(relation.object)


def _with(record: Record, new: Relation) -> tuple[tuple[Relation, ...], str, Relation]:
    """Relations with a new one among them, what that was, and how it stands there now."""
    untimed = new.since is None and new.until is None
    for place, old in enumerate(record.relations):
        if _compared(old) != _compared(new):
            continue
        ended = old.until is not None and new.since is not None and old.until <= new.since
        if ended or (untimed and old.until is not None):
            continue
        changed = replace(old, since=new.since or old.since, until=new.until or old.until)
        if changed == old:
            return record.relations, "existing", old
        if changed.since and changed.until and changed.until <= changed.since:
            raise InvalidValue("until", f"is not after since, {changed.since.isoformat()}")
        relations = (*record.relations[:place], changed, *record.relations[place + 1 :])
        return relations, "changed", changed
    listed = [
        one for one in body_relations(record.body) if _compared(one) == _compared(new) and not one.until
    ]
    if untimed and listed:
        return record.relations, "existing", listed[0]
    return (*record.relations, new), "created", new
