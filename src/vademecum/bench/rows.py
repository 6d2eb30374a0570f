"""One line of a table."""

from __future__ import annotations

from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value(kw_only=True)
class Row:
    """What one method reached.

    Attributes:
        unit: what was ranked, empty where nothing is.
        category: which questions, empty where questions have none.
        n: number of questions.
        figures: name of a measure -> value; shares in percent.
    """

    protocol: str
    method: str
    unit: str = ""
    category: str = ""
    n: int
    figures: Mapping[str, float] = field(default_factory=dict)
    construction: str = ""

    def to_dict(self) -> dict[str, object]:
        """The row as JSON types; what does not apply is left out."""
        named = {
            "construction": self.construction,
            "unit": self.unit,
            "category": self.category,
        }
        told = {name: said for name, said in named.items() if said}
        return {"protocol": self.protocol, "method": self.method, **told, "n": self.n, **self.figures}
