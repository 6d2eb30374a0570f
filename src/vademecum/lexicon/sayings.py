"""Reads the words by which somebody tells of himself; saying/README.txt describes the lines."""

from __future__ import annotations

import os

from vademecum.model.extracted import Lasting, Operation
from vademecum.model.record import MemoryType
from vademecum.model.saying import Opener, Sayings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LANGUAGES = ("en", "de", "es", "fr", "zh", "hi")
"""In the order in which they are tried."""

_FOLDER = os.path.join(os.path.dirname(__file__), "saying")
_ORDERS = ("correct", "forget", "delete", "list")
_LASTING = ("momentary", "recent", "scheduled")


def load_sayings() -> tuple[Sayings, ...]:
    """The shipped words; six small files are read at each call."""
    return tuple([_language(lang) for lang in LANGUAGES])


def _language(lang: str) -> Sayings:
    openers: list[Opener] = []
    kin: dict[str, str] = {}
    words: dict[str, tuple[str, ...]] = {}
    for head, forms in _lines(lang):
        role, _, rest = head.partition(" ")
        if role == "tell":
            openers += _telling(lang, rest, forms)
        elif role == "kin":
            kin.update(dict.fromkeys(forms, rest))
        elif role in _ORDERS:
            openers += [Opener(lang=lang, form=form, operation=Operation(role)) for form in forms]
        else:
            words[role] = forms
    return Sayings(lang=lang, openers=tuple(openers), kin=kin, words=words)


def _telling(lang: str, head: str, forms: tuple[str, ...]) -> Iterator[Opener]:
    """The openers of a line `tell PREDICATE TYPE [one] [LASTING] [not A/B]`."""
    described, _, refused = head.partition(" not ")
    predicate, sort, *flags = described.split(" ")
    lasting = next((flag for flag in flags if flag in _LASTING), "persistent")
    for form in forms:
        yield Opener(
            lang=lang,
            form=form,
            operation=Operation.REMEMBER,
            predicate="" if predicate == "-" else predicate,
            type=MemoryType(sort),
            one="one" in flags,
            lasting=Lasting(lasting),
            refused=tuple(refused.split("/")) if refused else (),
        )


def _lines(lang: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Head and forms of every line."""
    with open(os.path.join(_FOLDER, f"{lang}.txt"), "rb") as file:
        for line in file.read().decode().split("\n"):
            head, _, forms = line.partition(": ")
            if forms:
                yield head, tuple(forms.split(" | "))
