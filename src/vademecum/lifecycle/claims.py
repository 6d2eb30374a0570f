"""Claim rules: what a new claim means for the memories that already speak of the same.

A claim is a subject, a predicate, a value and perhaps a qualifier. Only what is certain happens by itself:
a repeat reinforces, and what the owner says in person replaces the value of a predicate that has one value
at a time, or the opposite of what is said now, unless its own sentence speaks against that
(`lifecycle.reservations`). Anything less certain is proposed, or kept beside the other.

The rivals that `judge` asks for are the visible memories of the new one's scope with its subject. The
catalogue has them: `Filters.about` holds `fold_name(subject)` of every memory, so a page with the filters
`scopes=(scope,), about=(rival_key(new),), kinds=(Kind.MEMORY,), statuses=(ACTIVE, DEPRECATED),
in_force_at=now` names them all. That page is wider than needed (a memory may be *about* Anna without a claim
on her) and `judge` leaves out what is not concerned.
"""

from __future__ import annotations

import re
from enum import StrEnum

from vademecum.lifecycle.predicates import denied, holds, name_of, same_name, undenied
from vademecum.lifecycle.repeats import adds
from vademecum.lifecycle.reservations import Reservation, denies_value, reservation, says_less
from vademecum.model.record import HOLDING, SourceKind
from vademecum.model.value import value
from vademecum.model.wording import Holds
from vademecum.text.names import fold_name
from vademecum.text.scripts import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.lifecycle.repeats import Signature
    from vademecum.model.record import Memory
    from vademecum.model.wording import Wording

SAYS_MORE = 4
"""Things a repeat's text may not add: "she told me again" adds two or three words and no fact."""

_SIGNS = re.compile(r"[+#%$€£¥₹<>=≤≥≠~°^*&/\\@]|(?<=\d)[.,:](?=\d)|(?<![^\W_])-(?=\d)")
_CODES = re.compile(r"(?=\w*[a-z])(?=\w*[A-Z])(?=\w*\d)\w{8,}|\S*[/\\]\S*")
_NARROWING = re.compile(
    r"[,;:–—]\s|\s*[(（]|[、，・]|\s+(?:[–—-]|with|from|and|mit|aus|und|avec|et|con|y|com|met|с|из|и)\s"
)
"""What may stand between a value and more of it. A place or a time (`in`, `at`) is not among them: it limits
the claim to that place (`hates running in the rain`), which is a qualifier's business."""


@value
class Claim:
    """A claim in the form in which it is compared: equal claims say the same.

    Attributes:
        qualifier: empty when there is none.
    """

    subject: str
    predicate: str
    value: str
    qualifier: str


class VerdictKind(StrEnum):
    """What is to happen to a new memory."""

    REINFORCE = "reinforce"  # `target` says it already; its evidence grows
    REFINE = "refine"  # it says what `target` says, more precisely, and replaces it
    SUPERSEDE = "supersede"  # it replaces `target`, whose claim no longer holds
    PROPOSE = "propose"  # it would replace `target`; somebody has to approve
    CREATE = "create"  # it stands by itself


@value
class Verdict:
    """What the claim rules say of a new memory.

    Attributes:
        target: the memory that is reinforced or replaced. Of a CREATE: one that the new memory may
            contradict, to be marked for review; both stay visible. None when nothing is concerned.
        reason: one plain sentence.
        others: further memories that the same verdict replaces, so that one truth is left.
    """

    kind: VerdictKind
    target: Memory | None
    reason: str
    others: tuple[Memory, ...] = ()


class _Relation(StrEnum):
    """What a new claim is to one that is there, the more decisive first."""

    SAME = "the same claim"
    REVERSED = "the opposite of what was remembered"
    REFINED = "the same, more precisely"
    CHANGED = "another value of a predicate that has one at a time"
    MORE = "the same claim in a text that says more"
    ELSEWHEN = "another claim, for another time or a limited one"
    RESERVED = "perhaps a change, perhaps none"
    DOUBTFUL = "perhaps another value, perhaps one more"
    APART = "nothing"


_REPLACING = {
    _Relation.REVERSED: VerdictKind.SUPERSEDE,
    _Relation.REFINED: VerdictKind.REFINE,
    _Relation.CHANGED: VerdictKind.SUPERSEDE,
}

_NO_WITNESS = frozenset({Reservation.OPINION, Reservation.SUPPOSED, Reservation.PAST, Reservation.DENIED})
"""What makes the same claim again no confirmation of it."""


def claim_of(memory: Memory) -> Claim | None:
    """The claim of a memory; None unless subject, predicate and value are stated.

    Without a value there is only a text, and what resembles a text proves nothing.
    """
    if not (memory.subject and memory.predicate and memory.value):
        return None
    return Claim(
        compared(memory.subject),
        name_of(memory.predicate),
        compared(memory.value),
        compared(memory.qualifier or ""),
    )


def bears_on(predicate: str, other: str, wording: Wording) -> bool:
    """Whether claims with these predicates on the same subject can be anything but apart."""
    one, name, names = name_of(predicate), name_of(other), wording.predicates
    return same_name(one, name, names) or denied(one, name, names)


def rival_key(memory: Memory) -> str:
    """The form by which the catalogue knows a memory's subject; empty when it states none."""
    return fold_name(memory.subject or "")


def compared(text: str) -> str:
    """A text without what makes no other value: case, width, white space, punctuation at its ends.

    Signs (`C++`, `-5`, `50%`), decimal points, and the case of codes and paths do make another.
    """
    words = fold_name(text)
    if not words:
        return " ".join(fold(text).split())
    signs = "".join(_SIGNS.findall(fold(text)))
    return " ".join([words, *([signs] if signs else []), *_CODES.findall(text)])


def judge(
    new: Memory, rivals: Sequence[Memory], wording: Wording, read: Callable[[str], Signature]
) -> Verdict:
    """What is to happen to a new memory, given the visible memories that share scope and subject.

    Args:
        read: makes the signature of a text (`repeats.signature` with its lists bound).

    Returns:
        The verdict on the most decisive rival; of equals the one the owner stated, then the oldest.
        Nothing but a source of kind `user` ever refines or supersedes, and never by a statement that is
        limited in time, since that would leave nothing when it ends.
    """
    if claim_of(new) is None:
        return Verdict(VerdictKind.CREATE, None, "it states no whole claim")
    found: dict[_Relation, list[Memory]] = {}
    for rival in sorted(rivals, key=lambda one: (not explicit(one), one.id)):
        found.setdefault(_relation(new, rival, wording, read), []).append(rival)
    for relation in _Relation:
        if relation is not _Relation.APART and relation in found:
            return _verdict(new, relation, found, wording)
    return Verdict(VerdictKind.CREATE, None, "nothing else is claimed in its place")


def corrected(new: Memory, rivals: Sequence[Memory], wording: Wording) -> Verdict | None:
    """What a correction means for the rivals: whatever else is said of its subject under its predicate gives
    way, though nobody knows how many values that has, or what the value was.

    Args:
        new: what is said to be right.
        rivals: as in `judge`; those without a value count too.

    Returns:
        None where `judge` has to say: nothing else is said, the predicate holds many values at a time, or
        the correction holds for a time only. Without a person behind it, it is proposed.
    """
    name = name_of(new.predicate or "")
    if not (name and new.subject) or _limited(new) or holds(name, wording.predicates) is Holds.MANY:
        return None
    wrong = [rival for rival in sorted(rivals, key=lambda one: one.id) if _is_meant(new, rival, wording)]
    if all(new.value and compared(rival.value or "") == compared(new.value) for rival in wrong):
        return None
    kind = VerdictKind.SUPERSEDE if explicit(new) else VerdictKind.PROPOSE
    return Verdict(kind, wrong[0], "corrected", tuple(wrong[1:]))


def _is_meant(new: Memory, rival: Memory, wording: Wording) -> bool:
    """Whether a correction speaks of what a memory says, whatever that is."""
    names = (name_of(new.predicate or ""), name_of(rival.predicate or ""))
    return (
        rival.id != new.id
        and rival.scope == new.scope
        and rival.status in HOLDING
        and compared(rival.subject or "") == compared(new.subject or "")
        and compared(rival.qualifier or "") == compared(new.qualifier or "")
        and bool(rival.predicate)
        and same_name(*names, wording.predicates)
        and not _apart_in_time(new, rival)
    )


def explicit(memory: Memory) -> bool:
    """Whether the owner said so in person."""
    return any(source.kind is SourceKind.USER for source in memory.sources)


def _concerned(new: Memory, rival: Memory, claim: Claim, other: Claim) -> bool:
    """Whether both claims are about one thing in one respect at one time."""
    return (
        rival.id != new.id
        and rival.scope == new.scope
        and rival.status in HOLDING
        and (other.subject, other.qualifier) == (claim.subject, claim.qualifier)
        and not _apart_in_time(new, rival)
    )


def _verdict(
    new: Memory, relation: _Relation, found: dict[_Relation, list[Memory]], wording: Wording
) -> Verdict:
    target, *others = found[relation]
    match relation:
        case _Relation.SAME:
            return Verdict(VerdictKind.REINFORCE, target, "the same claim is there already")
        case _Relation.MORE:
            return Verdict(VerdictKind.CREATE, None, f"{relation.value} than {target.id}")
        case _Relation.RESERVED:
            found_in_text = reservation(new, target, wording)
            why = f", for {found_in_text.value}" if found_in_text else ""
            return Verdict(VerdictKind.CREATE, target, f"{relation.value}{why}: both are kept")
        case _Relation.ELSEWHEN | _Relation.DOUBTFUL | _Relation.APART:
            return Verdict(VerdictKind.CREATE, target, f"{relation.value}: both are kept")
        case _Relation.REVERSED | _Relation.REFINED | _Relation.CHANGED:
            others += [one for kind in _REPLACING if kind is not relation for one in found.get(kind, ())]
    if explicit(new):
        return Verdict(_REPLACING[relation], target, relation.value, tuple(others))
    return Verdict(
        VerdictKind.PROPOSE, target, f"{relation.value}, and nobody said so in person", tuple(others)
    )


def _relation(new: Memory, rival: Memory, wording: Wording, read: Callable[[str], Signature]) -> _Relation:
    claim, other = claim_of(new), claim_of(rival)
    if claim is None or other is None or not _concerned(new, rival, claim, other):
        return _Relation.APART
    names = wording.predicates
    alike = same_name(claim.predicate, other.predicate, names)
    if claim.value == other.value and alike:
        return _repeat(new, rival, wording, read)
    if claim.value == other.value:
        opposed = denied(claim.predicate, other.predicate, names)
        found = _Relation.REVERSED if opposed else _Relation.APART
    else:
        found = _other_value(new, rival, wording) if alike else _Relation.APART
    if found in _REPLACING and (_limited(new) or _older(new, rival)):
        return _Relation.ELSEWHEN
    if found in _REPLACING and reservation(new, rival, wording, opposite=found is _Relation.REVERSED):
        return _Relation.RESERVED
    return found


def _other_value(new: Memory, rival: Memory, wording: Wording) -> _Relation:
    """What another value under the same name means."""
    claim, other = claim_of(new), claim_of(rival)
    assert claim is not None
    assert other is not None
    if _opposed(claim.value, other.value, wording):
        return _Relation.REVERSED
    if _narrows(new, rival, wording):
        return _Relation.REFINED
    numbers = {holds(each.predicate, wording.predicates) for each in (claim, other)}
    if Holds.MANY in numbers:
        return _Relation.APART
    if Holds.UNKNOWN in numbers or denies_value(new, wording):
        return _Relation.DOUBTFUL
    if _narrows(rival, new, wording) or _shortens(new, rival) or says_less(new, rival, wording):
        return _Relation.DOUBTFUL  # less said than is known is no change
    return _Relation.REFINED if _contains(new, rival, wording) else _Relation.CHANGED


def _repeat(new: Memory, rival: Memory, wording: Wording, read: Callable[[str], Signature]) -> _Relation:
    """A repeat, unless its text or its times say something that merging would lose."""
    times = ("valid_from", "valid_until", "expires")
    if any(getattr(new, name) not in (None, getattr(rival, name)) for name in times):
        return _Relation.ELSEWHEN
    known = read(_all_words(rival, new))
    said = read(new.body)
    if said.telling.count("not") != read(rival.body).telling.count("not"):
        return _Relation.DOUBTFUL
    if reservation(new, rival, wording) in _NO_WITNESS:
        return _Relation.RESERVED
    exact = set(said.numbers) - set(known.numbers) or said.identifiers - known.spelled
    return _Relation.MORE if exact or adds(said, known) >= SAYS_MORE else _Relation.SAME


def _all_words(rival: Memory, new: Memory) -> str:
    """What is kept when a repeat is merged: the rival's text, and the claim in either's words."""
    parts = (rival.title, rival.body, rival.value, rival.subject, new.value, new.predicate, new.qualifier)
    return "\n".join(part.replace("_", " ") if part is new.predicate else part for part in parts if part)


def _words(text: str | None) -> list[str]:
    return fold_name(text or "").split()


def _restricts(words: Sequence[str], wording: Wording) -> bool:
    return not wording.small.restricting.isdisjoint(words)


def _narrows(new: Memory, old: Memory, wording: Wording) -> bool:
    """Whether one value is the other with something behind it: `Lyon` and `Lyon, France`."""
    longer, shorter = " ".join(fold(new.value or "").split()), " ".join(fold(old.value or "").split())
    return (
        longer.startswith(shorter)
        and _NARROWING.match(longer, len(shorter)) is not None
        and not _restricts(_words(longer[len(shorter) :]), wording)
    )


def _contains(new: Memory, old: Memory, wording: Wording) -> bool:
    """Whether a value has all words of another and more, none of which restricts it."""
    more, fewer = _words(new.value), _words(old.value)
    return set(fewer) < set(more) and not _restricts([word for word in more if word not in fewer], wording)


def _shortens(new: Memory, old: Memory) -> bool:
    """Whether a value is a part of another that names the same: `Norway` of `Bodø, Norway`, `van` of
    `blue van`, not `York` of `New York`, which is one name."""
    fewer, more = _words(new.value), _words(old.value)
    if not (fewer and set(fewer) < set(more)):
        return False
    longer, shorter = fold(old.value or ""), fold(new.value or "")
    if longer.endswith(f", {shorter}"):
        return True
    left_out = [word for word in (old.value or "").split() if not set(_words(word)) <= set(fewer)]
    return not any(word[0].isupper() for word in left_out)


def _opposed(one: str, other: str, wording: Wording) -> bool:
    """Whether one value denies the other: `meat` and `no meat`, `yes` and `no`."""
    small, names = wording.small, wording.predicates
    if {one, other} <= small.affirming | small.refusing:
        return (one in small.affirming) != (other in small.affirming)
    return undenied(one, names) == other or undenied(other, names) == one


def _limited(new: Memory) -> bool:
    """Whether the new memory holds for a time only, or not yet."""
    begins_later = new.valid_from and not (new.created and new.valid_from <= new.created)
    return bool(new.valid_until or new.expires or begins_later)


def _apart_in_time(new: Memory, rival: Memory) -> bool:
    """Whether one ends before the other begins; what says nothing of its beginning was true when it was
    written."""
    return any(
        bool(one.valid_until and begins and one.valid_until <= begins)
        for one, begins in (
            (new, rival.valid_from or rival.created),
            (rival, new.valid_from or new.created),
        )
    )


def _older(new: Memory, rival: Memory) -> bool:
    """Whether the new memory tells of an earlier time than the one that is there."""
    return bool(new.valid_from and rival.valid_from and new.valid_from < rival.valid_from)
