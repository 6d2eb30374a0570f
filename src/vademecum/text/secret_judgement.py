"""Whether a value is a secret, by how it is named and how firmly it is tied to its name.

The weaker the name and the looser the tie, the more the value itself must look like a secret.
"""

from __future__ import annotations

from enum import IntEnum

from vademecum.model.value import value
from vademecum.text.secret_reading import Found, ends_clause, ends_sentence
from vademecum.text.secret_values import (
    compiled,
    is_code,
    is_machine_made,
    is_masked,
    is_mixed,
    is_ordinary,
    is_random,
    is_stand_in,
    is_technical,
    is_wordy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Link(IntEnum):
    """How firmly a value is tied to its name."""

    BESIDE = 0
    HINTED = 1
    """By a word or sign of any language, or one further on."""
    STATED = 2
    """By an English `is` or `was` right behind the name: a plain word may follow, for the words that say
    something about a secret are listed."""
    ASSIGNED = 3


@value
class Name:
    """A name's tier, the word it is known by, and where it ends."""

    tier: str
    word: str
    end: int


def is_secret(text: str, found: Found, name: Name, link: Link) -> bool:
    """Whether a value that is tied so to such a name is a secret; one that is masked is none."""
    secret = found.secret
    if len(secret) < 4 or is_masked(secret):
        return False
    if name.tier == "pin":
        fits = secret.isdigit() and len(secret) <= 8 and ends_clause(text, found)
        return fits and link > Link.BESIDE
    if name.tier == "weak":
        return " " not in secret and is_random(secret) and not is_stand_in(secret)
    if name.tier == "secret":
        if secret.isdigit():
            return link is Link.ASSIGNED and len(secret) >= 16
        made = (link > Link.BESIDE or len(secret) >= 16) and " " not in secret and is_machine_made(secret)
        return made and (found.quoted or not is_code(secret)) and not is_stand_in(secret)
    return _is_password(text, found, name, link)


def _is_password(text: str, found: Found, name: Name, link: Link) -> bool:
    secret = found.secret
    if link is Link.BESIDE and not _stands_out(secret):
        return False
    if is_stand_in(secret) or (not found.quoted and "(" in secret and is_code(secret)):
        return False
    if " " in secret:
        return link is not Link.BESIDE and _is_passphrase(secret.split(), name)
    rule = compiled(r"([A-Za-z]+)[|:(]").match(secret)
    if is_technical(secret) or (rule and is_ordinary(rule[1])):
        return False
    if secret.isdigit():
        return ends_clause(text, found)
    if is_mixed(secret):
        return found.quoted or not is_wordy(secret) or not compiled(r"[-_.]").search(secret)
    return _is_plain_password(text, found, name, link)


def _is_passphrase(words: Sequence[str], name: Name) -> bool:
    """Whether words are one secret: several and none of them ordinary, or mixed with what is no word."""
    if any(map(is_ordinary, words)):
        return False
    return len(words) > 3 or ("phrase" not in name.word and any(map(is_mixed, words)))


def _stands_out(secret: str) -> bool:
    """Whether it is no word of a sentence that merely goes on: signs in it, or three digits and letters."""
    digits = sum(map(str.isdigit, secret))
    return (
        len(secret) >= 8 and (digits > 2 or not secret.isalnum()) and (digits > 2 or is_machine_made(secret))
    )


def _is_plain_password(text: str, found: Found, name: Name, link: Link) -> bool:
    """Whether a mere word is a password: where no other reading is left."""
    secret = found.secret
    if name.tier != "password" or is_ordinary(secret) or compiled(r"pass|pwd|secret|[._]").search(secret):
        return False
    if link is Link.ASSIGNED:
        return ends_clause(text, found)
    return found.quoted or (
        link is Link.STATED and name.word.startswith("pass") and ends_sentence(text, found)
    )
