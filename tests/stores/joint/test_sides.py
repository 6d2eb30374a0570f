"""Which sides of a joint index are asked."""

from __future__ import annotations

from vademecum.graph.deriving import Rules
from vademecum.model.file import AliasEntry
from vademecum.model.record import PERSONAL, Scope
from vademecum.stores.joint.index import JointIndex
from vademecum.stores.joint.sides import Side
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.documents import scope_of

ACME, OTHER = Scope("org:acme"), Scope("org:other")
ENTRY = AliasEntry(PERSONAL, "quay", "harbour")


def joint(scopes: frozenset[Scope] | None = None) -> JointIndex:
    own = Side(index=MemoryIndex(Rules), holds=lambda scope: scope == PERSONAL)
    shared = Side(index=MemoryIndex(Rules), holds=lambda scope: scope != PERSONAL, scopes=scopes)
    return JointIndex((own, shared), scope_of)


def test_aliases_count_where_no_record_stands() -> None:
    index = joint()
    index.put_vocabulary((ENTRY,), "s")

    with index.steady():
        assert index.matching(("quay",), ()) == (ENTRY,)


def test_only_granted_scopes_are_asked_about() -> None:
    sides = joint(frozenset({ACME}))._sides

    assert [seen for _, seen in sides.asked(())] == [(), (ACME,)]
    assert [seen for _, seen in sides.asked((ACME, OTHER, PERSONAL))] == [(PERSONAL,), (ACME,)]
    assert [seen for _, seen in sides.asked((OTHER,))] == []
