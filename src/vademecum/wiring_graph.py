"""What answers Cypher and what lays out pictures, for `wiring`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.ports.cypher import CypherEngine
    from vademecum.ports.layout import Layout


def cypher_engine() -> CypherEngine:
    """The engine of the extra `graph`, whether that is installed or not."""
    from vademecum.cypher.engine import LadybugCypher

    return LadybugCypher()


def force_layout() -> Layout:
    """What lays out pictures, installed or not."""
    from vademecum.layouts.forces import ForceLayout

    return ForceLayout()
