"""What an utterance shows, by phrases that stand in it as whole words; a hint in any language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.plan import Signal, SignalWords


def signals_of(words: Sequence[str], known: SignalWords) -> list[Signal]:
    """Signals of an utterance, cut by `text.words.exact_words`, each once."""
    # A list: the hash of an `Enum` is worked out in Python, which costs more than comparing eight of them.
    found: list[Signal] = []
    phrases, lengths = known.phrases, known.lengths
    for start, word in enumerate(words):
        for length in lengths.get(word, ()):
            run = word if length == 1 else " ".join(words[start : start + length])
            for signal in phrases.get(run, ()):
                if signal not in found:
                    found.append(signal)
    return found
