"""Known names, found in a text in time that grows with the text and not with their number.

A trie over words whose nodes are kept as hashes: a bitmap says which runs of words begin a longer name, a
table of 32-bit numbers says which are names. The names themselves stand in one block of bytes, so that a
million of them take tens of megabytes and not hundreds (`benchmarks/plan.py` measures both). A hash that
collides is told apart by the bytes; in the bitmap it costs one more step and changes no answer.
"""

from __future__ import annotations

from array import array

from vademecum.model.plan import NamedRun

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_FORM_WORDS = 12
"""Longest name in words; one of thirteen characters of a script without spaces is as long."""

_PREFIX_BITS = 16
"""Bits of the bitmap for each name: with one or two beginnings a name, one step in ten is in vain."""

_SEVERAL = 1 << 31
"""Marks a meaning that is a choice of people and not one of them."""


class KnownNames:
    """Names learned once; what is learned later makes a new one."""

    def __init__(self, forms: Iterable[tuple[str, str]]) -> None:
        """Learn pairs of a folded name (`text.names.fold_name`) and whom it means."""
        meanings = _meanings(forms)
        self._names, self._ends = bytearray(), array("I")
        self._people, self._people_ends = bytearray(), array("I")
        self._several: list[tuple[str, ...]] = []
        self._meant = array("I")
        self._mask = _power_of_two(2 * len(meanings)) - 1
        self._slots = array("I", bytes(4 * (self._mask + 1)))
        self._bit_mask = _power_of_two(_PREFIX_BITS * max(1, len(meanings))) - 1
        self._begun = bytearray((self._bit_mask >> 3) + 1)
        numbers: dict[str, int] = {}
        for form, people in meanings.items():
            self._meant.append(self._meaning(people, numbers))
            self._learn(form)

    def __len__(self) -> int:
        return len(self._ends)

    @property
    def size_bytes(self) -> int:
        """Memory taken by the tables and the names."""
        tables = (self._slots, self._ends, self._meant, self._people_ends)
        blocks = (self._begun, self._names, self._people)
        return sum(map(len, blocks)) + sum(table.itemsize * len(table) for table in tables)

    def mentioned(self, words: Sequence[str]) -> tuple[NamedRun, ...]:
        """`ports.KnownForms.mentioned`."""
        found: list[NamedRun] = []
        begun, bits, slots, mask = self._begun, self._bit_mask, self._slots, self._mask
        for start, word in enumerate(words):
            run, end = word, start + 1
            while True:
                code = hash(run)
                if slots[code & mask] and (number := self._number(run, code)):
                    found.append(NamedRun(run, start, end, self._whom(self._meant[number - 1])))
                bit = code & bits
                if end == len(words) or not begun[bit >> 3] >> (bit & 7) & 1 or end - start == MAX_FORM_WORDS:
                    break
                run = f"{run} {words[end]}"
                end += 1
        return standing(found) if found else ()

    def _number(self, form: str, code: int) -> int:
        """One-based number of a name, 0 when it is none."""
        wanted = form.encode("utf-8", "surrogatepass")
        slot = code & self._mask
        while number := self._slots[slot]:
            start = self._ends[number - 2] if number > 1 else 0
            if self._ends[number - 1] - start == len(wanted) and self._names.startswith(wanted, start):
                return number
            slot = (slot + 1) & self._mask
        return 0

    def _whom(self, meaning: int) -> tuple[str, ...]:
        if meaning & _SEVERAL:
            return self._several[meaning ^ _SEVERAL]
        start = self._people_ends[meaning - 1] if meaning else 0
        return (self._people[start : self._people_ends[meaning]].decode("utf-8", "surrogatepass"),)

    def _meaning(self, people: tuple[str, ...], numbers: dict[str, int]) -> int:
        """What `_whom` turns into these people again; nobody is kept twice."""
        first, *others = people
        if others:
            self._several.append(people)
            return _SEVERAL | (len(self._several) - 1)
        number = numbers.setdefault(first, len(numbers))
        if number == len(self._people_ends):
            self._people += first.encode("utf-8", "surrogatepass")
            self._people_ends.append(len(self._people))
        return number

    def _learn(self, form: str) -> None:
        self._names += form.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._names))
        slot = hash(form) & self._mask
        while self._slots[slot]:
            slot = (slot + 1) & self._mask
        self._slots[slot] = len(self._ends)
        end = form.find(" ")
        while end >= 0:
            bit = hash(form[:end]) & self._bit_mask
            self._begun[bit >> 3] |= 1 << (bit & 7)
            end = form.find(" ", end + 1)


def _meanings(forms: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Form -> whom it may mean, sorted."""
    found: dict[str, tuple[str, ...]] = {}
    for form, name in forms:
        if not form or form.count(" ") >= MAX_FORM_WORDS:
            continue
        before = found.get(form)
        if before is None:
            found[form] = (name,)
        elif name not in before:
            found[form] = tuple(sorted((*before, name)))
    return found


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
