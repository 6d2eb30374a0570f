"""Turns the knobs on a stream, record by record, in memory that does not grow with it.

What would need the whole (order, repeats, a number of bytes) is refused before the first byte. A condition
needs none of it: where no record has its key no record passes, so that the refusal at the end is still all
that was printed. Only a condition that holds where the key is missing must be refused at once.
"""

from __future__ import annotations

from vademecum.errors import Refused
from vademecum.surface.accounts import account_of, with_account
from vademecum.surface.arrays import ResultArray
from vademecum.surface.contracts import CONTRACTS, Contract
from vademecum.surface.gate import refusal, refuse_page
from vademecum.surface.keys import ABSENT, getter
from vademecum.surface.knobs import BY_NAME
from vademecum.surface.predicates import holds
from vademecum.surface.projecting import Capper, Shortener, projection
from vademecum.surface.shaping import OWN_SCHEMA, passes_through, shaped_document, turned
from vademecum.surface.synonyms import spellings
from vademecum.surface.vocabulary import SAMPLE_ELEMENTS, FieldScope, advise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from vademecum.surface.keys import FieldKey
    from vademecum.surface.knobs import Shape


class Stream:
    """One stream on its way through the knobs.

    Attributes:
        command: whose stream it is, None when it comes from elsewhere.
        done: enough records were shown; nothing further is needed.
    """

    def __init__(self, shape: Shape, command: str | None = None) -> None:
        """Take the knobs.

        Raises:
            Refused: one of them cannot be honoured on a stream.
        """
        _refuse_early(shape)
        self._shape = shape
        self.command = command
        self.done = False
        self._keys = _asked(shape)
        self._names = {key: spellings(key, command) for key in self._keys}
        self._met: dict[FieldKey, FieldKey] = {}
        self._sample: list[Any] = []
        self._blank = 0
        self._input = self._output = 0
        self._capper = Capper(shape.max_items) if shape.max_items is not None else None
        self._shortener = Shortener(shape.truncate_content) if shape.truncate_content is not None else None
        self._meta: dict[str, Any] = {}

    def take(self, record: Any) -> Iterator[Any]:
        """What is to be written once this record has come; mostly itself, shaped, or nothing."""
        if self._is_trailer(record):
            self._meta = record.get("meta") or {}
            return
        if passes_through(record):
            yield record
            return
        self._input += 1
        if len(self._sample) < SAMPLE_ELEMENTS:
            self._sample.append(record)
        spelled = self._spelled(record)
        if not all(holds(p)(_value(record, spelled.get(p.key))) for p in self._shape.filter):
            return
        if self._shape.max_items is not None and self._output >= self._shape.max_items:
            self.done = True
            return
        self._output += 1
        if not self._shape.count_only:
            yield from self._shown(record, spelled)

    def trailer(self, frame: dict[str, Any] | None = None) -> dict[str, Any]:
        """The last record: the account of the whole.

        Args:
            frame: the envelope that it stands in; empty for a stream from elsewhere.

        Raises:
            Refused: a key of a condition was in no record, or not one of the selected ones was; nothing
                has been written then.
        """
        lost = [key for key in self._keys if key not in self._met]
        if self._input and not self._shape.allow_unknown_keys and not self.done:
            self._refuse_late(lost)
        account = self._account(lost)
        counted = {"count": self._output} if self._shape.count_only else {}
        frame = frame or {}
        meta = {**self._meta, **frame.get("meta", {})}
        document = {**frame, **counted, **({"meta": meta} if meta else {})}
        earlier = account_of({"meta": self._meta})
        return with_account(document, {**earlier, **account}, truncated=self.done)

    def blanks(self) -> Iterator[Any]:
        """Records without any selected key that were held back, once the trailer has refused nothing."""
        held, self._blank = self._blank, 0
        return iter([{}] * held)

    def _is_trailer(self, record: Any) -> bool:
        return type(record) is dict and record.get("schema") == OWN_SCHEMA and "ok" in record

    def _spelled(self, record: Any) -> dict[FieldKey, FieldKey]:
        """Key -> what this record calls it, for those that it has."""
        spelled = {}
        for key, names in self._names.items():
            name = next((one for one in names if getter(one)(record) is not ABSENT), None)
            if name is not None:
                spelled[key] = self._met[key] = name
        return spelled

    def _shown(self, record: Any, spelled: dict[FieldKey, FieldKey]) -> Iterator[Any]:
        if self._shape.select:
            chosen = [spelled[key] for key in self._shape.select if key in spelled]
            if not chosen and type(record) is dict and not self._any_selected():
                self._blank += 1  # not to be written before it is certain that nothing is refused
                return
            yield from self.blanks()
            record = projection(chosen)(record)
        if self._capper is not None:
            record = self._capper(record)
        yield self._shortener(record) if self._shortener is not None else record

    def _any_selected(self) -> bool:
        return self._shape.allow_unknown_keys or any(key in self._met for key in self._shape.select)

    def _refuse_late(self, lost: list[FieldKey]) -> None:
        asked = [p.key for p in self._shape.filter]
        first = next((key for key in lost if key in asked), None)
        if first is None and self._shape.select and all(key in lost for key in self._shape.select):
            first = self._shape.select[0]
        if first is not None:
            scope = FieldScope(elements=self._sample, envelope={}, command=self.command)
            raise refusal(first, scope, None, advise(scope, first))

    def _account(self, lost: list[FieldKey]) -> dict[str, Any]:
        account: dict[str, Any] = {"stream": True, "knobs": turned(self._shape)}
        account.update(input_count=self._input, output_count=self._output)
        if self._met:
            account["resolved_keys"] = {str(asked): str(name) for asked, name in self._met.items()}
        if lost:
            account["unresolved_keys"] = [str(key) for key in lost]
        if self._capper is not None and self._capper.capped:
            account["capped"] = self._capper.capped
        if self._shortener is not None:
            account["content_truncated"] = self._shortener.count
        return account


def _refuse_early(shape: Shape) -> None:
    unfit = [BY_NAME[name].flag for name in shape.turned if not BY_NAME[name].streams]
    if unfit:
        raise Refused(
            f"{' and '.join(unfit)} would need the whole of the stream; leave it out, or shape one document"
        )
    denying = [p.said for p in shape.filter if p.denies]
    if denying and not shape.allow_unknown_keys:
        raise Refused(
            f"{denying[0]!r} holds where the field is missing, and whether any record has it is not known "
            "before the end of a stream; add --allow-unknown-keys, or shape one document"
        )


def _asked(shape: Shape) -> tuple[FieldKey, ...]:
    return tuple(dict.fromkeys([*[p.key for p in shape.filter], *shape.select]))


def _value(record: Any, key: FieldKey | None) -> Any:
    return ABSENT if key is None else getter(key)(record)


def streamed(records: Iterable[Any], stream: Stream, frame: dict[str, Any] | None = None) -> Iterator[Any]:
    """Everything that is written of a stream, the trailer last.

    Raises:
        Refused: as `Stream.trailer`.
    """
    for record in records:
        yield from stream.take(record)
        if stream.done:
            break
    trailer = stream.trailer(frame)
    yield from stream.blanks()
    yield trailer


def answered(document: dict[str, Any], shape: Shape) -> Iterator[Any]:
    """An answer of this product as a stream: its results one by one, then the rest of it as the trailer.

    The receipt of a change that has no results is one record.

    Raises:
        Refused: a knob cannot be honoured, or the answer has no list.
    """
    contract = CONTRACTS.get(str(document["command"]), Contract())
    if contract.array is None or type(document.get(contract.array)) is not list:
        if not contract.writes:
            raise Refused("this answer is one thing and no stream; --json shows it")
        yield shaped_document(document, shape).document
        return
    array = ResultArray(contract.array, "contract", document[contract.array])
    if contract.paged and document["meta"].get("truncated"):
        refuse_page(shape, array, document.get("total"))
    frame = {name: held for name, held in document.items() if name != contract.array}
    yield from streamed(array.elements, Stream(shape, frame["command"]), frame)
