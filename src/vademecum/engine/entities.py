"""Entity pages: described by somebody, or begun by a mention."""

from __future__ import annotations

from contextlib import suppress
from types import MappingProxyType

from vademecum.engine import checks, properties
from vademecum.engine.intake import Screen
from vademecum.errors import Ambiguous, Conflict, InvalidValue, NotFound, quoted
from vademecum.graph.merges import standing_for
from vademecum.model.answer import Remembered, RememberOutcome, Stored
from vademecum.model.record import PERSONAL, Entity, Kind, MemoryId, Scope
from vademecum.model.value import replace, value
from vademecum.text.lines import storable
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.record import Record

MAX_STUBS = 20
"""Pages begun by one write; a pasted address book must not flood the vault."""

DEFAULT_LABEL = "Entity"


@value(kw_only=True)
class NewEntity:
    """A page that a caller describes.

    Attributes:
        properties: free property -> its text, or several.
    """

    name: str
    label: str | None = None
    aliases: Sequence[str] = ()
    text: str = ""
    properties: Mapping[str, str | Sequence[str]] = MappingProxyType({})
    scope: str | None = None
    dry_run: bool = False


class EntityPages:
    """Finds, begins and describes entity pages."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def unknown(self, names: Sequence[str], scope: Scope) -> tuple[tuple[str, ...], int]:
        """Names that no page in reach has, at most twenty of them, and how many more there are."""
        forms = {name: link_form(name) for name in names}
        known = self._called(tuple(forms.values()), self._reach(scope))
        unknown = tuple(name for name, form in forms.items() if form and form not in known)
        return unknown[:MAX_STUBS], max(0, len(unknown) - MAX_STUBS)

    def begin(self, names: Sequence[str], scope: Scope) -> None:
        """Write a provisional page for each name; one that another process just began is left to it."""
        for name in names:
            now = self._parts.now()
            page = Entity(
                id=self._parts.ids.new(now),
                scope=scope,
                name=name,
                provisional=True,
                created=now,
                updated=now,
            )
            with suppress(Conflict):
                self._storing.create(page, alone=True)

    def describe(self, new: NewEntity) -> Remembered:
        """Create a page, or complete the one that has the name.

        Describing a provisional page clears the mark. Aliases accumulate. A label is set when none was,
        and never changed silently.

        Raises:
            InvalidValue: the name has no letter or digit, or another label stands already.
        """
        screen = Screen()
        new = replace(
            new,
            name=screen.line(new.name) or "",
            aliases=screen.lines(new.aliases),
            text=screen.text(new.text),
            properties=properties.screened(new.properties, screen),
        )
        told = self._described(new)
        return replace(told, masked=screen.masked, warnings=(*screen.warnings(), *told.warnings))

    def _described(self, new: NewEntity) -> Remembered:
        name = checks.optional("name", new.name) or ""
        if not link_form(name):
            raise InvalidValue("name", "holds no letter or digit; an entity needs a name")
        scope = self._parts.read_scope(new.scope) if new.scope else self._parts.policy.write_scope
        known = self._known(name, scope)
        if known is None:
            return self._create(new, name, scope)
        return self._complete(new, known)

    def _create(self, new: NewEntity, name: str, scope: Scope) -> Remembered:
        now = self._parts.now()
        entity = Entity(
            id=self._parts.ids.new(now),
            scope=scope,
            name=name,
            label=checks.optional("label", new.label) or DEFAULT_LABEL,
            aliases=checks.names("alias", new.aliases),
            body=storable(new.text).strip(),
            created=now,
            updated=now,
        )
        entity = _entity(properties.with_properties(entity, new.properties))
        stored = self._storing.preview(entity) if new.dry_run else self._storing.create(entity)
        return Remembered(memory=stored, outcome=RememberOutcome.CREATED, dry_run=new.dry_run)

    def _complete(self, new: NewEntity, known: MemoryId) -> Remembered:
        document = self._storing.document(self._storing.row(known))
        entity = document.record
        assert isinstance(entity, Entity)
        described = replace(
            entity,
            label=self._label(entity, new),
            aliases=checks.names("alias", (*entity.aliases, *new.aliases)),
            body=storable(new.text).strip() or entity.body,
            provisional=False,
        )
        described = _entity(properties.with_properties(described, new.properties))
        if described == entity:
            return Remembered(memory=self._storing.stored(known), outcome=RememberOutcome.EXISTING)
        described = replace(described, updated=self._parts.now())
        stored = (
            replace(self._storing.stored(known), record=described)
            if new.dry_run
            else self._storing.replace(document, described)
        )
        return Remembered(memory=stored, outcome=RememberOutcome.REINFORCED, dry_run=new.dry_run)

    def _label(self, entity: Entity, new: NewEntity) -> str:
        label = checks.optional("label", new.label)
        if label and entity.label not in (DEFAULT_LABEL, label):
            raise InvalidValue(
                "label",
                f"{entity.name} is a {entity.label} already; change it with "
                f"`vade edit {entity.id} --set label={label}`",
            )
        return label or entity.label

    def find(self, handle: str) -> Stored:
        """The page with this name, alias, key or id.

        Raises:
            NotFound: none has it; the nearest names are suggested.
            Ambiguous: several have it; all are listed.
        """
        form = link_form(handle)
        ids = self._called((form,), self._parts.read_scopes(None)).get(form, ())
        if len(ids) > 1:
            rows = self._parts.index.rows(ids)
            listed = ", ".join(f"{one} ({rows[one].card.title})" for one in ids if one in rows)
            raise Ambiguous(f"{quoted(handle)} may mean {listed}; give the id", ids)
        if ids:
            return self._storing.stored(ids[0])
        try:
            stored = self._storing.reread(self._storing.row(handle))
        except NotFound:
            raise NotFound(
                f"no entity is called {quoted(handle)}",
                suggestions=self._storing.near(handle, (Kind.ENTITY,)),
            ) from None
        if not isinstance(stored.record, Entity):
            raise NotFound(f"{quoted(handle)} is a memory, not an entity; `vade show {handle}` shows it")
        return stored

    def _known(self, name: str, scope: Scope) -> MemoryId | None:
        form = link_form(name)
        ids = self._called((form,), (scope,)).get(form, ())
        if len(ids) > 1:
            raise Ambiguous(f"several entities are called {quoted(name)}: {', '.join(ids)}", ids)
        return ids[0] if ids else None

    def _called(self, forms: tuple[str, ...], scopes: tuple[Scope, ...]) -> dict[str, tuple[MemoryId, ...]]:
        """Pages by folded name or alias; of those that were merged the one that stands for them."""
        edges = self._parts.index.edges()
        found: dict[str, dict[MemoryId, None]] = {}
        for vertex in edges.bearing(forms):
            if not scopes or vertex.scope in scopes:
                standing = standing_for(vertex, edges)
                for form in set(forms).intersection(vertex.forms):
                    found.setdefault(form, {})[standing] = None
        return {form: tuple(sorted(ids)) for form, ids in found.items()}

    def _reach(self, scope: Scope) -> tuple[Scope, ...]:
        """Scopes whose pages a memory of `scope` may mean: its own, and the owner's personal ones."""
        return tuple(dict.fromkeys((scope, PERSONAL)))


def _entity(record: Record) -> Entity:
    assert isinstance(record, Entity)
    return record
