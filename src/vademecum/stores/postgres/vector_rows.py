"""Rows of vectors of one tenant: numbers as signed bytes, a row a passage.

The memories' and the turns' stand in the same tables, told apart by `part`. They go with the version they
were made of: whoever deletes that calls `drop` in the same transaction.
"""

from __future__ import annotations

from vademecum.model.vectors import Space

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.vectors import Embedded
    from vademecum.stores.postgres.transaction import Transaction

MEMORIES, TURNS = "memories", "turns"

_SPACE = """
SELECT space.model, space.dimension, space.texts, space.fit FROM vade.space
WHERE space.tenant = %(tenant)s AND space.part = %(part)s
"""
_PUT_SPACE = """
INSERT INTO vade.space
VALUES (%(tenant)s, %(part)s, %(model)s, %(dimension)s, %(texts)s, %(fit)s)
ON CONFLICT (tenant, part) DO UPDATE SET
    model = excluded.model, dimension = excluded.dimension, texts = excluded.texts, fit = excluded.fit
"""
_TABLES = ("vector", "embedded")
_EMPTY = "DELETE FROM vade.{table} WHERE tenant = %(tenant)s AND part = %(part)s"
_DROP = f"{_EMPTY} AND version = ANY(%(versions)s::bigint[])"

# Another process may have been at the same text; what it put is the same.
_EMBEDDED = """
INSERT INTO vade.embedded
SELECT %(tenant)s, %(part)s, one.version, one.digest
FROM unnest(%(versions)s::bigint[], %(digests)s::text[]) AS one (version, digest)
WHERE EXISTS (
    SELECT FROM vade.{table} AS record WHERE record.tenant = %(tenant)s AND record.version = one.version)
ON CONFLICT DO NOTHING RETURNING version
"""
_PUT_ROWS = """
INSERT INTO vade.vector (tenant, part, version, passage, numbers)
SELECT %(tenant)s, %(part)s, one.version, one.passage, one.numbers
FROM unnest(%(versions)s::bigint[], %(passages)s::integer[], %(rows)s::bytea[])
AS one (version, passage, numbers)
"""
_CARRY = """
UPDATE vade.embedded SET version = %(version)s
WHERE tenant = %(tenant)s AND part = %(part)s AND version = %(before)s AND digest = %(digest)s
"""
_CARRY_ROWS = """
UPDATE vade.vector SET version = %(version)s
WHERE tenant = %(tenant)s AND part = %(part)s AND version = %(before)s
"""

_STRAYS = """
SELECT
    (SELECT count(*) FROM vade.embedded
    WHERE embedded.tenant = %(tenant)s AND embedded.part = %(part)s AND NOT EXISTS (
        SELECT FROM vade.{table} AS record
        WHERE record.tenant = %(tenant)s AND record.version = embedded.version))
    + (SELECT count(*) FROM vade.vector
    WHERE vector.tenant = %(tenant)s AND vector.part = %(part)s AND NOT EXISTS (
        SELECT FROM vade.embedded
        WHERE embedded.tenant = %(tenant)s AND embedded.part = %(part)s
        AND embedded.version = vector.version))
"""


def space(transaction: Transaction, part: str) -> Space | None:
    """`Nearness.space`."""
    row = transaction.once(("space", part), lambda: transaction.one(_SPACE, part=part))
    if row is None:
        return None
    model, dimension, texts, fit = row
    return Space(model=model, dimension=dimension, texts=texts, fit=bytes(fit))


def begin(transaction: Transaction, part: str, wanted: Space) -> None:
    """`VectorWriter.begin`."""
    present = space(transaction, part)
    if present is None or (present.model, present.dimension) != (wanted.model, wanted.dimension):
        empty(transaction, part)
    transaction.run(
        _PUT_SPACE,
        part=part,
        model=wanted.model,
        dimension=wanted.dimension,
        texts=wanted.texts,
        fit=wanted.fit,
    )


def empty(transaction: Transaction, part: str) -> None:
    """Drop the vectors of a part, and keep of what space they were."""
    for table in _TABLES:
        transaction.run(_EMPTY.format(table=table), part=part)


def put(transaction: Transaction, part: str, table: str, vectors: Sequence[Embedded]) -> None:
    """`VectorWriter.put`, of the space that there is.

    Args:
        transaction: in which to write.
        part: which vectors.
        table: that holds the versions they may be of.
        vectors: what to keep.
    """
    ordered = sorted({one.version: one for one in reversed(vectors)}.values(), key=lambda one: one.version)
    taken = transaction.all(
        _EMBEDDED.format(table=table),
        part=part,
        versions=[one.version for one in ordered],
        digests=[one.digest for one in ordered],
    )
    new = {version for (version,) in taken}
    rows = [
        (one.version, passage, row)
        for one in ordered
        if one.version in new
        for passage, row in enumerate(filter(None, one.rows))
    ]
    if rows:
        versions, passages, held = map(list, zip(*rows, strict=True))
        transaction.run(_PUT_ROWS, part=part, versions=versions, passages=passages, rows=held)


def carry(transaction: Transaction, before: int, version: int, digest: str) -> None:
    """Give the vectors of a memory's version to a later one, when they were made of the same text."""
    given = {"part": MEMORIES, "before": before, "version": version}
    if transaction.run(_CARRY, **given, digest=digest):
        transaction.run(_CARRY_ROWS, **given)


def drop(transaction: Transaction, part: str, versions: Sequence[int]) -> None:
    """Drop the vectors of versions that go."""
    if versions:
        for table in _TABLES:
            transaction.run(_DROP.format(table=table), part=part, versions=list(versions))


def faults(transaction: Transaction, part: str, table: str) -> Iterator[str]:
    """What vectors and the versions they are of do not agree on."""
    (number,) = transaction.one(_STRAYS.format(table=table), part=part) or (0,)
    if number:
        yield f"vectors: {number} of texts that are not there"
