"""A home at the other end of a line, with the verbs of `Vade`; they are made from the table of operations."""

from __future__ import annotations

from datetime import UTC
from functools import partial
from zoneinfo import ZoneInfo

from vademecum.errors import UsageError
from vademecum.model.session import Checkpoint
from vademecum.model.value import fields_of
from vademecum.remote import copies
from vademecum.remote.asking import bound, request_of, sent
from vademecum.remote.hearing import heard, heard_text
from vademecum.surface.operations.shape import Upon
from vademecum.surface.operations.table import LOCAL, OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType
    from typing import Any, Self

    from vademecum.model.answer import Recall
    from vademecum.model.policy import Policy
    from vademecum.model.session import Begun
    from vademecum.remote.line import Line
    from vademecum.surface.operations.shape import Operation

VERBS: Mapping[str, Operation] = {one.verb: one for one in OPERATIONS if one.upon is Upon.HOME}
SESSION_VERBS: Mapping[str, Operation] = {one.verb: one for one in OPERATIONS if one.upon is Upon.SESSION}


class Verbs:
    """The verbs whose names begin alike: ``""``, ``conversations.``, ``graph.``.

    A verb that no server has is refused with the reason.
    """

    def __init__(self, line: Line, prefix: str = "") -> None:
        self._line = line
        self._prefix = prefix

    def __getattr__(self, name: str) -> Any:
        verb = f"{self._prefix}{name}"
        if verb in VERBS:
            return partial(self._ask, VERBS[verb])
        if verb in LOCAL:
            return partial(_refuse, verb)
        raise AttributeError(f"a home has no verb {verb!r}")

    def __dir__(self) -> list[str]:
        """The verbs that a server has, with those of every object."""
        own = [verb.removeprefix(self._prefix) for verb in VERBS if verb.startswith(self._prefix)]
        return sorted({*super().__dir__(), *[name for name in own if "." not in name]})

    def _ask(self, operation: Operation, /, *arguments: Any, **named: Any) -> Any:
        request = request_of(operation, arguments, named)
        return heard(operation, self._line.ask(operation, request), self._line.address.host)


class RemoteConversations(Verbs):
    """`Vade.conversations`, elsewhere."""

    def __init__(self, line: Line) -> None:
        super().__init__(line, "conversations.")

    def append(self, new: Any, *, live: bool = False) -> Any:
        """See `ConversationVerbs.append`; the turns are sent as a whole."""
        fields = {name: getattr(new, name) for name in fields_of(new)}
        return self._ask(VERBS["conversations.append"], live=live, **{**fields, "turns": tuple(new.turns)})

    def records(self, handle: str) -> Iterator[dict[str, Any]]:
        """See `ConversationVerbs.records`."""
        return iter(self._ask(VERBS["conversations.records"], handle))

    def markdown(self, handle: str) -> Iterator[str]:
        """See `ConversationVerbs.markdown`."""
        operation = VERBS["conversations.markdown"]
        wanted = operation.gives or ""
        response = self._line.ask(operation, request_of(operation, (handle,), {}), wants=wanted)
        yield heard_text(response, wanted, self._line.address.host)


class RemoteHome(Verbs):
    """An open home that stands elsewhere. Safe to share between threads; a context manager that hangs up.

    It answers as `Vade` does: the same verbs, values and errors, and besides `Unreachable`, `ServerFault`,
    `Unauthenticated`, `Forbidden` and `QuotaExceeded`.
    """

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self._policy: Policy | None = None
        self.conversations = RemoteConversations(line)
        self.graph = Verbs(line, "graph.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; safe to call twice."""
        self._line.close()

    def after_answer(self) -> None:
        """Nothing: a server looks after its home by itself."""

    def embed(self, *, spare_s: float, least: int = 0) -> bool:
        """Nothing is left to do: a server looks after its home by itself."""
        del spare_s, least
        return True

    @property
    def policy(self) -> Policy:
        """The defaults in force there, asked for once."""
        policy: Policy = self._policy or self._ask(VERBS["policy"])
        self._policy = policy
        return policy

    @property
    def scope(self) -> str:
        """Where a memory goes when no scope is named."""
        return self.policy.write_scope

    @property
    def revision(self) -> str:
        """The revision of the index there, now."""
        revision: str = self._ask(VERBS["revision"])
        return revision

    def digest(self, recall: Recall, *, max_bytes: int | None = None, unasked: bool = False) -> str:
        """See `Vade.digest`; it is made here, of what the answer holds."""
        from vademecum.retrieval.packing import PREDICATE_CAP, digest

        bound_bytes = self.policy.digest_bytes if max_bytes is None else max_bytes
        cap = PREDICATE_CAP if unasked else None
        return digest(recall.hits, recall.label, max_bytes=bound_bytes, predicate_cap=cap)

    def plan(self, text: str, **given: Any) -> Any:
        """See `Vade.plan`."""
        return self._ask(VERBS["plan"], text, **_with_offset(given))

    def refine(self, text: str, **given: Any) -> Any:
        """See `Vade.refine`."""
        return self._ask(VERBS["refine"], text, **_with_offset(given))

    def what_if(self, verb: str, *arguments: Any, **named: Any) -> Any:
        """See `Vade.what_if`."""
        tried = VERBS.get(verb)
        if tried is None:
            return self._ask(VERBS["what_if"], verb)  # the server knows what can be tried
        given = bound(tried, arguments, named)
        told = {name: sent(tried.named[name], one) for name, one in given.items()}
        return self._ask(VERBS["what_if"], verb, arguments=told)

    def try_out(self, verb: str, *arguments: Any, **named: Any) -> tuple[Any, Any]:
        """See `Vade.try_out`; it takes two questions."""
        foreseen = self.what_if(verb, *arguments, **named)
        return getattr(self, verb)(*arguments, **named, dry_run=True), foreseen

    def import_from(self, source: str, **given: Any) -> Any:
        """See `Vade.import_from`; the source is a file here, which is sent.

        Raises:
            UsageError: it is a folder or the name of a host, which cannot be sent.
        """
        return copies.import_from(self._line, VERBS["import_from"], source, given)

    def export_to(self, target: str, *, whole: bool = False) -> Any:
        """See `Vade.export_to`; what is made is an archive, here.

        Raises:
            UsageError: the target is no name of a zip archive.
        """
        return copies.export_to(self._line, VERBS["export_to"], target, whole=whole)

    def session(self, name: str | None = None, **given: Any) -> RemoteSession:
        """See `Vade.session`; channels and extractors are functions and stay with the server."""
        if given.get("channels") == ():
            given = {key: one for key, one in given.items() if key != "channels"}
        return RemoteSession(self._line, self._ask(VERBS["session"], name, **given))


class RemoteSession:
    """A live session that a server holds; see `engine.sessions.Session`.

    Attributes:
        name: what it is called.
        recovered: what an earlier session acknowledged, did not live to write, and is written now.
    """

    def __init__(self, line: Line, begun: Begun) -> None:
        self.name = begun.name
        self.recovered: Checkpoint = begun.recovered
        self._line = line
        self._turn = 0
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        if name in SESSION_VERBS:
            return partial(self._ask, SESSION_VERBS[name])
        raise AttributeError(f"a session has no verb {name!r}")

    @property
    def turn(self) -> int:
        """Finished utterances so far."""
        return self._turn

    def final(self, text: str, **given: Any) -> Any:
        """See `Session.final`."""
        answer = self._ask(SESSION_VERBS["final"], text, **given)
        self._turn = answer.number
        return answer

    def close(self) -> Checkpoint:
        """See `Session.close`."""
        if self._closed:
            return Checkpoint()
        done: Checkpoint = self._ask(SESSION_VERBS["close"])
        self._closed = True
        return done

    def _ask(self, operation: Operation, /, *arguments: Any, **named: Any) -> Any:
        request = request_of(operation, arguments, named, at=self.name)
        return heard(operation, self._line.ask(operation, request), self._line.address.host)


def _with_offset(given: dict[str, Any]) -> dict[str, Any]:
    """A present that clocks of the stated zone show, with the offset that it has there; times cross with one.
    Of an unknown zone nothing is known, which the server then says."""
    now, zone = given.get("now"), given.get("zone")
    if now is None or now.tzinfo is not None or zone is None:
        return given
    try:
        return {**given, "now": now.replace(tzinfo=ZoneInfo(zone))}
    except (KeyError, ValueError, OSError):
        return {**given, "now": now.replace(tzinfo=UTC)}


def _refuse(verb: str, *_arguments: Any, **_named: Any) -> Any:
    raise UsageError(f"{verb} is not to be asked of a server: {LOCAL[verb]}")
