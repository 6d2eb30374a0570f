"""One step with the current generation, done again with another when that one fails."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, contextmanager, suppress

from vademecum.errors import Busy, StoreError
from vademecum.stores.local.faults import Damaged, EngineDamaged, is_damage, translate
from vademecum.stores.local.head import read_head
from vademecum.stores.local.shelf import Shelf, Single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Self, TypeVar

    from vademecum.stores.local.bags import Bags
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection, Head
    from vademecum.stores.local.vectors import Keys, LocalVectors, Trying

    T = TypeVar("T")

_TRIES = 3


def proposed(
    generation: Generation, search: Callable[[Connection, Head], T], scan: Callable[[Connection], T]
) -> T:
    """Search, and once more when the engine cannot be believed, which is then given up.

    Args:
        generation: the current one.
        search: asks engine and catalogue.
        scan: reads every record instead, when the engine cannot be given up either.
    """
    for _ in range(_TRIES):
        with generation.catalogue.reading() as connection:
            head = read_head(connection)
            try:
                return search(connection, head)
            except EngineDamaged:
                pass
        from vademecum.stores.local.flushing import forget_lexical

        with suppress(sqlite3.OperationalError):
            forget_lexical(generation.catalogue, head)
    with generation.catalogue.reading() as connection:
        return scan(connection)


class Attempting:
    """What every index over a shared, disposable cache folder can do.

    A damaged, outdated or missing one is replaced by an empty one without an error.
    """

    def __init__(self, shelf: Shelf | Single, bags: Bags) -> None:
        self._shelf = shelf
        self._bags = bags
        self._vectors: LocalVectors | None = None

    @contextmanager
    def steady(self) -> Generator[None]:
        """Whatever this thread asks inside is answered from one state."""
        with ExitStack() as stack:
            # What is wrong with the store is met, and mended, by the question that is asked of it.
            with suppress(Damaged, sqlite3.Error, OSError):
                stack.enter_context(self._shelf.current().catalogue.reading())
            yield

    def flush(self, *, threshold: int = 0) -> bool:
        """Hand more than `threshold` pending records to the engine; False when another process is at it."""

        def attempt(generation: Generation) -> bool:
            # Asked after every answer, and nearly always there is nothing to do.
            if generation.waiting(threshold + 1) <= threshold:
                return True
            from vademecum.stores.local.flushing import flush

            return flush(generation, self._bags, threshold)

        return self._try(attempt)

    def scrub(self) -> None:
        """Leave no byte of what is not stored any more."""
        from vademecum.stores.local import scrubbing

        self._try(lambda generation: scrubbing.scrub(generation, self._bags))
        if not self._shelf.sweep():
            raise Busy("another process is building the index anew; try again in a minute")

    @contextmanager
    def rebuilding(self) -> Generator[Self]:
        """A fresh one that takes its place when the block ends without error."""
        if isinstance(self._shelf, Single):
            raise StoreError("this index is being rebuilt already; finish that first")
        generation = self._shelf.start()
        try:
            fresh = type(self)(Single(generation), self._bags)
            if (space := self.vectors().space()) is not None:
                # What is derived anew is embedded as it was, and so answers as it did.
                fresh.vectors().begin(space)
            yield fresh
            fresh.flush()
            generation.settle()
        except BaseException:
            generation.remove()
            raise
        self._shelf.publish(generation)

    def _keys(self) -> Keys:
        """How the catalogue names what has vectors."""
        raise NotImplementedError

    def vectors(self) -> LocalVectors:
        """Its part that keeps what texts mean."""
        if self._vectors is None:
            self._vectors = self._vectors_of(self._try, self._keys())
        return self._vectors

    def _vectors_of(self, attempt: Trying, keys: Keys) -> LocalVectors:
        """Its vectors; a store that makes something of them says here what must follow."""
        from vademecum.stores.local.vectors import LocalVectors

        return LocalVectors(attempt, keys)

    def close(self) -> None:
        """Release files and locks; safe to call twice."""
        self._shelf.close()

    def size_bytes(self) -> int:
        """Bytes it takes on disk."""
        return self._shelf.current().size_bytes()

    def _flush_if_many(self) -> None:
        try:
            self.flush(threshold=self._shelf.current().most_pending)
        except (Busy, StoreError):
            # The change itself is safe and searchable; `check` tells when the engine falls behind.
            return

    def _read(self, question: Callable[[Connection], T]) -> T:
        def attempt(generation: Generation) -> T:
            with generation.catalogue.reading() as connection:
                return question(connection)

        return self._try(attempt)

    def _write(self, change: Callable[[Connection], None]) -> None:
        def attempt(generation: Generation) -> None:
            if not generation.is_there():
                raise Damaged(f"{generation.folder} is gone")
            with generation.catalogue.writing() as connection:
                change(connection)

        self._try(attempt)

    def _try(self, attempt: Callable[[Generation], T]) -> T:
        """Do it with the current generation; once more when that was swapped away or had to be replaced."""
        for _ in range(_TRIES):
            generation = self._shelf.current()
            try:
                return attempt(generation)
            except Damaged:
                self._shelf.replace(generation)
            except sqlite3.Error as error:
                if is_damage(error):
                    self._shelf.replace(generation)
                elif self._shelf.current() is generation:
                    raise translate(error, generation.folder) from error
            except OSError as error:
                if self._shelf.current() is generation:
                    raise translate(error, generation.folder) from error
            except UnicodeEncodeError as error:
                raise StoreError(
                    "a text to be indexed holds half a surrogate pair; save its file as valid UTF-8"
                ) from error
        raise StoreError(f"the index in {self._shelf.folder} cannot be kept; look at the disk")
