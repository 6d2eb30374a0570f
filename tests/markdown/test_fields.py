"""The table of keys, the values behind it and its documentation agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from vademecum.markdown.fields import ENTITY_FIELDS, MEMORY_FIELDS, format_table
from vademecum.markdown.forms import Field
from vademecum.model.record import Entity, Memory
from vademecum.model.value import fields_of

FORMAT = Path(__file__).parents[2] / "docs" / "note-format.md"
TABLES = {"memory": MEMORY_FIELDS, "entity": ENTITY_FIELDS}


@pytest.mark.parametrize("kind", TABLES)
def test_documented_table_is_the_real_one(kind: str) -> None:
    # To refresh it, paste what `format_table` of this kind returns between the two marks.
    text = FORMAT.read_text(encoding="utf-8")

    assert f"<!-- {kind} keys -->\n{format_table(TABLES[kind])}\n<!-- end -->" in text


@pytest.mark.parametrize(
    ("rows", "make", "free"), [(MEMORY_FIELDS, Memory, "extra"), (ENTITY_FIELDS, Entity, "properties")]
)
def test_every_attribute_has_a_key(rows: tuple[Field, ...], make: type, free: str) -> None:
    attributes = set(fields_of(make)) - {"body", free}

    assert {row.attribute for row in rows} == attributes | {"kind"}
