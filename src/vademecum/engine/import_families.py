"""Conversations that were branched off one another, and which turns a copy has from the others.

A host that branches a conversation copies its file, words and ids. Some say so; older ones give the copy
another name and nothing else. What gives it away is its first turn: it has the id of another one's.

Ids of some hosts are mere numbers, with which every conversation begins anew. By a short id a turn is that of
another conversation only when it says the same.
"""

from __future__ import annotations

from vademecum.engine.conversations.capturing import as_kept
from vademecum.model.value import replace
from vademecum.text.chaining import conversation_id
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.engine.import_keeping import Keeping
    from vademecum.model.conversation import ConversationId, NewConversation, NewTurn

    Head = tuple[str, str]
    """Host, and what tells a first turn there from every other."""

UNMISTAKABLE = 16
"""Characters of an id from which on no other turn of a host has it by chance: half of a UUID."""


class Families:
    """Knows the conversations of a home by their first turns; they are read once, when the first new one
    comes.
    """

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._known = False
        self._heads: dict[Head, str] = {}
        self._parents: dict[ConversationId, ConversationId | None] = {}
        self._children: dict[ConversationId, list[ConversationId]] = {}
        self._last: tuple[ConversationId, frozenset[str]] | None = None
        self._planned: dict[ConversationId, set[str]] = {}

    def placed(self, new: NewConversation, own: ConversationId) -> NewConversation:
        """The conversation with its parent, also where its host does not name it."""
        if not (new.turns or new.parent):
            return new
        if own not in self._parents and not self._known:
            self._read(own)
        if own in self._parents:
            return new
        first = next(iter(new.turns), None)
        head = (new.host, _kept_name(first)) if first else None
        twin = self._heads.get(head) if head else None
        placed = replace(new, parent=twin) if twin and new.parent is None else new
        if head and twin is None:
            self._heads[head] = new.origin_id
        self._set_parent(own, conversation_id(new.host, placed.parent) if placed.parent else None)
        return placed

    def _set_parent(self, own: ConversationId, parent: ConversationId | None) -> None:
        self._parents[own] = parent
        if parent is not None:
            self._children.setdefault(parent, []).append(own)

    def _read(self, own: ConversationId) -> None:
        header = self._keeping.header(own)
        if header is not None:  # it goes on; the others matter only to what begins
            self._set_parent(own, header.parent)
            return
        self._known = True
        for each, first in self._keeping.heads():
            if each.id not in self._parents:
                self._set_parent(each.id, each.parent)
            self._heads.setdefault((each.host, _name(first.id, first.text)), each.origin_id)
        for one in tuple(self._parents):  # ancestors without a turn are no heads
            self._root(one)

    def is_branch(self, own: ConversationId) -> bool:
        """Whether a conversation that was placed has a parent."""
        return self._parents.get(own) is not None

    def copies(self, own: ConversationId, turns: Iterable[NewTurn]) -> frozenset[str]:
        """Ids of those of its turns that stand in another one of the family."""
        if self._parents.get(own) is None:
            return frozenset()
        if self._last is None or self._last[0] != own:  # one at a time: they may be long
            found = [self._names(each) for each in self._family(own)]
            self._last = (own, frozenset().union(*found))
        names = self._last[1]
        return frozenset(turn.origin_id for turn in turns if _kept_name(turn) in names)

    def plan(self, own: ConversationId, turns: Iterable[NewTurn]) -> None:
        """Take note of turns that a dry run would have kept."""
        self._planned.setdefault(own, set()).update(map(_kept_name, turns))

    def _names(self, each: ConversationId) -> frozenset[str]:
        """What tells the turns of a conversation from all others."""
        origins = self._keeping.origins(each)
        names = {origin for origin in origins if len(origin) >= UNMISTAKABLE}
        if len(names) < len(origins):  # words have to be read, which costs more
            names.update(_name(turn.id, turn.text) for turn in self._keeping.said(each))
        return frozenset(names.union(self._planned.get(each, ())))

    def _family(self, own: ConversationId) -> list[ConversationId]:
        """All that have the same first ancestor, without itself."""
        family: set[ConversationId] = set()
        pending = [self._root(own)]
        while pending:
            one = pending.pop()
            if one not in family:
                family.add(one)
                pending += self._children.get(one, ())
        return sorted(family - {own})

    def _root(self, one: ConversationId) -> ConversationId:
        seen = {one}
        while (parent := self._parent(one)) is not None and parent not in seen:
            seen.add(parent)
            one = parent
        return one

    def _parent(self, one: ConversationId) -> ConversationId | None:
        if one not in self._parents:
            header = self._keeping.header(one)
            self._set_parent(one, header.parent if header else None)
        return self._parents[one]


def _kept_name(turn: NewTurn) -> str:
    if len(turn.origin_id) >= UNMISTAKABLE:
        return turn.origin_id
    return next(_name(kept.origin_id, kept.text) for kept in as_kept((turn,)))


def _name(origin_id: str, text: str | None) -> str:
    """What tells a turn from every other of its host."""
    if len(origin_id) >= UNMISTAKABLE:
        return origin_id
    return f"{origin_id} {sha256_hex((text or '').encode('utf-8', 'surrogatepass'))}"
