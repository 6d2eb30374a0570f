"""What an edited text leaves of the claim beside it.

A claim is read from its text, and whoever puts the text right means the claim, too. Where the text said the
value and says it no more, the value is stale: it is read anew where that is certain, else it goes, since
nothing stated is better than something that was taken back. Where the text never said the value word for word
(`pescetarian` for "eats fish"), nobody can see whether it still holds, and it is kept in doubt.
"""

from __future__ import annotations

import re

from vademecum.lifecycle.claims import compared
from vademecum.lifecycle.predicates import name_of, same_name
from vademecum.lifecycle.reservations import reservation
from vademecum.model.record import Memory, NeedsReview
from vademecum.model.value import replace, value
from vademecum.text.names import fold_name
from vademecum.text.scripts import fold, is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from vademecum.model.extracted import Statement
    from vademecum.model.record import Record, Relation
    from vademecum.model.wording import Wording

DOUBT = "its text was edited, and nobody can see whether it still says the claim"

_FRAME_WORDS = 2
"""Least words around a value by which another value in its place is known; fewer are no sentence."""

_LONGER = 2
"""Words that a value read anew may have more than the old one; what is longer begins another statement."""

_STEM = 4
"""Letters in which two forms of a word agree, in most of our languages."""

_THOUSANDS = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")
_SIGNED = re.compile(r"[^\w\s,.;:!?'\"()-]|-(?=\d)|(?<=\d)[.:](?=\d)")
_ENDS = " \t\n\r.!。！"
_BREAKS = re.compile(r"[.,:](?!\d)|[;!?()（）…。，、；：！？\n]")


@value
class Restated:
    """An edited memory with what is left of its claim.

    Attributes:
        dropped: names of the fields that its text takes back, in order; a relation as ``predicate object``.
        read: its value stands in the new text in the place of the old one.
        doubted: it may not be said any more.
    """

    memory: Memory
    dropped: tuple[str, ...] = ()
    read: bool = False
    doubted: bool = False


def says(text: str, words: str) -> bool:
    """Whether a text says something: word for word, or with its words in another order. What has signs
    (`C++`, `-5`, `1.2`) is said with them only."""
    said, sought = _plain(text), _plain(words).strip()
    if not sought:
        return False
    if any(_stands(said, at, len(sought)) for at in _places(said, sought)):
        return True
    if _SIGNED.search(sought):
        return False
    wanted = set(fold_name(sought).split())
    return bool(wanted) and wanted <= set(fold_name(said).split())


def hints_at(text: str, words: str) -> bool:
    """Whether a text has a form of any word of these."""
    said, sought = ({_stem(word) for word in fold_name(_plain(each)).split()} for each in (text, words))
    return not sought or not said.isdisjoint(sought)


def taken_back(old: Record, new: Record) -> tuple[str, ...]:
    """Names of what the old text said and the new one does not, though both records state it; a relation as
    ``predicate object``."""
    return tuple(
        name
        for name, words in _stated(old)
        if (name, words) in set(_stated(new)) and says(old.body, words) and not says(new.body, words)
    )


def restated(
    old: Memory,
    new: Memory,
    stated: Collection[str],
    wording: Wording,
    read: Callable[[str], Iterable[Statement]],
) -> Restated:
    """What is left of the claim of `new`, whose text is another than that of `old`.

    Args:
        stated: fields that were set with the new text; they stand as they were set.
        read: reads statements in a text, as those of a session are read.
    """
    gone = [name for name in taken_back(old, new) if name not in stated]
    if "value" in gone:
        return _without_value(old, new, gone, wording, read)
    kept = _dropped(new, [name for name in gone if name != "subject"])
    dropped = tuple(name for name in gone if name != "subject")
    if new.value is None or "value" in stated:
        return Restated(kept, dropped)
    if _is_doubtful(old, new, wording) or "subject" in gone:
        return Restated(_doubted(kept), dropped, doubted=True)
    return Restated(kept, dropped)


def _without_value(
    old: Memory,
    new: Memory,
    gone: list[str],
    wording: Wording,
    read: Callable[[str], Iterable[Statement]],
) -> Restated:
    """The memory with its value read anew, or without one; a title that tells the old value goes."""
    assert old.value is not None
    if new.title == old.title and says(old.title or "", old.value):
        gone = [*gone, "title"]
    found = None if "subject" in gone else _read(new, wording, read) or _in_its_place(old, new, wording)
    if found is not None:
        left = [name for name in gone if name != "value"]
        return Restated(replace(_dropped(new, left), value=found), tuple(left), read=True)
    if "subject" in gone:
        gone = [*gone, "predicate"]  # the text speaks of something else altogether
    return Restated(_dropped(new, gone), tuple(gone))


def _dropped(memory: Memory, gone: Collection[str]) -> Memory:
    fields = {name: None for name in gone if " " not in name}
    relations = tuple(each for each in memory.relations if _name(each) not in gone)
    return replace(memory, **fields, relations=relations)


def _doubted(memory: Memory) -> Memory:
    return replace(memory, needs_review=memory.needs_review or NeedsReview(reason=DOUBT))


def _is_doubtful(old: Memory, new: Memory, wording: Wording) -> bool:
    """Whether the new text may not say the claim, although it still has its value or never had it."""
    assert new.value is not None
    if says(new.body, new.value):
        return reservation(new, old, wording) is not None
    return bool(set(fold_name(old.body).split()) - set(fold_name(new.body).split()))


def _read(new: Memory, wording: Wording, read: Callable[[str], Iterable[Statement]]) -> str | None:
    """The one value that the text states of the same subject under the same predicate."""
    if not new.subject or not new.predicate:
        return None
    subject, name, names = compared(new.subject), name_of(new.predicate), wording.predicates
    found = {
        each.value
        for each in read(new.body)
        if each.value
        and compared(each.subject or "") == subject
        and same_name(name, name_of(each.predicate or ""), names)
    }
    return found.pop() if len(found) == 1 else None


def _in_its_place(old: Memory, new: Memory, wording: Wording) -> str | None:
    """What stands where the old value stood, when all around it is as it was."""
    assert old.value is not None
    before, after = old.body.strip(_ENDS), new.body.strip(_ENDS)
    places = [at for at in _places(fold(before), fold(old.value)) if len(fold(before)) == len(before)]
    if len(places) != 1:
        return None
    head, tail = before[: places[0]], before[places[0] + len(old.value) :]
    if not (after.startswith(head) and after.endswith(tail)) or len(after) < len(head) + len(tail):
        return None
    found = after[len(head) : len(after) - len(tail)].strip()
    words = fold_name(found).split()
    fits = len((head + tail).split()) >= _FRAME_WORDS and 0 < len(words) <= len(old.value.split()) + _LONGER
    small = wording.small
    others = small.joining | small.restricting | wording.reservations.denying | wording.reservations.turning
    if not fits or _BREAKS.search(found) or not others.isdisjoint(words):
        return None
    # Without a value: words of what was found are no words of the claim yet.
    return None if reservation(replace(new, value=None), old, wording) else found


def _stated(record: Record) -> Iterator[tuple[str, str]]:
    """What a record states besides its text that the text may say, too."""
    if isinstance(record, Memory):
        for name in ("subject", "value", "qualifier"):
            if words := getattr(record, name):
                yield name, words
    for each in record.relations:
        yield _name(each), each.object


def _name(relation: Relation) -> str:
    return f"{relation.predicate} {relation.object}"


def _plain(text: str) -> str:
    return _THOUSANDS.sub("", " ".join(fold(text).split()))


def _places(text: str, sought: str) -> Iterator[int]:
    at = text.find(sought)
    while at >= 0:
        yield at
        at = text.find(sought, at + 1)


def _stands(text: str, at: int, size: int) -> bool:
    """Whether what is found is no part of longer words."""
    end = at + size
    return not (
        (at and _joins(text[at - 1], text[at])) or (end < len(text) and _joins(text[end - 1], text[end]))
    )


def _stem(word: str) -> str:
    return word[:_STEM] if word.isalpha() else word


def _joins(one: str, other: str) -> bool:
    return one.isalnum() and other.isalnum() and not (is_unspaced(one) or is_unspaced(other))
