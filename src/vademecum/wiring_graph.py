"""What answers Cypher and what lays out pictures, for `wiring`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.graph_tools import GraphTools


def graph_tools() -> GraphTools:
    """What the extra `graph` brings, whether it is installed or not."""
    from vademecum.cypher.engine import LadybugCypher
    from vademecum.engine.graph_tools import GraphTools
    from vademecum.layouts.forces import ForceLayout

    return GraphTools(cypher=LadybugCypher(), layout=ForceLayout())
