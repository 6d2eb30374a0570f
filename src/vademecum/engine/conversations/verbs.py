"""`vade.conversations`: every verb about what was said."""

from __future__ import annotations

from vademecum.engine.conversations.parts import EVERYWHERE, SHORTEST
from vademecum.engine.conversations.tools import ToolVerbs
from vademecum.errors import InvalidValue, NotFound, VaultError
from vademecum.model.conversation import ConversationId, EventKind, Turn
from vademecum.model.recollection import ConversationPage, ConversationShown, Verified
from vademecum.model.turns import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import timedelta
    from typing import Any

    from vademecum.engine.conversations.health import Counted
    from vademecum.engine.meaning import Meaning
    from vademecum.model.answer import Finding
    from vademecum.model.conversation import Appended, NewConversation
    from vademecum.model.ledger import Erasure
    from vademecum.model.recollection import ConversationForgotten
    from vademecum.model.turns import Held

LIST_MAX = 100
MOST_TITLE = 200


class ConversationVerbs(ToolVerbs):
    """Conversations of one open home. Safe to share between threads."""

    def append(self, new: NewConversation, *, live: bool = False) -> Appended:
        """Keep a conversation, or what came to it since; durable on return. Its turns are found by the next
        search.

        Turns that are there already, by their origin ids, change nothing. What was itself recalled is cut out
        of the texts, what stands in ``<private>`` tags is dropped, and secrets are masked.

        Args:
            new: the conversation and its turns, which are read once.
            live: a hook of the host hands it in as it is said.

        Raises:
            InvalidValue: host or origin id is missing.
            LimitExceeded: a turn is too long; those before it are kept.
            Busy: another process wrote to it past the deadline.
            VaultError: the disk refuses; what was kept before it did stays.
        """
        from vademecum.engine.conversations.capturing import Capturing

        appended = Capturing(self._parts).append(new, live=live)
        self._listener.heard_of()
        return appended

    def list(
        self,
        *,
        workspace: str = EVERYWHERE,
        host: str | None = None,
        archived: bool = False,
        limit: int = 20,
        offset: int = 0,
    ) -> ConversationPage:
        """Conversations, those first whose host claims the latest turn.

        Args:
            workspace: ``all``, ``here``, a project's scope or a folder.
            host: only of this one.
            archived: those too that were put out of the way.
            limit: 1-100.
            offset: how many to leave out before.

        Raises:
            InvalidValue: the limit or offset is out of range.
        """
        if not 1 <= limit <= LIST_MAX:
            raise InvalidValue("limit", f"{limit} is not between 1 and {LIST_MAX}")
        if not 0 <= offset < 2**31:
            raise InvalidValue("offset", f"{offset} is no number of conversations to leave out")
        with self._lock:
            warnings = self._listener.before_answer()
            choice = Choice(fence=self._parts.fence(workspace), archived=archived, host=host)
            items, total = self._parts.turns.page(choice, limit=limit, offset=offset)
            return ConversationPage(items=items, total=total, warnings=warnings)

    def show(
        self, handle: str, *, first: int = 1, last: int | None = None, newest: int | None = None
    ) -> ConversationShown:
        """One conversation with its turns.

        Args:
            handle: id, or a unique beginning of one.
            first, last: which turns, by `Turn.seq`; all when not given.
            newest: of those only so many, from the end.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
            VaultError: the file cannot be read.
        """
        held = self._named(handle)
        turns = tuple(
            line.content
            for line in self._parts.keeper.lines(held.id)
            if isinstance(line.content, Turn)
            and first <= line.content.seq
            and (last is None or line.content.seq <= last)
        )
        turns = turns[-newest:] if newest else turns
        return ConversationShown(conversation=held, turns=turns, path=self._parts.keeper.locate(held.id))

    def rename(self, handle: str, title: str) -> Held:
        """Call it otherwise; no turn changes.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
            InvalidValue: the title is empty or too long.
        """
        wanted = " ".join(title.split())
        if not wanted or len(wanted) > MOST_TITLE:
            raise InvalidValue("title", f"write 1 to {MOST_TITLE} characters")
        return self._note(handle, EventKind.RENAMED, wanted)

    def end(self, handle: str, reason: str | None = None) -> Held:
        """Say that it is over: it is no longer resumed, and still found. Ending twice is harmless, and a
        further turn opens it again.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
        """
        held = self._named(handle)
        return held if held.ended is not None else self._note(handle, EventKind.ENDED, reason)

    def archive(self, handle: str) -> Held:
        """Put it out of the lists; it is still found.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
        """
        held = self._named(handle)
        return held if held.archived else self._note(handle, EventKind.ARCHIVED, None)

    def verify(self, *handles: str) -> Verified:
        """Check that what was said is what is read: of some conversations, or of all that this home knows.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several conversations.
        """
        keeper = self._parts.keeper
        with self._lock:
            named = [self._named(each).id for each in handles]
        every = named or sorted({*keeper.stamps(), *keeper.known()})
        checked = [keeper.verify(each) for each in every]
        return Verified(
            checked=len(checked),
            turns=sum(one.turns for one in checked),
            unsound=tuple(one for one in checked if not one.sound),
            torn=tuple(one for one in checked if one.sound and one.faults),
        )

    def records(self, handle: str) -> Iterator[dict[str, Any]]:
        """The lines of a conversation's file as JSON types: header, turns and events.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
        """
        from vademecum.engine.conversations.exporting import Exporting

        return Exporting(self._parts).records(self._named(handle).id)

    def markdown(self, handle: str) -> Iterator[str]:
        """A conversation as Markdown, turn by turn.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several conversations.
        """
        from vademecum.engine.conversations.exporting import Exporting

        return Exporting(self._parts).markdown(self._named(handle).id)

    def forget(self, *handles: str, dry_run: bool = False) -> ConversationForgotten:
        """Erase conversations for good, after what earlier runs left undone, and prove it. No import brings
        them back.

        Raises:
            NotFound, Ambiguous: a handle means nothing, or several conversations; nothing was erased.
            InvalidValue: nothing is named, and nothing was left undone.
            Busy, VaultError: a file cannot be erased; those before it are gone.
        """
        from vademecum.engine.conversations.forgetting import Forgetting

        with self._lock:
            forgetting = Forgetting(self._parts, self._listener)
            left = forgetting.left()
            if not handles and not left:
                raise InvalidValue(
                    "conversation", "say which to forget; `vade conversations list` shows them"
                )
            named = tuple(dict.fromkeys(self._erasable(each, left) for each in handles))
            return forgetting.forget(named, left, dry_run=dry_run)

    def _erasable(self, handle: str, left: Sequence[Erasure]) -> ConversationId:
        """The conversation that a handle means; one that is half gone, or that somebody deleted, has no file
        any more."""
        try:
            return self._named(handle).id
        except NotFound:
            wanted = handle.strip().lower()
            known = {*(one.id for one in left if one.whole), *self._parts.keeper.known()}
            meant = [ConversationId(each) for each in known if each.startswith(wanted)]
            if len(wanted) < SHORTEST or len(meant) != 1:
                raise
            return meant[0]

    def redact(self, handle: str, *turns: int, dry_run: bool = False) -> ConversationForgotten:
        """Delete the words of turns for good, and prove it; the chain still verifies.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or a turn is not there.
            InvalidValue: no turn is named.
            Busy, VaultError: the file cannot be written.
        """
        from vademecum.engine.conversations.forgetting import Forgetting

        if not turns:
            raise InvalidValue("turn", "say which turns by their numbers; `vade conversations show` has them")
        with self._lock:
            named = self._named(handle).id
            return Forgetting(self._parts, self._listener).redact(named, turns, dry_run=dry_run)

    def sync(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Look at every file now and bring the index up to date; how many conversations had changed.

        Args:
            progress: called with (conversations done, conversations to do).
        """
        with self._lock:
            return self._listener.run(progress)

    def reindex(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Derive the index again from the files; how many conversations there are."""
        with self._lock:
            return self._listener.rebuild(progress)

    def rebuilt(
        self, progress: Callable[[int, int], None] | None = None
    ) -> tuple[int, dict[str, str], tuple[str, ...]]:
        """As `reindex`, for a home of which the rest has to be done all the same.

        Returns:
            How many conversations there are; folder -> why it cannot be listed, in which case the present
            index stays; and what answers have to warn of.
        """
        with self._lock:
            try:
                number = self._listener.rebuild(progress)
            except VaultError as error:
                return 0, {"conversations": error.message}, ()
            return number, {}, self._listener.before_answer()

    def check_up(self) -> tuple[Finding, ...]:
        """What is wrong with files and index, with the fix; `vade.doctor` tells it with everything else."""
        from vademecum.engine.conversations.health import ConversationHealth

        with self._lock:
            return ConversationHealth(self._parts, self._listener).check_up()

    def counted(self) -> Counted:
        """Totals; `vade.stats` tells them with everything else."""
        from vademecum.engine.conversations.health import ConversationHealth

        with self._lock:
            return ConversationHealth(self._parts, self._listener).counted()

    def after_answer(self) -> None:
        """Housekeeping that an answer should not wait for."""
        self._parts.turns.flush(threshold=64)

    @property
    def meanings(self) -> dict[str, Meaning]:
        """What of conversations has vectors, by what a person calls it."""
        meaning = self._parts.meaning
        return {} if meaning is None else {"turns": meaning}

    def embed(self, spare: timedelta, *, least: int) -> bool:
        """Give vectors to turns that have none; see `Vade.embed`."""
        meaning = self._parts.meaning
        return meaning is None or meaning.embed(spare, least=least)

    def embedded(self, progress: Callable[[int, int], None] | None) -> str:
        """Give every turn a vector; why that could not be done, or empty."""
        meaning = self._parts.meaning
        return "" if meaning is None else meaning.embedded(progress)

    def close(self) -> None:
        """Release files and locks; safe to call twice."""
        self._parts.turns.close()

    def _named(self, handle: str) -> Held:
        with self._lock:
            self._listener.before_answer()
            conversation = self._parts.resolve(handle)
            return self._parts.turns.held([conversation])[conversation]

    def _note(self, handle: str, event: EventKind, text: str | None) -> Held:
        with self._lock:
            conversation = self._named(handle).id
            self._parts.keeper.note(conversation, event, self._parts.now(), text)
            self._listener.run()
            return self._parts.turns.held([conversation])[conversation]
