"""What the graph's verbs use that is not our own."""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.ports.cypher import CypherEngine
    from vademecum.ports.layout import Layout


@value(kw_only=True)
class GraphTools:
    """Each says itself whether it is installed.

    Attributes:
        cypher: answers queries.
        layout: lays out pictures.
    """

    cypher: CypherEngine
    layout: Layout
