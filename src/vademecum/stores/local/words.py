"""What a condition says about single words, so that the common ones take a short way."""

from __future__ import annotations

from functools import partial

from vademecum.model.ask import AllOf, AtLeast, Condition, Word, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.postings import Postings


def plain_words(where: Condition) -> frozenset[str] | None:
    """Forms of a plain OR of words, None for anything else."""
    if isinstance(where, Word):
        return frozenset(where.forms)
    if isinstance(where, AtLeast) and where.minimum == 1:
        forms: set[str] = set()
        for part in where.parts:
            inner = plain_words(part)
            if inner is None:
                return None
            forms |= inner
        return frozenset(forms)
    return None


def summed_words(where: Condition) -> frozenset[str] | None:
    """Forms of a condition whose own score counts every one of them that a matching record holds.

    That is so for words that are all needed, or of which some number is needed, but not below an OR of
    larger parts, where a word may stand in a part that fails. A form that occurs twice would count twice.
    """
    parts = where.parts if isinstance(where, AllOf) else (where,)
    forms: list[str] = []
    for part in parts:
        words = part.parts if isinstance(part, AtLeast) and part.minimum > 0 else (part,)
        for word in words:
            if not isinstance(word, Word):
                return None
            forms += word.forms
    distinct = frozenset(forms)
    return distinct if len(distinct) == len(forms) else None


def counted_words(where: Condition) -> tuple[int, tuple[tuple[str, ...], ...]] | None:
    """How many of which words a condition asks for, each word as its forms; None when it asks otherwise."""
    match where:
        case AtLeast(minimum, parts):
            pass
        case AllOf(parts):
            minimum = len(parts)
        case _:
            return None
    words = tuple(part.forms for part in parts if isinstance(part, Word))
    return (minimum, words) if len(words) == len(parts) else None


def test_of(where: Condition) -> Callable[[Postings], bool]:
    """`model.ask.holds` for one condition; ten times as fast for the OR that every topic is, and for a number
    of words, by which a new memory looks for what it repeats."""
    words = plain_words(where)
    if words is not None:
        forms = tuple(words)
        return lambda postings: any(form in postings for form in forms)
    counted = counted_words(where)
    return partial(_holds_enough, *counted) if counted is not None else partial(holds, where)


def _holds_enough(minimum: int, words: Sequence[Sequence[str]], postings: Postings) -> bool:
    """Whether a record holds so many of the words."""
    missing = minimum
    spare = len(words) - minimum
    for forms in words:
        if missing <= 0 or spare < 0:
            break
        for form in forms:
            if form in postings:
                missing -= 1
                break
        else:
            spare -= 1
    return missing <= 0
