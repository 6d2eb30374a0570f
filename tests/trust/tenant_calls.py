"""Every call of the ports that a tenant's rows answer, and a tenant that has something of everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from tests.contract.test_index_edges import person, said
from tests.contract.test_turns import A, B, ask, hear
from tests.stores.programs import samples
from tests.trust.truth_calls import FILE_CHANGES, FILES, JOURNAL_CHANGES, JOURNALS, TALK_CHANGES, TALKS

from vademecum.engine.vade import Vade
from vademecum.graph.deriving import Rules
from vademecum.model.ask import Filters, Prefix
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.entry import Changes
from vademecum.model.fields import Declaration, Pair
from vademecum.model.file import AliasEntry, Quarantined, QuarantineReason
from vademecum.model.record import PERSONAL, Scope, Status
from vademecum.model.rules import Condition, ConditionKind, Rule, RuleBook
from vademecum.model.turns import Choice, Fence, TurnChanges
from vademecum.model.value import replace
from vademecum.model.vectors import Embedded, Space
from vademecum.ports import Derivations, Edges, Fields, Index, Vectors
from vademecum.ports.truth import FileRows, JournalRows, TalkRows
from vademecum.ports.turns import Turns
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.stores.postgres.truth.talks import PostgresTalkRows
from vademecum.stores.postgres.turns.index import PostgresTurns

Call = Callable[[Any], object]

ROW = b"\x7f\x01\x02"
ONE, TWO = samples.id_of(1), samples.id_of(2)
PAIR = Pair("Person", "born")
SAME = Condition(kind=ConditionKind.EQUAL, subject_field="city", object_field="city")
LIKE = Condition(kind=ConditionKind.ALL, parts=(SAME, Condition(kind=ConditionKind.MEANING, bound=0.1)))
ENDS: Any = {"subjects": ("person",), "objects": ("person",)}
BOOK = RuleBook(
    tuple(Rule(name=name, predicate="near", when=when, **ENDS) for name, when in (("a", SAME), ("b", LIKE)))
)
EVERY = Filters(
    scopes=(PERSONAL, Scope("org:acme")),
    types=("note", "person"),
    tags=("oak",),
    about=("rhea",),
    statuses=(Status.ACTIVE,),
    updated_from=0,
    updated_until=1 << 50,
    in_force_at=5,
    settled=True,
    begun_by=5,
    held_at=5,
    of_time=(0, 9),
    waiting=True,
    pinned=True,
)
FENCE = Fence(workspaces=("", "x"), without=(B,), only=(A,))


def some(found: Iterator[object]) -> list[object]:
    return list(islice(found, 9))


INDEX: dict[str, Call] = {
    "propose": lambda index: index.propose(samples.ask("oak reed")).candidates,
    "propose by prefix": lambda index: index.propose(samples.ask(Prefix(("oa",)), rank_by="oak")).candidates,
    "propose of every filter": lambda index: (
        index.propose(
            samples.ask("oak", scopes=EVERY.scopes, types=EVERY.types, tags=("oak",), about=("rhea",))
        ).candidates
    ),
    "at": lambda index: index.at([ONE, TWO]),
    "corpus": lambda index: index.corpus(),
    "frequencies": lambda index: index.frequencies(["oak"]),
    "expand_prefix": lambda index: index.expand_prefix("oa", 9),
    "languages": lambda index: index.languages(),
    "lingering": lambda index: index.lingering(["oak", "rhea"]),
    "rows": lambda index: index.rows([ONE]),
    "resolve": lambda index: (index.resolve(ONE), index.resolve("note-1"), index.resolve("01J00")),
    "page": lambda index: index.page(Filters(), limit=9),
    "page of every filter": lambda index: index.page(EVERY, limit=9, offset=1),
    "repeats": lambda index: index.repeats(PERSONAL, samples.entry(1, "oak").body_hash),
    "named": lambda index: index.named(["rhea"], [PERSONAL]),
    "tally": lambda index: [
        index.tally(each) for each in ("scope", "kind", "type", "status", "review", "month", "tag")
    ],
    "census": lambda index: (index.census([]), index.census([PERSONAL])),
    "states": lambda index: index.states(),
    "state": lambda index: index.state("personal/note-1.md"),
    "size_bytes": lambda index: index.size_bytes(),
    "known_files": lambda index: index.known_files(),
    "owner": lambda index: index.owner(ONE),
    "file_of": lambda index: index.file_of(PERSONAL),
    "quarantined": lambda index: index.quarantined(),
    "trace": lambda index: index.trace(),
    "matching": lambda index: index.matching(["k8s"], [PERSONAL]),
    "vocabulary_state": lambda index: index.vocabulary_state(),
    "check": lambda index: index.check(),
    "entries": lambda index: some(index.entries()),
    "edges.touching": lambda index: index.edges().touching(["rhea", "acme"], most=9),
    "edges.touching by predicates": lambda index: index.edges().touching(["rhea"], predicates=["x"], most=9),
    "edges.bearing": lambda index: index.edges().bearing(["rhea", "key 1"]),
    "edges.nodes": lambda index: index.edges().nodes([ONE]),
    "edges.merged": lambda index: index.edges().merged([ONE]),
    "edges.statements": lambda index: some(index.edges().statements()),
    "edges.vertices": lambda index: some(index.edges().vertices()),
    "fields.declared": lambda index: index.fields().declared(),
    "fields.state": lambda index: index.fields().state(),
    "fields.stating": lambda index: index.fields().stating((PAIR, Pair("Memory", "text"))),
    "fields.uses": lambda index: index.fields().uses(),
    "derivations.book": lambda index: index.derivations().book(),
    "derivations.state": lambda index: index.derivations().state(),
    "derivations.due": lambda index: index.derivations().due(),
    "derivations.traits": lambda index: index.derivations().traits([ONE]),
    "derivations.tally": lambda index: index.derivations().tally(),
    "vectors.space": lambda index: index.vectors().space(),
    "vectors.coverage": lambda index: index.vectors().coverage(),
    "vectors.nearest": lambda index: index.vectors().nearest("m", ROW, Filters(), 9),
    "vectors.nearest of every filter": lambda index: index.vectors().nearest("m", ROW, EVERY, 9),
    "vectors.likenesses": lambda index: index.vectors().likenesses("m", ROW, [ONE]),
    "vectors.lacking": lambda index: index.vectors().lacking(9),
}
"""Everything that is asked of an index: name of the method (and how) -> call."""

TURNS: dict[str, Call] = {
    "propose": lambda turns: turns.propose(ask("port", "tea")).candidates,
    "propose in a fence": lambda turns: turns.propose(ask("port", fence=FENCE, role=None)).candidates,
    "at": lambda turns: turns.at([(A, 1), (B, 1)]),
    "corpus": lambda turns: turns.corpus(),
    "frequencies": lambda turns: turns.frequencies(["port"]),
    "languages": lambda turns: turns.languages(),
    "held": lambda turns: turns.held([A]),
    "resolve": lambda turns: turns.resolve(A[:4]),
    "page": lambda turns: turns.page(Choice(fence=Fence()), limit=9),
    "page of every choice": lambda turns: turns.page(
        Choice(fence=FENCE, open=True, live=True, host="chatgpt"), limit=9, offset=1
    ),
    "said_in": lambda turns: turns.said_in(Fence(), (0, 99), limit=9),
    "place": lambda turns: turns.place(A, 1),
    "spoken": lambda turns: some(turns.spoken()),
    "stamps": lambda turns: turns.stamps(),
    "lingering": lambda turns: turns.lingering(["port"]),
    "check": lambda turns: turns.check(),
    "size_bytes": lambda turns: turns.size_bytes(),
    "vectors.space": lambda turns: turns.vectors().space(),
    "vectors.coverage": lambda turns: turns.vectors().coverage(),
    "vectors.nearest": lambda turns: turns.vectors().nearest("m", ROW, FENCE, 9),
    "vectors.likenesses": lambda turns: turns.vectors().likenesses("m", ROW, [(A, 1)]),
    "vectors.lacking": lambda turns: turns.vectors().lacking(9),
}
"""Everything that is asked of an index of conversations."""


def _embed(vectors: Any, model: str = "m") -> None:
    lacking = vectors.lacking(9)
    vectors.put(model, [Embedded(version, "digest", (ROW,)) for _, version in lacking])


def _rebuild(index: Any) -> None:
    with index.rebuilding() as fresh:
        fresh.apply(Changes(put=(samples.entry(1, "oak"),)))


def _rebuild_turns(turns: Any) -> None:
    with turns.rebuilding() as fresh:
        fresh.apply(TurnChanges(heard=(hear(A, "port"),)))


def _page(number: int, *forms: str, **more: Any) -> Any:
    made = person(samples, number, *forms, says=(said("rhea", "knows", "acme"),), **more)
    return replace(made, place=replace(made.place, fields=(("city", ("Porto",)),)))


PUT = Changes(
    put=(
        samples.entry(5, "oak reed", title="oak", folded_tags=("oak",), about=("rhea",), pinned=True),
        samples.entry(6, "oak", superseded_by=samples.id_of(5), scope="org:acme"),
    ),
    quarantine=((Quarantined("personal/bad.md", QuarantineReason.NOT_TEXT, "bad"), None),),
)
ALIASES = (AliasEntry(PERSONAL, "k8s", "kubernetes"),)

INDEX_CHANGES: dict[str, Call] = {
    "apply": lambda index: index.apply(PUT),
    "apply again": lambda index: index.apply(PUT),
    "apply what goes": lambda index: index.apply(Changes(gone=("personal/note-6.md",))),
    "apply what is touched": lambda index: index.apply(
        Changes(touched=(("personal/note-5.md", samples.state(9)),))
    ),
    "put_vocabulary": lambda index: index.put_vocabulary(ALIASES, "state"),
    "put_trace": lambda index: index.put_trace("trace", index.revision()),
    "scrub": lambda index: index.scrub(),
    "flush": lambda index: index.flush(),
    "fields.put": lambda index: index.fields().put(Declaration(((PAIR, True),)), "state"),
    "derivations.put": lambda index: index.derivations().put(BOOK, "state"),
    "derivations.advance": lambda index: index.derivations().advance(),
    "derivations.foreseen": lambda index: index.derivations().foreseen({ONE: None}),
    "vectors.begin": lambda index: index.vectors().begin(Space(model="m", dimension=3)),
    "vectors.put": lambda index: _embed(index.vectors()),
    "apply to what has vectors": lambda index: index.apply(PUT),
    "rebuilding": _rebuild,
}
"""Everything that changes an index, in an order in which each has something to do."""

TURN_CHANGES: dict[str, Call] = {
    "apply": lambda turns: turns.apply(TurnChanges(heard=(hear(A, "port clash", "tea"), hear(B, "port")))),
    "apply again": lambda turns: turns.apply(TurnChanges(heard=(hear(A, "port", first=2),))),
    "vectors.begin": lambda turns: turns.vectors().begin(Space(model="m", dimension=3)),
    "vectors.put": lambda turns: _embed(turns.vectors()),
    "apply anew": lambda turns: turns.apply(TurnChanges(heard=(hear(A, "port", anew=True),))),
    "apply what goes": lambda turns: turns.apply(TurnChanges(gone=(B,))),
    "scrub": lambda turns: turns.scrub(),
    "flush": lambda turns: turns.flush(),
    "rebuilding": _rebuild_turns,
}
"""Everything that changes an index of conversations."""


def index_of(tenancy: Tenancy) -> PostgresIndex:
    return PostgresIndex(tenancy, samples.WEIGHTS, rules=Rules)


class Store(NamedTuple):
    """One kind of rows of a tenant, and everything that is done with them.

    Attributes:
        made: for a tenant.
        asks: name of the method (and how) -> call.
        changes: likewise, in an order in which each has something to do.
        filled: how many of the changes come before nothing is left.
        ports: whose methods they are, by the beginning of their names.
    """

    made: Callable[[Tenancy], Any]
    asks: dict[str, Call]
    changes: dict[str, Call]
    filled: int
    ports: dict[str, Any]


def filled(tenancy: Tenancy) -> tuple[PostgresIndex, PostgresTurns]:
    """A tenant that has something of everything that can be asked."""
    index, turns = index_of(tenancy), PostgresTurns(tenancy)
    for name in ("put_vocabulary", "fields.put", "derivations.put", "apply"):
        INDEX_CHANGES[name](index)
    index.apply(Changes(put=(_page(1, "rhea"), _page(2, "acme", merged_into=ONE))))
    index.vectors().begin(Space(model="m", dimension=3))
    _embed(index.vectors())
    for name in ("apply", "vectors.begin", "vectors.put"):
        TURN_CHANGES[name](turns)
    return index, turns


def live(vade: Vade, told: str = "The harbour office moved to Lyon.") -> None:
    """What somebody does with a memory: nearly every verb, each with something to do."""
    kept = vade.remember(told, tags=["move"], about=("Rhea",), title=told).memory.record.id
    shared = vade.remember(f"{told} Everybody knows.", scope="org:acme").memory.record.id
    vade.edit(kept, text=f"{told} It is a nice place.")
    newer = vade.supersede(kept, f"{told} It has moved again.").memory.record.id
    vade.deprecate(shared)
    for question in ("harbour office", "when did Rhea move?"):
        vade.recall(question, scopes=["all"])
        vade.search(question, scopes=["all"])
    vade.list(scopes=["all"], include="all")
    turns = tuple(NewTurn(origin_id=str(n), role=Role.USER, text=told) for n in range(3))
    talk = vade.conversations.append(NewConversation(host="claude-code", origin_id="s1", turns=turns))
    vade.conversations.search("harbour")
    vade.conversations.list()
    vade.doctor()
    for handle in (shared, newer, kept):
        vade.forget(handle)
    vade.conversations.forget(talk.id)


PARTS: dict[str, Any] = {
    "edges.": Edges,
    "fields.": Fields,
    "derivations.": Derivations,
    "vectors.": Vectors,
}
STORES = {
    "index": Store(index_of, INDEX, INDEX_CHANGES, 0, {"": Index, **PARTS}),
    "turns": Store(PostgresTurns, TURNS, TURN_CHANGES, 0, {"": Turns, "vectors.": Vectors}),
    "files": Store(PostgresFileRows, FILES, FILE_CHANGES, 2, {"": FileRows}),
    "talks": Store(PostgresTalkRows, TALKS, TALK_CHANGES, 3, {"": TalkRows}),
    "journals": Store(PostgresJournalRows, JOURNALS, JOURNAL_CHANGES, 2, {"": JournalRows}),
}


def settle(tenancy: Tenancy) -> None:
    """Give a tenant something of everything."""
    filled(tenancy)
    for store in STORES.values():
        made = store.made(tenancy)
        for call in list(store.changes.values())[: store.filled]:
            call(made)
