"""What in a sentence speaks against taking its claim for a change of what is known.

Whoever reads a claim in haste keeps subject, predicate and value, and loses who says so, of which time it
speaks, and whether it is one more or only supposed. The text has that still. What is looked for are words, so
that a sentence without them is taken at its word, and one with them in another sense is doubted in vain: both
statements are then kept, and somebody looks. A word that the older text has too tells nothing between them.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from vademecum.lifecycle.predicates import denies, name_of
from vademecum.lifecycle.sentences import asks, sentences
from vademecum.model.value import value
from vademecum.text.names import fold_name
from vademecum.text.scripts import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.model.record import Memory
    from vademecum.model.wording import Reservations, Wording

MAX_TEXT = 8_000
"""Characters that are read, as of an utterance; a longer text is a document, and its claim sums it up."""

_BORDER = "|"
_BORDERS = re.compile(r"[.,:](?!\d)|[;!?()（）…。，、；：！？\n]|\s[-–—]+\s")
_PERSON = "@"
_MODIFIERS = 2
"""Words between an article and a noun that may tell it from another; more are no name of a thing."""


class Reservation(Enum):
    """Why a claim is not taken at its word, the most telling first."""

    OPINION = "it is told as what somebody says or thinks"
    SUPPOSED = "it is a question, a thought, a plan or a wish"
    DENIED = "its sentence denies it"
    PAST = "it tells of the past"
    ELSEWHEN = "it holds at another time or at certain times"
    MORE = "it is told as one more"
    LIMITED = "it is limited"
    OTHER = "it may speak of another of that name"


@value
class _Told:
    """The sentences of a text that tell its claim.

    Attributes:
        text: as they are written.
        line: folded words with `_BORDER` between clauses; a space at either end.
        own: words of the claim itself, which are no signs of anything.
        asks: one of them is a question.
    """

    text: str
    line: str
    own: frozenset[str]
    asks: bool


def reservation(new: Memory, old: Memory, wording: Wording, *, opposite: bool = False) -> Reservation | None:
    """The first that the text of a claim has and that of an older claim has not; None when it tells its claim
    outright.

    Args:
        opposite: `new` claims the opposite of `old`, so that a place or a time behind its value tells them
            apart (`running`, not `running in the rain`).
    """
    words = wording.reservations
    said, known = _told(new, words, apart=old.value or ""), _told(old, words)
    if said.asks and not known.asks:
        return Reservation.SUPPOSED
    is_current = any(_holds(said.line, form) for form in words.current)
    found = {
        Reservation.OPINION: _opined(new, said, known, wording),
        Reservation.SUPPOSED: _new_form(said, known, words.supposed),
        Reservation.DENIED: _denied(new, said, wording),
        Reservation.PAST: not is_current and _past(new, said, known, words),
        Reservation.ELSEWHEN: _new_form(said, known, words.elsewhen),
        Reservation.MORE: _new_form(said, known, words.more),
        Reservation.LIMITED: _limited(new, said, known, wording, opposite=opposite),
        Reservation.OTHER: _other(new, said, known, wording),
    }
    return next((each for each in Reservation if found[each]), None)


def says_less(new: Memory, old: Memory, wording: Wording) -> bool:
    """Whether a value names only roughly what the other names: `some hundred` for `512`, `Spain` for
    `Bilbao`.

    A text that says it to be so by now is about a change, however roughly.
    """
    words = wording.reservations
    told = _told(new, words)
    if any(_holds(told.line, form) for form in words.current):
        return False
    rough = _forms(words.vague)
    one, other = (f" {fold_name(each.value or '')} " for each in (new, old))
    if rough.search(one) and not rough.search(other):
        return True
    beside = wording.small.articles | wording.small.leading
    return _bare(one, beside) in words.wide and _bare(other, beside) not in words.wide


def denies_value(memory: Memory, wording: Wording) -> bool:
    """Whether a value tells what something is not, which leaves open what it is: `not on Monday`."""
    value_words = fold_name(memory.value or "").split()
    return len(value_words) > 1 and value_words[0] in wording.reservations.denying


def _told(memory: Memory, words: Reservations, *, apart: str = "") -> _Told:
    """What tells a memory's claim; a clause about another value (`it was 8080 before`) is left out."""
    text = memory.body[:MAX_TEXT]
    parts = [text[start:end] for start, end in sentences(text)] or [text]
    value_line = fold_name(memory.value or "")
    telling = [part for part in parts if _holds(f" {fold_name(part)} ", value_line)]
    if not telling:
        wanted = set(value_line.split())
        telling = [part for part in parts if wanted.intersection(fold_name(part).split())]
    kept = telling or parts
    claim = (memory.subject, (memory.predicate or "").replace("_", " "), memory.value, memory.qualifier)
    own = frozenset(word for part in claim for word in fold_name(part or "").split())
    clauses = [fold_name(clause) for part in kept for clause in _BORDERS.split(part)]
    other = fold_name(apart)
    about = [one for one in clauses if _has(one, value_line) or not _has(one, other)]
    return _Told("\n".join(kept), _line(about, words), own, any(map(asks, kept)))


def _has(clause: str, words: str) -> bool:
    return _holds(f" {clause} ", words)


def _line(clauses: Iterable[str], words: Reservations) -> str:
    line = f" {f' {_BORDER} '.join(clause for clause in clauses if clause)} "
    return _forms(words.passing).sub(" ", line)


@lru_cache(maxsize=8)
def _forms(forms: frozenset[str]) -> re.Pattern[str]:
    """Any of some forms, whole words of a line, the longest first. Folded, they hold no sign but `#`, `~`."""
    either = "|".join(sorted(forms, key=len, reverse=True))
    return re.compile(f" (?:{either})(?= )".replace("#", r"\d\S*").replace("~", r"\S+(?: \S+)?"))


def _holds(line: str, form: str) -> bool:
    return bool(form) and f" {form} " in line


def _new_form(said: _Told, known: _Told, forms: Iterable[str]) -> bool:
    """Whether a text has one of some forms beside its claim, and the other text has not."""
    return any(
        _holds(said.line, form) and not _holds(known.line, form) and not said.own.issuperset(form.split())
        for form in forms
    )


def _opined(new: Memory, said: _Told, known: _Told, wording: Wording) -> bool:
    """Whether somebody else than the subject says so; of herself she knows."""
    names = set(fold_name(new.subject or "").split()[-1:])
    for form in wording.reservations.opinion:
        if not _new_form(said, known, (form,)):
            continue
        before = said.line[: said.line.index(f" {form} ")].split()
        by = before[-1] if before else ""
        if by not in names and not wording.telling.get(by, "").startswith(_PERSON):
            return True
    return False


def _denied(new: Memory, said: _Told, wording: Wording) -> bool:
    """Whether a denial stands before the value in its clause, of which the predicate says nothing."""
    if denies(name_of(new.predicate or ""), wording.predicates):
        return False
    before, found, _ = said.line.partition(f" {fold_name(new.value or '')} ")
    if not found:
        return False
    clause: list[str] = []
    for word in before.split():
        clause = [] if word == _BORDER or word in wording.reservations.turning else [*clause, word]
    return any(word in wording.reservations.denying and word not in said.own for word in clause)


def _past(new: Memory, said: _Told, known: _Told, words: Reservations) -> bool:
    verb = name_of(new.predicate or "").partition(" ")[0]
    pasts = words.past | frozenset(_pasts(verb))
    before = ""
    for word in said.line.split():
        helped = before in words.helping
        before = word
        if word in pasts and not helped and _new_form(said, known, (word,)):
            return True
    return _new_form(said, known, (form for form in words.past if " " in form))


def _pasts(verb: str) -> Iterator[str]:
    """Regular English past forms of what may be a verb in the third person; of others, no word at all."""
    if not verb.isascii() or len(verb) < 3:
        return
    bases = {
        verb,
        *([verb[:-1]] if verb.endswith("s") else []),
        *([verb[:-2]] if verb.endswith("es") else []),
    }
    for base in bases:
        yield f"{base}d" if base.endswith("e") else f"{base}ed"
        yield f"{base[:-1]}ied" if base.endswith("y") else f"{base}{base[-1]}ed"


def _limited(new: Memory, said: _Told, known: _Told, wording: Wording, *, opposite: bool) -> bool:
    words = wording.reservations.limiting | (wording.small.leading if opposite else frozenset[str]())
    _, found, behind = said.line.partition(f" {fold_name(new.value or '')} ")
    following = [word for word in behind.split()[:2] if word != _BORDER]
    if not found or not following or following[0] not in words:
        return False
    rest = [word for word in behind.split() if word != _BORDER and word not in wording.small.articles]
    # `the deadline is 1 May for the grant` says of what, not how far.
    is_subject = rest[1:2] and rest[1] in said.own
    return not is_subject and not _holds(known.line, following[0])


def _other(new: Memory, said: _Told, known: _Told, wording: Wording) -> bool:
    """Whether the texts name what they speak of more fully than the claims, and differently."""
    subject = (new.subject or "").strip()
    if not subject:
        return False
    mine, theirs = (_surname(each, subject) for each in (said, known))
    if mine and theirs and mine != theirs:
        return True
    if subject[0].isupper():
        return False  # a name bears no article, and what stands before it is another part of the sentence
    name = fold_name(subject)
    modifiers = _modifiers(said.line, name, wording)
    return bool(modifiers) and _holds(known.line, name) and modifiers.isdisjoint(known.line.split())


def _surname(told: _Told, subject: str) -> str:
    """The capitalised word right behind a name, folded; empty when it is a word of the claim."""
    found = re.search(rf"(?<!\w){re.escape(subject)}\s+(\w+)", told.text)
    word = found.group(1) if found and subject[0].isupper() else ""
    return fold(word) if word[:1].isupper() and fold(word) not in told.own else ""


def _modifiers(line: str, subject: str, wording: Wording) -> frozenset[str]:
    """The words between an article and a noun; none where the noun does not stand behind an article."""
    before, found, _ = line.partition(f" {subject} ")
    if not found:
        return frozenset()
    between: list[str] = []
    for word in reversed(before.split()[-_MODIFIERS - 1 :]):
        if word in wording.small.articles:
            return frozenset(between)
        if word == _BORDER:
            return frozenset()
        between.append(word)
    return frozenset()


def _bare(text: str, beside: frozenset[str]) -> str:
    return " ".join(word for word in text.split() if word not in beside)
