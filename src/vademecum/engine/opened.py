"""What every verb shares: the parts, the lock, and how arguments become conditions."""

from __future__ import annotations

from _thread import RLock

from vademecum.engine.parts import Glance, from_memory
from vademecum.engine.ruling import unreached
from vademecum.engine.syncing import Syncer
from vademecum.errors import InvalidValue, NotFound, StoreError, UnknownName, Unreadable, quoted
from vademecum.lifecycle.standing import Include, Viewpoint
from vademecum.model.ask import Filters
from vademecum.model.entry import microseconds
from vademecum.model.file import FAULTY
from vademecum.model.record import Kind, Scope, Status
from vademecum.model.value import replace
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from typing import TypeVar

    from vademecum.engine.conversations.verbs import ConversationVerbs
    from vademecum.engine.entities import EntityPages
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Listed, Recall, Search, VaultStats, Why
    from vademecum.model.brief import Brief
    from vademecum.model.graph import GraphAnswer
    from vademecum.model.policy import Policy
    from vademecum.model.reviewed import Queue
    from vademecum.model.session import Snapshot

    Answer = TypeVar("Answer")
    Told = TypeVar(
        "Told", bound=Recall | Search | Listed | Queue | Snapshot | Why | VaultStats | Brief | GraphAnswer
    )

READABLE = (Status.ACTIVE, Status.DEPRECATED, Status.SUPERSEDED)
"""Statuses whose text may answer; a superseded one answers through its successor."""


class Opened:
    """An open home before any verb: its parts put together once, behind one lock."""

    def __init__(self, parts: Parts) -> None:
        """Put the shared parts together; `vademecum.open` is the way to open a home."""
        self._parts = parts
        self._lock = RLock()
        self._syncer = Syncer(parts)
        self._said: ConversationVerbs | None = None

    # Most answers need neither of these two, and a cold one would pay for what they import.

    @property
    def _storing(self) -> Storing:
        from vademecum.engine.storing import Storing

        return Storing(self._parts)

    @property
    def _pages(self) -> EntityPages:
        from vademecum.engine.entities import EntityPages

        return EntityPages(self._parts, self._storing)

    @property
    def policy(self) -> Policy:
        """The defaults in force."""
        return self._parts.policy

    @property
    def scope(self) -> Scope:
        """Where a memory goes when no scope is named."""
        return self._parts.policy.write_scope

    @property
    def revision(self) -> str:
        """The index's revision; it grows with every change and never repeats, even after a rebuild."""
        return self._parts.index.revision()

    def may_read(self, scope: Scope, scopes: Sequence[str] | None = None) -> bool:
        """Whether a reader of `scopes` (as in `recall`) is shown what is in `scope`."""
        named = self._named_scopes(scopes)
        return not named or scope in named

    def _guarded(self, act: Callable[[], Answer]) -> Answer:
        """Do it; when the index cannot be kept (a full disk, a folder that was locked), once more from
        memory, which every answer then says.

        Nothing is done twice: files are written before the index is told of them, and what is in its file
        already is found there.

        Raises:
            StoreError: there is no other index to turn to.
        """
        with self._lock:
            try:
                given = act()
            except StoreError as error:
                parts = self._parts
                if parts.spare is None:
                    raise
                parts.index.close()
                index = parts.spare()
                self._parts = replace(
                    parts,
                    index=index,
                    glance=Glance(index),
                    meaning=parts.meaning.of(index),
                    spare=None,
                    adrift=from_memory(error.message),
                )
                self._syncer = Syncer(self._parts)
                given = act()
            return self._warned(given)

    def _warned(self, given: Answer) -> Answer:
        """The answer, with the warning that nothing keeps the index it came from."""
        adrift = self._parts.adrift
        warnings = getattr(given, "warnings", None)
        return replace(given, warnings=(adrift, *warnings)) if adrift and warnings is not None else given

    def _answered(self, act: Callable[[], Told]) -> Told:
        """Look at the files if that is due, then answer, with what the look and the index have to warn of.

        A store that is found damaged is given up for an empty one, and another process may swap in a
        rebuilt one. An answer that was given across such a change is given again.
        """

        def answer() -> Told:
            looked = self._syncer.before_answer()
            store = self._syncer.store()
            given = self._steadily(act)
            if store != self._syncer.store():
                self._syncer.run()
                given = self._steadily(act)
            return replace(given, warnings=(*looked, *given.warnings))

        return self._guarded(answer)

    def _steadily(self, act: Callable[[], Told]) -> Told:
        """Answer from one state of the index: another process's write does not fall into the middle."""
        with self._parts.index.steady():
            given = act()
            return replace(given, warnings=(*self._faults(), *given.warnings))

    def _together(self, act: Callable[[], Answer]) -> Answer:
        """See `together`."""
        if not self._parts.kept:
            return act()
        with self._parts.index.steady():
            return act()

    def _addressed(self, act: Callable[[], Answer]) -> Answer:
        """Do what names a record; look at the files and try again when nothing readable has the name.

        A handle is usually known, so a look at every file before each would cost and bring nothing.
        """

        def attempt() -> Answer:
            try:
                return self._together(act)
            except (NotFound, Unreadable):  # it may have come, or been mended, since the last look
                before = self.revision
                self._syncer.run()
                if self.revision == before:
                    raise
                return self._together(act)

        return self._guarded(attempt)

    def _write_scope(self, scope: str | None) -> Scope:
        return self._parts.read_scope(scope) if scope else self.scope

    def _named_scopes(self, scopes: Sequence[str] | None) -> tuple[Scope, ...]:
        return self._parts.named_scopes(None if scopes is None else tuple(scopes))

    def _read_scopes(self, scopes: Sequence[str] | None) -> tuple[Scope, ...]:
        return self._parts.read_scopes(None if scopes is None else tuple(scopes))

    def _faults(self) -> tuple[str, ...]:
        """What an answer may lack: files that are named instead of served."""
        index = self._parts.index
        told: list[str] = []
        if count := len(index.quarantined()):
            noun = "file is" if count == 1 else "files are"
            told.append(f"{count} {noun} not served because they cannot be read; `vade doctor` names them")
        if index.vocabulary_state().startswith(FAULTY):
            told.append("a vocabulary cannot be read, so its aliases are not applied; `vade doctor` names it")
        if index.fields().state().startswith(FAULTY):
            told.append("fields.yaml cannot be read, so it is not heeded; `vade schema fields` says why")
        if index.derivations().state().startswith(FAULTY):
            told.append("rules.yaml cannot be read, so its last rules hold; `vade graph rules` says why")
        if said := unreached(index.derivations()):
            told.append(said)
        return tuple(told)

    def _filters(
        self,
        scopes: Sequence[str] | None,
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        about: Sequence[str] = (),
        span: tuple[datetime | None, datetime | None] = (None, None),
        *,
        view: Viewpoint | None = None,
    ) -> Filters:
        since, until = span
        for name, at in (("since", since), ("until", until)):
            if at is not None and at.tzinfo is None:
                raise InvalidValue(name, f"{at.isoformat()} has no offset; add one, e.g. +00:00")
        if since is not None and until is not None and until <= since:
            raise InvalidValue("until", f"{until.isoformat()} is not after since, {since.isoformat()}")
        return Filters(
            scopes=self._read_scopes(scopes),
            types=_type_names(types),
            tags=_folded("tag", tags),
            about=self._about(about, self._named_scopes(scopes)),
            statuses=() if view is not None and view.include is Include.ALL else READABLE,
            updated_from=microseconds(since),
            updated_until=microseconds(until),
            begun_by=view.at_us if view is not None and view.past else None,
        )

    def _viewpoint(self, as_of: datetime | None, include: str = Include.ACTIVE.value) -> Viewpoint:
        """From where a reader looks.

        Raises:
            UsageError: a moment without an offset, an unknown name, or both a moment and more than held then.
        """
        if include not in (names := tuple(one.value for one in Include)):
            raise UnknownName("include", include, suggestions=names)
        if as_of is None:
            return Viewpoint(self._parts.now_us(), include=Include(include))
        if as_of.tzinfo is None:
            raise InvalidValue("as_of", f"{as_of.isoformat()} has no offset; add one, e.g. +00:00")
        if include != Include.ACTIVE:
            raise InvalidValue(
                "include", f"{include} asks for more than what held at one moment; give either"
            )
        at_us = microseconds(as_of)
        assert at_us is not None
        return Viewpoint(at_us, past=True)

    def _about(self, names: Sequence[str], scopes: tuple[Scope, ...]) -> tuple[str, ...]:
        """Folded names, and every other name of the entities in reach that have one of them."""
        forms = _folded("about", names)
        pages = self._parts.index.named(forms, scopes) if forms else {}
        rows = self._parts.index.rows([one for ids in pages.values() for one in ids])
        others = (name for row in rows.values() for name in (row.card.title, *row.card.aliases))
        return tuple(dict.fromkeys((*forms, *filter(None, map(fold_name, others)))))


def together(vade: Opened, act: Callable[[], Answer]) -> Answer:
    """Ask several questions of an open home, where a database answers them in one transaction. It ends where
    something is written; a file answers each as fast, and gets none."""
    # A verb would be one of every server and client.
    return vade._together(act)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


def _type_names(types: Sequence[str]) -> tuple[str, ...]:
    if not types:
        return ()
    from vademecum.engine import checks

    return tuple(checks.memory_type(name).value for name in types)


def _folded(field: str, names: Iterable[str]) -> tuple[str, ...]:
    """Names in the form that is compared.

    Raises:
        InvalidValue: one without letter or digit, which as a condition would let everything through.
    """
    forms = {name: fold_name(name) for name in names}
    for name, form in forms.items():
        if not form:
            raise InvalidValue(field, f"{quoted(name)} has no letter or digit to be compared by")
    return tuple(dict.fromkeys(forms.values()))


def kind_named(name: str) -> Kind:
    """The kind of record of that name.

    Raises:
        UnknownName: neither memory nor entity.
    """
    try:
        return Kind(name)
    except ValueError:
        raise UnknownName("kind", name, suggestions=("memory", "entity")) from None


def limit_within(limit: int | None, default: int, maximum: int, *, name: str = "limit") -> int:
    """A limit in 1..maximum, the default for None.

    Args:
        limit: what was asked for.
        default: what is meant by None.
        maximum: most that may be.
        name: of the argument.

    Raises:
        InvalidValue: outside of it.
    """
    wanted = default if limit is None else limit
    if not 1 <= wanted <= maximum:
        raise InvalidValue(name, f"{wanted} is not between 1 and {maximum}")
    return wanted
