"""Capture: what a text asks to be kept is proposed, or kept."""

from __future__ import annotations

from typing import TypedDict

from vademecum.engine.intake import NewMemory
from vademecum.lifecycle.capture import captured
from vademecum.model.noticed import Captured, Noticed
from vademecum.model.record import SourceKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.remembering import Remembering
    from vademecum.lifecycle.capture import Capture


class CaptureFields(TypedDict, total=False):
    """What a caller may state of everything that is captured.

    Attributes:
        ref: where the text was said, e.g. ``conversation:<id>#<seq>``.
        scope: as in `MemoryFields`.
        session: as in `RequestFields`.
    """

    ref: str | None
    scope: str | None
    session: str | None


class Capturing:
    """The use case of reading a text for requests to keep something."""

    def __init__(self, parts: Parts, remembering: Remembering) -> None:
        self._parts = parts
        self._remembering = remembering

    def capture(self, text: str, fields: CaptureFields, *, lang: str | None, keep: bool) -> Captured:
        """Find requests and do them, or only tell them.

        Raises:
            UsageError: a scope that cannot be.
            VaultError: the disk refuses; what was kept before it did stays.
        """
        found = captured(text, self._parts.wording, lang)
        return Captured(items=tuple(self._noticed(each, fields, keep=keep) for each in found))

    def _noticed(self, found: Capture, fields: CaptureFields, *, keep: bool) -> Noticed:
        new = NewMemory(text=found.text, lang=found.lang, source=SourceKind.KEYWORD.value, **fields)
        return Noticed(
            text=found.text,
            start=found.start,
            end=found.end,
            cue=found.cue,
            lang=found.lang,
            remembered=self._remembering.remember(new) if keep else None,
        )
