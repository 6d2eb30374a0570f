"""An answer within a number of bytes: every part is written once, measured, and kept or left out.

First the last elements go, then the other lists, the last one first, then everything but a note that says so.
"""

from __future__ import annotations

from vademecum.surface.accounts import account_of, frame_of, with_account
from vademecum.surface.kinds import LIST, OBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    Encode: TypeAlias = "Callable[[Any], str]"

_LINE_END, _COMMA = 1, 2


def fitted(document: Any, array: str | None, budget: int, encode: Encode) -> str:
    """The document's JSON text in at most `budget` bytes of UTF-8, its line end included.

    Args:
        document: what to write.
        array: key of the list whose elements go first; None when there is none.
        budget: bytes, at least `knobs.SMALLEST_BUDGET`.
        encode: a JSON value -> its text; called once for each part of the document.
    """
    if type(document) is not OBJECT:
        text = encode(document)
        return text if _size(text) + _LINE_END <= budget else _stub({}, budget, encode)
    return _Fitting(document, array, budget, encode).text()


class _Fitting:
    """One document whose lists are written member by member."""

    def __init__(self, document: dict[str, Any], array: str | None, budget: int, encode: Encode) -> None:
        self._document, self._budget, self._encode = document, budget, encode
        lists = [name for name, held in document.items() if type(held) is LIST]
        self._primary = array if array in lists else None
        self._lists = {name: [encode(one) for one in document[name]] for name in lists}
        self._others = {n: encode(held) for n, held in document.items() if n not in self._lists}

    def text(self) -> str:
        """The longest text that fits."""
        whole = self._written(self._lists, self._others)
        if _size(whole) + _LINE_END <= self._budget:
            return whole
        lists, drained = dict(self._lists), [n for n in reversed(self._lists) if n != self._primary]
        gone: list[str] = []
        while True:
            text = self._shortened(lists, gone)
            if text is not None:
                return text
            victim = next((name for name in drained if lists[name]), None)
            if victim is None:
                return _stub(self._document, self._budget, self._encode)
            lists[victim] = []
            gone.append(victim)

    def _shortened(self, lists: Mapping[str, Sequence[str]], gone: Sequence[str]) -> str | None:
        """The text with as many elements of the first list as fit; None when it is too long without any."""
        name = self._primary
        elements = lists[name] if name is not None else ()
        count = len(elements)
        # The account is measured with every number in it at its longest, so that it fits whatever is kept.
        bare = {**lists, name: ()} if name is not None else lists
        room = self._budget - _LINE_END - _size(self._written(bare, self._told(count, count, gone)))
        if room < 0:
            return None
        kept = _fitting(elements, room)
        shown = {**lists, name: elements[:kept]} if name is not None else lists
        return self._written(shown, self._told(count - kept, kept, gone))

    def _told(self, dropped: int, kept: int, gone: Sequence[str]) -> Mapping[str, str]:
        """The texts of everything that is no list, with the account brought up to date."""
        account = {**account_of(self._document), "output_truncated": True}
        if self._primary is not None:
            account.update(dropped=dropped, output_count=kept)
        if gone:
            account["drained"] = list(gone)
        told = with_account(self._document, account, truncated=True)
        changed = {n: held for n, held in told.items() if held is not self._document.get(n)}
        return {**self._others, **{n: self._encode(held) for n, held in changed.items()}}

    def _written(self, lists: Mapping[str, Sequence[str]], others: Mapping[str, str]) -> str:
        names = [*self._document, *[name for name in others if name not in self._document]]
        parts = [f"[{', '.join(lists[name])}]" if name in lists else others[name] for name in names]
        return (
            "{"
            + ", ".join([f"{self._encode(n)}: {part}" for n, part in zip(names, parts, strict=True)])
            + "}"
        )


def _fitting(elements: Sequence[str], room: int) -> int:
    """How many of the first elements fit."""
    for count, element in enumerate(elements):
        room -= _size(element) + (_COMMA if count else 0)
        if room < 0:
            return count
    return len(elements)


def _stub(document: Mapping[str, Any], budget: int, encode: Encode) -> str:
    """That nothing fits, with the answer's frame where there is room for it."""
    said = {"truncated": True, "truncated_reason": "max_output_bytes", "max_output_bytes": budget}
    frame = {name: held for name, held in frame_of(document).items() if name != "meta"}
    framed = encode({**frame, **said})
    return framed if _size(framed) + _LINE_END <= budget else encode(said)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
