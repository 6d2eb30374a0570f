"""What an utterance tells of its speaker and orders of the memory, read by rules and word lists alone.

An order counts at the beginning of a sentence, a statement where a clause begins. Questions, thoughts,
quotations and what others are said to have said tell nothing; when in doubt nothing is read, because a wrong
memory costs more than a missing one.
"""

from __future__ import annotations

from vademecum.lifecycle.capture import captured
from vademecum.lifecycle.clauses import clauses, quoted
from vademecum.lifecycle.sentences import sentences
from vademecum.lifecycle.statements import Found, Reading
from vademecum.model.extracted import Explicitness, Extracted, Lasting, Operation, Statement
from vademecum.model.record import MemoryType, Sensitivity
from vademecum.model.value import replace
from vademecum.text.redaction import mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.lifecycle.capture import Capture
    from vademecum.lifecycle.clauses import Clauses
    from vademecum.model.extracted import Acquainted, Said
    from vademecum.model.saying import Sayings
    from vademecum.model.wording import Wording

MAX_TEXT = 8_000
"""Characters that are read; nobody says more in one turn, and a longer text is a document."""

MAX_STATEMENTS = 16

_CONFIDENCE = {Explicitness.COMMAND: 0.95, Explicitness.STATEMENT: 0.85, Explicitness.IMPLICATION: 0.6}


class RuleExtractor:
    """Reads utterances; holds the words of every language and no state of any dialogue."""

    def __init__(self, sayings: Sequence[Sayings], wording: Wording) -> None:
        self._clauses = tuple([clauses(each) for each in sayings])
        self._wording = wording

    def extract(self, said: Said, acquainted: Acquainted) -> Extracted:
        """The statements of an utterance, in text order, at most sixteen; any text is legal."""
        text = said.text[:MAX_TEXT]
        languages = [each for each in self._clauses if said.lang in (None, each.lang)] or self._clauses
        kept = captured(text, self._wording)
        found = [self._ordered(text, capture, languages) for capture in kept]
        quotations = quoted(text)
        for start, end in sentences(text):
            if not any(start < each.end and each.start < end for each in kept):
                found += self._read(text, (start, end), quotations, languages)
        found.sort(key=lambda each: each.start)
        statements = [replace(each, speaker=said.speaker) for each in found[:MAX_STATEMENTS]]
        return Extracted(statements=tuple(statements), turn_id=said.turn_id, generation=said.generation)

    def sensitivity(self, text: str) -> Sensitivity:
        """How private a text is by the words of every language."""
        return _sensitivity(text, self._clauses)

    def _ordered(self, text: str, capture: Capture, languages: Sequence[Clauses]) -> Statement:
        """What was outright asked to be kept; a claim is added when it is a statement about the speaker."""
        span = (capture.start, capture.end)
        read = [each for words in languages for each in Reading(text, span, (), words).found() if each.told]
        whole = Statement(
            operation=Operation.REMEMBER,
            text=capture.text,
            start=capture.start,
            end=capture.end,
            confidence=_CONFIDENCE[Explicitness.COMMAND],
            explicitness=Explicitness.COMMAND,
            sensitivity=_sensitivity(capture.text, languages),
            lang=capture.lang,
            cue=capture.cue,
        )
        claim = read[0] if len(read) == 1 else None
        if claim is None:
            return whole
        return replace(
            whole,
            subject=claim.subject,
            predicate=claim.predicate,
            value=claim.value,
            type=claim.type,
            lasting=claim.lasting,
        )

    def _read(
        self,
        text: str,
        span: tuple[int, int],
        quotations: Sequence[tuple[int, int]],
        languages: Sequence[Clauses],
    ) -> list[Statement]:
        """What the language that reads most of a sentence reads in it."""
        best: tuple[Found, ...] = ()
        for words in languages:
            if words.letters.search(text, *span) is None:
                continue
            found = Reading(text, span, quotations, words).found()
            if sum(each.weight for each in found) > sum(each.weight for each in best):
                best = found
        return [_statement(each, languages) for each in best]


def _statement(found: Found, languages: Sequence[Clauses]) -> Statement:
    return Statement(
        operation=found.operation,
        text=found.text,
        start=found.start,
        end=found.end,
        subject=found.subject,
        predicate=found.predicate,
        value=found.value,
        type=found.type if found.told else MemoryType.NOTE,
        confidence=_CONFIDENCE[found.explicitness],
        explicitness=found.explicitness,
        sensitivity=_sensitivity(found.text, languages),
        lasting=found.lasting if found.told else Lasting.PERSISTENT,
        lang=found.lang,
        cue=found.cue,
    )


def _sensitivity(text: str, languages: Sequence[Clauses]) -> Sensitivity:
    if any(words.secret.search(text) for words in languages) or mask(text).kinds:
        return Sensitivity.RESTRICTED
    if any(words.private.search(text) for words in languages):
        return Sensitivity.SENSITIVE
    return Sensitivity.NORMAL
