"""Reads the words by which the planner knows what is asked; signals/README.txt describes the lines."""

from __future__ import annotations

import os

from vademecum.model.plan import Signal, SignalWords
from vademecum.text.scripts import is_unspaced
from vademecum.text.words import exact_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = os.path.join(os.path.dirname(__file__), "signals")
_LANGUAGES = ("en", "de", "es", "fr", "hi", "hi-latn", "ta", "ta-latn", "zh", "ja")
_SIGNALS = {
    "recall": Signal.EXPLICIT_RECALL,
    "recommendation": Signal.PERSONAL_RECOMMENDATION,
    "comparison": Signal.COMPARISON,
    "prior": Signal.PRIOR_EVENT_REFERENCE,
    "relation": Signal.RELATIONSHIP_REFERENCE,
    "preference": Signal.PREFERENCE_PREDICATE,
}


def load_signal_words() -> SignalWords:
    """The shipped words; ten small files are read at each call."""
    phrases: dict[str, tuple[Signal, ...]] = {}
    lengths: dict[str, tuple[int, ...]] = {}
    asking: dict[str, set[str]] = {}
    unspaced: set[str] = set()
    wanting: set[str] = set()
    doing: set[str] = set()
    talk: set[str] = set()
    owner: set[str] = set()
    for lang, role, forms in _lines():
        if role == "owner":
            owner.update([" ".join(exact_words(form)) for form in forms])
        elif role == "wanting":
            wanting.update([" ".join(exact_words(form)) for form in forms])
        elif role == "doing":
            doing.update([word for form in forms for word in exact_words(form)])
        elif role == "talk":
            talk.update([word for form in forms for word in exact_words(form)])
        elif role == "asking":
            whole = [form for form in forms if is_unspaced(form[0])]
            unspaced.update(whole)
            spaced = [form for form in forms if form not in whole]
            asking.setdefault(lang, set()).update([word for form in spaced for word in exact_words(form)])
        else:
            for form in forms:
                words = exact_words(form)
                run, first = " ".join(words), words[0]
                phrases[run] = (*phrases.get(run, ()), _SIGNALS[role])
                if len(words) not in (known := lengths.get(first, ())):
                    lengths[first] = (*known, len(words))
    return SignalWords(
        phrases=phrases,
        lengths=lengths,
        asking={lang: frozenset(words) for lang, words in asking.items() if words},
        unspaced=tuple(sorted(unspaced, key=lambda form: (-len(form), form))),
        owner=frozenset(owner),
        wanting=tuple(sorted(wanting)),
        doing=frozenset(doing),
        talk=frozenset(talk),
    )


def _lines() -> Iterator[tuple[str, str, list[str]]]:
    for lang in _LANGUAGES:
        with open(os.path.join(_FOLDER, f"{lang}.txt"), "rb") as file:
            for line in file.read().decode().split("\n"):
                role, _, forms = line.partition(": ")
                if forms:
                    yield lang, role, forms.split(" | ")
