"""What an utterance shows, by phrases that stand in it as whole words; a hint in any language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.plan import Signal, SignalWords


def signals_of(words: Sequence[str], known: SignalWords) -> set[Signal]:
    """Signals of an utterance, cut by `text.words.exact_words`."""
    found: set[Signal] = set()
    for start, word in enumerate(words):
        for phrase in known.phrases.get(word, ()):
            wanted = phrase.words
            if len(wanted) == 1 or tuple(words[start : start + len(wanted)]) == wanted:
                found.add(phrase.signal)
    return found
