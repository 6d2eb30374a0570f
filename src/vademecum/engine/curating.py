"""Edits of what is stored, and the user's vocabulary."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from types import MappingProxyType

from vademecum.engine import checks, properties
from vademecum.engine.intake import Screen
from vademecum.engine.moments import Span, advice, moment
from vademecum.engine.reaching import refuse_unmounted
from vademecum.errors import Busy, Conflict, InvalidValue, NotFound, StoreError, UnknownName, quoted
from vademecum.markdown.outcome import Fault
from vademecum.markdown.reading import parse
from vademecum.markdown.revising import revise
from vademecum.model.file import FAULTY, AliasEntry
from vademecum.model.record import Entity, Memory, Record, Scope
from vademecum.model.value import replace, value
from vademecum.text.names import fold_name
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.file import Document

MAX_ENTITY_ALIASES = 64
"""Names under which one entity is known."""

_NO_FIELDS: Mapping[str, str] = MappingProxyType({})
_NO_PROPERTIES: Mapping[str, str | Sequence[str]] = MappingProxyType({})


@value(kw_only=True)
class Edit:
    """Changes to one record; what is None or empty stays as it is.

    Attributes:
        set_fields: field name -> new value as text; an empty value clears the field.
        set_properties: name of a free property -> its text, or several; none clears it.
        expected_updated: the `updated` the caller read; another one there now is a conflict.
    """

    text: str | None = None
    title: str | None = None
    type: str | None = None
    add_tags: Sequence[str] = ()
    remove_tags: Sequence[str] = ()
    add_aliases: Sequence[str] = ()
    remove_aliases: Sequence[str] = ()
    set_fields: Mapping[str, str] = _NO_FIELDS
    set_properties: Mapping[str, str | Sequence[str]] = _NO_PROPERTIES
    expected_updated: datetime | None = None
    dry_run: bool = False


def _times(now: datetime) -> Mapping[str, Callable[[str, str], object]]:
    """Readers of the fields that are points in time."""

    def reader(span: Span, *, ends: bool) -> Callable[[str, str], object]:
        def read(name: str, text: str) -> datetime | None:
            at = moment(text, now, span, ends=ends)
            if at is None and text.strip():
                raise InvalidValue(name, advice(text, span))
            return at

        return read

    end = reader(Span.AHEAD, ends=True)
    return {"valid_from": reader(Span.UNSAID, ends=False), "valid_until": end, "expires": end}


def _number(name: str, text: str) -> float | None:
    if not text:
        return None
    try:
        return checks.checked_confidence(float(text))
    except ValueError:
        raise InvalidValue(name, f"{quoted(text)} is not a number") from None


def _yes_or_no(name: str, text: str) -> bool:
    answers = {"true": True, "yes": True, "false": False, "no": False, "": False}
    try:
        return answers[text.strip().casefold()]
    except KeyError:
        raise InvalidValue(name, f"{quoted(text)} is neither true nor false") from None


def _entities(name: str, text: str) -> tuple[str, ...]:
    return checks.names(name, text.split(","))


def _required(name: str, text: str) -> str:
    value = checks.optional(name, text)
    if not value:
        raise InvalidValue(name, "cannot be empty")
    return value


_MEMORY_FIELDS: Mapping[str, Callable[[str, str], object]] = MappingProxyType(
    {
        "title": checks.optional,
        "type": lambda _, text: checks.memory_type(text),
        "lang": lambda _, text: checks.language(text),
        "subject": checks.optional,
        "predicate": lambda _, text: checks.predicate_name(text),
        "value": checks.optional,
        "qualifier": checks.optional,
        "entities": _entities,
        "confidence": _number,
        "importance": lambda _, text: checks.importance(text or "normal"),
        "sensitivity": lambda _, text: checks.sensitivity(text or "normal"),
        "pinned": _yes_or_no,
    }
)
"""Fields of a memory that an edit may set, besides `_times`. Its state is not among them: that has verbs of
its own."""

_ENTITY_FIELDS: Mapping[str, Callable[[str, str], object]] = MappingProxyType(
    {
        "name": _required,
        "label": _required,
        "lang": lambda _, text: checks.language(text),
        "provisional": _yes_or_no,
    }
)


class Curating:
    """Edits records and vocabularies."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def edit(self, handle: str, edit: Edit) -> Stored:
        """Change a record, and no byte of its file that the change does not concern.

        Raises:
            NotFound: nothing has the handle.
            UsageError: a field that cannot be set, or a value that it cannot take.
            Conflict: the record or its file changed meanwhile; nothing was written.
        """
        screen = Screen()
        stored = self._edited(handle, edit, screen)
        return replace(stored, warnings=(*stored.warnings, *screen.warnings()))

    def _edited(self, handle: str, edit: Edit, screen: Screen) -> Stored:
        document = self._storing.changeable(handle)
        record = document.record
        if edit.expected_updated is not None and record.updated != edit.expected_updated:
            raise Conflict(
                f"{document.key!r} was changed at {record.updated}, not at {edit.expected_updated} as "
                "expected; read it again and repeat the edit"
            )
        edit = _screened(record, edit, screen)
        now = self._parts.now()
        changed, told = self._restated(record, _changed(record, edit, now), edit, document.key)
        if changed == record:
            return self._storing.answer(document)
        changed = replace(changed, updated=now)
        if edit.dry_run:
            stored = replace(self._storing.answer(document), record=changed)
        else:
            stored = self._storing.replace(document, changed)
        return replace(stored, warnings=(*told, *stored.warnings))

    def _restated(self, old: Record, new: Record, edit: Edit, key: str) -> tuple[Record, tuple[str, ...]]:
        """The edited record without what its new text takes back, and what is to be told of that."""
        if old.body == new.body:
            return new, ()
        from vademecum.engine.claimed import left_of_claim, still_stated

        if isinstance(old, Memory) and isinstance(new, Memory):
            return left_of_claim(self._parts, old, new, edit.set_fields, key)
        return new, still_stated(old, new, key)

    def rewrite(self, handle: str, before: bytes, after: bytes) -> Stored:
        """Put `after` in the place of the whole file, of which the caller read `before`.

        Raises:
            NotFound: nothing has the handle.
            InvalidValue: `after` is empty, no record, or another one.
            Conflict: the file says something else than `before` by now; nothing was written.
        """
        document = self._storing.changeable(handle)
        if sha256(before).hexdigest() != document.state.sha256:
            raise Conflict(f"{document.path} changed while it was being edited; nothing was written")
        if not after.strip():
            raise InvalidValue("text", "is empty; nothing was written")
        old, new = _parsed(document, before), _parsed(document, after)
        if new.id != old.id:
            raise InvalidValue(
                "id", f"is {old.id or 'not given'} in {document.path} and never changes; nothing was written"
            )
        if new.updated == old.updated:
            after = revise(after, new, replace(new, updated=self._parts.now()))
        written = self._parts.vault.replace(document.path, after, document.state)
        self._storing.outgrown(old, written.record)
        from vademecum.engine.claimed import still_stated

        stored = self._storing.indexed(written)
        return replace(stored, warnings=(*still_stated(old, written.record, written.key), *stored.warnings))

    def aliases(self, scopes: tuple[Scope, ...]) -> tuple[AliasEntry, ...]:
        """Entries of the vocabulary; no scopes means every scope."""
        entries, _ = self._parts.vault.read_aliases()
        return tuple(entry for entry in entries if not scopes or entry.scope in scopes)

    def add_alias(self, alias: str, target: str, scope: Scope, *, dry_run: bool) -> AliasEntry:
        """Add an entry; one that stands already is returned as it is.

        Raises:
            InvalidValue: a side without letter or digit, or two sides that are the same words.
        """
        screen = Screen()
        sides = (checks.optional("alias", screen.line(alias)), checks.optional("target", screen.line(target)))
        entry = AliasEntry(scope, sides[0] or "", sides[1] or "")
        left, right = fold_name(entry.alias), fold_name(entry.target)
        if not left or not right:
            raise InvalidValue("alias", "both sides need a letter or a digit")
        if left == right:
            raise InvalidValue(
                "alias", f"{quoted(entry.alias)} and {quoted(entry.target)} are the same words already"
            )
        present = self.aliases((scope,))
        for known in present:
            if _means(known, left, right):
                return known
        if not dry_run:
            self._write(scope, (*present, entry))
        return entry

    def remove_alias(
        self, alias: str, target: str | None, scope: Scope, *, dry_run: bool
    ) -> tuple[AliasEntry, ...]:
        """Remove every entry that has these words on either side, or the one that has both.

        Raises:
            NotFound: the scope's vocabulary has no such entry; the nearest words are suggested.
        """
        present = self.aliases((scope,))
        named = {fold_name(words) for words in (alias, target) if words is not None}
        removed = tuple(
            entry for entry in present if named <= {fold_name(entry.alias), fold_name(entry.target)}
        )
        if not removed:
            known = dict.fromkeys(words for entry in present for words in (entry.alias, entry.target))
            what = repr(alias) if target is None else f"{quoted(alias)} for {target!r}"
            raise NotFound(f"{scope} has no alias {what}", suggestions=nearest(alias, tuple(known)))
        if not dry_run:
            self._write(scope, tuple(entry for entry in present if entry not in removed))
        return removed

    def _write(self, scope: Scope, entries: tuple[AliasEntry, ...]) -> None:
        refuse_unmounted(self._parts, scope)
        self._parts.vault.write_aliases(scope, entries)
        everything, faults = self._parts.vault.read_aliases()
        state = self._parts.vault.aliases_state()
        # The file is the truth; the next look at the files repairs the index.
        with suppress(Busy, StoreError):
            self._parts.index.put_vocabulary(everything, f"{FAULTY if faults else ''}{state}")


def _screened(record: Record, edit: Edit, screen: Screen) -> Edit:
    """The edit without what must not be stored."""
    said = (record.subject, record.predicate) if isinstance(record, Memory) else (None, None)
    claimed = [edit.set_fields.get(*one) for one in zip(("subject", "predicate"), said, strict=True)]
    value_of = " ".join(filter(None, claimed))
    return replace(
        edit,
        text=None if edit.text is None else screen.text(edit.text),
        title=screen.line(edit.title),
        add_tags=screen.lines(edit.add_tags),
        add_aliases=screen.lines(edit.add_aliases),
        set_fields={
            name: screen.line(text, name=value_of if name == "value" else name) or ""
            for name, text in edit.set_fields.items()
        },
        set_properties=properties.screened(edit.set_properties, screen),
    )


def _means(known: AliasEntry, left: str, right: str) -> bool:
    """Whether an entry makes these folded names one."""
    letters = known.alias + known.target
    # Folding ASCII only lowers it, so most of a long vocabulary is told apart without being folded.
    if letters.isascii() and not set(left + right).issubset(letters.lower() + " "):
        return False
    return {fold_name(known.alias), fold_name(known.target)} == {left, right}


def _changed(record: Record, edit: Edit, now: datetime) -> Record:
    """The record after the edit, validated, with `updated` as it was."""
    texts = dict(edit.set_fields)
    if edit.title is not None:
        texts["name" if isinstance(record, Entity) else "title"] = edit.title
    if edit.type is not None:
        texts["label" if isinstance(record, Entity) else "type"] = edit.type
    known = {**_MEMORY_FIELDS, **_times(now)} if isinstance(record, Memory) else _ENTITY_FIELDS
    values = {name: _value(known, name, text) for name, text in texts.items()}
    limit = checks.MAX_ALIASES if isinstance(record, Memory) else MAX_ENTITY_ALIASES
    aliases = _revised("alias", record.aliases, edit.add_aliases, edit.remove_aliases)
    if len(aliases) > limit:
        checks.checked_aliases(aliases)
    added = [tag.lstrip("#") for tag in edit.add_tags]
    removed = [tag.lstrip("#") for tag in edit.remove_tags]
    values["tags"] = _revised("tag", record.tags, added, removed)
    values["aliases"] = aliases
    if edit.text is not None:
        values["body"] = checks.checked_text(edit.text)
    return _valid(properties.with_properties(replace(record, **values), edit.set_properties))


def _parsed(document: Document, data: bytes) -> Record:
    """What a file's bytes say, read as `document` was."""
    found = parse(data, scope=document.scope, fallback_kind=document.record.kind, fallback_name=document.key)
    if isinstance(found, Fault):
        line = f"line {found.line}: " if found.line else ""
        raise InvalidValue("text", f"{line}{found.message}; nothing was written")
    return found.record


def _value(known: Mapping[str, Callable[[str, str], object]], name: str, text: str) -> object:
    reader = known.get(name)
    if reader is None:
        if name in ("status", "supersedes", "superseded_by", "review"):
            raise InvalidValue(name, "is changed by the verbs of the lifecycle, not by an edit")
        raise UnknownName("field", name, suggestions=nearest(name, tuple(known)) or tuple(known)[:3])
    return reader(name, text)


def _revised(
    field: str, present: tuple[str, ...], added: Sequence[str], removed: Sequence[str]
) -> tuple[str, ...]:
    """Names after additions and removals, compared by their folded form.

    Raises:
        NotFound: a name to remove is not there.
    """
    folded = {fold_name(name) or name: name for name in present}
    for name in removed:
        if folded.pop(fold_name(name) or name, None) is None:
            raise NotFound(
                f"there is no {field} {quoted(name)} to remove", suggestions=nearest(name, present)
            )
    for name in added:
        folded.setdefault(fold_name(name) or name, name)
    return checks.names(field, tuple(folded.values()))


def _valid(record: Record) -> Record:
    if (
        isinstance(record, Memory)
        and record.valid_from is not None
        and record.valid_until is not None
        and record.valid_until < record.valid_from
    ):
        raise InvalidValue("valid_until", "is before valid_from; a memory cannot end before it begins")
    return record
