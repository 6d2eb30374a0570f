"""Word lists as data files, and the one function that hands them out.

What lives here is what a language knows and no rule can derive: function words, particles, groups of words
that mean the same. Nothing here judges a text or keeps what a user wrote. `wiring` loads the lexicon and
passes it on as a value; no other room imports this one.
"""

from __future__ import annotations

from vademecum.lexicon.files import load

__all__ = ["load"]
