"""What shows in an utterance itself: who says it, whether it asks, and whether it tells when or how many."""

from __future__ import annotations

import re

_LABEL = re.compile(r"\s*(?:\[[^\]\n]{1,60}\]\s*)?([^\W\d_][\w.'-]{0,40}(?: [^\W\d_][\w.'-]{0,40}){0,2}):\s")
"""A name and a colon, perhaps behind a date in brackets, as transcripts of several people are written."""

_TIMES = (
    # English, German, Spanish, French: units, days, months, and small numbers written out.
    "yesterday|today|tonight|tomorrow|ago|last|next|since|week|weekend|month|year|couple|few|"
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|"
    "august|september|october|november|december|one|two|three|four|five|six|seven|eight|nine|ten|"
    "gestern|heute|morgen|vorgestern|seit|letzte[nrs]?|nächste[nrs]?|woche|wochenende|monat|jahr|montag|"
    "dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|mai|juni|juli|oktober|dezember|"
    "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|"
    "ayer|hoy|mañana|hace|desde|pasad[oa]|próxim[oa]|semana|mes|año|lunes|martes|miércoles|jueves|viernes|"
    "sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    "diciembre|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|"
    "hier|aujourd'hui|demain|depuis|dernière?|prochaine?|semaine|mois|année|lundi|mardi|mercredi|jeudi|"
    "vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|octobre|novembre|décembre|deux|"
    "trois|quatre|cinq|sept|huit|neuf|dix"
)
_TOLD = re.compile(rf"\d|\b(?:{_TIMES})\b", re.IGNORECASE)

_ASKED = re.compile(
    r"\b(?:when|how (?:long|many|much|often|old)|(?:which|what) (?:year|month|day|date|time)|"
    r"wann|wie (?:lange|viele?|oft|alt)|(?:welche[mnrs]?) (?:jahr|monat|tag|datum)|"
    r"cuándo|cuánt[oa]s?|qué (?:año|mes|día|fecha)|"
    r"quand|combien|quel(?:le)? (?:année|mois|jour|date))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")

QUESTION_MARKS = ("?", "？", "؟")
"""Latin, full width, Arabic."""

LOOKED_AT = 4_000
"""Characters that are looked at on either end; what is longer than that is no utterance but a document."""


def speaker_of(text: str) -> str:
    """The name that a transcript writes before the words, folded; empty when there is none."""
    found = _LABEL.match(text[:LOOKED_AT])
    return found[1].casefold() if found else ""


def said_in(text: str) -> str:
    """The words without the name before them and, behind them, what a transcript adds in brackets, such as a
    description of a picture; of a document, beginning and end."""
    found = _LABEL.match(text[:LOOKED_AT])
    body = text[found.end() :] if found else text
    if len(body) > 2 * LOOKED_AT:
        body = f"{body[:LOOKED_AT]}\n{body[-LOOKED_AT:]}"
    body = body.rstrip()
    aside = body.rfind("[") if body.endswith("]") else -1
    return body if aside < 0 or "\n" in body[aside:] else body[:aside].rstrip()


def asks(said: str) -> bool:
    """Whether an utterance ends by asking."""
    return said.rstrip().endswith(QUESTION_MARKS)


def tells_amount(said: str) -> bool:
    """Whether a number, a day or a length of time is told."""
    return _TOLD.search(said[:LOOKED_AT]) is not None


def wants_amount(question: str) -> bool:
    """Whether a question asks when, how long or how many."""
    return _ASKED.search(question[:LOOKED_AT]) is not None


def names_in(question: str) -> frozenset[str]:
    """The words of a question among which a speaker's name may be, folded."""
    return frozenset(_WORD.findall(question[:LOOKED_AT].casefold()))
