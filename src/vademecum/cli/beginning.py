"""`vade brief` as it is done, with and without its grammar."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.cli.session import Session


def brief(session: Session, max_bytes: int | None = None) -> None:
    """Tell what matters at the start of a session.

    Args:
        session: of the command.
        max_bytes: bound on the text; the usual one when not given.
    """
    with session.open() as vade:
        answer = vade.brief(scopes=session.read_scopes, max_bytes=max_bytes)

        def body() -> Mapping[str, Any]:
            told = answer.to_dict()
            told.pop("warnings")
            return told

        session.answer(
            body,
            lambda _view: answer.text or 'Nothing is kept yet. `vade remember "…"` begins.',
            revision=vade.revision,
            partial=answer.partial,
            warnings=answer.warnings,
        )
