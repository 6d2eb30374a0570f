"""The verbs that write: remember, edit, aliases, entities."""

from __future__ import annotations

from types import MappingProxyType

from vademecum.engine.opened import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Unpack

    from vademecum.engine.capturing import CaptureFields
    from vademecum.engine.intake import RequestFields
    from vademecum.model.answer import Remembered, Stored
    from vademecum.model.file import AliasEntry
    from vademecum.model.noticed import Captured

_NO_FIELDS: Mapping[str, str] = MappingProxyType({})
_NO_PROPERTIES: Mapping[str, str | Sequence[str]] = MappingProxyType({})


class WritingVerbs(Opened):
    """What changes files."""

    def remember(self, text: str, **fields: Unpack[RequestFields]) -> Remembered:
        """Keep a text as one Markdown file, findable on return.

        Args:
            text: 1-20,000 characters of Markdown.
            **fields: what is known of it, see `RequestFields`; `dry_run=True` reports what would be
                stored and writes nothing.

        Raises:
            UsageError: a name or value that cannot be; the message says what could.
            LimitExceeded: the text or a list is too long.
            Conflict: the idempotency key of another request, or another state than is expected.
            VaultError: the disk refuses; nothing was stored.
        """
        from vademecum.engine.intake import NewMemory
        from vademecum.engine.remembering import Remembering

        new = NewMemory(text=text, **fields)

        def remember() -> Remembered:
            self._syncer.before_write()
            return Remembering(self._parts, self._storing, self._pages).remember(new)

        return self._guarded(lambda: self._together(remember))

    def capture(
        self, text: str, *, keep: bool = False, lang: str | None = None, **fields: Unpack[CaptureFields]
    ) -> Captured:
        """Find what a text asks to be remembered ("remember that …", "记住…"), without a model.

        Args:
            text: a message, or a whole conversation; at most sixteen requests are read.
            keep: remember what is found, with the source ``keyword``; else it is only told.
            lang: look for requests in this language only.
            **fields: where it was said and goes, see `CaptureFields`.

        Raises:
            UsageError: a language or scope that cannot be.
            VaultError: the disk refuses; what was kept before it did stays.
        """
        from vademecum.engine import checks
        from vademecum.engine.capturing import Capturing
        from vademecum.engine.remembering import Remembering

        spoken = checks.language(lang)

        def capture() -> Captured:
            if keep:
                self._syncer.before_write()
            remembering = Remembering(self._parts, self._storing, self._pages)
            return Capturing(self._parts, remembering).capture(text, fields, lang=spoken, keep=keep)

        return self._guarded(capture)

    def edit(
        self,
        handle: str,
        *,
        text: str | None = None,
        title: str | None = None,
        type: str | None = None,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        add_aliases: Sequence[str] = (),
        remove_aliases: Sequence[str] = (),
        set_fields: Mapping[str, str] = _NO_FIELDS,
        set_properties: Mapping[str, str | Sequence[str]] = _NO_PROPERTIES,
        expected_updated: datetime | None = None,
        dry_run: bool = False,
    ) -> Stored:
        """Change a record and no byte of its file that the change does not concern.

        Args:
            handle: id, key or unique prefix of an id.
            text: the new body. What the old one said of the memory's claim or relations and the new one does
                not say is stated no more, unless it is set in the same call; a value is read from the new
                text where that is certain. The answer's warnings name it.
            title: the new title, or an entity's name; empty clears a title.
            type: the new type, or an entity's label.
            add_tags, remove_tags, add_aliases, remove_aliases: compared without case.
            set_fields: field -> value as text; an empty value clears it.
            set_properties: free property of the front matter -> its text, or several as a list; none clears
                it.
            expected_updated: refuse when the record's `updated` is another.
            dry_run: report the record as it would be, and write nothing.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            Conflict: somebody changed it meanwhile; nothing was written.
            UsageError: a field that cannot be set, or a value it cannot take.
        """
        from vademecum.engine.curating import Curating, Edit

        edit = Edit(
            text=text,
            title=title,
            type=type,
            add_tags=add_tags,
            remove_tags=remove_tags,
            add_aliases=add_aliases,
            remove_aliases=remove_aliases,
            set_fields=set_fields,
            set_properties=set_properties,
            expected_updated=expected_updated,
            dry_run=dry_run,
        )
        return self._addressed(lambda: Curating(self._parts, self._storing).edit(handle, edit))

    def rewrite(self, handle: str, before: bytes, after: bytes) -> Stored:
        """Put `after` in the place of a record's whole file, as an editor would, but checked.

        Args:
            handle: id, key or unique prefix of an id.
            before: the file's bytes as they were read and then edited.
            after: the file's bytes as they shall be; the time of change is written into them unless they
                state a new one.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: `after` is empty, not readable as a record, or a record of another id.
            Conflict: the file says something else than `before` by now; nothing was written.
        """
        from vademecum.engine.curating import Curating

        return self._addressed(lambda: Curating(self._parts, self._storing).rewrite(handle, before, after))

    def add_alias(
        self, alias: str, target: str, *, scope: str | None = None, dry_run: bool = False
    ) -> AliasEntry:
        """Make two phrasings mean the same, in both directions; an entry that says so is left as it is.

        Raises:
            InvalidValue: a side without letter or digit, or two sides of the same words.
        """
        from vademecum.engine.curating import Curating

        with self._lock:
            return Curating(self._parts, self._storing).add_alias(
                alias, target, self._write_scope(scope), dry_run=dry_run
            )

    def remove_alias(
        self, alias: str, target: str | None = None, *, scope: str | None = None, dry_run: bool = False
    ) -> tuple[AliasEntry, ...]:
        """Remove every entry with this word on either side, or the one that has both words.

        Raises:
            NotFound: there is none.
        """
        from vademecum.engine.curating import Curating

        with self._lock:
            return Curating(self._parts, self._storing).remove_alias(
                alias, target, self._write_scope(scope), dry_run=dry_run
            )

    def add_entity(
        self,
        name: str,
        *,
        label: str | None = None,
        aliases: Sequence[str] = (),
        text: str = "",
        properties: Mapping[str, str | Sequence[str]] = _NO_PROPERTIES,
        scope: str | None = None,
        dry_run: bool = False,
    ) -> Remembered:
        """Describe an entity: begin its page, or complete the one that has the name.

        Args:
            name: by which it is known.
            label: what sort of thing it is.
            aliases: further names; they accumulate.
            text: what there is to say about it.
            properties: free properties, as in `edit`.
            scope: where its page stands.
            dry_run: report what would be written, and write nothing.

        Raises:
            InvalidValue: a name without letter or digit, a label against the one that stands, or a property
                that cannot be.
            Ambiguous: several pages have the name.
        """
        from vademecum.engine.entities import NewEntity

        new = NewEntity(
            name=name,
            label=label,
            aliases=aliases,
            text=text,
            properties=properties,
            scope=scope,
            dry_run=dry_run,
        )

        def describe() -> Remembered:
            self._syncer.before_write()
            return self._pages.describe(new)

        return self._guarded(describe)
