"""A text and the claim beside it: what an edit leaves of the claim, and where the two no longer agree."""

from __future__ import annotations

from vademecum.errors import quoted
from vademecum.lifecycle.restating import hints_at, restated, taken_back
from vademecum.model.extracted import Acquainted, Said
from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from vademecum.engine.parts import Parts
    from vademecum.model.entry import Entry
    from vademecum.model.extracted import Statement
    from vademecum.model.record import Memory, Record
    from vademecum.model.wording import SmallWords


def left_of_claim(
    parts: Parts, old: Memory, new: Memory, stated: Collection[str], key: str
) -> tuple[Memory, tuple[str, ...]]:
    """The memory `new`, whose text was edited, without what its text takes back; and what to tell of it.

    Args:
        stated: fields that were set in the same edit.
        key: by which a person names it.
    """

    def read(text: str) -> Iterable[Statement]:
        return parts.open_extractor().extract(Said(text=text), Acquainted()).statements

    found = restated(old, new, stated, parts.wording, read)
    told: list[str] = []
    if found.dropped:
        named = ", ".join(
            f"{name} {quoted(words)}" if (words := getattr(old, name, None)) else name
            for name in found.dropped
        )
        are = "is" if len(found.dropped) == 1 else "are"
        told.append(
            f"the new text does not say {named}, which {are} stated no more; {_how(key, found.dropped)}"
        )
    if found.read:
        told.append(f"value {quoted(found.memory.value or '')} was read from the new text; {_how(key)}")
    if found.doubted:
        told.append(
            f"whether the new text still says the claim ({_claim(new)}) cannot be seen: it is in doubt; "
            f"`vade review approve {key}` if it holds, else {_how(key)}"
        )
    return found.memory, tuple(told)


def still_stated(old: Record, new: Record, key: str) -> tuple[str, ...]:
    """What to tell of a record that states something which its text said and no longer says. Whoever had the
    file before them, or states relations one by one, is not overruled."""
    if old.body == new.body:
        return ()
    gone = taken_back(old, new)
    named = ", ".join(
        f"{name} {quoted(words)}" if (words := getattr(new, name, None)) else name for name in gone
    )
    return (f"{key} still states {named}, of which its text says nothing any more",) if gone else ()


def unsaid_value(entry: Entry, small: SmallWords) -> str:
    """The value that a memory claims and of which neither its text nor its title has a word; else empty.

    A form of a word is enough, and an answer (`yes`, `off`) is no word of a text: only what an edit by hand
    is likely to have left behind is named.
    """
    if entry.kind is not Kind.MEMORY or not entry.card.text.strip():
        return ""
    value = next((texts[0] for name, texts in entry.place.fields if name == "value"), "")
    if not value or value.casefold() in small.affirming | small.refusing:
        return ""
    return "" if hints_at(f"{entry.card.title}\n{entry.card.text}", value) else value


def _claim(memory: Memory) -> str:
    return " ".join(filter(None, (memory.subject, memory.predicate, memory.value)))


def _how(key: str, names: Collection[str] = ("value",)) -> str:
    settings = [f"--set {name}=NEW" for name in names if name in _SETTABLE]
    return f"`vade edit {key} {' '.join(settings)}` states another" if settings else _RELATED


_SETTABLE = ("subject", "predicate", "value", "qualifier", "title")
_RELATED = "`vade link` states another"
