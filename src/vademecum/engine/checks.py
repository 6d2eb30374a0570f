"""Legal values of what a caller states, each refused with what would be legal instead."""

from __future__ import annotations

from itertools import pairwise

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName, quoted
from vademecum.model.extracted import Speaker
from vademecum.model.record import Importance, MemoryType, Sensitivity, SourceKind, type_names
from vademecum.text.lines import storable
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TEXT = 20_000
"""Characters of one memory: what a person still reads, and what one analysis still affords."""

MAX_ALIASES = 8
"""Other phrasings of one memory; beyond, it would be found for anything."""

MAX_NAMES = 64
"""Tags or entities of one memory."""

MAX_LINE = 500
"""Characters of a title or of any other one-line value."""


def checked_text(text: str) -> str:
    """A body that can be stored: NUL and lone surrogates removed, something left to read.

    Raises:
        InvalidValue: nothing but white space.
        LimitExceeded: more than 20,000 characters.
    """
    clean = storable(text).strip()
    if not clean:
        raise InvalidValue("text", "is empty; say what is to be remembered")
    if len(clean) > MAX_TEXT:
        raise LimitExceeded(
            f"the text has {len(clean):,} characters, a memory at most {MAX_TEXT:,}; "
            "split it, or keep the file and remember where it is"
        )
    return clean


def speaker(name: str) -> Speaker:
    """Who makes an utterance.

    Raises:
        InvalidValue: nobody of that name does.
    """
    try:
        return Speaker(name)
    except ValueError:
        raise InvalidValue("speaker", f"{name!r} is none of user, assistant, other") from None


def optional(field: str, text: str | None) -> str | None:
    """A one-line value, None for nothing.

    Raises:
        LimitExceeded: more than 500 characters.
    """
    if text is None:
        return None
    clean = " ".join(storable(text).split())
    if len(clean) > MAX_LINE:
        raise LimitExceeded(f"{field}: {len(clean):,} characters, at most {MAX_LINE}")
    return clean or None


def names(field: str, values: Sequence[str]) -> tuple[str, ...]:
    """Distinct non-empty one-line names in order.

    Raises:
        LimitExceeded: more than 64 names.
    """
    clean = tuple(dict.fromkeys(one for value in values if (one := optional(field, value))))
    if len(clean) > MAX_NAMES:
        raise LimitExceeded(f"{field}: {len(clean)} values, at most {MAX_NAMES}")
    return clean


def checked_aliases(values: Sequence[str]) -> tuple[str, ...]:
    """At most eight aliases.

    Raises:
        LimitExceeded: more than eight.
    """
    aliases = names("alias", values)
    if len(aliases) > MAX_ALIASES:
        raise LimitExceeded(
            f"alias: {len(aliases)} aliases, a memory has at most {MAX_ALIASES}; keep the best"
        )
    return aliases


def memory_type(name: str) -> MemoryType:
    """The type of that name.

    Raises:
        UnknownName: none has it; the nearest names are suggested.
    """
    wanted = name.strip().casefold().replace("-", "_").replace(" ", "_")
    if wanted not in type_names:
        raise UnknownName("type", name, suggestions=nearest(wanted, type_names) or type_names[:3])
    return MemoryType(wanted)


def source_kind(name: str) -> SourceKind:
    """The source kind of that name.

    Raises:
        UnknownName: none has it.
    """
    kinds = tuple(kind.value for kind in SourceKind)
    if name not in kinds:
        raise UnknownName("source", name, suggestions=nearest(name, kinds) or kinds[:3])
    return SourceKind(name)


def importance(name: str) -> Importance:
    """The importance of that name.

    Raises:
        UnknownName: none has it.
    """
    levels = tuple(level.value for level in Importance)
    if name not in levels:
        raise UnknownName("importance", name, suggestions=levels)
    return Importance(name)


def sensitivity(name: str) -> Sensitivity:
    """The sensitivity of that name.

    Raises:
        InvalidValue: restricted content, which is never stored.
        UnknownName: none has the name.
    """
    levels = (Sensitivity.NORMAL.value, Sensitivity.SENSITIVE.value)
    if name == Sensitivity.RESTRICTED.value:
        raise InvalidValue("sensitivity", "restricted content is never stored; keep it outside of the vault")
    if name not in levels:
        raise UnknownName("sensitivity", name, suggestions=levels)
    return Sensitivity(name)


def predicate_name(name: str | None) -> str | None:
    """A predicate in snake_case: ``works at``, ``worksAt`` and ``Works at!`` become ``works_at``.

    Raises:
        InvalidValue: nothing of it is a letter or a digit.
    """
    clean = optional("predicate", name)
    if not clean:
        return None
    humps = (
        f" {one}" if one.isupper() and before.islower() else one for before, one in pairwise(f" {clean}")
    )
    # An identifier is what letters, digits and marks of any script make; `_` joins them.
    kept = (one if one != "_" and f"a{one}".isidentifier() else " " for one in "".join(humps))
    words = "".join(kept).split()
    if not words:
        raise InvalidValue("predicate", f"{quoted(clean)} holds no letter or digit; write e.g. works_at")
    return "_".join(words).lower()


def language(code: str | None) -> str | None:
    """The primary language of a BCP 47 tag: ``pt-BR`` becomes ``pt``.

    Raises:
        InvalidValue: it is no such tag.
    """
    clean = optional("lang", code)
    if not clean:
        return None
    primary, *regions = clean.replace("_", "-").split("-")
    shaped = len(primary) in (2, 3) and primary.isascii() and primary.isalpha()
    if not shaped or not all(part.isascii() and part.isalnum() and len(part) <= 8 for part in regions):
        raise InvalidValue(
            "lang", f"{quoted(clean)} is no language; write its two or three letters, e.g. en or de"
        )
    return primary.lower()


def checked_confidence(confidence: float | None) -> float | None:
    """A confidence between 0 and 1.

    Raises:
        InvalidValue: outside of it, or not a number.
    """
    if confidence is not None and not 0.0 <= confidence <= 1.0:
        raise InvalidValue("confidence", f"{confidence:g} is not between 0 and 1")
    return confidence
