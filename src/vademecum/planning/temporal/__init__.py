"""The time grammar: which stretches of time a text speaks of, and which of its words say so.

`windows` is the whole of it: text, present, zone and words in, windows out. Nothing here knows a language:
the words and the roles they play come from the data files of the lexicon, and the grammar joins roles. The
planner imports it, and whoever else has a text and a present.
"""

from __future__ import annotations

from vademecum.planning.temporal.grammar import windows

__all__ = ["windows"]
