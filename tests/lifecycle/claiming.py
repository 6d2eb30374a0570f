"""Memories that claim something, and the shipped lists bound to what reads them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from vademecum.lexicon import load
from vademecum.lexicon.wording import load_wording
from vademecum.lifecycle.claims import Verdict, judge
from vademecum.lifecycle.repeats import Signature, signature
from vademecum.model.record import PERSONAL, Memory, MemoryId, Source, SourceKind
from vademecum.model.value import replace
from vademecum.text.analyzer import Analyzer

LEXICON = load()
WORDING = load_wording()
ANALYZER = Analyzer(LEXICON)
DAY = datetime(2024, 6, 1, 9, tzinfo=UTC)

USER, AGENT, INFERENCE = SourceKind.USER, SourceKind.AGENT, SourceKind.INFERENCE


@cache
def read(text: str) -> Signature:
    return signature(text, ANALYZER, LEXICON, WORDING)


def claiming(
    subject: str, predicate: str, value: str, kind: SourceKind = USER, *, id: str = "1", **stated: Any
) -> Memory:
    """A memory with a claim, whose text is the claim unless a body is stated."""
    memory = Memory(
        id=MemoryId(id),
        scope=PERSONAL,
        body=f"{subject} {predicate.replace('_', ' ')} {value}",
        subject=subject,
        predicate=predicate,
        value=value,
        sources=(Source(kind=kind, at=DAY),),
        created=DAY,
    )
    return replace(memory, **stated)


def judged(new: Memory, *rivals: Memory) -> Verdict:
    """The verdict on a new memory, which gets an id of its own."""
    return partial(judge, wording=WORDING, read=read)(replace(new, id=MemoryId("new")), rivals)
