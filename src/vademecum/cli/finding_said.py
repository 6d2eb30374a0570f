"""What `recall` does where past conversations are asked too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.cli.rendering import hits
from vademecum.engine.conversations.parts import EVERYWHERE
from vademecum.engine.conversations.tools import DEFAULT_HITS, MOST_HITS, told
from vademecum.model.answer import Outcome, Recall
from vademecum.surface import answers, recollections

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.cli.session import Session
    from vademecum.cli.view import View


def recall(session: Session, utterance: str, asked: Mapping[str, Any], *, memories: bool) -> None:
    """Answer from conversations, and before that from memories where they are asked too."""
    with session.open() as vade:
        answer: Recall | None = None
        if memories:
            answer = vade.recall(utterance, scopes=session.read_scopes, **asked)
        limit = min(asked.get("limit") or DEFAULT_HITS, MOST_HITS)
        found = vade.conversations.search(utterance, workspace=EVERYWHERE, limit=limit)
        digest_bytes = session.settings.digest_max_bytes

        def render(view: View) -> str:
            parts = [told(found)]
            if answer is not None:
                digest = vade.digest(answer, max_bytes=digest_bytes)
                parts.insert(0, hits.recall(view, answer, digest, digest_bytes))
            return "\n\n".join(parts)

        said = {"conversations": recollections.found(found)}
        kept = answers.recall(answer) if answer is not None else _nothing(found.outcome, found.terms)
        session.answer(
            {**kept, **said},
            render,
            revision=vade.revision,
            partial=found.partial or (answer is not None and answer.stats.partial),
            warnings=(*(answer.warnings if answer is not None else ()), *found.warnings),
        )


def _nothing(outcome: str, terms: tuple[str, ...]) -> dict[str, Any]:
    """The part about memories where they were not asked."""
    known = {each.value for each in Outcome}
    shown = outcome if outcome in known else Outcome.NO_MATCH.value
    return {"outcome": shown, "terms": list(terms), "weak": 0, "plan": None, "results": []}
