"""Known names, found in a text in time that grows with the text and not with their number.

A trie over words whose nodes are kept as hashes: a table of bytes says of a run of words whether it is a name
and whether longer names begin with it, a table of 32-bit numbers says which name it is. The names themselves
stand in one block of bytes, so that a million of them take tens of megabytes and not hundreds
(`benchmarks/plan.py` measures both). A hash that collides is told apart by the bytes of the name; in the
first table it costs one more step and changes no answer.
"""

from __future__ import annotations

from array import array

from vademecum.model.plan import NamedRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    Tables: TypeAlias = "tuple[bytearray, int, array[int], int]"

MAX_FORM_WORDS = 12
"""Longest name in words; one of thirteen characters of a script without spaces is as long."""

_FLAGS_A_NAME = 8
"""Bytes of the first table for each name: one word in ten that is unknown is looked up in vain."""

_IS_NAME, _GOES_ON = 1, 2

_SEVERAL = 1 << 31
"""Marks a meaning that is a choice of people and not one of them."""


class KnownNames:
    """Names, learned at once or one by one; one thread may learn while others look."""

    def __init__(self, forms: Iterable[tuple[str, str]] = ()) -> None:
        """Learn pairs of a folded name (`text.names.fold_name`) and whom it means."""
        self._names, self._people = bytearray(), bytearray()
        self._ends: array[int] = array("I")
        self._people_ends: array[int] = array("I")
        self._several: list[tuple[str, ...]] = []
        self._meant = array("I")
        self._latest: str = ""
        self._tables = _tables(0)
        for form, name in forms:
            self.add(form, name)

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def size_bytes(self) -> int:
        """Memory taken by the tables and the names."""
        flags, _, slots, _ = self._tables
        tables = (slots, self._ends, self._meant, self._people_ends)
        blocks = (flags, self._names, self._people)
        return sum(map(len, blocks)) + sum(table.itemsize * len(table) for table in tables)

    def add(self, form: str, name: str) -> None:
        """Learn one more name; a form that has a meaning already may mean either from then on.

        Args:
            form: folded; one that is empty or longer than `MAX_FORM_WORDS` is not learned.
            name: whom it means.
        """
        if not form or form.count(" ") >= MAX_FORM_WORDS:
            return
        number = self._number(form, hash(form), self._tables)
        if number:
            self._add_meaning(number - 1, name)
            return
        if 4 * len(self) >= 3 * len(self._tables[2]):
            self._grow()
        # In this order, so that whoever looks meanwhile finds the name whole or not at all.
        self._meant.append(self._person(name))
        self._names += form.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._names))
        _note(form, len(self), self._tables)

    def mentioned(self, words: Sequence[str]) -> tuple[NamedRun, ...]:
        """`ports.KnownForms.mentioned`."""
        found: list[NamedRun] = []
        tables = self._tables
        flags, mask = tables[0], tables[1]
        for start, word in enumerate(words):
            if not flags[hash(word) & mask]:
                continue
            run, end = word, start + 1
            while flag := flags[(code := hash(run)) & mask]:
                if flag & _IS_NAME and (number := self._number(run, code, tables)):
                    found.append(NamedRun(run, start, end, self._whom(self._meant[number - 1])))
                if not flag & _GOES_ON or end == len(words) or end - start == MAX_FORM_WORDS:
                    break
                run = f"{run} {words[end]}"
                end += 1
        return standing(found) if found else ()

    def _number(self, form: str, code: int, tables: Tables) -> int:
        """One-based number of a name, 0 when it is none."""
        wanted = form.encode("utf-8", "surrogatepass")
        slots, mask = tables[2], tables[3]
        slot = code & mask
        while number := slots[slot]:
            start = self._ends[number - 2] if number > 1 else 0
            if self._ends[number - 1] - start == len(wanted) and self._names.startswith(wanted, start):
                return number
            slot = (slot + 1) & mask
        return 0

    def _whom(self, meaning: int) -> tuple[str, ...]:
        if meaning & _SEVERAL:
            return self._several[meaning ^ _SEVERAL]
        start = self._people_ends[meaning - 1] if meaning else 0
        return (self._people[start : self._people_ends[meaning]].decode("utf-8", "surrogatepass"),)

    def _add_meaning(self, at: int, name: str) -> None:
        meaning = self._meant[at]
        people = self._whom(meaning)
        if name in people:
            return
        everybody = tuple(sorted((*people, name)))
        if meaning & _SEVERAL:
            self._several[meaning ^ _SEVERAL] = everybody
        else:
            self._several.append(everybody)
            self._meant[at] = _SEVERAL | (len(self._several) - 1)

    def _person(self, name: str) -> int:
        """The meaning of one person, whose names are mostly learned one after the other."""
        if name != self._latest or not self._people_ends:
            self._latest = name
            self._people += name.encode("utf-8", "surrogatepass")
            self._people_ends.append(len(self._people))
        return len(self._people_ends) - 1

    def _grow(self) -> None:
        tables = _tables(2 * len(self))
        start = 0
        for number, end in enumerate(self._ends, 1):
            _note(self._names[start:end].decode("utf-8", "surrogatepass"), number, tables)
            start = end
        self._tables = tables


def _tables(names: int) -> Tables:
    flags, slots = _power_of_two(_FLAGS_A_NAME * names), _power_of_two(names)
    return bytearray(flags), flags - 1, array("I", bytes(4 * slots)), slots - 1


def _note(form: str, number: int, tables: Tables) -> None:
    """Make a name and its beginnings known to the tables."""
    flags, flag_mask, slots, mask = tables
    code = hash(form)
    slot = code & mask
    while slots[slot]:
        slot = (slot + 1) & mask
    slots[slot] = number
    end = form.find(" ")
    while end >= 0:
        flags[hash(form[:end]) & flag_mask] |= _GOES_ON
        end = form.find(" ", end + 1)
    flags[code & flag_mask] |= _IS_NAME


def _power_of_two(least: int) -> int:
    return 1 << max(3, (least - 1).bit_length())


def runs(words: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
    """Every run of words that could be a name -> where it stands."""
    found: dict[str, list[tuple[int, int]]] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + MAX_FORM_WORDS, len(words)) + 1):
            found.setdefault(" ".join(words[start:end]), []).append((start, end))
    return found


def standing(found: Iterable[NamedRun]) -> tuple[NamedRun, ...]:
    """Of names that overlap the longest, of equally long ones the alphabetically first, then the earliest."""
    taken: set[int] = set()
    kept: list[NamedRun] = []
    for run in sorted(found, key=_rank):
        places = range(run.start, run.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(run)
    return tuple(kept)


def _rank(run: NamedRun) -> tuple[int, str, int]:
    return run.start - run.end, run.form, run.start
