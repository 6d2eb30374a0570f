"""Turns the knobs on one document: filter, sort, dedupe, limit, project, and says what it did.

With no knob turned nothing here runs, so that an answer without knobs is the answer byte for byte. What is
refused is refused before anything is written.
"""

from __future__ import annotations

from vademecum.errors import LimitExceeded
from vademecum.model.value import value
from vademecum.surface import gate
from vademecum.surface.accounts import frame_of, with_account
from vademecum.surface.arrays import ResultArray, result_array
from vademecum.surface.envelope import SCHEMA
from vademecum.surface.fitting import fitted
from vademecum.surface.keys import ABSENT, column
from vademecum.surface.kinds import LIST, OBJECT
from vademecum.surface.knobs import BY_NAME, Shape
from vademecum.surface.ordering import in_order
from vademecum.surface.predicates import holds
from vademecum.surface.projecting import Capper, Shortener, projection, projection_of_any
from vademecum.surface.verb_contracts import contract_of
from vademecum.surface.vocabulary import FieldScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from vademecum.surface.contracts import Contract
    from vademecum.surface.gate import Resolution


def shaped(document: Any, shape: Shape, encode: Callable[[Any], str]) -> str:
    """The document as JSON text, shaped.

    A bare list has no room for an account of what was done to it and is answered as an object with the list
    under ``results``. Errors and schemas pass untouched.

    Args:
        document: any JSON value; it is not changed.
        shape: the knobs.
        encode: a JSON value -> its text; called on what is shown, and on each part of it once.

    Raises:
        Refused: a knob cannot be honoured.
        LimitExceeded: it is nested too deeply.
    """
    try:
        if passes_through(document):
            return encode(document)
        done = shaped_document(document, shape)
        if shape.max_output_bytes is None:
            return encode(done.document)
        return fitted(done.document, done.array, shape.max_output_bytes, encode)
    except RecursionError:
        raise LimitExceeded("the document is nested too deeply to be shaped") from None


def passes_through(document: Any) -> bool:
    """Whether a document is no data but an error or a schema, which no knob may touch."""
    if type(document) is not OBJECT:
        return False
    failed = document.get("ok") is False or document.get("error") is True
    return failed or "$schema" in document


def is_receipt(document: Mapping[str, Any], contract: Contract | None) -> bool:
    """Whether an answer tells what has been changed; one that says it ``applied`` nothing does not."""
    return contract is not None and contract.writes and document.get("applied") is not False


@value
class Done:
    """A shaped document, and the name of its result array, None when it has none."""

    document: Any
    array: str | None


def shaped_document(document: Any, shape: Shape) -> Done:
    """As `shaped`, before it is written: everything but the number of bytes.

    Raises:
        Refused: a knob cannot be honoured.
    """
    if type(document) is LIST:
        document = {"results": document}
    if type(document) is not OBJECT:
        gate.refuse_without_array(shape)
        return Done(document, None)
    return _Shaping(document, shape).run()


class _Shaping:
    """One document on its way through the knobs."""

    def __init__(self, document: dict[str, Any], shape: Shape) -> None:
        self._document = document
        self._shape = shape
        own = document.get("schema") == SCHEMA
        self._command = str(document.get("command")) if own else None
        self._contract = contract_of(self._command)
        self._account: dict[str, Any] = {"knobs": turned(shape)}

    def run(self) -> Done:
        """Refuse or shape."""
        if is_receipt(self._document, self._contract):
            return self._receipt()
        array = self._array()
        if array is None:
            gate.refuse_without_array(self._shape)
            return self._done(self._selected(allow=self._shape.allow_unknown_keys))
        if self._is_page():
            gate.refuse_page(self._shape, array, self._document.get("total"))
            self._account["count_scope"] = "page"
        return self._listed(array)

    def _array(self) -> ResultArray | None:
        if self._contract is None:
            return result_array(self._document)
        return result_array(self._document, self._contract.array) if self._contract.array else None

    def _is_page(self) -> bool:
        if self._contract is not None and not self._contract.paged:
            return False
        meta: Any = self._document.get("meta")
        return self._document.get("truncated") is True or (
            type(meta) is OBJECT and meta.get("truncated") is True
        )

    def _listed(self, array: ResultArray) -> Done:
        shape, account = self._shape, self._account
        scope = FieldScope(elements=array.elements, envelope=self._document, command=self._command)
        resolution = gate.resolve(shape, scope, array)
        elements = self._chosen(array.elements, resolution)
        account.update(input_count=len(array.elements), output_count=len(elements))
        account.update(result_array=array.name, result_array_source=array.source)
        self._tell(resolution)
        if shape.count_only:
            return self._done({"count": len(elements), **frame_of(self._document)})
        return self._projected(array.name, elements, resolution)

    def _projected(self, array: str, elements: list[Any], resolution: Resolution) -> Done:
        if self._shape.select:
            keys = [key for key in self._shape.select if key not in resolution.unresolved]
            elements = list(map(projection_of_any([resolution.names(key) for key in keys]), elements))
        return self._done({**self._document, array: elements}, array)

    def _chosen(self, elements: list[Any], resolution: Resolution) -> list[Any]:
        """Filter, sort, dedupe."""
        for predicate in self._shape.filter:
            found, test = column(elements, resolution.names(predicate.key)), holds(predicate)
            elements = [one for one, held in zip(elements, found, strict=True) if test(held)]
        for sort in reversed(self._shape.sort):
            found = column(elements, resolution.names(sort.key))
            elements = in_order(elements, found, descending=sort.descending)
        if self._shape.dedupe_by is not None:
            elements = _first_of_each(elements, column(elements, resolution.names(self._shape.dedupe_by)))
        return elements

    def _receipt(self) -> Done:
        """What has been done cannot be refused any more: what cannot be honoured is named."""
        ignored = [name for name in self._shape.turned if not BY_NAME[name].receipts]
        if ignored:
            self._account["ignored"] = ignored
        array = self._array()
        if array is None or not self._shape.select:
            return self._done(self._selected(allow=True), array.name if array is not None else None)
        scope = FieldScope(elements=array.elements, envelope=self._document, command=self._command)
        resolution = gate.resolve(Shape(select=self._shape.select, allow_unknown_keys=True), scope, array)
        if not resolution.spelled:
            return self._done(self._selected(allow=True), array.name)
        self._tell(resolution)
        return self._projected(array.name, array.elements, resolution)

    def _selected(self, *, allow: bool) -> dict[str, Any]:
        """Chosen fields of an answer that is one thing; all of them when not one is there."""
        if not self._shape.select:
            return self._document
        scope = FieldScope(elements=(), envelope=self._document, command=self._command)
        resolution = gate.resolve_single(self._shape.select, scope, allow=allow)
        self._tell(resolution)
        if not resolution.spelled and is_receipt(self._document, self._contract):
            return self._document
        frame = frame_of(self._document)
        meta = {"meta": frame.pop("meta")} if "meta" in frame else {}
        return {**frame, **projection(resolution.spelled.values())(self._document), **meta}

    def _done(self, document: dict[str, Any], array: str | None = None) -> Done:
        """Cut lists and texts, everywhere but in the answer's frame, and add the account."""
        shape, account = self._shape, self._account
        frame = frame_of(document)
        loose = {name: held for name, held in document.items() if name not in frame}
        capped: dict[str, list[int]] = {}
        if shape.max_items is not None and not shape.count_only:
            capper = Capper(shape.max_items)
            loose, capped = capper(loose), capper.capped
        if shape.truncate_content is not None:
            shortener = Shortener(shape.truncate_content)
            loose = shortener(loose)
            account["content_truncated"] = shortener.count
        document = {name: loose.get(name, held) for name, held in document.items()}
        if capped:
            account["capped"] = capped
        if array is not None and array in capped:
            account["output_count"] = capped[array][1]
        return Done(with_account(document, account, truncated=bool(capped)), array)

    def _tell(self, resolution: Resolution) -> None:
        account = self._account
        if resolution.spelled:
            account["resolved_keys"] = {str(asked): str(key) for asked, key in resolution.spelled.items()}
        if resolution.unresolved:
            advice = resolution.unresolved
            account["unresolved_keys"] = [str(key) for key in advice]
            account["key_suggestions"] = {str(key): list(one.suggestions) for key, one in advice.items()}
            account["vocabulary_partial"] = any(one.partial for one in advice.values())


def _first_of_each(elements: list[Any], found: list[Any]) -> list[Any]:
    seen: set[Any] = set()
    kept: list[Any] = []
    for one, held in zip(elements, found, strict=True):
        if held is not ABSENT:
            mark = held if type(held) is str else _mark(held)
            if mark in seen:
                continue
            seen.add(mark)
        kept.append(one)
    return kept


def _mark(found: Any) -> Any:
    """Equal JSON values have equal marks, others different ones: 1 is 1.0, and neither is true."""
    if type(found) is str or type(found) is int or type(found) is float:
        return found
    if type(found) is LIST:
        return ("list", *map(_mark, found))
    if type(found) is OBJECT:
        return ("object", frozenset((name, _mark(inner)) for name, inner in found.items()))
    return ("constant", found)


def turned(shape: Shape) -> dict[str, Any]:
    """Every turned knob, as it was understood."""
    said: dict[str, Any] = {}
    for name in shape.turned:
        value_ = getattr(shape, name)
        match name:
            case "select" | "sort":
                said[name] = [str(one) for one in value_]
            case "filter":
                said[name] = [predicate.said for predicate in value_]
            case "dedupe_by":
                said[name] = str(value_)
            case _:
                said[name] = value_
    return said
