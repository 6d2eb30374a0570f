"""Turns the knobs on a stream, record by record, in memory that does not grow with it.

What would need the whole (order, repeats, a number of bytes) is refused before the first byte. A condition
needs none of it: where no record has its key no record passes, so that the refusal at the end is still all
that was printed. Only a condition that holds where the key is missing must be refused at once.
"""

from __future__ import annotations

from itertools import repeat

from vademecum.errors import Refused
from vademecum.surface.accounts import account_of, frame_of, with_account
from vademecum.surface.contracts import Contract
from vademecum.surface.gate import refusal
from vademecum.surface.keys import ABSENT, getter
from vademecum.surface.kinds import OBJECT
from vademecum.surface.knobs import BY_NAME
from vademecum.surface.predicates import holds
from vademecum.surface.projecting import Capper, Shortener, projection_of_any
from vademecum.surface.shaping import is_receipt, shaped_document, turned
from vademecum.surface.synonyms import spellings
from vademecum.surface.verb_contracts import contract_of
from vademecum.surface.vocabulary import SAMPLE_ELEMENTS, FieldScope, advise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from vademecum.surface.keys import FieldKey
    from vademecum.surface.knobs import Shape


MOST_HELD = 10_000
"""Most records without fields that may come before the first one that has a selected field."""


class Stream:
    """One stream from elsewhere on its way through the knobs.

    Attributes:
        done: enough records were shown; nothing further is needed.
    """

    def __init__(self, shape: Shape) -> None:
        """Take the knobs.

        Raises:
            Refused: one of them cannot be honoured on a stream.
        """
        _refuse_unfit(shape)
        _refuse_denials(shape)
        self._shape = shape
        self.done = False
        self._tests = [(_Asked(predicate.key), holds(predicate)) for predicate in shape.filter]
        self._selected = [_Asked(key) for key in shape.select]
        self._sample: list[Any] = []
        self._held: list[tuple[Any, int]] = []
        self._passed = 0
        self._input = self._output = 0
        # Of what is only counted nothing is shown, and so nothing is enough.
        self._most = None if shape.count_only else shape.max_items
        self._capper = Capper(shape.max_items) if shape.max_items is not None else None
        self._shortener = Shortener(shape.truncate_content) if shape.truncate_content is not None else None
        self._project = projection_of_any([spellings(key, None) for key in shape.select])
        self._trailer: dict[str, Any] = {}

    def take(self, record: Any) -> Iterator[Any]:
        """What is to be written once this record has come; mostly itself, shaped, or nothing."""
        if _is_trailer(record):
            self._trailer = record
            return
        if _is_failure(record):
            self._passed += 1
            yield record
            return
        self._input += 1
        if len(self._sample) < SAMPLE_ELEMENTS:
            self._sample.append(record)
        for asked in self._selected:
            if asked.met is None:
                asked.value(record)
        # Every condition is asked, so that a field is met although another condition has failed before.
        passes = [test(asked.value(record)) for asked, test in self._tests]
        if not all(passes):
            return
        if self._most is not None and self._output >= self._most:
            # Whether a selected field is anywhere must be known before the first record without it is shown.
            self.done = not self._shape.select or self._any_selected()
            return
        self._output += 1
        if not self._shape.count_only:
            yield from self._shown(record)

    def trailer(self) -> dict[str, Any]:
        """The last record: the account of the whole, in the trailer that came where one did.

        Raises:
            Refused: a key of a condition was in no record, or not one of the selected ones was; nothing
                has been written then.
        """
        if self._input and not self._shape.allow_unknown_keys and not self.done:
            self._refuse_late()
        account = {**account_of(self._trailer), **self._account()}
        if self._shape.count_only:
            document = {"count": self._output, **frame_of(self._trailer)}
        else:
            document = self._trailer
        return with_account(document, account, truncated=self.done)

    def held_back(self) -> Iterator[Any]:
        """Records without any selected key that waited until it was certain that nothing is refused."""
        held, self._held = self._held, []
        for record, times in held:
            yield from repeat(self._cut(record), times)

    def _shown(self, record: Any) -> Iterator[Any]:
        if self._shape.select:
            record = self._project(record)
            if not self._any_selected():
                self._hold(record)
                return
            yield from self.held_back()
        yield self._cut(record)

    def _cut(self, record: Any) -> Any:
        if self._capper is not None:
            record = self._capper(record)
        return self._shortener(record) if self._shortener is not None else record

    def _hold(self, record: Any) -> None:
        """Keep it, in as little room as it takes: what was an object has nothing left that differs.

        Raises:
            Refused: too much of what has no fields at all came one after another.
        """
        if self._held and self._held[-1][0] == record and type(self._held[-1][0]) is type(record):
            self._held[-1] = (record, self._held[-1][1] + 1)
            return
        if len(self._held) == MOST_HELD:
            keys = ", ".join([str(key) for key in self._shape.select])
            raise Refused(f"--select {keys}: {MOST_HELD:,} records without fields come first")
        self._held.append((record, 1))

    def _any_selected(self) -> bool:
        return self._shape.allow_unknown_keys or any(asked.met for asked in self._selected)

    def _refuse_late(self) -> None:
        first = next((asked.key for asked, _ in self._tests if asked.met is None), None)
        if first is None and self._selected and not self._any_selected():
            first = self._selected[0].key
        if first is not None:
            scope = FieldScope(elements=self._sample, envelope={})
            raise refusal(first, scope, None, advise(scope, first))

    def _account(self) -> dict[str, Any]:
        account: dict[str, Any] = {"stream": True, "knobs": turned(self._shape)}
        account.update(input_count=self._input, output_count=self._output)
        if self._passed:
            account["errors_passed"] = self._passed
        asked = [*[asked for asked, _ in self._tests], *self._selected]
        met = {str(one.key): str(one.met) for one in asked if one.met is not None}
        if met:
            account["resolved_keys"] = met
        if lost := [str(one.key) for one in asked if one.met is None]:
            account["unresolved_keys"] = list(dict.fromkeys(lost))
        if self._capper is not None and self._capper.capped:
            account["capped"] = self._capper.capped
        if self._shortener is not None:
            account["content_truncated"] = self._shortener.count
        return account


class _Asked:
    """A key, and how records call it.

    Attributes:
        met: the name under which it was met first; None as long as no record has it.
    """

    __slots__ = ("_readers", "key", "met")

    def __init__(self, key: FieldKey) -> None:
        self.key = key
        self.met: FieldKey | None = None
        self._readers = [(name, getter(name)) for name in spellings(key, None)]

    def value(self, record: Any) -> Any:
        """What a record has there, or `ABSENT`."""
        for name, read in self._readers:
            found = read(record)
            if found is not ABSENT:
                self.met = self.met or name
                return found
        return ABSENT


def _is_trailer(record: Any) -> bool:
    """Whether it ends a stream of ours; an answer of ours that is a record like any other is not meant."""
    return type(record) is OBJECT and record.get("ok") is True and account_of(record).get("stream") is True


def _is_failure(record: Any) -> bool:
    """Whether it is an error of ours, which no condition may hide.

    A record from elsewhere that says ``ok: false`` or names a ``$schema`` is what conditions are asked for.
    """
    return type(record) is OBJECT and record.get("ok") is False and record.keys() == {"ok", "error", "meta"}


def _refuse_unfit(shape: Shape) -> None:
    unfit = [BY_NAME[name].flag for name in shape.turned if not BY_NAME[name].streams]
    if unfit:
        raise Refused(
            f"{' and '.join(unfit)} would need the whole of the stream; leave it out, or shape one document"
        )


def _refuse_denials(shape: Shape) -> None:
    denying = [p.said for p in shape.filter if p.denies]
    if denying and not shape.allow_unknown_keys:
        raise Refused(
            f"{denying[0]!r} holds where the field is missing, and whether any record has it is not known "
            "before the end of a stream; add --allow-unknown-keys, or shape one document"
        )


def streamed(
    records: Iterable[Any], stream: Stream, besides: Callable[[], Mapping[str, Any]] = dict
) -> Iterator[Any]:
    """Everything that is written of a stream, each as soon as it is known, the trailer last.

    Args:
        records: as they come.
        stream: the knobs.
        besides: what else the account is to say, asked once all records have come.

    Raises:
        Refused: as `Stream.trailer`.
    """
    for record in records:
        yield from stream.take(record)
        if stream.done:
            break
    trailer = stream.trailer()
    yield from stream.held_back()
    more = besides()
    yield with_account(trailer, {**account_of(trailer), **more}, truncated=False) if more else trailer


def answered(document: dict[str, Any], shape: Shape) -> Iterator[Any]:
    """An answer of this product as a stream: its results one by one, then the rest of it as the trailer.

    The receipt of a change that has no results is one record.

    Raises:
        Refused: a knob cannot be honoured, or the answer has no list; never once something was changed.
    """
    contract = contract_of(str(document["command"])) or Contract()
    if not is_receipt(document, contract):
        if contract.array is None:
            raise Refused("this answer is one thing and no stream; --json shows it")
        _refuse_unfit(shape)
    done = shaped_document(document, shape)
    account = {**account_of(done.document), "stream": True, "knobs": turned(shape)}
    unfit = [name for name in shape.turned if not BY_NAME[name].streams]
    if unfit:
        account["ignored"] = list(dict.fromkeys([*account.get("ignored", ()), *unfit]))
    rest = {name: held for name, held in done.document.items() if name != done.array}
    if done.array is None and contract.array is None:
        yield done.document
        return
    yield from done.document[done.array] if done.array is not None else ()
    yield with_account(rest, account, truncated=False)
