"""A planner with the shipped words, and a present in which it plans."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from vademecum.lexicon import load
from vademecum.lexicon.phrasing import load_signal_words
from vademecum.lexicon.timing import load_time_words
from vademecum.model.plan import Plan
from vademecum.planning.known import KnownNames
from vademecum.planning.planner import Planner
from vademecum.text.analyzer import Analyzer
from vademecum.text.names import fold_name

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LEXICON = load()
SIGNAL_WORDS = load_signal_words()
PLANNER = Planner(Analyzer(LEXICON), LEXICON, SIGNAL_WORDS, load_time_words())


def names(*pairs: tuple[str, str]) -> KnownNames:
    """Known names as a person writes them, each with whom it means."""
    return KnownNames((fold_name(form), name) for form, name in pairs)


PEOPLE = names(("Rhea", "Rhea"), ("wife", "Rhea"), ("Kushal", "Kushal"), ("Ann", "Ann"))


def planned(text: str, known: KnownNames = PEOPLE, **given: Any) -> Plan:
    """The plan of an utterance at noon of 29 November 2026, UTC."""
    return PLANNER.plan(text, NOW, UTC, known, **given)
