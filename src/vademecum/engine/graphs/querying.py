"""A question in Cypher: what of the graph it looks at is read, and handed to the engine that answers."""

from __future__ import annotations

from vademecum.errors import InvalidValue, UsageError
from vademecum.graph.cypher import cypher_read
from vademecum.graph.net import NAME_SIGN, moment
from vademecum.model.cypher import PropertyGraph
from vademecum.model.record import MemoryId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vademecum.graph.net import Net
    from vademecum.model.cypher import CypherRead, GraphTable
    from vademecum.model.rules import Traits
    from vademecum.ports.cypher import CypherEngine

    Reading = Callable[[Sequence[MemoryId]], Mapping[MemoryId, Traits]]

NO_LABEL = "Name"
"""Label of a node that is nothing but a name."""

_AT_ONCE = 10_000
_BETWEEN = "; "
"""Between several values of one field."""

_Pairs = dict[tuple[str, str], list[tuple[str, ...]]]


def query(
    engine: CypherEngine,
    net: Net,
    traits: Reading,
    text: str,
    parameters: Mapping[str, object],
    *,
    bounds: tuple[int, float],
) -> GraphTable:
    """What a query finds.

    Args:
        engine: answers it.
        net: the graph as its reader sees it.
        traits: what records state, as `Derivations.traits`.
        text: the query.
        parameters: values of ``$name``.
        bounds: most rows, and seconds.

    Raises:
        UsageError: the query writes or is malformed, or no engine is installed.
        LimitExceeded: it took too long, or too much memory.
    """
    wanted = cypher_read(text)
    for name, given in parameters.items():
        if given is not None and not isinstance(given, (str, int, float)):
            raise InvalidValue(name, "a parameter is a text, a number, true, false or null")
    if lacking := engine.missing():
        raise UsageError(lacking)
    limit, seconds = bounds
    return engine.ask(property_graph(net, traits, wanted), text, parameters, limit=limit, seconds=seconds)


def property_graph(net: Net, traits: Reading, wanted: CypherRead) -> PropertyGraph:
    """The nodes, and the relations that a query looks at; what it names and nobody has is there and empty.

    Labels that differ in case alone are one, under the spelling that comes first by id. Of properties that
    only some records state those are read that the query names; several values are one text.
    """
    everybody = tuple(net.everybody())
    stated = _stated(everybody, traits, wanted.fields)
    nothing = ("",) * len(wanted.fields)
    spelled: dict[str, str] = {}
    labels: dict[str, str] = {}
    nodes: dict[str, list[tuple[str, ...]]] = {}

    def put(id: str, *, label: str, rest: tuple[str, ...]) -> None:
        chosen = spelled.setdefault(label.casefold(), label)
        labels[id] = chosen
        nodes.setdefault(chosen, []).append((id, *rest))

    for id in everybody:
        node = net.node(id)
        put(
            id,
            label=node.label,
            rest=(
                *(node.name, node.label, node.kind.value, node.scope or "", node.mark or "active"),
                *stated.get(id, nothing),
            ),
        )
    pairs: dict[str, _Pairs] = {}
    types = None if wanted.everything else frozenset(name.casefold() for name in wanted.types)
    for subject, object, said in net.stated(types):
        for id in (subject, object):
            if id not in labels:
                assert id.startswith(NAME_SIGN)
                put(id, label=NO_LABEL, rest=(net.node(id).name, NO_LABEL, "name", "", "", *nothing))
        since, until = _stamp(said.since), _stamp(said.until)
        held = pairs.setdefault(said.predicate, {}).setdefault((labels[subject], labels[object]), [])
        held.append((subject, object, said.predicate, since, until, said.id))
    for label in (*wanted.labels, NO_LABEL):
        nodes.setdefault(spelled.setdefault(label.casefold(), label), [])
    for name in wanted.types:
        if name.casefold() not in pairs:
            nowhere = spelled[NO_LABEL.casefold()]
            pairs[name.casefold()] = {(nowhere, nowhere): []}
    return PropertyGraph(nodes=nodes, edges=_apart(pairs, nodes, wanted), fields=wanted.fields)


def _stated(everybody: Iterable[str], traits: Reading, fields: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What nodes state of some fields."""
    found: dict[str, tuple[str, ...]] = {}
    ids = [MemoryId(id) for id in everybody] if fields else []
    for start in range(0, len(ids), _AT_ONCE):
        for id, read in traits(ids[start : start + _AT_ONCE]).items():
            texts = tuple(_BETWEEN.join(read.fields.get(name.casefold(), ())) for name in fields)
            if any(texts):
                found[id] = texts
    return found


def _stamp(at_us: int | None) -> str:
    at = moment(at_us)
    return "" if at is None else f"{at:%Y-%m-%d %H:%M:%S.%f}"


def _apart(pairs: Mapping[str, _Pairs], labels: Iterable[str], wanted: CypherRead) -> dict[str, _Pairs]:
    """Relations under names that no label has, as the engine wants them.

    Raises:
        UsageError: the query asks for relations of a name that is a label, too.
    """
    taken = {label.casefold() for label in labels}
    asked = {name.casefold() for name in wanted.types}
    if both := sorted(taken & asked & pairs.keys()):
        raise UsageError(
            f"{both[0]!r} is a label and a relation here, and the engine wants them apart; ask for the "
            f"property instead: -[r]-> WHERE r.predicate = '{both[0]}'"
        )
    return {name if name not in taken else f"{name} (relation)": found for name, found in pairs.items()}
