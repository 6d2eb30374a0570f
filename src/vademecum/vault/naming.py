"""Readable file names that collide with nothing, on any file system."""

from __future__ import annotations

import unicodedata

from vademecum.errors import Conflict
from vademecum.model.record import Entity, Record
from vademecum.text.names import slugify
from vademecum.vault.paths import SUFFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_FIRST_WORDS = 8
_MAX_NAME_BYTES = 200  # file systems allow 255; the id and `.md` still have to fit


def file_names(record: Record, *taken: Collection[str]) -> Iterator[str]:
    """Names to try for a new file, most readable first; the last one holds the whole id.

    Args:
        *taken: folded names (`fold`) that exist in the scope already, a folder each: joining those of a large
            scope would cost more than the write.
    """
    slug, six = _slug(record), record.id[-6:].lower()
    for stem in (slug, f"{slug}-{six}", f"{slug}-{record.id.lower()}"):
        name = stem + SUFFIX
        folded = fold(name)
        if not any(folded in names for names in taken):
            yield name


def refuse_twin(record: Record, folder: str, taken: Collection[str]) -> None:
    """Refuse a record whose readable name a file has already.

    Args:
        folder: the record's folder, relative to the vault.
        taken: folded names (`fold`) in the record's own folder.

    Raises:
        Conflict: the name is taken.
    """
    name = _slug(record) + SUFFIX
    if fold(name) in taken:
        raise Conflict(f"{folder}/{name} exists already", path=f"{folder}/{name}")


def fold(name: str) -> str:
    """The form in which two names are one: some file systems cannot tell case, width or composition."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _slug(record: Record) -> str:
    if isinstance(record, Entity):
        words, kind = record.name, "entity"
    else:
        words, kind = record.title or _first_words(record.body), record.type.value
    slug = slugify(words)
    while len(slug.encode()) > _MAX_NAME_BYTES:
        slug = slug[:-1]
    return slug or f"{kind}-{record.id[-6:].lower()}"


def _first_words(body: str) -> str:
    line = next((line for line in body.splitlines() if any(map(str.isalnum, line))), "")
    return " ".join(line.split()[:_FIRST_WORDS])
