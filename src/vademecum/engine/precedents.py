"""What the store holds already of the kind of something new: the same text, rival claims, near repeats.

The index only nominates; what a file says now decides, because it may have been edited, broken or deleted
behind the index's back.
"""

from __future__ import annotations

from vademecum.engine.paging import every_row
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.claims import bears_on, rival_key
from vademecum.lifecycle.repeats import COMMON_SHARE, common_share, near, signature
from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.ask import Ask, AtLeast, Filters
from vademecum.model.file import is_foreign
from vademecum.model.record import HOLDING, Kind, Memory
from vademecum.retrieval.question import Question
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.repeats import Signature
    from vademecum.model.ask import Candidate, Word
    from vademecum.model.entry import Row
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId

_PAGE = 500
"""Rows of a subject that are read at once."""

SHOWN_SIMILAR = 3
"""Near repeats named in an answer."""

_SHARED = 3
"""Rarest words that a near repeat must share, so that few candidates come; see `retrieval.lexical`."""

_CANDIDATES = 200

_COMPARED = 20
"""Candidates whose text is read for comparison, those that share most first; each takes 0.2 ms."""


class Precedents:
    """Finds them, in the scope of what is new."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def exact(self, memory: Memory) -> Document | None:
        """The visible memory whose file says the same now, the oldest of several."""
        index = self._parts.index
        ids = index.repeats(memory.scope, body_hash(memory.body))
        rows = index.rows(ids)
        for record in ids:
            document = self._present(rows[record]) if record in rows else None
            # What stands in somebody else's file is no reason not to remember it.
            if (
                document is not None
                and not is_foreign(document.path)
                and self.says_the_same(document, memory)
            ):
                return document
        return None

    def says_the_same(self, document: Document, memory: Memory) -> bool:
        """Whether a file is a memory that a reader sees now, with exactly this text."""
        entry = self._parts.entry(document)
        return (
            entry.kind is Kind.MEMORY
            and entry.body_hash == body_hash(memory.body)
            and standing(entry, self._parts.now_us()) is Standing.VISIBLE
        )

    def rivals(self, memory: Memory) -> dict[MemoryId, Document]:
        """Visible memories with a claim on the same subject that may bear on the new one, by id.

        Only the files of these are read: a subject like the owner has thousands of claims, and the oldest
        of them may be the one that is contradicted.
        """
        predicate = memory.predicate
        if not (memory.subject and predicate):
            return {}
        subject = rival_key(memory)
        filters = Filters(
            scopes=(memory.scope,),
            about=(subject,),
            kinds=(Kind.MEMORY,),
            statuses=HOLDING,
            in_force_at=self._parts.now_us(),
        )
        wording = self._parts.wording
        with self._parts.index.steady():
            rows = [
                row
                for row in every_row(self._parts.index, filters, _PAGE)
                if fold_name(row.card.subject or "") == subject
                and bears_on(predicate, row.card.predicate or "", wording)
            ]
        found = ((row.id, self._visible(row)) for row in rows)
        return {record: document for record, document in found if document is not None}

    def read(self, text: str) -> Signature:
        """What is compared of a text."""
        parts = self._parts
        return signature(text, parts.analyzer, parts.lexicon, parts.wording)

    def similar(self, memory: Memory) -> tuple[MemoryId, ...]:
        """Up to three visible memories that nearly repeat the text, the nearest first."""
        question = Question.of(memory.body, self._parts.analyzer, self._parts.glance.languages())
        if question is None or question.strict:
            return ()
        own = self.read(memory.body)
        likeness: dict[MemoryId, float] = {}
        for row in self._sharing(question, memory, spare=int(len(own.words) * (1.0 - COMMON_SHARE))):
            other = self.read(row.card.text)
            if near(own, other):
                likeness[row.id] = common_share(own, other)
        return tuple(sorted(likeness, key=lambda one: (-likeness[one], one))[:SHOWN_SIMILAR])

    def _sharing(self, question: Question, memory: Memory, spare: int) -> tuple[Row, ...]:
        """Visible memories that share the rarest words. A near repeat lacks at most `spare` words of all, so
        it holds three of the `spare` + 3 rarest; of a long text only the first two dozen are looked at."""
        held = self._parts.index.frequencies(question.rank_by)

        def frequency(word: Word) -> int:
            return max((held.get(form, 0) for form in word.forms), default=0)

        chosen = tuple(sorted(question.words, key=frequency)[: spare + _SHARED])
        asked = Ask(
            where=AtLeast(max(1, min(_SHARED, len(chosen) - spare)), chosen),
            rank_by=tuple(dict.fromkeys(form for word in chosen for form in word.forms)),
            filters=Filters(scopes=(memory.scope,), kinds=(Kind.MEMORY,), statuses=HOLDING),
            depth=_CANDIDATES,
        )
        now_us = self._parts.now_us()
        proposed = self._parts.index.propose(asked).candidates
        visible = [
            one for one in proposed if standing(one, now_us) is Standing.VISIBLE and one.id != memory.id
        ]
        likely = sorted(visible, key=lambda one: (-_overlap(one, asked.rank_by), one.id))[:_COMPARED]
        rows = self._parts.index.rows([one.id for one in likely]).values()
        return tuple(row for row in rows if not is_foreign(row.path))

    def _visible(self, row: Row) -> Document | None:
        document = self._present(row)
        if document is None or not isinstance(document.record, Memory):
            return None
        entry = self._parts.entry(document)
        return document if standing(entry, self._parts.now_us()) is Standing.VISIBLE else None

    def _present(self, row: Row) -> Document | None:
        """What the row's file says now; None when it is no longer that record's."""
        document = self._storing.present(row.path)
        return document if document is not None and document.record.id == row.id else None


def _overlap(candidate: Candidate, stems: Sequence[str]) -> int:
    return sum(stem in candidate.postings for stem in stems)
