"""One sentence in one language: the orders and statements in it."""

from __future__ import annotations

import re

from vademecum.lifecycle.clauses import led_in, starts
from vademecum.lifecycle.openings import lowered
from vademecum.lifecycle.sentences import asks, trimmed
from vademecum.model.extracted import Explicitness, Lasting, Operation
from vademecum.model.value import value
from vademecum.text.scripts import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.lifecycle.clauses import Clauses
    from vademecum.lifecycle.openings import Opening
    from vademecum.model.record import MemoryType

OWNER = "user"
"""Subject of what the speaker tells of himself."""

MAX_SENTENCE = 1_000
"""Characters; a longer run without an end is no sentence."""

_MAX_CLAUSES, _MAX_LEADING = 32, 8
_MAX_WORDS = 12
"""Words of what is told; more tell something that is no single value."""

_NAME_WORDS, _LISTED_WORDS = 4, 4
_LIST_WORDS = 6
"""Words of what a list is wanted of; more ask about the world."""

_UNSPACED_WORD = 3
"""Characters of a script without spaces that are counted as a word."""

_END = re.compile(r"[;；()（）—…\n]|:\s|\s[-–]+\s")
_COMMAS = re.compile(r"\s*[,，、]\s*")
_TURN = re.compile(r"\s*[\"”’]?\s*[,，]\s*")


@value(kw_only=True)
class Found:
    """What stands in a sentence; places are those of the whole text. Fields are those of `Statement`.

    Attributes:
        told: it is a statement about the speaker, with or without a claim.
        weight: characters of the form that was matched; a longer form is the more specific reading.
    """

    operation: Operation
    text: str
    start: int
    end: int
    type: MemoryType
    explicitness: Explicitness
    lasting: Lasting
    lang: str
    cue: str
    weight: int
    told: bool
    subject: str | None = None
    predicate: str | None = None
    value: str | None = None


@value
class _Begun:
    """A form that was found.

    Attributes:
        joint: where the clause before ends.
        start: where the form stands.
        roles: of the words before it.
    """

    joint: int
    start: int
    roles: frozenset[str]
    opening: Opening
    match: re.Match[str]

    @property
    def weight(self) -> int:
        """Characters that the form itself has in the sentence."""
        inner = self.match.groupdict().get("v") or ""
        return self.match.end() - self.match.start() - len(inner)


class Reading:
    """Reads one sentence.

    Args:
        text: the utterance.
        span: where the sentence stands.
        quotations: stretches of the text that are somebody else's words.
        words: of the language to read it in.
    """

    def __init__(
        self, text: str, span: tuple[int, int], quotations: Sequence[tuple[int, int]], words: Clauses
    ) -> None:
        self._offset, end = span
        self._sentence = text[self._offset : end] if end - self._offset <= MAX_SENTENCE else ""
        self._lowered = lowered(self._sentence)
        self._quotations = [(first - self._offset, last - self._offset) for first, last in quotations]
        self._words = words
        self._asks = asks(self._sentence) or words.asked.search(self._sentence) is not None

    def found(self) -> tuple[Found, ...]:
        """An order, or the statements about the speaker, in text order."""
        begun = list(self._begun())
        if begun and begun[0].opening.opener.operation is not Operation.REMEMBER:
            order = self._order(begun[0])
            return () if order is None else (order,)
        told = [each for each in begun if each.opening.opener.operation is Operation.REMEMBER]
        if not told:
            return ()
        ends = [each.joint for each in told[1:]] + [len(self._sentence)]
        read = [self._told(each, end) for each, end in zip(told, ends, strict=True)]
        return tuple([each for each in read if each is not None])

    def _begun(self) -> Iterator[_Begun]:
        """Forms at the beginnings of clauses; orders at that of the sentence alone."""
        after = 0
        for joint, place in starts(self._sentence, self._words, _MAX_CLAUSES):
            if place < after or any(first <= place < last for first, last in self._quotations):
                continue
            begun = self._begins(joint, place)
            if begun is None or (joint and begun.opening.opener.operation is not Operation.REMEMBER):
                continue
            if self._words.unreal.search(self._sentence, 0, begun.start) is None:
                after = begun.match.end()
                yield begun

    def _begins(self, joint: int, place: int) -> _Begun | None:
        """The most specific form at a place, behind whatever may stand before it."""
        roles: set[str] = set()
        for _ in range(_MAX_LEADING):
            best = self._most_specific(joint, place, frozenset(roles))
            if best is not None:
                return best
            led = led_in(self._sentence, place, self._words)
            if led is None:
                return None
            place, role = led
            roles.add(role)
        return None

    def _most_specific(self, joint: int, place: int, roles: frozenset[str]) -> _Begun | None:
        found = [
            _Begun(joint, place, roles, opening, match)
            for opening, match in self._words.openings.at(self._sentence, self._lowered, place)
        ]
        return max(found, key=lambda each: each.weight, default=None)

    def _order(self, begun: _Begun) -> Found | None:
        """An order with what it is about. A question orders only politely, or wants a list."""
        opener, match = begun.opening.opener, begun.match
        if self._asks and opener.operation is not Operation.LIST and not begun.roles:
            return None
        about = match.span("v") if match.groupdict().get("v") is not None else (-1, -1)
        if begun.opening.runs_on:
            about = match.end(), len(self._sentence)
        after, end = self._bare(match.end(), len(self._sentence))
        if begun.opening.runs_on == (after == end):  # something must follow, or nothing may
            return None
        first, last = self._bare(*about) if about[0] >= 0 else (0, 0)
        if opener.operation in (Operation.FORGET, Operation.CORRECT) and self._says_nothing(first, last):
            return None
        if opener.operation is Operation.LIST and _words(self._sentence[first:last]) > _LIST_WORDS:
            return None
        inner = self._most_specific(first, first, frozenset()) if first < last else None
        claim = (
            self._claim(inner, last)
            if inner and inner.opening.opener.operation is Operation.REMEMBER
            else None
        )
        return self._made(begun, (first, last), claim, told=False, explicitness=Explicitness.COMMAND)

    def _bare(self, first: int, last: int) -> tuple[int, int]:
        """A stretch without the punctuation at its edges, that of a question included."""
        first, last = trimmed(self._sentence, first, last)
        end = first + len(self._sentence[first:last].rstrip("?？ \u00a0!"))
        return trimmed(self._sentence, first, end)

    def _says_nothing(self, first: int, last: int) -> bool:
        words = self._words
        if words.owner.match(self._sentence, first) and not words.empty.match(self._sentence, first):
            return False
        match = words.empty.match(self._sentence, first)
        return match is not None and match.end() >= last

    def _told(self, begun: _Begun, end: int) -> Found | None:
        """A statement about the speaker, unless it is asked or somebody else's."""
        claim = self._claim(begun, end)
        if claim is None:
            return None
        last, _, _ = claim
        if self._asks and not self._another_asks(last):
            return None
        turn = _TURN.match(self._sentence, last)
        if turn and self._words.said.search(" ".join(self._sentence[turn.end() :].split()[:3])):
            return None
        roles = begun.roles
        if "keep" in roles:
            explicitness = Explicitness.COMMAND
        else:
            explicitness = Explicitness.IMPLICATION if "hedge" in roles else Explicitness.STATEMENT
        span = trimmed(self._sentence, begun.start, last)
        return self._made(begun, span, claim, told=True, explicitness=explicitness)

    def _another_asks(self, last: int) -> bool:
        """Whether a question of its own follows a statement: `…, what can I cook?`, not `…, right?`."""
        comma = _COMMAS.match(self._sentence, last)
        if comma is None:
            return False
        place = comma.end()
        while (led := led_in(self._sentence, place, self._words)) is not None:
            place = led[0]
        joint = self._words.joined.match(self._sentence, place)
        place = trimmed(self._sentence, joint.end(), len(self._sentence))[0] if joint else place
        rest = self._sentence[place:].lstrip("¿ ")
        late = self._words.asks_late
        asking = self._words.asking.search(rest) if late else self._words.asking.match(rest)
        return asking is not None and _words(rest) > 2

    def _claim(self, begun: _Begun, end: int) -> tuple[int, str | None, str | None] | None:
        """Where a statement ends, its predicate and its value; None when it tells nothing."""
        opener, match = begun.opening.opener, begun.match
        first, last = match.end(), match.end()
        if begun.opening.runs_on:
            last = self._told_until(first, end, one=opener.one)
        elif match.groupdict().get("v") is not None:
            first, last = match.span("v")
        else:
            return match.end(), None, None
        told, until = trimmed(self._sentence, first, last)
        until, _ = self._without_time(told, until)
        if told >= until or self._refused(begun, told, until):
            return None
        stop = last if begun.opening.runs_on else match.end()
        predicate = self._predicate(begun)
        if predicate is None or _words(self._sentence[told:until]) > _MAX_WORDS:
            return stop, None, None
        return stop, predicate, " ".join(self._sentence[told:until].split())

    def _told_until(self, first: int, end: int, *, one: bool) -> int:
        for pattern in (self._words.cut, _END, *([self._words.joined] if one else [])):
            match = pattern.search(self._sentence, first, end)
            end = match.start() if match else end
        commas = list(_COMMAS.finditer(self._sentence, first, end))
        for last in (end, *(comma.start() for comma in reversed(commas))):
            if last == first or (not one and self._is_list(first, last)):
                return last
        return commas[0].start() if commas else end

    def _is_list(self, first: int, end: int) -> bool:
        """Whether commas stand between things of one kind: short ones, the last behind a joining word."""
        parts = _COMMAS.split(self._sentence[first:end])
        if len(parts) == 1 or any(_words(part) > _LISTED_WORDS for part in parts):
            return False
        if "、" in self._sentence[first:end]:
            return True
        if self._words.asking.match(parts[-1]):
            return False
        joined = self._words.joined.search(parts[-1])
        return joined is not None and joined.end() < len(parts[-1])

    def _without_time(self, first: int, last: int) -> tuple[int, str]:
        """What is told without the words at its end that say how long it holds, and how long that is."""
        found = ""
        for lasting, pattern in self._words.times:
            for match in pattern.finditer(self._sentence, first, last):
                if match.end() == last and match.start() > first:
                    last = trimmed(self._sentence, first, match.start())[1]
                    found = found or lasting
        return last, found

    def _refused(self, begun: _Begun, first: int, last: int) -> bool:
        told = self._sentence[first:last].lower()
        if self._words.empty.match(self._sentence, first, last):
            return True
        if self._words.vague.search(self._sentence, first, last):
            return True
        opener = begun.opening.opener
        if not begun.opening.runs_on and self._words.denied.search(told):
            return True
        if "#" in opener.refused and told[0].isdigit():
            return True
        if any(told == each or told.startswith(f"{each} ") for each in opener.refused):
            return True
        if self._words.lang == "zh" and any(told.startswith(each) for each in opener.refused):
            return True
        if opener.predicate in ("name", "nickname", "kin"):
            return _words(told) > _NAME_WORDS
        return opener.predicate == "age" and _words(told) > 3

    def _predicate(self, begun: _Begun) -> str | None:
        opener, groups = begun.opening.opener, begun.match.groupdict()
        if opener.predicate == "kin":
            return self._words.kin.get(" ".join((groups.get("kin") or "").lower().split()))
        if opener.predicate == "#":
            noun = "_".join((groups.get("noun") or "").lower().replace("-", " ").split())
            return noun if "#{" in opener.form else f"favourite_{noun}"
        return opener.predicate or None

    def _made(
        self,
        begun: _Begun,
        span: tuple[int, int],
        claim: tuple[int, str | None, str | None] | None,
        *,
        told: bool,
        explicitness: Explicitness,
    ) -> Found:
        opener = begun.opening.opener
        first, last = span
        predicate, stated = (claim[1], claim[2]) if claim else (None, None)
        mends = told and "mend" in begun.roles
        return Found(
            operation=Operation.CORRECT if mends else opener.operation,
            text=self._sentence[first:last],
            start=self._offset + first,
            end=self._offset + last,
            type=opener.type,
            explicitness=explicitness,
            lasting=opener.lasting if opener.lasting is not Lasting.PERSISTENT else self._lasting(span),
            lang=self._words.lang,
            cue=opener.form,
            weight=begun.weight,
            told=told,
            subject=OWNER if predicate else None,
            predicate=predicate,
            value=stated if predicate else None,
        )

    def _lasting(self, span: tuple[int, int]) -> Lasting:
        return Lasting(self._without_time(*span)[1] or Lasting.PERSISTENT)


def _words(text: str) -> int:
    """Words of a text; so many characters of a script without spaces are one."""
    wide = sum(is_unspaced(char) for char in text)
    return len(text.split()) + wide // _UNSPACED_WORD
