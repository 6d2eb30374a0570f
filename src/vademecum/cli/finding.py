"""What `recall` and `search` do with a command line that was read, by whichever way it was read.

Recall is paid for at every prompt, so nothing is imported here that it does not use itself.
"""

from __future__ import annotations

from vademecum.cli.given import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.cli.session import Session
    from vademecum.cli.view import View
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Recall, Search


def recall(session: Session, words: tuple[str, ...], /, places: str = "memories", **asked: Any) -> None:
    """Answer `vade recall`.

    Args:
        session: the run.
        words: the arguments; ``-`` alone means standard input.
        places: where to look: ``memories``, ``conversations`` or ``all``.
        **asked: what narrows the answer, as `Vade.recall` takes it.
    """
    utterance = read_text(words)
    if places != "memories":
        from vademecum.cli import finding_said

        finding_said.recall(session, utterance, asked, memories=places == "all")
        return
    with session.open() as vade:
        answer = vade.recall(utterance, scopes=session.read_scopes, **asked)
        max_bytes = session.settings.digest_max_bytes

        def body() -> Mapping[str, Any]:
            from vademecum.surface import answers

            return answers.recall(answer)

        def render(view: View) -> str:
            from vademecum.cli.rendering import hits

            return hits.recall(view, answer, vade.digest(answer, max_bytes=max_bytes), max_bytes)

        session.answer(body, render, **_beside(vade, answer))


def search(session: Session, words: tuple[str, ...], **asked: Any) -> None:
    """Answer `vade search`; the arguments are those of `recall`, and `mode`."""
    query = read_text(words)
    with session.open() as vade:
        answer = vade.search(query, scopes=session.read_scopes, **asked)

        def body() -> Mapping[str, Any]:
            from vademecum.surface import answers

            return answers.search(answer)

        def render(view: View) -> str:
            from vademecum.cli.moment import now
            from vademecum.cli.rendering import hits

            return hits.search(view, answer, now())

        session.answer(body, render, **_beside(vade, answer))


def _beside(vade: Vade, answer: Recall | Search) -> dict[str, Any]:
    """What the envelope says beside the answer."""
    return {
        "revision": vade.revision,
        "stale": any(hit.stale for hit in answer.hits),
        "partial": answer.stats.partial,
        "stats": answer.stats.to_dict(),
        "warnings": answer.warnings,
    }
